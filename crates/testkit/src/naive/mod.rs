//! Searches so plain that they are obviously right: no pruning, no table, no undo, a fresh position for every branch.
//! Clever searches must agree with them.

mod brs;
mod expectimax;
mod maxn;
pub mod minimax;

pub use brs::{Replies, best_reply, best_reply_moves};
pub use expectimax::{expectimax, expectimax_moves};
pub use maxn::{maxn, maxn_moves};

use plyground_core::{Evaluation, Game, PlayerId, Turn};

/// All legal moves, each with the position it leads to.
fn children<G: Game>(game: &G, position: &G::Position) -> Vec<(G::Move, G::Position)> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let after = |mv: G::Move| {
        let mut child = position.clone();
        game.make(&mut child, mv);
        child
    };
    moves.into_iter().map(|mv| (mv, after(mv))).collect()
}

/// All outcomes that can happen: probability and position after the roll.
fn rolls<G: Game>(game: &G, position: &G::Position) -> Vec<(f64, G::Position)> {
    let mut all = Vec::new();
    for (outcome, &probability) in game.outcomes(position).iter().enumerate() {
        if probability > 0.0 {
            let mut rolled = position.clone();
            game.roll(&mut rolled, outcome);
            all.push((probability, rolled));
        }
    }
    all
}

/// The opinion about a position, or its result when it is over.
fn rate<G: Game, E: Evaluation<G>>(game: &G, eval: &mut E, position: &G::Position, player: PlayerId) -> f64 {
    match game.turn(position) {
        Turn::Over => eval.expected_result(game, position, player),
        _ => eval.expectation(game, position, player),
    }
}
