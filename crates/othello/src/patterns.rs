//! Patterns: groups of squares whose stones are read as one number. Michael Buro, "From simple features to sophisticated
//! evaluation functions", 1999.
//!
//! A square is 0 if empty, +1 with a stone of the player to move and -1 with one of the other, and a pattern the number with these digits to
//! base three. Seen by the other player, every number changes its sign and nothing else.

/// Numbers per position, padded to whole vector registers; the last two are always zero.
pub(crate) const LANES: usize = 48;
/// Patterns on the board.
pub(crate) const USED_LANES: usize = 46;

/// A form of a pattern, the same in all its places on the board.
struct Shape {
    /// Squares as column and row, where the form touches a1.
    squares: &'static [(i8, i8)],
    /// Quarter turns in which the form occurs.
    turns: usize,
    /// Whether the mirrored forms are places of their own; otherwise the form is its own mirror image.
    mirrored: bool,
    /// For a form that is its own mirror image: where each digit goes.
    mirror: &'static [usize],
}

const REVERSED_8: &[usize] = &[7, 6, 5, 4, 3, 2, 1, 0];

const fn row(squares: &'static [(i8, i8)]) -> Shape {
    Shape { squares, turns: 4, mirrored: false, mirror: REVERSED_8 }
}

const fn diagonal(squares: &'static [(i8, i8)], turns: usize, mirror: &'static [usize]) -> Shape {
    Shape { squares, turns, mirrored: false, mirror }
}

/// How many forms there are.
pub(crate) const SHAPES: usize = 11;

const FORMS: [Shape; SHAPES] = [
    // An edge and the two squares diagonal to its corners.
    Shape {
        squares: &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (1, 1), (6, 1)],
        turns: 4,
        mirrored: false,
        mirror: &[7, 6, 5, 4, 3, 2, 1, 0, 9, 8],
    },
    // Two by five squares at a corner.
    Shape {
        squares: &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)],
        turns: 4,
        mirrored: true,
        mirror: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    },
    // Three by three squares at a corner.
    Shape {
        squares: &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)],
        turns: 4,
        mirrored: false,
        mirror: &[0, 3, 6, 1, 4, 7, 2, 5, 8],
    },
    row(&[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)]),
    row(&[(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)]),
    row(&[(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)]),
    diagonal(&[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)], 2, REVERSED_8),
    diagonal(&[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)], 4, &[6, 5, 4, 3, 2, 1, 0]),
    diagonal(&[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5)], 4, &[5, 4, 3, 2, 1, 0]),
    diagonal(&[(3, 0), (4, 1), (5, 2), (6, 3), (7, 4)], 4, &[4, 3, 2, 1, 0]),
    diagonal(&[(4, 0), (5, 1), (6, 2), (7, 3)], 4, &[3, 2, 1, 0]),
];

const fn power_of_three(exponent: usize) -> usize {
    3usize.pow(exponent as u32)
}

/// Numbers that a form can have.
pub(crate) const fn size(shape: usize) -> usize {
    power_of_three(FORMS[shape].squares.len())
}

/// Where the numbers of each form begin in a table of all forms, and behind the last one its length.
pub(crate) const STARTS: [usize; SHAPES + 1] = starts();

const fn starts() -> [usize; SHAPES + 1] {
    let mut starts = [0; SHAPES + 1];
    let mut shape = 0;
    while shape < SHAPES {
        starts[shape + 1] = starts[shape] + size(shape);
        shape += 1;
    }
    starts
}

/// What a stone on a square adds to each number.
static DIGITS: [[i16; LANES]; 64] = PLACES.0;
/// Where the number zero of each lane stands in a table of all forms.
pub(crate) static ZEROS: [i32; USED_LANES] = PLACES.1;

const PLACES: ([[i16; LANES]; 64], [i32; USED_LANES]) = places();

const fn places() -> ([[i16; LANES]; 64], [i32; USED_LANES]) {
    let (mut digits, mut zeros) = ([[0; LANES]; 64], [0; USED_LANES]);
    let (mut shape, mut lane) = (0, 0);
    while shape < SHAPES {
        let form = &FORMS[shape];
        let mut place = 0;
        while place < if form.mirrored { 2 * form.turns } else { form.turns } {
            let mut digit = 0;
            while digit < form.squares.len() {
                let (mut x, mut y) = form.squares[digit];
                if place >= form.turns {
                    (x, y) = (y, x);
                }
                let mut turn = 0;
                while turn < place % form.turns {
                    (x, y) = (7 - y, x);
                    turn += 1;
                }
                digits[(y * 8 + x) as usize][lane] = power_of_three(digit) as i16;
                digit += 1;
            }
            zeros[lane] = (starts()[shape] + size(shape) / 2) as i32;
            lane += 1;
            place += 1;
        }
        shape += 1;
    }
    (digits, zeros)
}

/// For every number of all forms: the smaller one of it and of its mirror image.
pub(crate) fn representatives() -> Vec<u32> {
    let mut table = Vec::with_capacity(STARTS[SHAPES]);
    for (shape, form) in FORMS.iter().enumerate() {
        for number in 0..size(shape) {
            let digit = |place: usize| number / power_of_three(place) % 3;
            let mirrored: usize =
                form.mirror.iter().enumerate().map(|(place, from)| digit(*from) * power_of_three(place)).sum();
            table.push((STARTS[shape] + number.min(mirrored)) as u32);
        }
    }
    table
}

/// The numbers of all patterns of a position, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PatternSet(pub(crate) [i16; LANES]);

impl PatternSet {
    /// Counted from the stones.
    pub(crate) fn of(own: u64, other: u64) -> Self {
        let mut set = PatternSet([0; LANES]);
        set.add(own, 1);
        set.add(other, -1);
        set
    }

    #[inline(always)]
    fn add(&mut self, stones: u64, factor: i16) {
        let mut stones = stones;
        while stones != 0 {
            let digits = &DIGITS[stones.trailing_zeros() as usize & 63];
            stones &= stones - 1;
            for (number, digit) in self.0.iter_mut().zip(digits) {
                // Twice the largest digit does not fit, the sum does.
                *number = number.wrapping_add(factor.wrapping_mul(*digit));
            }
        }
    }

    /// After a move, seen by the other player.
    #[inline(always)]
    pub(crate) fn after(&self, square: u8, turned: u64) -> Self {
        let mut set = *self;
        set.add(1 << (square & 63), 1);
        set.add(turned, 2);
        set.passed()
    }

    /// Seen by the other player.
    #[inline(always)]
    pub(crate) fn passed(&self) -> Self {
        let mut set = *self;
        set.0.iter_mut().for_each(|number| *number = -*number);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::sample_positions;

    /// The digits of a lane, read square by square.
    fn slow(own: u64, other: u64, lane: usize) -> i32 {
        let digit = |square: usize| (own >> square & 1) as i32 - (other >> square & 1) as i32;
        (0..64).map(|square| digit(square) * i32::from(DIGITS[square][lane])).sum()
    }

    #[test]
    fn every_lane_is_a_form_on_the_board() {
        let mut lane = 0;
        for (shape, form) in FORMS.iter().enumerate() {
            for _ in 0..if form.mirrored { 2 * form.turns } else { form.turns } {
                let mut digits: Vec<i16> = (0..64).map(|square| DIGITS[square][lane]).filter(|d| *d != 0).collect();
                digits.sort_unstable();
                let expected: Vec<i16> = (0..form.squares.len() as u32).map(|place| 3i16.pow(place)).collect();
                assert_eq!(digits, expected, "lane {lane} of form {shape}");
                let largest: i32 = digits.iter().map(|digit| i32::from(*digit)).sum();
                let table = STARTS[shape] as i32..STARTS[shape + 1] as i32;
                assert!(table.contains(&(ZEROS[lane] - largest)) && table.contains(&(ZEROS[lane] + largest)));
                lane += 1;
            }
        }
        assert_eq!(lane, USED_LANES);
        assert!((0..64).all(|square| DIGITS[square][USED_LANES..] == [0; LANES - USED_LANES]));
    }

    #[test]
    fn moves_change_numbers_as_counting_again_does() {
        for board in sample_positions(1, 20, 20) {
            let patterns = PatternSet::of(board.own(), board.other());
            assert!((0..LANES).all(|lane| i32::from(patterns.0[lane]) == slow(board.own(), board.other(), lane)));
            assert_eq!(patterns.passed(), PatternSet::of(board.other(), board.own()));
            for square in (0..64).filter(|square| board.moves() >> square & 1 == 1) {
                let next = board.play(square);
                let turned = board.other() & next.other();
                assert_eq!(patterns.after(square, turned), PatternSet::of(next.own(), next.other()));
            }
        }
    }
}
