//! What engines think of positions, for people who look on.

use super::ClickOn;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// What a page wants to know.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct StudyWish {
    /// After so many turns; absent: where the game stands, its roll included.
    pub ply: Option<usize>,
    /// So many moves get exact values.
    pub lines: u32,
    /// Who thinks; absent: the strongest.
    pub player: Option<String>,
}

/// A move, and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RatedMove {
    /// In the game's notation.
    pub text: String,
    /// The clicks that enter it.
    pub clicks: Vec<ClickOn>,
    /// What it is worth, as [`Insight::value`].
    pub value: f64,
    /// The same between 0 and 1, as [`Insight::share`].
    pub share: f64,
    /// Whether that is its value within the search, or only a bound.
    pub exact: bool,
}

/// A roll, and what would be played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FaceLine {
    /// From 1.
    pub face: usize,
    /// How likely it is.
    pub chance: f64,
    /// The best move.
    pub best: Option<String>,
    /// What the position is worth then, as [`Insight::value`].
    pub value: Option<f64>,
}

/// What an engine thinks of a position so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Insight {
    /// Of the position after so many turns.
    pub ply: usize,
    /// Which version of the game it is about.
    pub version: u64,
    /// Who thinks.
    pub player: String,
    /// From whose point of view values are told, as a number from 1.
    pub view: usize,
    /// What it is worth.
    pub value: f64,
    /// The same between 0 (lost) and 1 (won), for bars and graphs.
    pub share: f64,
    /// What values count.
    pub unit: String,
    /// Whether the value is proven.
    pub exact: bool,
    /// Turns until the end, where a win or loss is proven.
    pub plies_to_end: Option<u32>,
    /// Plies searched.
    pub depth: u32,
    /// Positions visited in the last slice.
    pub nodes: u64,
    /// Positions a second.
    pub speed: f64,
    /// Share of the questions to the table that it answered.
    pub table_hits: Option<f64>,
    /// Size of the table in bytes.
    pub table_bytes: Option<u64>,
    /// The line of play that is expected.
    pub line: Vec<String>,
    /// Moves, best first.
    pub moves: Vec<RatedMove>,
    /// At a roll: what each face would bring.
    pub faces: Vec<FaceLine>,
    /// Whether there is nothing more to find out.
    pub finished: bool,
}

/// What a turn was worth, looked at afterwards.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Review {
    /// The position after so many turns, before this turn.
    pub ply: usize,
    /// How many turns there are.
    pub plies: usize,
    /// Which version of the game it is about.
    pub version: u64,
    /// For whom the share is told, from 1: the first player in games of two, among more whoever moved, and at the end the winner.
    pub view: usize,
    /// What the position was worth to him, between 0 and 1.
    pub share: f64,
    /// Who moved, from 1; absent at the end of the game.
    pub player: Option<usize>,
    /// What was played.
    pub played: Option<String>,
    /// What would have been best.
    pub best: Option<String>,
    /// What the move gave away, between 0 and 1.
    pub error: f64,
    /// What the roll brought, in games with dice.
    pub luck: Option<f64>,
    /// Whether these numbers are exact.
    pub exact: bool,
}
