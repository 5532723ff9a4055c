//! Samples positions from games, to measure players and evaluations on.

use plyground_core::{Game, Rng};
use plyground_games::einstein::net::{Net, NetEval};
use plyground_games::einstein::{Einstein, Move, Position};

/// One move in this many is random, so that the positions are not only those of one player.
const RANDOM_MOVE_EVERY: usize = 5;

/// Plays games and passes every position before a roll to `take`, until `take` returns false.
pub(crate) fn positions(game: &Einstein, seed: u64, mut take: impl FnMut(&Position, &mut Rng) -> bool) {
    let mut rng = Rng::seeded(seed);
    let mut eval = NetEval::new(Net::embedded().clone());
    let mut moves = Vec::new();
    loop {
        let mut position = game.random_start(&mut rng);
        while position.winner().is_none() {
            if !take(&position, &mut rng) {
                return;
            }
            let face = rng.weighted(game.outcomes(&position));
            game.roll(&mut position, face);
            moves.clear();
            game.moves(&position, &mut moves);
            let mv = if rng.below(RANDOM_MOVE_EVERY) == 0 {
                moves[rng.below(moves.len())]
            } else {
                choose(game, &position, &moves, &mut eval)
            };
            game.make(&mut position, mv);
        }
    }
}

/// The move that minimises the opponent's win probability according to the net.
fn choose(game: &Einstein, position: &Position, moves: &[Move], eval: &mut NetEval) -> Move {
    let mut lost = |mv: &Move| {
        let mut next = *position;
        game.make(&mut next, *mv);
        if next.winner().is_some() { 0.0 } else { eval.win_of_rolling(game, &next) }
    };
    let mut best = (f64::INFINITY, moves[0]);
    for mv in moves {
        let value = lost(mv);
        if value < best.0 {
            best = (value, *mv);
        }
    }
    best.1
}

/// Stones of both players.
pub(crate) fn stones(position: &Position) -> usize {
    plyground_core::PlayerId::all(2).map(|player| position.stones(player).count()).sum()
}
