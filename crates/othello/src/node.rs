//! The search above the last four squares.

use crate::last::{ODD, each, quarter};
use crate::lines::{flips, open};
use crate::order::{Candidate, NOTHING, no_candidates, quick_rank};
use crate::search::SolverSearch;
use crate::selectivity::EXACT;
use crate::table::NO_MOVE;

/// Fewer empty squares than this are searched without the large table, and without any below the second number.
const TABLE_FROM: u32 = 8;
const SMALL_TABLE_FROM: u32 = 6;

/// From this many on, all replies are looked up in the table before any is searched.
const LOOK_AHEAD_FROM: u32 = 9;
/// From this many on, threads put off moves that another one is searching.
const SHARED_FROM: u32 = 13;
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

    /// Five to seven squares: a small table of its own, which stays in the processor's cache.
    fn shallow(&mut self, own: u64, other: u64, alpha: i32, beta: i32, gaps: Gaps, left: u32) -> i32 {
        self.nodes += 1;
        if let Some(most) = self.hopeless(own, other, alpha, left) {
            return most;
        }
        let moves = open(own, other) & gaps.empty;
        if moves == 0 {
            return self.skip(own, other, alpha, beta, gaps);
        }
        if left < SMALL_TABLE_FROM {
            return self.by_parity(own, other, alpha, beta, gaps, moves);
        }
        if let Some(entry) = self.small_table.find(own, other) {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
        }
        let score = self.by_replies(own, other, alpha, beta, gaps, moves);
        self.small_table.store((own, other), left, EXACT, (alpha, beta), score, NO_MOVE);
        score
    }

    fn by_parity(&mut self, own: u64, other: u64, mut alpha: i32, beta: i32, gaps: Gaps, moves: u64) -> i32 {
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

    fn by_replies(&mut self, own: u64, other: u64, mut alpha: i32, beta: i32, gaps: Gaps, moves: u64) -> i32 {
        let mut list = [NOTHING; 8];
        let mut count = 0;
        each!(square in moves, {
            let turned = flips(own, other, square);
            let rank = quick_rank(other ^ turned, own ^ turned ^ 1 << square, 1 << square, gaps);
            let mut place = count;
            while place > 0 && list[place - 1].rank < rank {
                list[place & 7] = list[(place - 1) & 7];
                place -= 1;
            }
            list[place & 7] = Candidate { square, turned, rank };
            count += 1;
        });
        let mut best = i32::MIN;
        for Candidate { square, turned, .. } in list[..count].iter().copied() {
            let score = -self.node(other ^ turned, own ^ turned ^ 1 << square, -beta, -alpha, gaps.without(square));
            if score > best {
                best = score;
                if score >= beta {
                    return score;
                }
                alpha = alpha.max(score);
            }
        }
        best
    }

    fn skip(&mut self, own: u64, other: u64, alpha: i32, beta: i32, gaps: Gaps) -> i32 {
        if open(other, own) & gaps.empty == 0 {
            return self.end(own, other);
        }
        -self.node(other, own, -beta, -alpha, gaps)
    }

    fn deep(&mut self, own: u64, other: u64, alpha: i32, beta: i32, gaps: Gaps, left: u32) -> i32 {
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
        let (mut window, mut known) = ((alpha, beta), NO_MOVE);
        if let Some(entry) = self.table.find(own, other) {
            known = entry.best;
            if entry.level >= self.level {
                let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
                window = (alpha.max(lower), beta.min(upper));
            }
        }
        if left >= LOOK_AHEAD_FROM
            && let Some(score) = self.look_ahead(own, other, moves, window.1)
        {
            return score;
        }
        if let Some(score) = self.probable_cut(own, other, window.0, window.1, left) {
            return score;
        }
        let mut list = no_candidates();
        let count = self.candidates(own, other, moves, gaps, known, &mut list);
        let (best, choice) = self.best_of(own, other, window, gaps, &list[..count]);
        if self.stopped {
            return alpha;
        }
        self.table.store((own, other), left, self.level, window, best, choice);
        best
    }

    /// The best score of these moves and the move; only a bound outside of the window.
    fn best_of(
        &mut self,
        own: u64,
        other: u64,
        (alpha, beta): (i32, i32),
        gaps: Gaps,
        candidates: &[Candidate],
    ) -> (i32, u8) {
        let (mut best, mut choice, mut bar) = (i32::MIN, NO_MOVE, alpha);
        let shares = self.team.is_shared() && gaps.empty.count_ones() >= SHARED_FROM;
        let mut put_off = 0u64;
        for round in 0..2 {
            for (index, candidate) in candidates.iter().enumerate() {
                let (turned, square) = (candidate.turned, candidate.square);
                if round == 1 && put_off >> square & 1 == 0 {
                    continue;
                }
                let (next_own, next_other) = (other ^ turned, own ^ turned ^ 1 << square);
                let marks = shares && index > 0 && round == 0;
                if marks && !self.team.begin(next_own, next_other) {
                    put_off |= 1 << square;
                    continue;
                }
                let rest = gaps.without(square);
                let mut score = if best == i32::MIN {
                    -self.node(next_own, next_other, -beta, -bar, rest)
                } else {
                    -self.node(next_own, next_other, -bar - 1, -bar, rest)
                };
                if best != i32::MIN && score > bar && score < beta {
                    score = -self.node(next_own, next_other, -beta, -score, rest);
                }
                if marks {
                    self.team.end(next_own, next_other);
                }
                if self.stopped {
                    return (alpha, NO_MOVE);
                }
                if score > best {
                    (best, choice) = (score, square);
                    bar = bar.max(score);
                    if score >= beta {
                        return (best, choice);
                    }
                }
            }
            if put_off == 0 {
                break;
            }
        }
        (best, choice)
    }

    /// A reply known to be bad enough for the other ends the matter.
    fn look_ahead(&self, own: u64, other: u64, moves: u64, beta: i32) -> Option<i32> {
        each!(square in moves, {
            let turned = flips(own, other, square);
            if let Some(entry) = self.table.find(other ^ turned, own ^ turned ^ 1 << square)
                && entry.level >= self.level
            {
                let score = -i32::from(entry.upper);
                if score >= beta {
                    return Some(score);
                }
            }
        });
        None
    }
}
