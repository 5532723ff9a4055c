//! Cells, and what is said with them.

use crate::ProtocolError;
use std::fmt;
use std::str::FromStr;

/// Columns and rows.
pub const SIDE: usize = 5;
/// Stones of each player.
pub const STONES: usize = 6;

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Player 1, from the top left.
    Red,
    /// Player 2, from the bottom right.
    Blue,
}

impl Colour {
    /// The letter in our own notation.
    pub fn letter(self) -> char {
        match self {
            Colour::Red => 'r',
            Colour::Blue => 'b',
        }
    }
}

impl FromStr for Colour {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        match text {
            "R" | "r" => Ok(Colour::Red),
            "B" | "b" => Ok(Colour::Blue),
            _ => Err(ProtocolError::malformed(text, "a player is R or B")),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter().to_ascii_uppercase())
    }
}

/// A cell; column and row counted from 0 at the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// From the left.
    pub col: usize,
    /// From the top.
    pub row: usize,
}

impl Cell {
    /// The name in our own notation, where ranks are counted from the bottom.
    pub fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.col as u8), SIDE - self.row)
    }

    /// The cell of this name in our own notation.
    pub fn from_name(name: &str) -> Option<Self> {
        let cell = read(name, b'a')?;
        Some(Cell { row: SIDE - 1 - cell.row, ..cell })
    }
}

/// A letter and a digit from 1.
fn read(text: &str, first: u8) -> Option<Cell> {
    let [letter, digit] = text.as_bytes() else { return None };
    let col = usize::from(letter.checked_sub(first)?);
    let row = usize::from(digit.checked_sub(b'1')?);
    (col < SIDE && row < SIDE).then_some(Cell { col, row })
}

impl FromStr for Cell {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        read(&text.to_ascii_uppercase(), b'A').ok_or_else(|| ProtocolError::malformed(text, "a cell is A1 to E5"))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.col as u8), self.row + 1)
    }
}

/// Where stones 1 to 6 stand at first: the answer to `ini`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement(pub [Cell; STONES]);

impl FromStr for Placement {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let mut words = text.split_whitespace();
        let mut cells = [Cell { col: 0, row: 0 }; STONES];
        for cell in &mut cells {
            let word = words.next().ok_or_else(|| ProtocolError::malformed(text, "a set-up has six cells"))?;
            *cell = word.parse()?;
        }
        match words.next() {
            Some(_) => Err(ProtocolError::malformed(text, "a set-up has six cells, not more")),
            None => Ok(Placement(cells)),
        }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> = self.0.iter().map(Cell::to_string).collect();
        f.write_str(&cells.join(" "))
    }
}

/// A move: the answer to `get`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where the stone stood.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
}

impl Step {
    /// The cells of a move in our own notation, such as `r6c5-d4`.
    pub fn from_move_text(text: &str) -> Result<Self, ProtocolError> {
        let cells = || Some((Cell::from_name(text.get(2..4)?)?, Cell::from_name(text.get(5..)?)?));
        let (from, to) = cells().ok_or_else(|| ProtocolError::malformed(text, "no move such as r6c5-d4"))?;
        Ok(Step { from, to })
    }
}

impl FromStr for Step {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let words: Vec<&str> = text.split_whitespace().take(3).collect();
        match words[..] {
            [from, to] => Ok(Step { from: from.parse()?, to: to.parse()? }),
            _ => Err(ProtocolError::malformed(text, "a move is two cells, such as B2 C3")),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.from, self.to)
    }
}
