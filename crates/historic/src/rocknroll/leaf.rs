//! What a search asks at its last ply, and the three opinions that need no play-outs.

use super::stop_check::StopCheck;
use plyground_core::{Game, Rng};
use plyground_games::einstein::heuristic::{self, Heuristic};
use plyground_games::einstein::{Einstein, Move, Position};
use std::sync::Arc;

/// Rates moves by the positions after them.
pub(super) trait Leaf: Send {
    /// Calls `found` for every move of these stones of the player to move, in the order of move lists: their value of
    /// the position after it, or `None` if it wins.
    fn rate_moves(
        &mut self,
        game: &Einstein,
        position: &Position,
        stones: u32,
        found: &mut impl FnMut(Move, Option<f64>),
    );

    /// Whether the same position is always worth the same, so that it makes sense to remember it.
    const STEADY: bool;

    /// Begins another game.
    fn reseed(&mut self, _seed: u64) {}

    /// Something slow obeys this from now on.
    fn obey(&mut self, _halt: &StopCheck) {}

    /// Whether a single move takes so long that the flag matters.
    fn is_slow(&self) -> bool {
        false
    }
}

/// An opinion from a table, times a factor.
pub(super) struct StaticLeaf<H> {
    pub heuristic: Arc<H>,
    pub scale: f64,
}

impl<H: Heuristic + Send + Sync> Leaf for StaticLeaf<H> {
    #[inline]
    fn rate_moves(
        &mut self,
        game: &Einstein,
        position: &Position,
        stones: u32,
        found: &mut impl FnMut(Move, Option<f64>),
    ) {
        let scale = self.scale;
        heuristic::rate_moves(game, &*self.heuristic, position, stones, |mv, value| {
            found(mv, value.map(|value| scale * value));
        });
    }

    const STEADY: bool = true;
}

/// A fresh random number for every position: MrRandom's opinion. Won games are won all the same.
pub(super) struct RandomLeaf {
    pub rng: Rng,
    pub scale: f64,
}

impl Leaf for RandomLeaf {
    fn rate_moves(
        &mut self,
        game: &Einstein,
        position: &Position,
        stones: u32,
        found: &mut impl FnMut(Move, Option<f64>),
    ) {
        for_each_move(game, position, stones, |mv, after| {
            let value = after.winner().is_none().then(|| self.scale * (2.0 * self.rng.unit() - 1.0));
            found(mv, value);
        });
    }

    const STEADY: bool = false;

    fn reseed(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }
}

/// Every move of these stones and the position after it.
#[inline]
pub(super) fn for_each_move(game: &Einstein, position: &Position, stones: u32, mut found: impl FnMut(Move, &Position)) {
    game.for_each_step(position, stones, |mv| {
        let mut after = *position;
        game.make(&mut after, mv);
        found(mv, &after);
    });
}
