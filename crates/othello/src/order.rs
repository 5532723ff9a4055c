//! Which move to try first.

use crate::estimate::MOST;
use crate::evaluation::PER_DISC;
use crate::last::{ODD, each};
use crate::lines::{flips, open};
use crate::node::Gaps;
use crate::patterns::PatternSet;
use crate::search::SolverSearch;

/// A move, what it turns, and how early it should be tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) square: u8,
    pub(crate) turned: u64,
    pub(crate) rank: i32,
}

/// As many moves as a position can have, and then some.
pub(crate) type Candidates = [Candidate; 40];

pub(crate) const NOTHING: Candidate = Candidate { square: 0, turned: 0, rank: 0 };
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The move that the table knows, and one that takes every stone.
const KNOWN: i32 = 1 << 30;
const WIPES_OUT: i32 = 1 << 29;
/// What a reply of the other is worth; one at a corner counts twice.
const REPLY: i32 = 32;
const LIBERTY: i32 = 4;
const ODD_QUARTER: i32 = 12;
const CORNER: i32 = 24;
/// From this many empty squares on, estimates count as well: of what a move leads to, and of searches that are one ply deeper for
/// every three squares.
const ESTIMATED_FROM: u32 = 11;
const MOST_PLIES: u32 = 6;
/// Moves this far behind the best one, in parts of a disc, need no order among themselves.
const FAR_BEHIND: i32 = 16 * PER_DISC;

/// Squares next to a set.
#[inline(always)]
fn beside(set: u64) -> u64 {
    let inner = set & 0x7e7e_7e7e_7e7e_7e7e;
    let sides = inner << 1 | inner >> 1;
    // Stones on the outer columns have liberties only inside; counting those beside them would need more care than it is worth.
    let all = set | sides;
    sides | all << 8 | all >> 8
}

impl SolverSearch<'_> {
    /// All moves of a position, the best guess first.
    pub(crate) fn candidates(
        &mut self,
        own: u64,
        other: u64,
        moves: u64,
        gaps: Gaps,
        known: u8,
        list: &mut Candidates,
    ) -> usize {
        let left = gaps.empty.count_ones();
        let patterns = match self.estimator {
            Some(_) if left >= ESTIMATED_FROM && moves & (moves - 1) != 0 => Some(PatternSet::of(own, other)),
            _ => None,
        };
        let plies = ((left.max(ESTIMATED_FROM) - ESTIMATED_FROM) / 3).min(MOST_PLIES);
        let (mut count, mut best) = (0, -MOST);
        each!(square in moves, {
            let turned = flips(own, other, square);
            let (next_own, next_other) = (other ^ turned, own ^ turned ^ 1 << square);
            let mut rank = if square == known {
                KNOWN
            } else if next_own == 0 {
                WIPES_OUT
            } else {
                quick_rank(next_own, next_other, 1 << square, gaps)
            };
            if let (Some(patterns), Some(estimator)) = (&patterns, &mut self.estimator)
                && rank < WIPES_OUT
            {
                let after = patterns.after(square, turned);
                let floor = best - FAR_BEHIND;
                let worth = -estimator.search(next_own, next_other, &after, -MOST, -floor, plies);
                best = best.max(worth);
                rank = rank * if plies == 0 { 16 } else { 8 } + worth * 8;
            }
            list[count] = Candidate { square, turned, rank };
            count += 1;
        });
        list[..count].sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.rank));
        count
    }
}

/// How few replies the other has.
#[inline]
pub(crate) fn quick_rank(next_own: u64, next_other: u64, bit: u64, gaps: Gaps) -> i32 {
    let Gaps { empty, odd } = gaps;
    let replies = open(next_own, next_other) & empty;
    let weighted = replies.count_ones() + (replies & CORNERS).count_ones();
    let liberties = (beside(next_other) & empty & !bit).count_ones();
    let mut rank = -(REPLY * weighted as i32) - LIBERTY * liberties as i32;
    if bit & ODD[odd & 15] != 0 {
        rank += ODD_QUARTER;
    }
    if bit & CORNERS != 0 {
        rank += CORNER;
    }
    rank
}

/// An empty list.
pub(crate) fn no_candidates() -> Candidates {
    [NOTHING; 40]
}
