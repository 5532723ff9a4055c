//! MTD(f): null-window searches, each placed by the answer to the one before, close in on the value (Plaat, Schaeffer, Pijls
//! and de Bruin, "Best-first fixed-depth minimax algorithms", 1996).

use crate::Score;
use crate::score::INFINITE;

/// The value, and how often a search failed on either side of its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Converged {
    pub(crate) value: Score,
    pub(crate) fail_low: u32,
    pub(crate) fail_high: u32,
}

/// Finds the value from a first guess. `search` is given `beta` and searches with the window (`beta` - 1, `beta`); it returns
/// a fail-soft bound, or `None` when it was stopped.
pub(crate) fn mtdf(guess: Score, mut search: impl FnMut(Score) -> Option<Score>) -> Option<Converged> {
    let (mut lower, mut upper) = (-INFINITE, INFINITE);
    let mut found = Converged { value: guess, fail_low: 0, fail_high: 0 };
    while lower < upper {
        let beta = found.value.max(lower + 1);
        found.value = search(beta)?;
        if found.value < beta {
            upper = found.value;
            found.fail_low += 1;
        } else {
            lower = found.value;
            found.fail_high += 1;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_found_from_every_guess_and_a_stop_is_passed_on() {
        for value in -20..=20 {
            for guess in [-30, -1, 0, 7, 30] {
                let found =
                    mtdf(guess, |beta| Some(if value < beta { value.max(beta - 3) } else { value.min(beta + 2) }));
                assert_eq!(found.map(|found| found.value), Some(value), "from {guess}");
            }
        }
        assert_eq!(mtdf(0, |_| None), None);
    }
}
