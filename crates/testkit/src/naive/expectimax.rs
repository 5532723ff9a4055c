//! Expectiminimax by the book.

use super::{children, rate, rolls};
use plyground_core::{Evaluation, Game, PlayerId, Turn};

/// What `position` is worth to player `me` if they maximise and everyone else minimises that worth, `depth` turns ahead.
/// A roll is no turn; positions at the horizon are rated before their roll.
pub fn expectimax<G: Game, E: Evaluation<G>>(
    game: &G,
    eval: &mut E,
    position: &G::Position,
    depth: u32,
    me: PlayerId,
) -> f64 {
    let turn = game.turn(position);
    if turn == Turn::Over || depth == 0 {
        return rate(game, eval, position, me);
    }
    match turn {
        Turn::Player(player) => {
            let values = expectimax_moves(game, eval, position, depth, me).into_iter().map(|(_, value)| value);
            if player == me { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
        }
        _ => {
            let mut sum = 0.0;
            for (probability, rolled) in rolls(game, position) {
                sum += probability * expectimax(game, eval, &rolled, depth, me);
            }
            sum
        }
    }
}

/// What each move of a player's turn is worth to player `me`, `depth` turns ahead, this one included.
pub fn expectimax_moves<G: Game, E: Evaluation<G>>(
    game: &G,
    eval: &mut E,
    position: &G::Position,
    depth: u32,
    me: PlayerId,
) -> Vec<(G::Move, f64)> {
    let all = children(game, position);
    all.into_iter().map(|(mv, child)| (mv, expectimax(game, eval, &child, depth - 1, me))).collect()
}
