//! A game at its table: what the server shows, and what a page says.

use super::{Effects, Insight, LegalMove, Review, Scene, StudyWish};
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// What a position waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TurnOf {
    /// `player`, `chance` or `over`.
    pub kind: &'static str,
    /// Who moves or rolls, from 1.
    pub player: Option<usize>,
}

/// The time of a player who plays against a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Clock {
    /// Milliseconds left when this was sent.
    pub left_ms: u64,
    /// Whether it runs.
    pub runs: bool,
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
    /// What is left, in a game with clocks.
    pub clock: Option<Clock>,
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
    /// Whether `variant` is the name of a map.
    pub mapped: bool,
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
    /// Probabilities of the faces where somebody has to roll.
    pub faces: Vec<f64>,
    /// Every turn.
    pub moves: Vec<PlayedMove>,
    /// Who sits where.
    pub seats: Vec<TableSeat>,
    /// How it ended, if it did.
    pub result: Option<Ending>,
    /// Engines and clocks wait.
    pub paused: bool,
    /// Whether there are engines at all.
    pub machines: bool,
    /// The least time between two moves of engines, in milliseconds.
    pub pace_ms: u64,
    /// Which buttons make sense.
    pub can: Can,
    /// Forms of record of the game's own community.
    pub formats: Vec<String>,
    /// Why the last change is not saved yet, in one sentence; until it is, the game cannot go on.
    pub unsaved: Option<String>,
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

/// What a page says over the socket of a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Request {
    /// Echoed in the answer.
    pub re: u64,
    /// What is wanted.
    #[serde(flatten)]
    pub command: Command,
}

/// What a page wants of a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Command {
    /// Make this move.
    Move {
        /// In the game's notation.
        text: String,
    },
    /// Roll, or enter what a real die shows.
    Roll {
        /// From 1.
        face: Option<usize>,
    },
    /// Take back to the last decision of a person.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Give up.
    Resign,
    /// Stop or start engines and clocks.
    Pause {
        /// Stop them.
        on: bool,
    },
    /// How fast engines may follow each other.
    Pace {
        /// Least time between two moves.
        ms: u64,
    },
    /// A new game with the seats swapped.
    Rematch,
    /// Show an earlier position.
    At {
        /// After so many turns.
        ply: usize,
    },
    /// Tell what a move would do.
    Preview {
        /// In the game's notation.
        text: String,
    },
    /// Think about a position and tell what is found, until something else is asked.
    Study(StudyWish),
    /// Think no more.
    Rest,
    /// Look at every turn of the game.
    Review,
}

/// What the server answers to a [`Request`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Answer {
    /// It is done; the new state follows.
    Done,
    /// It is not done.
    Refused {
        /// One sentence.
        reason: String,
    },
    /// The position asked for.
    Glance(Box<Glance>),
    /// What the move would do.
    Effects(Effects),
    /// The game that was made.
    Game {
        /// Its address.
        id: String,
    },
}

/// What the server says unasked.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Push {
    /// The game has changed.
    State {
        /// As it stands.
        state: Box<State>,
    },
    /// What an engine thinks of a position so far.
    Insight {
        /// What it thinks.
        insight: Box<Insight>,
    },
    /// What a turn was worth.
    Review {
        /// The turn.
        review: Review,
    },
}
