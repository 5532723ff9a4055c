//! Counting sequences of turns: the classical proof that move generation is right, and a measure of its speed.

use crate::{Game, Turn};

/// The number of different sequences of exactly `depth` turns. Skipped players cost nothing, a game that ends earlier
/// contributes nothing, and in a game with dice a turn is a pair of outcome and move.
pub fn perft<G: Game>(game: &G, position: &mut G::Position, depth: u32) -> u64 {
    count(game, position, depth, game.facts().chance, &mut Vec::new())
}

/// The count below each first turn, in the order of the move list: (outcome, move, sequences).
pub fn divide<G: Game>(game: &G, position: &mut G::Position, depth: u32) -> Vec<(Option<usize>, G::Move, u64)> {
    let mut rows = Vec::new();
    if depth == 0 {
        return rows;
    }
    for outcome in possible_outcomes(game, position) {
        let rolled = outcome.map(|face| (face, game.roll(position, face)));
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        for mv in moves {
            let undo = game.make(position, mv);
            rows.push((outcome, mv, perft(game, position, depth - 1)));
            game.unmake(position, mv, undo);
        }
        if let Some((face, undo)) = rolled {
            game.unroll(position, face, undo);
        }
    }
    rows
}

fn possible_outcomes<G: Game>(game: &G, position: &G::Position) -> Vec<Option<usize>> {
    match game.turn(position) {
        Turn::Player(_) => vec![None],
        Turn::Over => Vec::new(),
        Turn::Chance => {
            let probabilities = game.outcomes(position);
            (0..probabilities.len()).filter(|face| probabilities[*face] > 0.0).map(Some).collect()
        }
    }
}

// `moves` is one stack for the whole tree: each node uses the end of it and leaves it as it was.
fn count<G: Game>(game: &G, position: &mut G::Position, depth: u32, dice: bool, moves: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    match game.turn(position) {
        Turn::Over => 0,
        Turn::Chance => {
            let outcomes = game.outcomes(position).len();
            let mut total = 0;
            for face in 0..outcomes {
                if game.outcomes(position)[face] > 0.0 {
                    let undo = game.roll(position, face);
                    total += count(game, position, depth, dice, moves);
                    game.unroll(position, face, undo);
                }
            }
            total
        }
        Turn::Player(_) if depth == 1 => game.count_moves(position),
        Turn::Player(_) => {
            let first = moves.len();
            game.moves(position, moves);
            let mut total = 0;
            if depth == 2 && !dice {
                total = count_replies(game, position, &moves[first..]);
            } else {
                for index in first..moves.len() {
                    let mv = moves[index];
                    let undo = game.make(position, mv);
                    total += count(game, position, depth - 1, dice, moves);
                    game.unmake(position, mv, undo);
                }
            }
            moves.truncate(first);
            total
        }
    }
}

// Where a game without dice spends most of the time. A loop that does not call itself lets the compiler keep the
// position in registers.
fn count_replies<G: Game>(game: &G, position: &mut G::Position, moves: &[G::Move]) -> u64 {
    let mut total = 0;
    for &mv in moves {
        let undo = game.make(position, mv);
        if let Turn::Player(_) = game.turn(position) {
            total += game.count_moves(position);
        }
        game.unmake(position, mv, undo);
    }
    total
}
