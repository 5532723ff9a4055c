//! Tests of the game as a whole; parts with arithmetic of their own are tested where they stand.

mod edges;
mod evals;
mod exact;
mod laws;
mod nets;
mod playouts;
mod records;
mod texts;

use super::{Einstein, Position, Variant};
use plyground_core::{Game, Notation, PlayerId, parse_moves};

/// The game of a variant that is known to be right.
fn game(variant: &str) -> Einstein {
    Einstein::new(Variant::parse(variant).unwrap_or_else(|error| panic!("{variant}: {error}")))
}

/// A position that is known to be right.
fn at(game: &Einstein, text: &str) -> Position {
    game.parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

/// All legal moves in sorted text, separated by blanks.
fn legal(game: &Einstein, position: &Position) -> String {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|mv| game.move_text(position, *mv)).collect();
    texts.sort_unstable();
    texts.join(" ")
}

/// The position after these turns.
fn after(game: &Einstein, position: &str, turns: &str) -> Position {
    let mut position = at(game, position);
    parse_moves(game, &mut position, turns).unwrap_or_else(|error| panic!("{error}"));
    position
}

fn winner(game: &Einstein, position: &Position) -> Option<PlayerId> {
    game.payoffs(position).winner()
}
