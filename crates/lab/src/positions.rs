//! Positions to measure on.

use plyground_core::{CellKind, Playable, Rng, Turn};

/// Games that are tried for a position as full as wished.
const ATTEMPTS: u64 = 40;

/// The share of the board that bears pieces.
pub fn filled<G: Playable>(game: &G, position: &G::Position) -> f64 {
    let scene = game.scene(position);
    let tiles = scene.cells.iter().filter(|cell| cell.ground != CellKind::Hole);
    let (all, taken) = tiles.fold((0, 0), |(all, taken), cell| (all + 1, taken + u32::from(cell.piece.is_some())));
    f64::from(taken) / f64::from(all.max(1))
}

/// A position of the first phase, reached by random moves, in which at least this share of the board is filled and the
/// player to move has a choice. Where random games do not get so far, the fullest that they reached.
pub fn state<G: Playable>(game: &G, start: &G::Position, share: f64, seed: u64) -> G::Position {
    let mut fullest = (0.0, start.clone());
    let mut moves = Vec::new();
    for attempt in 0..ATTEMPTS {
        let mut rng = Rng::part(seed, attempt);
        let mut position = start.clone();
        while game.phase(&position) == game.phase(start) {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    let face = rng.weighted(game.outcomes(&position));
                    game.roll(&mut position, face);
                }
                Turn::Player(_) => {
                    moves.clear();
                    game.moves(&position, &mut moves);
                    let now = filled(game, &position);
                    if moves.len() > 1 && now >= share {
                        return position;
                    }
                    if moves.len() > 1 && now > fullest.0 {
                        fullest = (now, position.clone());
                    }
                    game.make(&mut position, moves[rng.below(moves.len())]);
                }
            }
        }
    }
    fullest.1
}

/// The positions of one game in which a player moves: random moves from the first position on, the game's own dice.
pub fn game_of<G: Playable>(game: &G, start: &G::Position, rng: &mut Rng) -> Vec<G::Position> {
    let mut position = start.clone();
    let mut seen = Vec::new();
    let mut moves = Vec::new();
    loop {
        match game.turn(&position) {
            Turn::Over => return seen,
            Turn::Chance => {
                let face = rng.weighted(game.outcomes(&position));
                game.roll(&mut position, face);
            }
            Turn::Player(_) => {
                moves.clear();
                game.moves(&position, &mut moves);
                if moves.len() > 1 {
                    seen.push(position.clone());
                }
                game.make(&mut position, moves[rng.below(moves.len())]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LabError, StudyBoard};
    #[test]
    fn states_are_as_full_as_asked() -> Result<(), LabError> {
        let (game, start) = StudyBoard::map("standard")?.open()?;
        let shares = [0.0, 0.3, 0.9].map(|share| filled(&game, &state(&game, &start, share, 7)));
        assert_eq!(shares[0], 4.0 / 64.0);
        assert!((0.3..0.35).contains(&shares[1]) && (0.9..0.95).contains(&shares[2]), "{shares:?}");
        Ok(())
    }
}
