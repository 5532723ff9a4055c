//! What is typed to the program.

use super::Cell;
use std::fmt;

/// A line as the program reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UserInput {
    /// A move, or in the set-up dialogue one of either player.
    Move(Cell),
    /// Takes back the last pair of moves.
    TakeBack,
    /// Ends the set-up dialogue.
    EndOfSetup,
    /// Nothing of the kind.
    Unreadable,
}

impl UserInput {
    /// Reads a line. Signs count more than digits, as in the program.
    pub fn parse(line: &str) -> Self {
        if line.contains('$') {
            UserInput::TakeBack
        } else if line.contains('#') {
            UserInput::EndOfSetup
        } else {
            Cell::find(line).map_or(UserInput::Unreadable, UserInput::Move)
        }
    }

    /// Whether a line asks for the set-up dialogue.
    pub fn wants_setup(line: &str) -> bool {
        line.contains('y')
    }
}

impl fmt::Display for UserInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UserInput::Move(cell) => write!(f, "{cell}"),
            UserInput::TakeBack => f.write_str("$"),
            UserInput::EndOfSetup => f.write_str("#"),
            UserInput::Unreadable => f.write_str("?"),
        }
    }
}
