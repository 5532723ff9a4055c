//! Why a game ended, which is not the same question as who won.

use plyground_core::PlayerId;
use std::fmt;

/// Why a game ended, or why a player was disqualified from one that went on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Termination {
    /// By the rules of the game.
    #[default]
    Normal,
    /// A player exceeded their time.
    TimeOut,
    /// A player offered a move that the rules forbid.
    IllegalMove,
    /// A player panicked.
    Crash,
    /// A player answered without a move, or only after being told to stop.
    Stall,
    /// A process or a peer went away.
    Disconnect,
    /// The game was too long and was judged as it stood.
    Adjudicated,
    /// The run was interrupted. Such a game does not count.
    Interrupted,
    /// A player gave up.
    Resignation,
    /// The resign rule of the match ended the game: its loser had valued it as lost long enough.
    ResignRule,
    /// The draw rule of the match ended the game.
    DrawRule,
    /// The rules showed the winner, and the match ends such games.
    SolvedRule,
}

impl Termination {
    /// All of them, in the order of their codes.
    pub const ALL: [Termination; 12] = [
        Termination::Normal,
        Termination::TimeOut,
        Termination::IllegalMove,
        Termination::Crash,
        Termination::Stall,
        Termination::Disconnect,
        Termination::Adjudicated,
        Termination::Interrupted,
        Termination::Resignation,
        Termination::ResignRule,
        Termination::DrawRule,
        Termination::SolvedRule,
    ];

    /// The word in records and reports.
    pub fn name(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::TimeOut => "time-out",
            Termination::IllegalMove => "illegal move",
            Termination::Crash => "crash",
            Termination::Stall => "stall",
            Termination::Disconnect => "disconnect",
            Termination::Adjudicated => "adjudicated",
            Termination::Interrupted => "interrupted",
            Termination::Resignation => "resignation",
            Termination::ResignRule => "adjudicated: resign",
            Termination::DrawRule => "adjudicated: draw",
            Termination::SolvedRule => "adjudicated: solved",
        }
    }

    /// Whether a player did something wrong. Giving up is not wrong.
    pub fn is_fault(self) -> bool {
        use Termination::{Crash, Disconnect, IllegalMove, Stall, TimeOut};
        matches!(self, TimeOut | IllegalMove | Crash | Stall | Disconnect)
    }

    /// Whether a rule of the match ended the game, not those of the game.
    pub fn is_adjudicated(self) -> bool {
        use Termination::{Adjudicated, DrawRule, ResignRule, SolvedRule};
        matches!(self, Adjudicated | ResignRule | DrawRule | SolvedRule)
    }

    /// The number in the archive; it never changes.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The termination with this number.
    pub fn from_code(code: u8) -> Option<Self> {
        Termination::ALL.get(usize::from(code)).copied()
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A player's violation of the rules of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Who.
    pub seat: PlayerId,
    /// How.
    pub kind: Termination,
    /// How many turns had been made.
    pub turn: usize,
    /// A sentence with the position and the moves so far.
    pub detail: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_frozen_because_archives_hold_them() {
        for (code, termination) in Termination::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(termination.code()), code);
            assert_eq!(Termination::from_code(code as u8), Some(termination));
        }
        assert_eq!(Termination::from_code(12), None);
        assert_eq!(Termination::SolvedRule.code(), 11);
        assert_eq!(Termination::Resignation.code(), 8);
        assert_eq!(Termination::Stall.code(), 4);
    }
}
