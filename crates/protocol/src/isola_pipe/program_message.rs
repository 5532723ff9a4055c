//! What the program says that matters; the rest is boards for people.

use super::Cell;
use std::fmt;

pub(super) const ASKS_SETUP: &str = "Would you like to start manually?";
pub(super) const ASKS_MOVE: &str = "Please enter a move (row col):";
pub(super) const MINE: &str = "I MOVE TO:";
pub(super) const YOURS: &str = "YOU MOVE TO:";
pub(super) const UNREADABLE: &str = "Incorrect move format, try again.";
pub(super) const ILLEGAL: &str = "Invalid move, try again.";
pub(super) const NO_MOVE: &str = "(nil nil)";
pub(super) const I_WIN: &str = "I win";
pub(super) const YOU_WIN: &str = "You win";

/// Something the program says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramMessage {
    /// Whether moves shall be made before the game begins. Waits for a line.
    AsksSetup,
    /// What the opponent plays. Waits for a line.
    AsksMove,
    /// Its own move.
    Mine(Cell),
    /// The opponent's move, accepted.
    Yours(Cell),
    /// The line had no two digits.
    Unreadable,
    /// The move is against the rules.
    Illegal,
    /// It has no move itself.
    NoMove,
    /// It thinks it has won.
    IWin,
    /// It admits that it has lost.
    YouWin,
}

/// Exactly as the program writes it, line ends included; a prompt has none.
impl fmt::Display for ProgramMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramMessage::AsksSetup => f.write_str(ASKS_SETUP),
            ProgramMessage::AsksMove => write!(f, "{ASKS_MOVE}  "),
            ProgramMessage::Mine(cell) => write!(f, "{MINE}  ({cell})\n\n"),
            ProgramMessage::Yours(cell) => write!(f, "{YOURS}  ({cell})\n\n"),
            ProgramMessage::Unreadable => writeln!(f, "{UNREADABLE}"),
            ProgramMessage::Illegal => writeln!(f, "{ILLEGAL}"),
            ProgramMessage::NoMove => writeln!(f, "{NO_MOVE}"),
            ProgramMessage::IWin => writeln!(f, "!!!!! {I_WIN} !!!!!"),
            ProgramMessage::YouWin => writeln!(f, "!!!!! {YOU_WIN} !!!!!"),
        }
    }
}
