//! Games being played in a browser.
//!
//! A [`Live`] game hides the type of its game: commands go in, [`GameState`]s come out. It never waits and never searches: when an engine
//! has to move, it hands out an [`EngineTask`], whose result is given back to it.

mod analysis;
mod config;
mod game;
mod history;
mod open;
mod review;
mod seat;
mod snapshot;
#[cfg(test)]
mod tests;

pub use config::GameConfig;
pub use open::{create, reopen};

use crate::error::ApiError;
use crate::messages::{AnalysisRequest, GameCommand, GameState, PushMessage, SocketResponse};
use plyground_search::StopFlag;
use serde_json::Value;
use std::any::Any;
use std::time::Duration;

/// The result of an [`EngineTask`], of a type that only its game knows.
pub type TaskResult = Box<dyn Any + Send>;

/// A search for an engine's move, to be run on another thread.
pub struct EngineTask {
    /// Run it, and pass its result to [`Live::complete_task`].
    pub run: Box<dyn FnOnce(&StopFlag) -> TaskResult + Send>,
    /// The move is made no sooner than this after the task was handed out.
    pub pace: Duration,
}

/// The result of one slice of an [`AnalysisTask`].
pub struct AnalysisStep {
    /// A report for the page.
    pub message: Option<PushMessage>,
    /// Whether the analysis continues.
    pub more: bool,
}

/// An analysis for spectators, executed slice by slice.
pub type AnalysisTask = Box<dyn FnMut(&StopFlag) -> AnalysisStep + Send>;

/// A game being played, of any type.
pub trait Live: Send {
    /// Grows with every change.
    fn version(&self) -> u64;

    /// Everything that a page shows of it.
    fn state(&self) -> GameState;

    /// Executes a command of a page.
    fn execute(&mut self, command: &GameCommand) -> Result<SocketResponse, ApiError>;

    /// The search to run now, if it is an engine's turn and its search is not already running. Rolls first if the server rolls the
    /// die.
    fn next_task(&mut self) -> Option<EngineTask>;

    /// Takes the result of a task. Results for an older version are discarded.
    fn complete_task(&mut self, result: TaskResult);

    /// Drops idle engines with their tables, because no page shows the game; they are rebuilt when needed.
    fn release_engines(&mut self);

    /// Checks the clock: a player without time left loses. Returns how soon to check again.
    fn check_clock(&mut self) -> Option<Duration>;

    /// Gives the mover back the time during which the game could not be shown.
    fn refund_time(&mut self, delay: Duration);

    /// Starts an analysis of a position.
    fn analyse(&self, request: &AnalysisRequest) -> Result<AnalysisTask, ApiError>;

    /// Starts a review of all turns.
    fn review(&self) -> Result<AnalysisTask, ApiError>;

    /// Everything needed to continue it later.
    fn record(&self) -> Value;

    /// The game in another record format.
    fn export(&self, format: &str) -> Result<String, ApiError>;

    /// An SVG picture of the position after `ply` turns, at most the current one.
    fn picture(&self, ply: usize) -> String;

    /// The configuration of a rematch, with every player one seat on.
    fn rematch(&self) -> GameConfig;
}
