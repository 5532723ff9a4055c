//! A position as sets of bits: bit 0 is a1, bit 7 h1, bit 63 h8.

use crate::lines;
use thiserror::Error;

/// A position, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OthelloBoard {
    own: u64,
    other: u64,
    holes: u64,
}

/// Why something is no board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// The text has not 64 squares.
    #[error("a board has 64 squares, this text has {0}")]
    Length(usize),
    /// A square holds something unknown.
    #[error("square {0} holds {1:?}; known are X (to move), O, - (empty) and # (no square)")]
    Square(usize, char),
    /// A square is two things at once.
    #[error("a square is taken twice")]
    Overlap,
}

impl OthelloBoard {
    /// A board from sets of squares: stones of the player to move, stones of the other, squares that do not exist.
    pub fn new(own: u64, other: u64, holes: u64) -> Result<Self, BoardError> {
        if own & other | own & holes | other & holes != 0 {
            return Err(BoardError::Overlap);
        }
        Ok(OthelloBoard { own, other, holes })
    }

    /// Reads 64 characters, a1 to h1, then a2, and so on to h8: `X` for the player to move, `O` for the other, `-` empty, `#` no square.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let count = text.chars().count();
        if count != 64 {
            return Err(BoardError::Length(count));
        }
        let mut board = OthelloBoard { own: 0, other: 0, holes: 0 };
        for (index, character) in text.chars().enumerate() {
            match character {
                'X' => board.own |= 1 << index,
                'O' => board.other |= 1 << index,
                '#' => board.holes |= 1 << index,
                '-' => {}
                unknown => return Err(BoardError::Square(index, unknown)),
            }
        }
        Ok(board)
    }

    /// Stones of the player to move.
    pub fn own(&self) -> u64 {
        self.own
    }

    /// Stones of the other player.
    pub fn other(&self) -> u64 {
        self.other
    }

    /// Squares that do not exist.
    pub fn holes(&self) -> u64 {
        self.holes
    }

    /// Empty squares.
    pub fn empty(&self) -> u64 {
        !(self.own | self.other | self.holes)
    }

    /// Where the player to move may play.
    pub fn moves(&self) -> u64 {
        lines::open(self.own, self.other) & !self.holes
    }

    /// The board after a legal move, seen by the other player.
    pub fn play(&self, square: u8) -> OthelloBoard {
        let flips = lines::flips(self.own, self.other, square);
        OthelloBoard { own: self.other & !flips, other: self.own | flips | 1 << (square & 63), holes: self.holes }
    }

    /// The same stones, seen by the other player.
    pub fn pass(&self) -> OthelloBoard {
        OthelloBoard { own: self.other, other: self.own, holes: self.holes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_board_is_refused_with_a_sentence() {
        assert_eq!(OthelloBoard::parse("X").unwrap_err().to_string(), "a board has 64 squares, this text has 1");
        let text = format!("{}?", "-".repeat(63));
        assert!(OthelloBoard::parse(&text).unwrap_err().to_string().starts_with("square 63 holds '?'"));
        assert_eq!(OthelloBoard::new(1, 1, 0), Err(BoardError::Overlap));
        assert_eq!(OthelloBoard::new(1, 2, 2), Err(BoardError::Overlap));
    }
}
