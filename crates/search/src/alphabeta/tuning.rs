//! Numbers worth tuning, together.

use super::config::Config;

/// The deepest iteration. A table entry has one byte for the depth, and its last value means "to the end".
pub(super) const MAX_DEPTH: u32 = 250;

/// A window that grows is given up beyond this half-width: the next search is open on that side.
pub(super) const WIDEST_WINDOW: i32 = 100_000;
/// A growing window widens by this factor after each failure.
pub(super) const WINDOW_GROWTH: i32 = 4;

/// How much care a node deserves, by the plies left below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    /// From this depth on the transposition table is asked and told.
    pub(super) table: u32,
    /// From this depth on moves are ranked.
    pub(super) rank: u32,
    /// From this depth on the game's own guess is part of the rank.
    pub(super) move_score: u32,
    /// From this depth on threads share what they know; below it each has a small table of its own.
    pub(super) shared: u32,
    /// From this depth on a thread puts off moves that others are busy with: one more than for the shared table, or the
    /// answer would not be there when it comes back.
    pub(super) defer: u32,
}

impl Thresholds {
    /// What suits a search. A thread alone keeps everything in one table.
    pub(super) fn of(config: &Config, alone: bool) -> Self {
        let cheap = config.thresholds && !config.guessed_beam;
        let thresholds = if cheap { CHEAP_NODES } else { EXPENSIVE_NODES };
        if alone { Thresholds { shared: thresholds.table, ..thresholds } } else { thresholds }
    }
}

/// For games whose nodes take tens of nanoseconds, less than one access to memory: Isola `columbia` to depth 9 took
/// 0.71 s of processor time with full care, 0.60 s without ranks one ply above the horizon, 0.36 s without the table
/// there as well, and 0.28 s like this. An entry that another core has written takes longer still, and most entries are of the lowest depth: with
/// these shared as well, two threads were 1.6 times as fast as one, and 1.85 times like this (Isola to depth 11).
const CHEAP_NODES: Thresholds = Thresholds { table: 3, rank: 2, move_score: 3, shared: 4, defer: 5 };
/// For games whose nodes take microseconds: whatever saves a node pays.
const EXPENSIVE_NODES: Thresholds = Thresholds { table: 1, rank: 1, move_score: 1, shared: 1, defer: 2 };

/// From this depth on late moves are reduced, so that at least one ply remains below the move.
pub(super) const REDUCED_DEPTH: u32 = 4;
/// A move is reduced by two plies for each of these numbers of moves that were tried before it, where the depth allows. Isola
/// `columbia`: from 11 plies in a second to 14, and 52.7 % (46.8 to 58.4) of 300 games at equal nodes against the steps 3, 20.
pub(super) const LATE_MOVES: [usize; 4] = [2, 6, 12, 20];

/// The size of a thread's own table: it shall stay in the cache of its core.
pub(super) const OWN_TABLE: usize = 1 << 20;

/// By how many plies the move after this many others is reduced, `depth` plies above the horizon. Always an even number:
/// the player who has moved last looks better to most evaluations, so a ply less would compare unlike with unlike.
pub(super) fn reduction(depth: u32, tried: usize) -> u32 {
    let late = LATE_MOVES.iter().take_while(|least| tried >= **least).count() as u32;
    let deep = if depth < REDUCED_DEPTH { 0 } else { (depth - REDUCED_DEPTH) / 2 + 1 };
    2 * late.min(deep)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_are_even_grow_with_lateness_and_leave_a_ply() {
        for depth in 1..40 {
            let mut last = 0;
            for tried in 1..100 {
                let plies = reduction(depth, tried);
                assert!(plies.is_multiple_of(2) && plies >= last);
                assert!(plies == 0 || depth - 1 - plies >= 1, "depth {depth}, reduced by {plies}");
                last = plies;
            }
        }
        assert_eq!(
            (reduction(3, 50), reduction(4, 1), reduction(4, 2), reduction(6, 20), reduction(12, 12)),
            (0, 0, 2, 4, 6)
        );
    }
}
