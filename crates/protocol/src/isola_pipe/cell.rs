//! Squares as the program writes them.

use std::fmt;

/// Columns and rows.
pub const SIDE: u8 = 8;

/// A square; row from the top and column from the left, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// From the top.
    pub row: u8,
    /// From the left.
    pub col: u8,
}

impl Cell {
    /// The name in our own notation.
    pub fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.col - 1), self.row)
    }

    /// The square of this name in our own notation.
    pub fn from_name(name: &str) -> Option<Self> {
        let [letter, digit] = name.as_bytes() else { return None };
        let cell = Cell { row: digit.checked_sub(b'0')?, col: letter.checked_sub(b'a')?.checked_add(1)? };
        cell.is_on_board().then_some(cell)
    }

    /// The first digit from 1 to 8 is the row, the next one the column; everything else is passed over.
    pub(super) fn find(text: &str) -> Option<Self> {
        let mut digits = text.bytes().filter(|byte| (b'1'..=b'0' + SIDE).contains(byte)).map(|byte| byte - b'0');
        Some(Cell { row: digits.next()?, col: digits.next()? })
    }

    fn is_on_board(self) -> bool {
        (1..=SIDE).contains(&self.row) && (1..=SIDE).contains(&self.col)
    }
}

/// As it is typed.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.row, self.col)
    }
}
