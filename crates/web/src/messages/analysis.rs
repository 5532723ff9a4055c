//! Analyses of positions and reviews of games.

use super::{ClickOn, NodePath};
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// A request to analyse a position.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The number of turns before the position; absent for the current position with its roll.
    pub ply: Option<usize>,
    /// How many moves get exact values.
    pub lines: u32,
    /// The engine's spec; absent for the strongest.
    pub player: Option<String>,
    /// A position of the analysis board, instead of `ply`.
    #[serde(default)]
    pub at: Option<NodePath>,
    /// A name for the position, repeated in all reports about it.
    #[serde(default)]
    pub node: Option<String>,
    /// Which of the analyses that run side by side, from 0.
    #[serde(default)]
    pub slot: usize,
    /// Whether the mover passes first, to see what the opponents threaten.
    #[serde(default)]
    pub pass: bool,
    /// When to end; absent for never.
    #[serde(default)]
    pub limit: Option<AnalysisLimit>,
}

/// When an analysis ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct AnalysisLimit {
    /// After this depth.
    #[serde(default)]
    pub depth: Option<u32>,
    /// After this many nodes.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// After this time.
    #[serde(default)]
    pub time_ms: Option<u64>,
}

/// A move and its value.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RatedMove {
    /// In the game's notation.
    pub text: String,
    /// The clicks that enter it.
    pub clicks: Vec<ClickOn>,
    /// The value, as in [`AnalysisReport::value`].
    pub value: f64,
    /// The chance with this move, as in [`AnalysisReport::share`].
    pub share: f64,
    /// Whether the value is exact within the search, or only a bound.
    pub exact: bool,
    /// The move and the expected play after it; empty if that was not searched.
    pub line: Vec<String>,
    /// The cells between which a piece moves; absent where it only appears, and for moves that are not among the best.
    pub arrow: Option<(usize, usize)>,
}

/// A possible roll and the best move after it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RollAnalysis {
    /// The face, from 1.
    pub face: usize,
    /// Its probability.
    pub chance: f64,
    /// The best move.
    pub best: Option<String>,
    /// The value after this roll, as in [`AnalysisReport::value`].
    pub value: Option<f64>,
    /// The chance after this roll, as in [`AnalysisReport::share`].
    pub share: Option<f64>,
}

/// A report of an analysis in progress.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct AnalysisReport {
    /// The number of turns before the position.
    pub ply: usize,
    /// The version of the game that was analysed.
    pub version: u64,
    /// The name of the position, from the request.
    pub node: Option<String>,
    /// Which of the analyses that run side by side.
    pub slot: usize,
    /// Whether the mover passed first.
    pub pass: bool,
    /// The player to move, from 1.
    pub mover: usize,
    /// The engine's spec.
    pub player: String,
    /// The player whose point of view values take, from 1.
    pub view: usize,
    /// The value of the position.
    pub value: f64,
    /// The chance of the player whose point of view is taken, from 0 to 1.
    pub share: f64,
    /// The expected score of every player: a win is 1, a shared first place its share. They add up to 1.
    pub chances: Vec<f64>,
    /// The chances in words.
    pub words: String,
    /// The unit of values.
    pub unit: String,
    /// Whether the value is proven.
    pub exact: bool,
    /// Turns until the end, if a win or loss is proven.
    pub plies_to_end: Option<u32>,
    /// Plies searched.
    pub depth: u32,
    /// Nodes visited since the analysis began.
    pub nodes: u64,
    /// Time searched since the analysis began, in milliseconds.
    pub time_ms: u64,
    /// Nodes per second.
    pub speed: f64,
    /// The hit rate of the transposition table.
    pub table_hits: Option<f64>,
    /// The size of the table in bytes.
    pub table_bytes: Option<u64>,
    /// The principal variation.
    pub line: Vec<String>,
    /// Moves, best first.
    pub moves: Vec<RatedMove>,
    /// Before a roll: the analysis of each face.
    pub rolls: Vec<RollAnalysis>,
    /// Whether the analysis is complete.
    pub finished: bool,
}

/// The review of a turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Review {
    /// The number of turns before this one.
    pub ply: usize,
    /// The number of turns in the game.
    pub plies: usize,
    /// The version of the game that was reviewed.
    pub version: u64,
    /// The player whose point of view `share` takes, from 1: the first player in games of two; with more players the mover, and at the
    /// end the winner.
    pub view: usize,
    /// The chance of that player before the turn, from 0 to 1.
    pub share: f64,
    /// The expected score of every player before the turn. They add up to 1.
    pub chances: Vec<f64>,
    /// The mover, from 1; absent at the end of the game.
    pub player: Option<usize>,
    /// The move that was played.
    pub played: Option<String>,
    /// The best move.
    pub best: Option<String>,
    /// Why the move is worse than the best one, in words, where it lost much and the game can tell.
    pub reason: Option<String>,
    /// What the move lost compared with the best one, from 0 to 1.
    pub error: f64,
    /// What the roll gained, in games with dice.
    pub luck: Option<f64>,
    /// Whether these values are proven.
    pub exact: bool,
}
