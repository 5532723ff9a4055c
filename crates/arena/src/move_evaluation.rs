//! What a player thought of a move.

use plyground_core::{ChanceScale, Evaluated, SearchedValue};
use plyground_engine::Choice;
use std::time::Duration;

/// A player's evaluation of one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveEvaluation {
    /// The value of the position for the player.
    pub value: f64,
    /// The same as the player's chance: a win is 1, a shared first place its share. Absent where a move was made without a
    /// thought, and in games that were read from an archive or a shard, which keep values only.
    pub chance: Option<f64>,
    /// The search depth.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
}

impl MoveEvaluation {
    /// What `choice` says about the position in which it was made.
    pub(crate) fn new<G: Evaluated>(
        scale: &mut ChanceScale<G>,
        game: &G,
        position: &G::Position,
        choice: &Choice<G::Move>,
        time: Duration,
    ) -> Self {
        let found = SearchedValue { value: choice.value, exact: false, by_player: &[] };
        let has_opinion = choice.depth > 0 && choice.value.is_finite();
        let chances = has_opinion.then(|| scale.chances(game, position, &found));
        let chance = game.mover(position).zip(chances).map(|(mover, chances)| chances.of(mover));
        MoveEvaluation { value: choice.value, chance, depth: choice.depth, nodes: choice.nodes, time }
    }
}
