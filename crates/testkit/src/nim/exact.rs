//! The exact value of two-player Nim, with or without a die: what searches and play-outs are measured against.

use super::rules::{Nim, Position};
use plyground_core::{Game, PlayerId, Turn};
use std::collections::HashMap;

/// The chance that `player` wins when both play as well as possible.
///
/// # Panics
/// If more than two play.
pub fn win_probability(game: &Nim, position: &Position, player: PlayerId) -> f64 {
    assert_eq!(game.players, 2, "exact values are for two players");
    let first = solve(game, &mut position.clone(), &mut HashMap::new());
    if player == PlayerId::FIRST { first } else { 1.0 - first }
}

/// The chance that the first player wins.
fn solve(game: &Nim, position: &mut Position, known: &mut HashMap<Option<u64>, f64>) -> f64 {
    let key = game.symmetric_key(position);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let value = match game.turn(position) {
        Turn::Over => f64::from(u8::from(game.payoffs(position).winner() == Some(PlayerId::FIRST))),
        Turn::Chance => {
            let mut mean = 0.0;
            for (face, probability) in game.die.iter().enumerate().filter(|(_, probability)| **probability > 0.0) {
                let undo = game.roll(position, face);
                mean += probability * solve(game, position, known);
                game.unroll(position, face, undo);
            }
            mean
        }
        Turn::Player(player) => {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let mut best: Option<f64> = None;
            for mv in moves {
                let undo = game.make(position, mv);
                let value = solve(game, position, known);
                game.unmake(position, mv, undo);
                let choose = if player == PlayerId::FIRST { f64::max } else { f64::min };
                best = Some(best.map_or(value, |best| choose(best, value)));
            }
            best.expect("a player to move has a move")
        }
    };
    known.insert(key, value);
    value
}
