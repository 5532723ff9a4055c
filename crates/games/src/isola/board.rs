//! Where pieces can go: tables computed once per board, and steps read from them without visiting squares one by one.

use super::fill::Fill;
use super::square::{SLOTS, Size, Square};
use super::variant::{Mover, Variant};
use super::word::Word;
use super::zobrist;

/// The most symmetries a board can have: those of a square.
const SYMMETRIES: usize = 8;

/// Squares whose keys are found together, how many such groups there are, and in how many ways some of a group are free.
const GROUP: u32 = 4;
const GROUPS: usize = SLOTS / GROUP as usize;
const SUBSETS: usize = 1 << GROUP;

/// Towards higher square numbers first: the other four are their opposites. [`Board::slide`] relies on it, and the order is
/// that of the shifts of [`ShortSlides`](super::lanes::ShortSlides).
const COMPASS: [(isize, isize); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];
const JUMPS: [(isize, isize); 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// What never changes on a board.
#[derive(Clone, Debug)]
pub(super) struct Board<W> {
    /// Pieces on squares below this one slide: all of them or none, but never the square that is nowhere.
    slides_below: Square,
    /// All squares.
    pub all: W,
    /// From each square in each direction to the edge; see [`COMPASS`].
    rays: [[W; 8]; SLOTS],
    /// One step or jump from each square. A piece that is not on the board yet may go anywhere.
    near: [W; SLOTS],
    /// The bit of each square, none for the square that is nowhere.
    bits: [W; SLOTS],
    /// How pieces step.
    pub mover: Mover,
    /// How sets of squares grow.
    pub fill: Fill<W>,
    /// Every other square, as on a chess board.
    pub dark: W,
    mirrors: [[u8; SYMMETRIES]; SLOTS],
    /// For each group of four squares, and each way in which some of them are free, one key per symmetry. A table by single
    /// squares is a fourth of the size, but takes twice as long to read while most squares are free.
    free_keys: Box<[[u64; SYMMETRIES]; GROUPS * SUBSETS]>,
}

impl<W: Word> Board<W> {
    pub fn new(variant: &Variant) -> Self {
        let size = variant.size;
        let directions = if variant.mover == Mover::Knight { JUMPS } else { COMPASS };
        let slides = variant.mover == Mover::Queen;
        let all = W::ALL >> (W::BITS - size.squares() as u32);
        let mut board = Board {
            slides_below: if slides { Square::NOWHERE } else { Square(0) },
            all,
            rays: [[W::EMPTY; 8]; SLOTS],
            near: [W::EMPTY; SLOTS],
            bits: [W::EMPTY; SLOTS],
            mover: variant.mover,
            fill: Fill::new(size, variant.mover),
            dark: dark(size),
            mirrors: mirrors(size),
            free_keys: free_keys(&mirrors(size), size.squares()),
        };
        for square in all.squares() {
            let slot = square.slot();
            board.bits[slot] = W::of(square);
            board.near[slot] = directions.map(|by| line(size, square, by, 1)).into_iter().fold(W::EMPTY, |a, b| a | b);
            board.rays[slot] = COMPASS.map(|by| line(size, square, by, usize::MAX));
        }
        board.near[Square::NOWHERE.slot()] = all;
        board
    }

    /// The square as a set; the empty set for [`Square::NOWHERE`].
    #[inline]
    pub fn bit(&self, square: Square) -> W {
        self.bits[square.slot()]
    }

    /// Where a piece may go.
    #[inline]
    pub fn steps(&self, from: Square, free: W) -> W {
        if from >= self.slides_below {
            self.near(from) & free
        } else if let Some(slides) = self.fill.short_slides() {
            slides.slide(&self.rays[from.slot()], free)
        } else {
            self.slide(from, free)
        }
    }

    /// Whether a piece may go anywhere: a piece that slides must be able to take the first step.
    #[inline]
    pub fn can_step(&self, from: Square, free: W) -> bool {
        !(self.near(from) & free).is_empty()
    }

    /// The squares one step or jump away, whatever stands there.
    #[inline]
    pub fn near(&self, from: Square) -> W {
        self.near[from.slot()]
    }

    /// On each ray everything up to the first obstacle. Along the four rays of ascending numbers that is the lowest
    /// bit, which subtraction finds; along the other four it is the highest.
    #[inline]
    fn slide(&self, from: Square, free: W) -> W {
        let [a, b, c, d, e, f, g, h] = self.rays[from.slot()];
        let walls = !free;
        let ascending = |ray: W| ray & (ray & walls).up_to_first();
        // Square 0 may pass for an obstacle: it is the last one of every descending ray anyway.
        let descending = |ray: W| ray & (W::ALL << (ray & walls).last());
        let up = ascending(a) | ascending(b) | ascending(c) | ascending(d);
        let down = descending(e) | descending(f) | descending(g) | descending(h);
        (up | down) & free
    }

    /// One key per symmetry of the board, of a set of free squares.
    pub fn mirrored_free_keys(&self, free: W) -> [u64; SYMMETRIES] {
        let mut keys = [0; SYMMETRIES];
        for group in 0..W::BITS / GROUP {
            let subset = (free >> (group * GROUP)).lowest(GROUP);
            let row = &self.free_keys[(group as usize % GROUPS) * SUBSETS + subset % SUBSETS];
            for (key, one) in keys.iter_mut().zip(row) {
                *key ^= one;
            }
        }
        keys
    }

    /// The same square under each symmetry of the board.
    pub fn images(&self, square: Square) -> [Square; SYMMETRIES] {
        self.mirrors[square.slot()].map(Square)
    }
}

/// The keys of all subsets of all groups. Squares beyond the board have none.
fn free_keys(mirrors: &[[u8; SYMMETRIES]; SLOTS], squares: usize) -> Box<[[u64; SYMMETRIES]; GROUPS * SUBSETS]> {
    let mut keys = vec![[0; SYMMETRIES]; GROUPS * SUBSETS];
    for (index, row) in keys.iter_mut().enumerate() {
        let (group, subset) = (index / SUBSETS, index % SUBSETS);
        let members = (0..GROUP as usize).filter(|bit| subset >> bit & 1 == 1).map(|bit| group * GROUP as usize + bit);
        for square in members.filter(|square| *square < squares) {
            for (key, image) in row.iter_mut().zip(mirrors[square]) {
                *key ^= zobrist::FREE[usize::from(image) % SLOTS];
            }
        }
    }
    keys.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("the vector has this length"))
}

fn all_squares(size: Size) -> impl Iterator<Item = Square> {
    (0..size.squares()).map(|index| Square(index as u8))
}

fn dark<W: Word>(size: Size) -> W {
    let is_dark = |square: &Square| (size.place(*square).0 + size.place(*square).1) % 2 == 1;
    all_squares(size).filter(is_dark).fold(W::EMPTY, |set, square| set | W::of(square))
}

/// The squares at 1, 2, … `longest` times `by` from a square, as far as the board goes.
fn line<W: Word>(size: Size, from: Square, by: (isize, isize), longest: usize) -> W {
    let (col, row) = size.place(from);
    let (mut col, mut row) = (col as isize, row as isize);
    let mut set = W::EMPTY;
    for _ in 0..longest {
        (col, row) = (col + by.0, row + by.1);
        match size.at(col, row) {
            Some(square) => set |= W::of(square),
            None => break,
        }
    }
    set
}

/// Every square's images. A board that is no square has only four symmetries, each of which is listed twice then.
fn mirrors(size: Size) -> [[u8; SYMMETRIES]; SLOTS] {
    let mut table = [[Square::NOWHERE.0; SYMMETRIES]; SLOTS];
    for square in all_squares(size) {
        for (symmetry, image) in table[square.slot()].iter_mut().enumerate() {
            let (mut col, mut row) = size.place(square);
            if symmetry & 1 != 0 {
                col = size.cols() - 1 - col;
            }
            if symmetry & 2 != 0 {
                row = size.rows() - 1 - row;
            }
            if symmetry & 4 != 0 && size.cols() == size.rows() {
                (col, row) = (row, col);
            }
            *image = (row * size.cols() + col) as u8;
        }
    }
    table
}
