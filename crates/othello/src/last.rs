//! The last four empty squares: no table, no lists, no ordering but odd quarters first.

use crate::lines::{AROUND, flips, last_turned};
use crate::search::SolverSearch;

/// The four quarters of the board.
const QUARTERS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];

/// The squares of all quarters in a set of quarters.
pub(crate) static ODD: [u64; 16] = odd();

const fn odd() -> [u64; 16] {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut quarter = 0;
        while quarter < 4 {
            if set >> quarter & 1 == 1 {
                table[set] |= QUARTERS[quarter];
            }
            quarter += 1;
        }
        set += 1;
    }
    table
}

/// The set with only the quarter of this square.
#[inline(always)]
pub(crate) fn quarter(square: u8) -> usize {
    1 << ((square >> 5 & 1) << 1 | square >> 2 & 1)
}

/// The quarters with an odd number of empty squares.
pub(crate) fn parity(empty: u64) -> usize {
    (0..4).filter(|quarter| (empty & QUARTERS[*quarter]).count_ones() % 2 == 1).map(|quarter| 1 << quarter).sum()
}

/// Calls the body for each square of a set.
macro_rules! each {
    ($square:ident in $set:expr, $body:block) => {
        let mut set: u64 = $set;
        while set != 0 {
            let $square = set.trailing_zeros() as u8;
            set &= set - 1;
            $body
        }
    };
}
pub(crate) use each;

impl SolverSearch<'_> {
    /// Four or three squares left. Scores are those of the player to move, and bounds outside of the window.
    pub(crate) fn few(&mut self, own: u64, other: u64, mut alpha: i32, beta: i32, empty: u64, odd: usize) -> i32 {
        self.nodes += 1;
        let mut best = i32::MIN;
        let three = empty.count_ones() == 3;
        for set in [empty & ODD[odd & 15], empty & !ODD[odd & 15]] {
            each!(square in set, {
                if AROUND[usize::from(square & 63)] & other == 0 {
                    continue;
                }
                let turned = flips(own, other, square);
                if turned == 0 {
                    continue;
                }
                let bit = 1 << square;
                let (next_own, next_other, rest) = (other ^ turned, own ^ turned ^ bit, empty ^ bit);
                let score = if three {
                    let first = rest.trailing_zeros() as u8;
                    let second = (rest & (rest - 1)).trailing_zeros() as u8;
                    -self.two(next_own, next_other, -beta, -alpha, first, second)
                } else {
                    -self.few(next_own, next_other, -beta, -alpha, rest, odd ^ quarter(square))
                };
                if score > best {
                    best = score;
                    if score >= beta {
                        return score;
                    }
                    alpha = alpha.max(score);
                }
            });
        }
        if best == i32::MIN { self.skip_few(own, other, alpha, beta, empty, odd) } else { best }
    }

    fn skip_few(&mut self, own: u64, other: u64, alpha: i32, beta: i32, empty: u64, odd: usize) -> i32 {
        let mut can = false;
        each!(square in empty, {
            can |= AROUND[usize::from(square & 63)] & own != 0 && flips(other, own, square) != 0;
        });
        if can { -self.few(other, own, -beta, -alpha, empty, odd) } else { self.end(own, other) }
    }

    fn two(&mut self, own: u64, other: u64, alpha: i32, beta: i32, first: u8, second: u8) -> i32 {
        self.nodes += 1;
        let mut best = i32::MIN;
        for (square, rest) in [(first, second), (second, first)] {
            if AROUND[usize::from(square & 63)] & other != 0 {
                let turned = flips(own, other, square);
                if turned != 0 {
                    best = best.max(-self.one(other ^ turned, own ^ turned ^ 1 << square, rest));
                    if best >= beta {
                        return best;
                    }
                }
            }
        }
        if best != i32::MIN {
            return best;
        }
        let mut worst = i32::MAX;
        for (square, rest) in [(first, second), (second, first)] {
            if AROUND[usize::from(square & 63)] & own != 0 {
                let turned = flips(other, own, square);
                if turned != 0 {
                    worst = worst.min(self.one(own ^ turned, other ^ turned ^ 1 << square, rest));
                    if worst <= alpha {
                        return worst;
                    }
                }
            }
        }
        if worst == i32::MAX { self.end(own, other) } else { worst }
    }

    /// One square left, for the player who can take it.
    #[inline]
    fn one(&mut self, own: u64, other: u64, square: u8) -> i32 {
        self.nodes += 1;
        let stones = own.count_ones() as i32;
        let gained = self.last_turned(own, other, square);
        if gained > 0 {
            return 2 * (stones + gained + 1) - self.squares;
        }
        let lost = self.last_turned(other, own, square);
        if lost > 0 { 2 * (stones - lost) - self.squares } else { self.end(own, other) }
    }

    #[inline(always)]
    fn last_turned(&self, own: u64, other: u64, square: u8) -> i32 {
        if self.is_whole { last_turned(own, square) } else { flips(own, other, square).count_ones() as i32 }
    }
}
