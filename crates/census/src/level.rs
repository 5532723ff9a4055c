//! All positions with the same number of squares gone. Sets of squares are numbered in the order of their bits as a number, which
//! is the order of `Σ C(square, place)`: the combinatorial number system.

use crate::MOST_SQUARES;

/// Bytes for one place of the piece to move: the worth of each place of the other one.
pub(crate) const ROW: usize = 32;

/// `C[n][k]`, ways to choose `k` of `n`.
const CHOICES: [[u32; MOST_SQUARES + 2]; MOST_SQUARES + 2] = {
    let mut table = [[0; MOST_SQUARES + 2]; MOST_SQUARES + 2];
    let mut n = 0;
    while n < MOST_SQUARES + 2 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many sets of `k` squares a board has.
pub(crate) fn sets(squares: usize, gone: usize) -> usize {
    CHOICES[squares][gone] as usize
}

/// The most sets that any level of a board with this many removable squares has.
pub(crate) fn largest_level(removable: usize) -> usize {
    sets(removable, removable / 2)
}

/// The set with this number among those of `gone` squares.
pub(crate) fn unrank(mut number: usize, gone: usize) -> u32 {
    let mut set = 0;
    for place in (1..=gone).rev() {
        let square = (0..=MOST_SQUARES).rev().find(|square| sets(*square, place) <= number).expect("C(0, place) is 0");
        set |= 1 << square;
        number -= sets(square, place);
    }
    set
}

/// The next set of as many squares (Gosper's way).
#[inline]
pub(crate) fn next(set: u32) -> u32 {
    if set == 0 {
        return 0;
    }
    let lowest = set & set.wrapping_neg();
    let moved = set + lowest;
    moved | (((set ^ moved) >> 2) / lowest)
}

/// The numbers of the sets with one more square gone: `numbers[square]` for every square that is not in the set.
#[inline]
pub(crate) fn ranks_after(set: u32, squares: usize, numbers: &mut [u32; MOST_SQUARES]) {
    let gone = set.count_ones() as usize;
    // Squares above the new one move up by a place.
    let mut above: u32 = squares_of(set).zip(2..).map(|(square, place)| CHOICES[square][place]).sum();
    let (mut below, mut place) = (0, 1);
    for square in 0..squares {
        if set >> square & 1 == 1 {
            above -= CHOICES[square][place + 1];
            below += CHOICES[square][place];
            place += 1;
        } else {
            numbers[square] = below + CHOICES[square][place] + above;
        }
    }
    debug_assert_eq!(place, gone + 1);
}

/// The squares of a set, lowest first.
#[inline]
pub(crate) fn squares_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < 32).then_some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_without_gaps_and_found_again() {
        for (squares, gone) in [(6, 0), (6, 1), (7, 3), (8, 8), (9, 4)] {
            let mut set = unrank(0, gone);
            for number in 0..sets(squares, gone) {
                assert_eq!((set, set.count_ones() as usize), (unrank(number, gone), gone));
                assert!(set >> squares == 0);
                let mut numbers = [0; MOST_SQUARES];
                ranks_after(set, squares, &mut numbers);
                for square in (0..squares).filter(|square| set >> square & 1 == 0) {
                    assert_eq!(unrank(numbers[square] as usize, gone + 1), set | 1 << square);
                }
                set = next(set);
            }
        }
    }
}
