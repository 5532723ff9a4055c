//! What is typed to the program.

use super::Cell;
use std::fmt;

/// A line as the program reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A move, or in the set-up dialogue one of either player.
    Move(Cell),
    /// Takes back the last pair of moves.
    TakeBack,
    /// Ends the set-up dialogue.
    EndOfSetup,
    /// Nothing of the kind.
    Unreadable,
}

impl Typed {
    /// Reads a line. Signs count more than digits, as in the program.
    pub fn parse(line: &str) -> Self {
        if line.contains('$') {
            Typed::TakeBack
        } else if line.contains('#') {
            Typed::EndOfSetup
        } else {
            Cell::find(line).map_or(Typed::Unreadable, Typed::Move)
        }
    }

    /// Whether a line asks for the set-up dialogue.
    pub fn wants_setup(line: &str) -> bool {
        line.contains('y')
    }
}

impl fmt::Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Typed::Move(cell) => write!(f, "{cell}"),
            Typed::TakeBack => f.write_str("$"),
            Typed::EndOfSetup => f.write_str("#"),
            Typed::Unreadable => f.write_str("?"),
        }
    }
}
