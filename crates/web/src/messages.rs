//! Everything that passes between the server and its pages. `assets/messages.d.ts` is written from these types.

use plyground_core::{Click, Ground};
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
    /// The roll on the table, from 1.
    pub die: Option<usize>,
    /// Captions; empty when columns are counted from 0.
    pub col_names: Vec<String>,
    /// Captions; empty when rows are counted from 0.
    pub row_names: Vec<String>,
}

/// A square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Cell {
    /// `plain`, `hole`, `blocked`, `permanent`, `special`, `home` or `goal`.
    pub ground: &'static str,
    /// Whose home or goal, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    /// The letter of a special square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// What stands on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
}

/// What stands on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Piece {
    /// From 1; absent for nobody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<usize>,
    /// Inscription.
    pub label: String,
}

/// Two joined sides: cell and direction, clockwise from 0 = up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Link {
    /// One end.
    pub from: (usize, u8),
    /// The other.
    pub to: (usize, u8),
}

/// A player as the game sees him.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SceneSeat {
    /// `red`, `player 3`, …
    pub name: String,
    /// Tells his pieces apart without colour.
    pub symbol: char,
}

impl From<plyground_core::Scene> for Scene {
    fn from(scene: plyground_core::Scene) -> Self {
        let seat = |seat: plyground_core::Seat| SceneSeat { name: seat.name, symbol: seat.symbol };
        Scene {
            cols: scene.cols,
            rows: scene.rows,
            cells: scene.cells.into_iter().map(Cell::from).collect(),
            links: scene.links.into_iter().map(|link| Link { from: link.from, to: link.to }).collect(),
            seats: scene.seats.into_iter().map(seat).collect(),
            die: scene.die.map(|face| face + 1),
            col_names: scene.col_names,
            row_names: scene.row_names,
        }
    }
}

impl From<plyground_core::Cell> for Cell {
    fn from(cell: plyground_core::Cell) -> Self {
        let (ground, of, letter) = match cell.ground {
            Ground::Plain => ("plain", None, None),
            Ground::Hole => ("hole", None, None),
            Ground::Blocked => ("blocked", None, None),
            Ground::Permanent => ("permanent", None, None),
            Ground::Special(letter) => ("special", None, Some(letter)),
            Ground::Home(player) => ("home", Some(player.number()), None),
            Ground::Goal(player) => ("goal", Some(player.number()), None),
        };
        let piece = cell.piece.map(|piece| Piece { owner: piece.owner.map(|owner| owner.number()), label: piece.label });
        Cell { ground, of, letter, piece }
    }
}

/// A thing to click: a cell's index, or an answer in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(untagged)]
pub enum ClickOn {
    /// A cell.
    Cell(usize),
    /// An answer.
    Answer(String),
}

impl From<Click> for ClickOn {
    fn from(click: Click) -> Self {
        match click {
            Click::Cell(cell) => ClickOn::Cell(cell),
            Click::Answer(answer) => ClickOn::Answer(answer),
        }
    }
}

/// A move that may be made, and the clicks that enter it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LegalMove {
    /// In the game's notation.
    pub text: String,
    /// In order.
    pub clicks: Vec<ClickOn>,
}

/// What a position waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TurnOf {
    /// `player`, `chance` or `over`.
    pub kind: &'static str,
    /// Who moves or rolls, from 1.
    pub player: Option<usize>,
}

/// A seat at the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TableSeat {
    /// What the game calls the player.
    pub name: String,
    /// Tells his pieces apart without colour.
    pub symbol: char,
    /// Countable belongings.
    pub holdings: Vec<(String, i64)>,
    /// Excluded from the game.
    pub eliminated: bool,
    /// Who sits there, in words.
    pub label: String,
    /// The spec of an engine; absent for a person.
    pub spec: Option<String>,
    /// Thinking at this moment.
    pub thinking: bool,
    /// Milliseconds used so far.
    pub used_ms: u64,
}

/// A turn of the game's list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayedMove {
    /// As recorded, with its roll.
    pub text: String,
    /// Who made it, from 1.
    pub player: Option<usize>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Ending {
    /// One sentence: who won.
    pub text: String,
    /// One sentence: why it ended.
    pub reason: String,
    /// Payoffs by seat.
    pub payoffs: Vec<f64>,
    /// Places by seat, from 1.
    pub places: Vec<usize>,
}

/// Which buttons make sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Can {
    /// Something can be taken back.
    pub undo: bool,
    /// Something was taken back.
    pub redo: bool,
    /// A person is still playing.
    pub resign: bool,
}

/// Everything that a page shows of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct State {
    /// Grows with every change.
    pub version: u64,
    /// The game's name on the command line.
    pub game: String,
    /// Its name among people.
    pub title: String,
    /// As `--variant` takes it, or the map's name.
    pub variant: String,
    /// The position in text.
    pub position: String,
    /// The stage of the game.
    pub phase: String,
    /// Turns made.
    pub plies: usize,
    /// The board.
    pub scene: Scene,
    /// The cells of the last move.
    pub last: Vec<usize>,
    /// What is waited for.
    pub turn: TurnOf,
    /// Whether it is a person who moves or rolls.
    pub yours: bool,
    /// Legal moves of a person to move.
    pub legal: Vec<LegalMove>,
    /// Probabilities of the faces where a roll is due.
    pub faces: Vec<f64>,
    /// Every turn.
    pub moves: Vec<PlayedMove>,
    /// Who sits where.
    pub seats: Vec<TableSeat>,
    /// How it ended, if it did.
    pub result: Option<Ending>,
    /// Engines wait.
    pub paused: bool,
    /// Whether there are engines at all.
    pub machines: bool,
    /// Which buttons make sense.
    pub can: Can,
    /// Forms of record of the game's own community.
    pub formats: Vec<String>,
}

/// An earlier position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Glance {
    /// After so many turns.
    pub ply: usize,
    /// The board.
    pub scene: Scene,
    /// The cells of the move that led there.
    pub last: Vec<usize>,
    /// In text.
    pub position: String,
}

/// What a move would do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Default)]
#[cfg_attr(test, derive(TS))]
pub struct Effects {
    /// Cells that change.
    pub cells: Vec<usize>,
    /// Lines along which it happens, cell by cell.
    pub paths: Vec<Vec<usize>>,
}

/// What a page says over the socket of a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Command {
    /// Make this move.
    Move {
        /// Echoed in the answer.
        re: u64,
        /// In the game's notation.
        text: String,
    },
    /// Roll, or enter what a real die shows.
    Roll {
        /// Echoed in the answer.
        re: u64,
        /// From 1.
        face: Option<usize>,
    },
    /// Take back to the last decision of a person.
    Undo {
        /// Echoed in the answer.
        re: u64,
    },
    /// Play again what was taken back.
    Redo {
        /// Echoed in the answer.
        re: u64,
    },
    /// Give up.
    Resign {
        /// Echoed in the answer.
        re: u64,
    },
    /// Stop or start the engines.
    Pause {
        /// Echoed in the answer.
        re: u64,
        /// Stop them.
        on: bool,
    },
    /// A new game with the seats swapped.
    Rematch {
        /// Echoed in the answer.
        re: u64,
    },
    /// Show an earlier position.
    At {
        /// Echoed in the answer.
        re: u64,
        /// After so many turns.
        ply: usize,
    },
    /// Tell what a move would do.
    Preview {
        /// Echoed in the answer.
        re: u64,
        /// In the game's notation.
        text: String,
    },
    /// Think about a position, or stop that.
    Analyze {
        /// Echoed in the answer.
        re: u64,
        /// Start or stop.
        on: bool,
        /// After so many turns; absent: wherever the game stands.
        ply: Option<usize>,
        /// Best moves wanted, 1 to 5.
        lines: Option<u32>,
        /// Who thinks; absent: the strongest.
        player: Option<String>,
    },
}
