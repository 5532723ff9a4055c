//! Games being played in a browser.
//!
//! A [`LiveGame`] is of any game: commands go in, [`GameState`](crate::messages::GameState)s come out. It never waits and never searches: when an engine
//! has to move, it hands out an [`EngineTask`], whose result is given back to it.

mod analysis;
mod config;
mod game;
mod history;
mod open;
mod record;
mod remote;
mod review;
mod seat;
mod snapshot;
mod source;
#[cfg(test)]
mod tests;
mod variations;

pub use analysis::KeptEngine;
pub use config::{GameConfig, HUMAN};
pub use game::{EngineMove, LiveGame};
pub use open::{NewHostedGame, Reopening, create};
pub use remote::{RemoteGame, SeatAnswer, TimeAccounts};
pub use source::{GameSource, is_fault};

use crate::messages::PushMessage;
use plyground_search::StopFlag;
use std::time::Duration;

/// A search for an engine's move, to be run on another thread.
pub struct EngineTask {
    /// Run it, and pass its result to [`LiveGame::complete_task`].
    pub run: Box<dyn FnOnce(&StopFlag) -> EngineMove + Send>,
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

/// What surrounds a slice of an analysis.
#[derive(Clone, Copy)]
pub struct SliceContext<'a> {
    /// Ends the slice.
    pub stop: &'a StopFlag,
    /// Sends a report while the slice is still running.
    pub report: &'a (dyn Fn(PushMessage) + Sync),
    /// Whether other analyses wait for a thread; a long slice then makes room.
    pub contended: &'a (dyn Fn() -> bool + Sync),
}

/// An analysis for spectators, executed slice by slice.
pub type AnalysisTask = Box<dyn FnMut(&SliceContext<'_>) -> AnalysisStep + Send>;
