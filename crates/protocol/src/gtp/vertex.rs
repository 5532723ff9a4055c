//! Colours and squares.

use crate::ProtocolError;
use std::fmt;
use std::str::FromStr;

/// Columns and rows of the board.
pub const SIDE: usize = 8;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Player 1.
    Black,
    /// Player 2.
    White,
}

impl Colour {
    /// The colour of the player with this number, counted from 1.
    pub fn from_number(number: usize) -> Option<Self> {
        match number {
            1 => Some(Colour::Black),
            2 => Some(Colour::White),
            _ => None,
        }
    }

    /// The player's number, counted from 1.
    pub fn number(self) -> usize {
        match self {
            Colour::Black => 1,
            Colour::White => 2,
        }
    }

    /// The other one.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }
}

impl FromStr for Colour {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Colour::Black),
            "w" | "white" => Ok(Colour::White),
            _ => Err(ProtocolError::malformed(text, "a colour is `black` or `white`")),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

/// Where a stone is put, if one is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Vertex {
    /// Column and row, counted from 0 at the top left.
    Square {
        /// The column.
        col: usize,
        /// The row.
        row: usize,
    },
    /// No stone: the player has no move.
    Pass,
}

impl Vertex {
    /// The move in our own notation, `x,y`; `None` for a pass, which we never write.
    pub fn move_text(self) -> Option<String> {
        match self {
            Vertex::Square { col, row } => Some(format!("{col},{row}")),
            Vertex::Pass => None,
        }
    }

    /// The square of a move in our own notation.
    pub fn from_move_text(text: &str) -> Result<Self, ProtocolError> {
        let place = text.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        match place {
            Some((col, row)) if col < SIDE && row < SIDE => Ok(Vertex::Square { col, row }),
            _ => Err(ProtocolError::malformed(text, "no square of the Othello board")),
        }
    }
}

impl FromStr for Vertex {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Vertex::Pass);
        }
        let wrong = || ProtocolError::malformed(text, "a vertex is a1 to h8, or PASS");
        let mut characters = text.chars();
        let letter = characters.next().filter(char::is_ascii_alphabetic).ok_or_else(wrong)?;
        let col = (letter.to_ascii_lowercase() as u8 - b'a') as usize;
        let mut digits = characters.as_str().chars();
        match (digits.next().and_then(|digit| digit.to_digit(10)), digits.next()) {
            (Some(number @ 1..=8), None) if col < SIDE => Ok(Vertex::Square { col, row: number as usize - 1 }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Vertex::Square { col, row } => write!(f, "{}{}", char::from(b'a' + *col as u8), row + 1),
            Vertex::Pass => f.write_str("PASS"),
        }
    }
}
