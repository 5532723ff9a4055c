//! What a player thought of a position when they chose their move, for people who watch.

use crate::Player;
use crate::chances::{chances_of_report, describe, scale_of};
use plyground_core::{ChanceScale, Chances, Drawable, Game, Notation, Playable};
use plyground_search::Report;

/// What a player thought of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The expected score of every player.
    pub chances: Chances,
    /// The chances in words.
    pub words: String,
    /// How deep they looked.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The moves that they expect, their own first.
    pub line: Vec<String>,
}

/// Tells what one player thinks of the positions of one game.
pub struct ThoughtTeller<G: Playable> {
    scale: ChanceScale<G>,
}

impl<G: Playable> ThoughtTeller<G> {
    /// A teller for the values of this player.
    pub fn new(game: &G, player: &dyn Player<G>) -> Self {
        ThoughtTeller { scale: scale_of(game, player) }
    }

    /// What the player found in a position.
    pub fn tell(&mut self, game: &G, position: &G::Position, report: &Report<G::Move>) -> Thought {
        let chances = chances_of_report(&mut self.scale, game, position, report);
        Thought {
            chances,
            words: describe(&chances, &seat_names(game, position), report.plies_to_end),
            depth: report.depth,
            nodes: report.nodes,
            line: line_texts(game, position, report),
        }
    }
}

/// What the game calls its players.
pub fn seat_names<G: Drawable>(game: &G, position: &G::Position) -> Vec<String> {
    game.scene(position).seats.into_iter().map(|seat| seat.name).collect()
}

/// The line that a search expects, up to the next roll.
pub fn line_texts<G: Game + Notation>(game: &G, start: &G::Position, report: &Report<G::Move>) -> Vec<String> {
    let mut position = start.clone();
    let mut texts = Vec::new();
    let line = if report.line.is_empty() { report.best.as_slice() } else { &report.line };
    for &mv in line {
        if game.turn(&position).player().is_none() || !game.is_legal(&position, mv) {
            break;
        }
        texts.push(game.move_text(&position, mv));
        game.make(&mut position, mv);
    }
    texts
}
