//! The search above the last four squares.

use crate::last::{ODD, each, quarter};
use crate::lines::{flips, open};
use crate::order::no_candidates;
use crate::search::SolverSearch;
use crate::table::NO_MOVE;

/// Fewer empty squares than this are searched without the table.
const TABLE_FROM: u32 = 8;
/// From this many on, all replies are looked up in the table before any is searched.
const LOOK_AHEAD_FROM: u32 = 9;
/// Safe stones are counted only where a cut is likely: from this `alpha` on, by the number of empty squares.
const SAFETY_FROM: [i32; 65] = safety_from();

const fn safety_from() -> [i32; 65] {
    let mut table = [0; 65];
    let mut empty = 0;
    while empty < 65 {
        // Each empty square may still cost two points, roughly half of them do.
        table[empty] = if empty < 5 { 99 } else { 2 * empty as i32 - 6 };
        empty += 1;
    }
    table
}

/// The squares and the quarters with an odd number of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gaps {
    pub(crate) empty: u64,
    pub(crate) odd: usize,
}

impl Gaps {
    #[inline(always)]
    fn without(self, square: u8) -> Gaps {
        Gaps { empty: self.empty ^ 1 << square, odd: self.odd ^ quarter(square) }
    }
}

impl SolverSearch<'_> {
    /// The score for the player to move; only a bound outside of the window. Meaningless once the search has been stopped.
    pub(crate) fn node(&mut self, own: u64, other: u64, alpha: i32, beta: i32, gaps: Gaps) -> i32 {
        let left = gaps.empty.count_ones();
        if left >= TABLE_FROM {
            return self.deep(own, other, alpha, beta, gaps, left);
        }
        if left > 4 {
            return self.shallow(own, other, alpha, beta, gaps, left);
        }
        if left > 2 {
            return self.few(own, other, alpha, beta, gaps.empty, gaps.odd);
        }
        self.rest(own, other, gaps.empty)
    }

    /// Positions that begin with two squares or fewer.
    fn rest(&mut self, own: u64, other: u64, empty: u64) -> i32 {
        self.nodes += 1;
        let mut best = i32::MIN;
        let moves = open(own, other) & empty;
        each!(square in moves, {
            let turned = flips(own, other, square);
            best = best.max(-self.rest(other ^ turned, own ^ turned ^ 1 << square, empty ^ 1 << square));
        });
        if best != i32::MIN {
            best
        } else if open(other, own) & empty != 0 {
            -self.rest(other, own, empty)
        } else {
            self.end(own, other)
        }
    }

    /// What safe stones of the other leave to hope for, if that is too little.
    #[inline]
    fn hopeless(&self, own: u64, other: u64, alpha: i32, left: u32) -> Option<i32> {
        if alpha < SAFETY_FROM[left as usize & 63] {
            return None;
        }
        let most = self.squares - 2 * self.stability.safe(other, own).count_ones() as i32;
        (most <= alpha).then_some(most)
    }

    /// Five to seven squares.
    fn shallow(&mut self, own: u64, other: u64, mut alpha: i32, beta: i32, gaps: Gaps, left: u32) -> i32 {
        self.nodes += 1;
        if let Some(most) = self.hopeless(own, other, alpha, left) {
            return most;
        }
        let moves = open(own, other) & gaps.empty;
        if moves == 0 {
            return self.skip(own, other, alpha, beta, gaps);
        }
        let mut best = i32::MIN;
        for set in [moves & ODD[gaps.odd & 15], moves & !ODD[gaps.odd & 15]] {
            each!(square in set, {
                let turned = flips(own, other, square);
                let score =
                    -self.node(other ^ turned, own ^ turned ^ 1 << square, -beta, -alpha, gaps.without(square));
                if score > best {
                    best = score;
                    if score >= beta {
                        return score;
                    }
                    alpha = alpha.max(score);
                }
            });
        }
        best
    }

    fn skip(&mut self, own: u64, other: u64, alpha: i32, beta: i32, gaps: Gaps) -> i32 {
        if open(other, own) & gaps.empty == 0 {
            return self.end(own, other);
        }
        -self.node(other, own, -beta, -alpha, gaps)
    }

    fn deep(&mut self, own: u64, other: u64, mut alpha: i32, mut beta: i32, gaps: Gaps, left: u32) -> i32 {
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        if let Some(most) = self.hopeless(own, other, alpha, left) {
            return most;
        }
        let moves = open(own, other) & gaps.empty;
        if moves == 0 {
            return self.skip(own, other, alpha, beta, gaps);
        }
        let mut known = NO_MOVE;
        if let Some(entry) = self.table.find(own, other) {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            (alpha, beta, known) = (alpha.max(lower), beta.min(upper), entry.best);
        }
        if left >= LOOK_AHEAD_FROM
            && let Some(score) = self.look_ahead(own, other, moves, beta)
        {
            return score;
        }
        let mut list = no_candidates();
        let count = self.candidates(own, other, moves, gaps, known, &mut list);
        let (mut best, mut choice, mut bar) = (i32::MIN, NO_MOVE, alpha);
        for candidate in &list[..count] {
            let (turned, square) = (candidate.turned, candidate.square);
            let (next_own, next_other) = (other ^ turned, own ^ turned ^ 1 << square);
            let rest = gaps.without(square);
            let mut score = if best == i32::MIN {
                -self.node(next_own, next_other, -beta, -bar, rest)
            } else {
                -self.node(next_own, next_other, -bar - 1, -bar, rest)
            };
            if best != i32::MIN && score > bar && score < beta {
                score = -self.node(next_own, next_other, -beta, -score, rest);
            }
            if self.stopped {
                return alpha;
            }
            if score > best {
                (best, choice) = (score, square);
                bar = bar.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        self.table.store(own, other, left, (alpha, beta), best, choice);
        best
    }

    /// A reply known to be bad enough for the other ends the matter.
    fn look_ahead(&self, own: u64, other: u64, moves: u64, beta: i32) -> Option<i32> {
        each!(square in moves, {
            let turned = flips(own, other, square);
            if let Some(entry) = self.table.find(other ^ turned, own ^ turned ^ 1 << square) {
                let score = -i32::from(entry.upper);
                if score >= beta {
                    return Some(score);
                }
            }
        });
        None
    }
}
