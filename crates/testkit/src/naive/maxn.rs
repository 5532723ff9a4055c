//! Max^n by the book (Luckhardt and Irani 1986), with chance nodes.

use super::{children, rate, rolls};
use plyground_core::{Evaluation, Game, PlayerId, Turn};

/// What `position` is worth to every player if each maximises their own worth, `depth` turns ahead. Of equally good
/// moves a player takes the first.
pub fn maxn<G: Game, E: Evaluation<G>>(game: &G, eval: &mut E, position: &G::Position, depth: u32) -> Vec<f64> {
    let players = game.facts().players;
    let turn = game.turn(position);
    if turn == Turn::Over || depth == 0 {
        return PlayerId::all(players).map(|player| rate(game, eval, position, player)).collect();
    }
    match turn {
        Turn::Player(player) => {
            let mut best: Option<Vec<f64>> = None;
            for (_, worth) in maxn_moves(game, eval, position, depth) {
                if best.as_ref().is_none_or(|best| worth[player.index()] > best[player.index()]) {
                    best = Some(worth);
                }
            }
            best.expect("a player to move has a move")
        }
        _ => {
            let mut sum = vec![0.0; players];
            for (probability, rolled) in rolls(game, position) {
                let worth = maxn(game, eval, &rolled, depth);
                sum.iter_mut().zip(worth).for_each(|(sum, worth)| *sum += probability * worth);
            }
            sum
        }
    }
}

/// What each move of a player's turn is worth to every player.
pub fn maxn_moves<G: Game, E: Evaluation<G>>(
    game: &G,
    eval: &mut E,
    position: &G::Position,
    depth: u32,
) -> Vec<(G::Move, Vec<f64>)> {
    let all = children(game, position);
    all.into_iter().map(|(mv, child)| (mv, maxn(game, eval, &child, depth - 1))).collect()
}
