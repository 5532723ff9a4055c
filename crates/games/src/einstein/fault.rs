//! What can be wrong with ranks, moves and recorded turns of EinStein.

use super::{BLUE, player_letter, player_name};
use plyground_core::{NotationError, PlayerId};
use thiserror::Error;

/// Why a text is not a rank of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum RankFault {
    #[error("more than {0} cells in a rank")]
    TooLong(usize),
    #[error("{found} cells in a rank of {wanted}")]
    TooShort { found: usize, wanted: usize },
    #[error("`{0}` is no cell; use `.`, rN or bN")]
    UnknownCell(char),
    #[error("`{}` is followed by the number of a stone, 1 to {stones}", player_letter(*.player))]
    NoStone { player: PlayerId, stones: usize },
    #[error("{} stone {label} is on the board twice", player_name(*.player))]
    Twice { player: PlayerId, label: usize },
}

/// Why a text is not a legal move. Cells are names.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum MoveFault {
    #[error("a move is written like r6c5-d4, r6c5xd4 for a capture, or 6d, 6h, 6v")]
    Unreadable,
    #[error("the game is over")]
    GameOver,
    #[error("the die has not been rolled yet")]
    NotRolled,
    #[error("it is {}'s turn", player_name(*.0))]
    NotTheirTurn(PlayerId),
    #[error("stones are numbered 1 to {0}")]
    UnknownStone(usize),
    #[error("{} stone {label} is off the board", player_name(*.player))]
    OffBoard { player: PlayerId, label: usize },
    #[error("a roll of {roll} moves stone {allowed} only")]
    OtherStone { roll: usize, allowed: String },
    #[error("that step from {0} leaves the board")]
    LeavesBoard(String),
    #[error("{} stone {label} stands on {cell}", player_name(*.player))]
    Elsewhere { player: PlayerId, label: usize, cell: String },
    #[error("`{0}` is no cell of this board")]
    UnknownCell(String),
    #[error("{} steps one cell {}", player_name(*.0), ways(*.0))]
    NoStep(PlayerId),
    #[error("{0} is occupied: a capture is written with `x`")]
    Occupied(String),
    #[error("there is nothing to capture on {0}: write `-`")]
    NothingToCapture(String),
}

fn ways(player: PlayerId) -> &'static str {
    if player == BLUE { "left, up or left-up" } else { "right, down or right-down" }
}

/// Why a recorded roll cannot be rolled here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum RollFault {
    #[error("the game is over before this turn")]
    GameOver,
    #[error("the roll may be left out only for a player with a single stone")]
    Missing,
}

/// Why a text is not a turn of a contest record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum TurnFault {
    #[error("a turn is written like 1:5;(R5,C3): ply, roll, stone and target")]
    Unreadable,
    #[error("turn {number} is numbered `{written}`")]
    Number { number: usize, written: String },
    #[error("{}", .0.reason())]
    Face(#[from] NotationError),
    #[error(transparent)]
    Roll(#[from] RollFault),
    #[error("it is {}'s turn", player_name(*.0))]
    NotTheirTurn(PlayerId),
    #[error("`{0}` is no cell")]
    UnknownCell(String),
    #[error("stone {0} is off the board")]
    OffBoard(usize),
    #[error("stone {label} on {from} cannot step to {to}")]
    NoStep { label: usize, from: String, to: String },
    #[error("the roll does not allow stone {0} to move")]
    Forbidden(usize),
}
