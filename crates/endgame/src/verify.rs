//! Databases against the slow twin.

use crate::exact_solver::ExactSolver;
use crate::library::Library;
use crate::sample::random_position;
use crate::table::error_bound;
use plyground_core::{Notation, Rng};
use plyground_games::einstein::Einstein;

/// Positions the twin remembers before it starts anew: about a gigabyte.
const MEMORY: usize = 20_000_000;

/// What came out for one number of stones.
#[derive(Clone, PartialEq, Debug)]
pub struct Verified {
    /// Stones of both players together.
    pub stones: usize,
    /// Positions compared.
    pub samples: usize,
    /// The largest difference found.
    pub largest: f64,
    /// How large it may be.
    pub bound: f64,
    /// Positions whose value is missing or too far off.
    pub wrong: Vec<String>,
}

/// Compares random positions of `stones` stones with plain recursion over the rules. `go_on` is asked
/// before every sample.
pub fn verify(
    library: &Library,
    stones: usize,
    samples: usize,
    seed: u64,
    mut go_on: impl FnMut(usize) -> bool,
) -> Verified {
    let game = Einstein::standard();
    let mut exact = ExactSolver::new(&game);
    let mut rng = Rng::part(seed, stones as u64);
    let bound = error_bound(stones);
    let mut verified = Verified { stones, samples: 0, largest: 0.0, bound, wrong: Vec::new() };
    while verified.samples < samples && go_on(verified.samples) {
        if exact.solved() > MEMORY {
            exact = ExactSolver::new(&game);
        }
        let position = random_position(&game, stones, &mut rng);
        let difference = library.value(&position).map(|value| (value - exact.value(&position)).abs());
        verified.samples += 1;
        verified.largest = verified.largest.max(difference.unwrap_or(0.0));
        if difference.is_none_or(|difference| difference > bound) {
            verified.wrong.push(game.position_text(&position));
        }
    }
    verified
}
