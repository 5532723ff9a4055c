//! A small search with its tree, alone or compared with a second one.

use super::Scene;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// A request for the tree of one or two searches.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields, default)]
pub struct XrayRequest {
    /// The name of the game on the command line.
    pub game: String,
    /// A variant's name, or `key=value,…`.
    pub variant: Option<String>,
    /// The name of a built-in map.
    pub map: Option<String>,
    /// A position in the game's notation.
    pub position: Option<String>,
    /// The ID of a game on the server, to take its position instead.
    pub id: Option<String>,
    /// The number of turns before the position in that game.
    pub ply: Option<usize>,
    /// One spec, or two to compare.
    pub players: Vec<String>,
    /// How deep to search.
    pub depth: u32,
}

/// One visit of a node.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct XrayNode {
    /// The index of the parent visit; absent directly below the root.
    pub parent: Option<usize>,
    /// The move or roll that leads to it.
    pub text: String,
    /// Lower end of the window for the root player; absent if unbounded.
    pub low: Option<f64>,
    /// Upper end of the window for the root player; absent if unbounded.
    pub high: Option<f64>,
    /// The value for the root player; absent if the visit was not finished.
    pub value: Option<f64>,
    /// The player to move, from 1.
    pub player: Option<usize>,
    /// Why it ended: `complete`, `alpha`, `beta`, `star`, `table`, `known`, `probe`, `depth`, `terminal`, `beam`, `stopped`.
    pub ending: &'static str,
}

/// An iteration of iterative deepening.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct XrayIteration {
    /// Plies.
    pub depth: u32,
    /// The value for the player to move.
    pub value: f64,
    /// The best move.
    pub best: Option<String>,
    /// Nodes of this iteration.
    pub nodes: u64,
    /// The time that it took.
    pub seconds: f64,
    /// The predicted time, if any.
    pub predicted: Option<f64>,
    /// The aspiration window, if any.
    pub window: Option<(f64, f64)>,
    /// How often the search failed low.
    pub fail_low: u32,
    /// How often the search failed high.
    pub fail_high: u32,
}

/// A search and its tree.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct XraySearch {
    /// The player spec.
    pub player: String,
    /// The unit of values.
    pub unit: String,
    /// The best move.
    pub best: Option<String>,
    /// The value of the best move for the player to move.
    pub value: f64,
    /// Plies searched.
    pub depth: u32,
    /// Nodes of all iterations.
    pub nodes: u64,
    /// Time of all iterations.
    pub seconds: f64,
    /// Every iteration.
    pub iterations: Vec<XrayIteration>,
    /// Probes of the transposition table, and hits.
    pub table: Option<(u64, u64)>,
    /// Chance nodes cut off below the window, above it, and by probing, in searches with dice.
    pub star: Option<(u64, u64, u64)>,
    /// The tree of the last iteration, parents before children; empty if this kind of search does not record it.
    pub tree: Vec<XrayNode>,
    /// Why there is no tree, if there is none.
    pub no_tree_reason: Option<String>,
    /// Visits beyond the limit, which are not in the tree.
    pub omitted: u64,
    /// How often visits ended for each reason, within the tree.
    pub endings: Vec<(String, u64)>,
}

/// The response to an [`XrayRequest`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct XrayResponse {
    /// The board.
    pub scene: Scene,
    /// The position in text.
    pub position: String,
    /// The player to move, from 1.
    pub mover: Option<usize>,
    /// One per spec.
    pub searches: Vec<XraySearch>,
}
