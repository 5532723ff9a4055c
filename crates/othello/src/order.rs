//! Which move to try first.

use crate::last::{ODD, each};
use crate::lines::{flips, open};
use crate::node::Gaps;
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

const NOTHING: Candidate = Candidate { square: 0, turned: 0, rank: 0 };
const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Beside a corner, on the diagonal and on the edge.
const NEAR_CORNERS: [(u64, u64, u64); 4] = [
    (1, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 57 | 1 << 48),
    (1 << 63, 1 << 54, 1 << 62 | 1 << 55),
];

/// The move that the table knows, and one that takes every stone.
const KNOWN: i32 = 1 << 30;
const WIPES_OUT: i32 = 1 << 29;
/// A reply that the other has is worth so much; one at a corner counts twice.
const REPLY: i32 = 32;
const LIBERTY: i32 = 4;
const ODD_QUARTER: i32 = 12;
const CORNER: i32 = 24;
/// From this many empty squares on, moves are ordered by a small search each: deeper the more are empty.
const SEARCHED_FROM: u32 = 12;

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
        &self,
        own: u64,
        other: u64,
        moves: u64,
        gaps: Gaps,
        known: u8,
        list: &mut Candidates,
    ) -> usize {
        let Gaps { empty, odd } = gaps;
        let left = empty.count_ones();
        let plies = if left < SEARCHED_FROM { 0 } else { ((left - SEARCHED_FROM) / 3 + 1).min(3) };
        let mut count = 0;
        each!(square in moves, {
            let turned = flips(own, other, square);
            let (next_own, next_other) = (other ^ turned, own ^ turned ^ 1 << square);
            let rank = if square == known {
                KNOWN
            } else if next_own == 0 {
                WIPES_OUT
            } else if plies > 0 {
                let worth = -self.guess(next_own, next_other, -MOST, MOST, plies - 1, false);
                worth * 8 + self.quick_rank(next_own, next_other, 1 << square, empty, odd) / 4
            } else {
                self.quick_rank(next_own, next_other, 1 << square, empty, odd)
            };
            list[count] = Candidate { square, turned, rank };
            count += 1;
        });
        list[..count].sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.rank));
        count
    }

    /// How few replies the other has.
    #[inline]
    fn quick_rank(&self, next_own: u64, next_other: u64, bit: u64, empty: u64, odd: usize) -> i32 {
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

    /// A shallow search with a static evaluation at its leaves.
    fn guess(&self, own: u64, other: u64, mut alpha: i32, beta: i32, plies: u32, passed: bool) -> i32 {
        if plies == 0 {
            return self.static_eval(own, other);
        }
        let moves = open(own, other) & !self.holes;
        if moves == 0 {
            if passed {
                return self.end(own, other) * 100;
            }
            return -self.guess(other, own, -beta, -alpha, plies, true);
        }
        let mut best = -MOST;
        each!(square in moves, {
            let turned = flips(own, other, square);
            let worth = -self.guess(other ^ turned, own ^ turned ^ 1 << square, -beta, -alpha, plies - 1, false);
            best = best.max(worth);
            alpha = alpha.max(worth);
            if alpha >= beta {
                break;
            }
        });
        best
    }

    /// A static evaluation for the player to move: mobility, potential mobility, corners and the squares next to them.
    #[inline]
    fn static_eval(&self, own: u64, other: u64) -> i32 {
        let empty = !(own | other | self.holes);
        let count = |set: u64| set.count_ones() as i32;
        let freedom = count(open(own, other) & empty) - count(open(other, own) & empty);
        let room = count(beside(other) & empty) - count(beside(own) & empty);
        let corners = count(own & CORNERS) - count(other & CORNERS);
        let mut danger = 0;
        for (corner, diagonal, edge) in NEAR_CORNERS {
            if empty & corner != 0 {
                danger += 6 * (count(own & diagonal) - count(other & diagonal));
                danger += 2 * (count(own & edge) - count(other & edge));
            }
        }
        4 * freedom + 2 * room + 14 * corners - danger
    }
}

const MOST: i32 = 1_000_000;

/// An empty list.
pub(crate) fn no_candidates() -> Candidates {
    [NOTHING; 40]
}
