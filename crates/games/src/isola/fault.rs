//! What can be wrong with texts about Isola: sizes, squares, positions, moves, variants.

use super::rules::IDLE_LIMIT;
use super::square::{MAX_COLS, MAX_SQUARES, MIN_SIDE, Size};
use thiserror::Error;

/// Why there is no board of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SizeFault {
    /// A side is too short: columns and rows.
    #[error("a board has at least {MIN_SIDE} columns and {MIN_SIDE} rows, not {0}x{1}")]
    TooSmall(usize, usize),
    /// More columns than letters.
    #[error("a board has at most {MAX_COLS} columns (a to z), not {0}")]
    TooWide(usize),
    /// More squares than a word has bits: columns and rows.
    #[error("a board has at most {MAX_SQUARES} squares, {0}x{1} is too large")]
    TooLarge(usize, usize),
}

/// Why a name is not that of a square.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SquareFault {
    /// It is not a letter and a number.
    #[error("`{name}` is not a square such as a1 or {last}")]
    Unreadable {
        /// What was written, shortened.
        name: String,
        /// The last square of the board.
        last: String,
    },
    /// The board ends before it.
    #[error("{name} is not on the board of {size}, which ends at {last}")]
    Outside {
        /// What was written.
        name: String,
        /// The size of the board.
        size: Size,
        /// The last square of the board.
        last: String,
    },
}

/// Why a text is not a position. Words of the text are shortened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum PositionFault {
    #[error("the player to move is X or O, not `{0}`")]
    UnknownPlayer(String),
    #[error("the player to move, X or O, is missing after the rows")]
    NoPlayer,
    #[error("there is something after the end: `{0}`")]
    AfterEnd(String),
    #[error("the board of this variant is {wanted}, that of the position is {found}")]
    OtherSize { wanted: Size, found: Size },
    #[error("row {row} has {found} squares instead of {wanted}")]
    RowLength { row: usize, found: usize, wanted: usize },
    #[error("there are two pieces {piece}, on {first} and {second}")]
    TwoPieces { piece: char, first: String, second: String },
    #[error("`{}` on {square} is none of . # X O + x o", .symbol.escape_debug())]
    UnknownSymbol { symbol: char, square: String },
    #[error("`{symbol}` on {square} is a permanent square, which only mode=remove has")]
    PermanentInTrail { symbol: char, square: String },
    #[error("the turns without progress are a number from 1 to {IDLE_LIMIT}, not `{0}`")]
    IdleTurns(String),
}

/// Why a text is not a legal move. Squares are names, players their letters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum MoveFault {
    #[error("the game is over, no move is possible")]
    GameOver,
    #[error("{0} is on the board already and must step, without `@`")]
    AlreadyPlaced(char),
    #[error("{0} is not on the board yet and must be placed, as in @a1")]
    NotPlaced(char),
    #[error(transparent)]
    Square(#[from] SquareFault),
    #[error("{player} stands on {square}")]
    Occupied { player: char, square: String },
    #[error("{0} is blocked")]
    Blocked(String),
    #[error("a {mover} on {from} cannot step to {to}")]
    Unreachable { mover: &'static str, from: String, to: String },
    #[error("this variant blocks the square just left; a move names only where to go")]
    NothingToRemove,
    #[error("the square to remove is missing, as in {to}-{example}")]
    RemovalMissing { to: String, example: String },
    #[error("{0} is where the piece goes, it cannot be removed")]
    RemovesTarget(String),
    #[error("{0} is permanent, it cannot be removed")]
    RemovesPermanent(String),
    #[error("{0} is occupied, it cannot be removed")]
    RemovesOccupied(String),
    #[error("{0} is blocked already")]
    RemovesBlocked(String),
}

/// Why a text is not a variant. Words of the text are shortened; hints name what may have been meant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum VariantFault {
    #[error("is neither the name of a variant nor key=value,…; {hint}")]
    UnknownName { hint: String },
    #[error("`{0}` is not key=value")]
    NoValue(String),
    #[error("there is no parameter `{key}`; {hint}")]
    UnknownKey { key: String, hint: String },
    #[error("{0} is given twice")]
    Twice(String),
    #[error("`{word}` is no {key}; {hint}")]
    UnknownValue { key: &'static str, word: String, hint: String },
    #[error("{key}={word} is not a number of squares from 2 to 60")]
    NotANumber { key: &'static str, word: String },
    #[error(transparent)]
    Size(#[from] SizeFault),
    #[error(transparent)]
    Square(#[from] SquareFault),
    #[error("permanent squares exist only with mode=remove")]
    PermanentInTrail,
    #[error("start={0} is neither two squares such as a1:b2 nor none")]
    Start(String),
    #[error("both pieces would start on {0}")]
    SameStart(String),
}
