//! Searches that may be wrong, to order the moves of the one that may not: where a shallow search says that a score is far outside of the
//! window, they believe it. Michael Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995.

use crate::evaluation::PER_DISC;
use crate::patterns::PatternSet;
use crate::search::SolverSearch;

/// Levels of results: probable, and certain.
pub(crate) const PROBABLE: u8 = 0;
pub(crate) const EXACT: u8 = 1;

/// Fewer empty squares are searched in full.
const CUT_FROM: u32 = 13;
/// Empty squares per ply of the shallow search.
const SQUARES_PER_PLY: u32 = 4;
/// How far outside of the window a score must seem to be. Estimates of three to five plies are off by six to seven discs (root of the
/// mean square) where 13 to 19 squares are empty.
const MARGIN: i32 = 15 * PER_DISC / 2;

impl SolverSearch<'_> {
    /// A bound of a null window that is probably right, if the level of the search allows to believe it.
    pub(crate) fn probable_cut(&mut self, own: u64, other: u64, alpha: i32, beta: i32, left: u32) -> Option<i32> {
        if self.level >= EXACT || left < CUT_FROM || beta - alpha != 1 {
            return None;
        }
        let estimator = self.estimator.as_mut()?;
        let plies = left / SQUARES_PER_PLY;
        let patterns = PatternSet::of(own, other);
        let quick = estimator.search(own, other, &patterns, 0, 0, 0);
        let high = beta * PER_DISC + MARGIN;
        if quick >= beta * PER_DISC && estimator.search(own, other, &patterns, high - 1, high, plies) >= high {
            return Some(beta);
        }
        let low = alpha * PER_DISC - MARGIN;
        if quick <= alpha * PER_DISC && estimator.search(own, other, &patterns, low, low + 1, plies) <= low {
            return Some(alpha);
        }
        None
    }
}
