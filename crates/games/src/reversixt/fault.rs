//! What can be wrong with a map or a position, and what is merely worth a word.

use plyground_core::PlayerId;
use std::fmt;
use thiserror::Error;

/// Largest height and width, those of the reference server.
pub const MAX_SIDE: usize = 1000;
/// Longest text that is read at all.
pub const MAX_TEXT: usize = 64 << 20;
/// Largest strength of a bomb.
pub const MAX_STRENGTH: u64 = u16::MAX as u64;
/// Largest number of override stones or bombs that a header may name (before it is taken modulo 256).
pub const MAX_COUNT: u64 = i32::MAX as u64;

/// Why a map is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MapFault {
    /// The text is longer than any map.
    #[error("the text has {0} bytes, more than the {MAX_TEXT} that a map may have")]
    TooLong(usize),
    /// The text ends inside the header or the tiles.
    #[error("the text ends where {0} should stand")]
    Missing(&'static str),
    /// Something else stands where a number belongs.
    #[error("{0} must be a whole number written in digits")]
    NotANumber(&'static str),
    /// A number below zero.
    #[error("{0} must not be negative")]
    Negative(&'static str),
    /// A number outside its range.
    #[error("{what} must lie between {least} and {most}")]
    OutOfRange {
        /// Which number.
        what: &'static str,
        /// The smallest allowed.
        least: u64,
        /// The largest allowed.
        most: u64,
    },
    /// The text ends before all tiles were named.
    #[error("the text ends after {found} of {needed} tiles")]
    TooFewTiles {
        /// Tiles read.
        found: usize,
        /// Tiles announced by height and width.
        needed: usize,
    },
    /// A character that is no tile.
    #[error("a tile is one of 0 1 2 3 4 5 6 7 8 - c i b x, in lower case")]
    UnknownTile,
    /// Several characters without a blank between them.
    #[error("each tile is a single character with blanks around it")]
    JoinedTiles,
    /// A stone of a player who does not take part.
    #[error("a stone of a player who does not take part: the map is for {players} players")]
    StrangeStone {
        /// Players of the map.
        players: u8,
    },
    /// The text ends inside a transition, or something that is no transition follows the tiles.
    #[error("a transition is written `x1 y1 r1 <-> x2 y2 r2`, this one is cut short")]
    Truncated,
    /// The middle of a transition is something else.
    #[error("a transition has `<->` in the middle, with blanks around it")]
    Arrow,
    /// A transition ends outside the board.
    #[error("a transition ends at {0},{1}, which is not on the board")]
    OffBoard(u64, u64),
    /// A direction that does not exist.
    #[error("a direction is a number from 0 (up) to 7 (up-left)")]
    Direction,
    /// A transition ends on a hole.
    #[error("a transition ends at {0},{1}, which is a hole")]
    EndOnHole(usize, usize),
    /// A transition would replace a real neighbour.
    #[error("a transition leaves {x},{y} in direction {side}, but there is a neighbouring tile")]
    NeighbourExists {
        /// Column of the end.
        x: usize,
        /// Row of the end.
        y: usize,
        /// The side with a neighbour.
        side: u8,
    },
    /// Two transitions use the same side of a tile.
    #[error("side {side} of {x},{y} already has a transition")]
    SideTwice {
        /// Column of the tile.
        x: usize,
        /// Row of the tile.
        y: usize,
        /// The side used twice.
        side: u8,
    },
    /// The game would be over before the first move.
    #[error("nobody can move and nobody can throw a bomb, so the game would be over before it begins")]
    Final,
}

/// A refused map: where, what was read there, and why it is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapError {
    /// Line from 1; `None` when the fault has no single place.
    pub line: Option<usize>,
    /// Column from 1, in characters.
    pub column: usize,
    /// What stands there; empty at the end of the text.
    pub token: String,
    /// Why it is wrong.
    pub fault: MapFault,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, column {}", self.column)?;
            if !self.token.is_empty() {
                write!(f, ", `{}`", self.token)?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}", self.fault)
    }
}

impl std::error::Error for MapError {}

/// Something odd in a map that was accepted all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapWarning {
    /// Line from 1; `None` when the matter has no single place.
    pub line: Option<usize>,
    /// One sentence without a full stop.
    pub text: String,
}

impl fmt::Display for MapWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.text),
            None => write!(f, "{}", self.text),
        }
    }
}

/// Why the rules do not allow a position of this board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum PositionFault {
    #[error("the last player cannot be disqualified")]
    NobodyLeft,
    #[error("it is phase 1 as long as someone can build, and player {player} can at {x},{y}")]
    CanBuild { player: PlayerId, x: usize, y: usize },
    #[error("with one player left the game is over, so write -")]
    OnePlayerLeft,
    #[error("player {0} is disqualified and cannot be to move")]
    Disqualified(PlayerId),
    #[error("player {0} has no legal move, so it cannot be their turn")]
    CannotMove(PlayerId),
    #[error("the game is not over, player {0} can move")]
    NotOver(PlayerId),
    #[error("when nobody can build, the game ends in phase 2")]
    EndsInBombing,
}
