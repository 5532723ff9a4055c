//! Boards.

use plyground_core::{CellKind, Change, ChangeKind, Click};
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// A board as the page draws it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Scene {
    /// Width.
    pub cols: usize,
    /// Height.
    pub rows: usize,
    /// Row by row from the top left.
    pub cells: Vec<Cell>,
    /// Joined sides.
    pub links: Vec<Link>,
    /// One per player.
    pub seats: Vec<SceneSeat>,
    /// The current roll, from 1.
    pub die: Option<usize>,
    /// Column captions; empty if columns are numbered from 0.
    pub col_names: Vec<String>,
    /// Row captions; empty if rows are numbered from 0.
    pub row_names: Vec<String>,
}

/// A square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Cell {
    /// `plain`, `hole`, `blocked`, `permanent`, `special`, `home` or `goal`.
    pub ground: &'static str,
    /// The player whose home or goal it is, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    /// The letter of a special square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// The piece on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Piece {
    /// The owner, from 1; absent for neutral pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<usize>,
    /// The label on it.
    pub label: String,
}

/// Two joined sides, each a cell and a direction, clockwise from 0 = up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Link {
    /// One end.
    pub from: (usize, u8),
    /// The other.
    pub to: (usize, u8),
}

/// A player as named by the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SceneSeat {
    /// `red`, `player 3`, …
    pub name: String,
    /// A symbol that identifies the player's pieces without colour.
    pub symbol: char,
}

impl From<plyground_core::Scene> for Scene {
    fn from(scene: plyground_core::Scene) -> Self {
        let seat = |seat: plyground_core::SeatInfo| SceneSeat { name: seat.name, symbol: seat.symbol };
        Scene {
            cols: scene.cols,
            rows: scene.rows,
            cells: scene.cells.into_iter().map(Cell::from).collect(),
            links: scene.links.into_iter().map(|link| Link { from: link.from, to: link.to }).collect(),
            seats: scene.seats.into_iter().map(seat).collect(),
            die: scene.die,
            col_names: scene.col_names,
            row_names: scene.row_names,
        }
    }
}

impl From<plyground_core::Cell> for Cell {
    fn from(cell: plyground_core::Cell) -> Self {
        let (ground, of, letter) = match cell.ground {
            CellKind::Plain => ("plain", None, None),
            CellKind::Hole => ("hole", None, None),
            CellKind::Blocked => ("blocked", None, None),
            CellKind::Permanent => ("permanent", None, None),
            CellKind::Special(letter) => ("special", None, Some(letter)),
            CellKind::Home(player) => ("home", Some(player.number()), None),
            CellKind::Goal(player) => ("goal", Some(player.number()), None),
        };
        let piece =
            cell.piece.map(|piece| Piece { owner: piece.owner.map(|owner| owner.number()), label: piece.label });
        Cell { ground, of, letter, piece }
    }
}

/// A click: the index of a cell, or an answer as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(untagged)]
pub enum ClickOn {
    /// A cell.
    Cell(usize),
    /// An answer.
    Answer(String),
}

impl From<ClickOn> for Click {
    fn from(click: ClickOn) -> Self {
        match click {
            ClickOn::Cell(cell) => Click::Cell(cell),
            ClickOn::Answer(answer) => Click::Answer(answer),
        }
    }
}

impl From<Click> for ClickOn {
    fn from(click: Click) -> Self {
        match click {
            Click::Cell(cell) => ClickOn::Cell(cell),
            Click::Answer(answer) => ClickOn::Answer(answer),
        }
    }
}

/// A legal move and the clicks that enter it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LegalMove {
    /// In the game's notation.
    pub text: String,
    /// In order.
    pub clicks: Vec<ClickOn>,
    /// What to know before making it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
}

/// A change of the board that a move makes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SceneChange {
    /// `slide`, `place`, `flip`, `capture`, `close` or `blast`.
    pub kind: &'static str,
    /// The cell.
    pub cell: usize,
    /// Where a piece that slides comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// Changes of the same step happen together; step 0 is first.
    pub step: usize,
}

impl From<Change> for SceneChange {
    fn from(change: Change) -> Self {
        let (kind, from) = match change.kind {
            ChangeKind::Slide { from } => ("slide", Some(from)),
            ChangeKind::Place => ("place", None),
            ChangeKind::Flip => ("flip", None),
            ChangeKind::Capture => ("capture", None),
            ChangeKind::Close => ("close", None),
            ChangeKind::Blast => ("blast", None),
        };
        SceneChange { kind, cell: change.cell, from, step: change.step }
    }
}

/// What a move would change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Default)]
#[cfg_attr(test, derive(TS))]
pub struct Effects {
    /// Cells that change.
    pub cells: Vec<usize>,
    /// Lines of capture, cell by cell.
    pub paths: Vec<Vec<usize>>,
    /// The same as a sequence of changes.
    pub changes: Vec<SceneChange>,
}
