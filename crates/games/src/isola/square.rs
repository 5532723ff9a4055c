//! Squares and their names, and the sizes a board may have.

use super::fault::{SizeFault, SquareFault};
use std::fmt;

/// The largest board: eleven by eleven. One more square would still fit into a word of 128 bits, but the last index
/// of the tables stands for a piece that is not on the board yet.
pub const MAX_SQUARES: usize = 121;
/// Columns are named by one letter.
pub const MAX_COLS: usize = 26;
/// The shortest side.
pub const MIN_SIDE: usize = 2;

/// One square, counted row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(pub(super) u8);

impl Square {
    /// Where a piece is before it is placed, and what a turn blocks that blocks nothing. Never on any board, and the
    /// last index of every table.
    pub(super) const NOWHERE: Square = Square(SLOTS as u8 - 1);

    /// The number of the square: row times columns plus column.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same number as an index into tables of [`SLOTS`] entries. The mask tells the compiler that it is in range.
    #[inline]
    pub(super) const fn slot(self) -> usize {
        self.0 as usize % SLOTS
    }
}

/// The length of tables by square: a power of two above [`MAX_SQUARES`].
pub(super) const SLOTS: usize = 128;

/// The size of a board, within the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    cols: u8,
    rows: u8,
}

impl Size {
    /// A board of this size, or the reason why there is none.
    pub fn new(cols: usize, rows: usize) -> Result<Self, SizeFault> {
        if cols < MIN_SIDE || rows < MIN_SIDE {
            return Err(SizeFault::TooSmall(cols, rows));
        }
        if cols > MAX_COLS {
            return Err(SizeFault::TooWide(cols));
        }
        if rows > MAX_SQUARES || cols * rows > MAX_SQUARES {
            return Err(SizeFault::TooLarge(cols, rows));
        }
        Ok(Size { cols: cols as u8, rows: rows as u8 })
    }

    /// Number of columns.
    #[inline]
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of rows.
    #[inline]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of squares.
    #[inline]
    pub const fn squares(self) -> usize {
        self.cols as usize * self.rows as usize
    }

    /// The square in this column and row, counted from 0 at the top left, if the board has it.
    pub fn at(self, col: isize, row: isize) -> Option<Square> {
        let inside = |at: isize, end: usize| at >= 0 && at < end as isize;
        (inside(col, self.cols()) && inside(row, self.rows()))
            .then(|| Square((row as usize * self.cols() + col as usize) as u8))
    }

    /// Column and row of a square, counted from 0 at the top left.
    pub fn place(self, square: Square) -> (usize, usize) {
        (square.index() % self.cols(), square.index() / self.cols())
    }

    /// The name of a square: column letter, then row number from the top.
    pub fn name(self, square: Square) -> String {
        let (col, row) = self.place(square);
        format!("{}{}", col_name(col), row + 1)
    }

    /// The square of this name, or what is wrong with the name.
    pub fn square(self, name: &str) -> Result<Square, SquareFault> {
        let last = || self.name(self.last());
        let unreadable = || SquareFault::Unreadable { name: clip(name), last: last() };
        let mut characters = name.chars();
        let col = characters.next().filter(char::is_ascii_lowercase).ok_or_else(unreadable)?;
        let digits = characters.as_str();
        // At most three digits, so that the number is read without overflow; no second way to write a square.
        let readable = matches!(digits.len(), 1..=3) && digits.bytes().all(|digit| digit.is_ascii_digit());
        if !readable || digits.starts_with('0') {
            return Err(unreadable());
        }
        let row: isize = digits.parse().map_err(|_| unreadable())?;
        self.at(col as isize - 'a' as isize, row - 1).ok_or_else(|| SquareFault::Outside {
            name: name.to_string(),
            size: self,
            last: last(),
        })
    }

    /// The bottom right corner.
    pub fn last(self) -> Square {
        Square(self.squares() as u8 - 1)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.cols, self.rows)
    }
}

/// The letter of a column.
pub fn col_name(col: usize) -> char {
    char::from(b'a' + col as u8)
}

/// A word of someone's input, short enough for a sentence.
pub(super) fn clip(text: &str) -> String {
    const LONGEST: usize = 20;
    let mut short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
