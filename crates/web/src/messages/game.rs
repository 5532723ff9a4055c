//! The socket of a game: what the server shows, and the commands of a page.

use super::{
    AnalysisReport, AnalysisRequest, ClickOn, Effects, LegalMove, NodePath, NodeView, Review, Scene, SceneChange,
};
use plyground_core::PlayerId;
use plyground_engine::thought::Thought;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// What a position waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TurnState {
    /// `player`, `chance` or `over`.
    pub kind: &'static str,
    /// The player who moves or rolls, from 1.
    pub player: Option<usize>,
}

/// A running or stopped clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SeatClock {
    /// Milliseconds left when this was sent.
    pub left_ms: u64,
    /// Whether it is running.
    pub running: bool,
}

/// A seat of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SeatState {
    /// The game's name for the player.
    pub name: String,
    /// A symbol that identifies the player's pieces without colour.
    pub symbol: char,
    /// Countable possessions.
    pub holdings: Vec<(String, i64)>,
    /// Whether the player is out of the game.
    pub eliminated: bool,
    /// The display name of the person or engine.
    pub label: String,
    /// Whether a person at this page plays.
    pub person: bool,
    /// The spec of an engine; absent for a person.
    pub spec: Option<String>,
    /// Whether the engine is thinking.
    pub thinking: bool,
    /// Milliseconds used so far.
    pub used_ms: u64,
    /// The time left, in games with clocks.
    pub clock: Option<SeatClock>,
}

/// A turn in the list of moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayedMove {
    /// As recorded, including its roll.
    pub text: String,
    /// The player who made it, from 1.
    pub player: Option<usize>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameResult {
    /// Who won, in one sentence.
    pub text: String,
    /// Why it ended, in one sentence.
    pub reason: String,
    /// Payoffs by seat.
    pub payoffs: Vec<f64>,
    /// Places by seat, from 1; empty if the game was broken off.
    pub places: Vec<usize>,
    /// What was counted, by seat; empty for games that are not counted.
    pub score: Vec<i64>,
}

/// The actions that are available.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct AvailableActions {
    /// A move can be taken back.
    pub undo: bool,
    /// A move was taken back.
    pub redo: bool,
    /// A person is still playing.
    pub resign: bool,
    /// Seats can be given to others.
    pub change: bool,
}

/// What a player thought before a move, as far as they told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SeatThought {
    /// The number of turns before it.
    pub ply: usize,
    /// The player, from 1.
    pub player: usize,
    /// The expected score of every player.
    pub chances: Vec<f64>,
    /// The chances in words.
    pub words: String,
    /// How deep they looked.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The moves that they expect, their own first.
    pub line: Vec<String>,
}

impl SeatThought {
    /// What a player thought after this number of turns.
    pub fn new(ply: usize, player: PlayerId, thought: &Thought) -> Self {
        SeatThought {
            ply,
            player: player.number(),
            chances: thought.chances.as_slice().to_vec(),
            words: thought.words.clone(),
            depth: thought.depth,
            nodes: thought.nodes,
            line: thought.line.clone(),
        }
    }
}

/// Everything that a page shows of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameState {
    /// Grows with every change.
    pub version: u64,
    /// The name of the game on the command line.
    pub game: String,
    /// The display name of the game.
    pub title: String,
    /// As `--variant` takes it, or the name of the map.
    pub variant: String,
    /// Whether `variant` is the name of a map.
    pub mapped: bool,
    /// The position in text.
    pub position: String,
    /// The phase of the game.
    pub phase: String,
    /// Turns made.
    pub plies: usize,
    /// The board.
    pub scene: Scene,
    /// The cells of the last move.
    pub last: Vec<usize>,
    /// What the last move changed, in order.
    pub changes: Vec<SceneChange>,
    /// The players, from 1, who had no move after the last one.
    pub passed: Vec<usize>,
    /// What a person is asked to do, one sentence per click of a move.
    pub prompts: Vec<String>,
    /// The letters of special squares with their meaning.
    pub legend: Vec<(char, &'static str)>,
    /// What the game waits for.
    pub turn: TurnState,
    /// Whether a person has to move or roll.
    pub yours: bool,
    /// The legal moves, if a person has to move.
    pub legal: Vec<LegalMove>,
    /// The probabilities of the faces, if a person has to roll.
    pub faces: Vec<f64>,
    /// All turns.
    pub moves: Vec<PlayedMove>,
    /// All seats.
    pub seats: Vec<SeatState>,
    /// The result, if the game is over.
    pub result: Option<GameResult>,
    /// Whether engines and clocks are paused.
    pub paused: bool,
    /// Whether engines take part.
    pub engines: bool,
    /// The minimum time between two engine moves, in milliseconds.
    pub pace_ms: u64,
    /// The available actions.
    pub can: AvailableActions,
    /// Where it comes from: `played`, `imported`, `tournament` or `hosted`.
    pub source: &'static str,
    /// The host of a network game.
    pub host: Option<String>,
    /// What players thought before their moves, in order.
    pub thoughts: Vec<SeatThought>,
    /// Export formats other than our own.
    pub formats: Vec<String>,
    /// What a move has to give away to be called a mistake, as a share of a won game.
    pub notable_loss: f64,
    /// Why the last change is not saved yet; until it is, the game cannot continue.
    pub unsaved: Option<String>,
}

/// An earlier position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PastPosition {
    /// The number of turns before it.
    pub ply: usize,
    /// The board.
    pub scene: Scene,
    /// The cells of the move that led there.
    pub last: Vec<usize>,
    /// What that move changed, in order.
    pub changes: Vec<SceneChange>,
    /// The position in text.
    pub position: String,
}

/// A message of a page over the socket of a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SocketRequest {
    /// A number that is repeated in the response.
    pub re: u64,
    /// The command.
    #[serde(flatten)]
    pub command: GameCommand,
}

/// A command of a page.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum GameCommand {
    /// Make this move.
    Move {
        /// In the game's notation.
        text: String,
    },
    /// Roll, or enter the roll of a real die.
    Roll {
        /// From 1.
        face: Option<usize>,
    },
    /// Take back up to the last decision of a person.
    Undo,
    /// Play the moves again that were taken back.
    Redo,
    /// Resign.
    Resign,
    /// Pause or resume engines and clocks.
    Pause {
        /// Pause them.
        on: bool,
    },
    /// Set the pace of engines.
    Pace {
        /// The minimum time between two moves.
        ms: u64,
    },
    /// Give a seat to a person or to an engine.
    Seat {
        /// From 1.
        seat: usize,
        /// `human` or a player spec.
        who: String,
    },
    /// Start a new game with the seats swapped.
    Rematch,
    /// Show an earlier position.
    At {
        /// The number of turns before it.
        ply: usize,
    },
    /// Show a position of the analysis board.
    Node(NodePath),
    /// Show what a move would change.
    Preview {
        /// In the game's notation.
        text: String,
        /// Where on the analysis board; absent for the current position.
        #[serde(default)]
        at: Option<NodePath>,
    },
    /// Tell why no move begins with these clicks.
    Explain {
        /// In order; the last one is not possible.
        clicks: Vec<ClickOn>,
    },
    /// Analyse a position until something else is requested.
    Analyse(AnalysisRequest),
    /// Stop the analysis of a position.
    Stop {
        /// Which of the analyses that run side by side; absent for all of them.
        #[serde(default)]
        slot: Option<usize>,
    },
    /// Review every turn of the game.
    Review,
}

/// The server's response to a [`SocketRequest`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SocketResponse {
    /// Done; the new state follows.
    Done,
    /// The command failed.
    Error {
        /// Why, in one sentence.
        reason: String,
    },
    /// The earlier position.
    Position(Box<PastPosition>),
    /// The position of the analysis board.
    Node(Box<NodeView>),
    /// What the move would change.
    Effects(Effects),
    /// Why a click does nothing.
    Explanation {
        /// One sentence, if there is something to tell.
        text: Option<String>,
    },
    /// The new game.
    Game {
        /// Its ID.
        id: String,
    },
}

/// A message that the server sends without a request.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum PushMessage {
    /// The game has changed.
    State {
        /// The new state.
        state: Box<GameState>,
    },
    /// A report of the analysis of a position.
    Analysis {
        /// The report.
        report: Box<AnalysisReport>,
    },
    /// The review of a turn.
    Review {
        /// The turn.
        review: Review,
    },
}
