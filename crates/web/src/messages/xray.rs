//! A small search under the microscope, and two of them side by side.

use super::Scene;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// Which search of which position.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields, default)]
pub struct XrayWish {
    /// The word on the command line.
    pub game: String,
    /// A variant's name, or `key=value,…`.
    pub variant: Option<String>,
    /// The name of a board that comes with the program.
    pub map: Option<String>,
    /// A position in the game's notation.
    pub position: Option<String>,
    /// Take the position of this game of the server instead.
    pub id: Option<String>,
    /// After so many turns of it.
    pub ply: Option<usize>,
    /// One spec, or two to compare.
    pub players: Vec<String>,
    /// How deep to search.
    pub depth: u32,
}

/// One visit of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct XrayNode {
    /// The visit it belongs to; absent directly below the root.
    pub parent: Option<usize>,
    /// The move or roll that led there.
    pub text: String,
    /// Lower end of the window, as the root player counts; absent where nothing bounded it.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// The value, as the root player counts; absent if the visit was not finished.
    pub value: Option<f64>,
    /// Who was to move, from 1.
    pub player: Option<usize>,
    /// Why it ended: `complete`, `alpha`, `beta`, `star`, `table`, `known`, `probe`, `depth`, `terminal`, `beam`, `stopped`.
    pub ending: &'static str,
}

/// One iteration.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct XrayIteration {
    /// Plies.
    pub depth: u32,
    /// For the player to move.
    pub value: f64,
    /// The best move.
    pub best: Option<String>,
    /// Nodes of this iteration.
    pub nodes: u64,
    /// Its time.
    pub seconds: f64,
    /// What was predicted, if anything was.
    pub predicted: Option<f64>,
    /// The aspiration window, if there was one.
    pub window: Option<(f64, f64)>,
    /// How often the value fell below it.
    pub fail_low: u32,
    /// How often it rose above it.
    pub fail_high: u32,
}

/// A search seen from inside.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Xray {
    /// Who searched.
    pub player: String,
    /// What values count.
    pub unit: String,
    /// The best move.
    pub best: Option<String>,
    /// Its value for the player to move.
    pub value: f64,
    /// Plies searched.
    pub depth: u32,
    /// Nodes of all iterations.
    pub nodes: u64,
    /// Time of all iterations.
    pub seconds: f64,
    /// Every iteration.
    pub iterations: Vec<XrayIteration>,
    /// Questions to the table, and how many it answered.
    pub table: Option<(u64, u64)>,
    /// Chance nodes left below, above the window, and by probing, in searches with dice.
    pub star: Option<(u64, u64, u64)>,
    /// The tree of the last iteration, parents before children; empty if this kind of search cannot be watched.
    pub nodes_seen: Vec<XrayNode>,
    /// Why there is no tree, where there is none.
    pub undrawn: Option<String>,
    /// Visits that did not fit into the picture.
    pub omitted: u64,
    /// How often a visit ended for each reason, in the picture.
    pub endings: Vec<(String, u64)>,
}

/// What comes of an [`XrayWish`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct XrayAnswer {
    /// The board.
    pub scene: Scene,
    /// The position in text.
    pub position: String,
    /// Who is to move, from 1.
    pub mover: Option<usize>,
    /// One per spec.
    pub searches: Vec<Xray>,
}
