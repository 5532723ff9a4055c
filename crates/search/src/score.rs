//! The scale on which searches with whole-number values compare positions.

use plyground_core::WIN;

/// A value in the evaluation's units, or beyond [`DECIDED`] a proven result. A win `n` plies away is worth
/// [`WIN`](plyground_core::WIN)` - n`, so shorter wins and longer losses are better.
pub type Score = i32;

/// Scores at or beyond this (either sign) are proven results, not opinions.
pub const DECIDED: Score = 5_000_000;

/// Beyond every score. Small enough that differences of two never overflow.
pub(crate) const INFINITE: Score = 2 * WIN;

/// Whether the score is a proven result.
#[inline]
pub(crate) fn is_decided(score: Score) -> bool {
    score.abs() >= DECIDED
}

/// A proven result seen from `plies` further away: wins shrink, losses soften, opinions stay. This is how the end of
/// the game looks from the root, and how a table entry looks from the node that reads it.
#[inline]
pub(crate) fn seen_from(score: Score, plies: u32) -> Score {
    if score >= DECIDED {
        score - plies as Score
    } else if score <= -DECIDED {
        score + plies as Score
    } else {
        score
    }
}

/// The inverse of [`seen_from`]: what a node `plies` below the root stores in the table.
#[inline]
pub(crate) fn at_node(score: Score, plies: u32) -> Score {
    if score >= DECIDED {
        score + plies as Score
    } else if score <= -DECIDED {
        score - plies as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_go_both_ways() {
        assert_eq!(seen_from(WIN, 3), WIN - 3);
        assert_eq!(seen_from(-WIN, 3), -WIN + 3);
        assert_eq!(seen_from(77, 3), 77);
        for score in [WIN - 40, -WIN + 40, 0, 999_999, -999_999, WIN + 900_000] {
            assert_eq!(at_node(seen_from(score, 30), 30), score);
        }
        assert!(is_decided(-DECIDED) && !is_decided(1_000_000));
        assert!(INFINITE.checked_sub(-INFINITE).is_some(), "a window's width is a score too");
    }
}
