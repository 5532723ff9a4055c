//! The scale on which searches with whole-number values compare positions.

/// A value in the evaluation's units, or beyond [`DECIDED`] a proven result. A win `n` plies away is worth
/// [`WIN`](plyground_core::WIN)` - n`, so shorter wins and longer losses are better.
pub type Score = i32;

/// Scores at or beyond this (either sign) are proven results, not opinions.
pub const DECIDED: Score = 5_000_000;
