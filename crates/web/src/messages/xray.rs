//! Requests for recorded searches. The recordings themselves are documents of the crate `xray`.

use serde::Deserialize;

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
    /// A literal tree instead of a game, such as `(3 (12 8) (2 4 6))`.
    pub tree: Option<String>,
    /// The limit of play-outs.
    pub iterations: Option<u64>,
}

/// A request for the board after some moves of a recorded search.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields, default)]
pub struct XrayBoardRequest {
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
    /// Moves from there, and rolls as `rolls 3`.
    pub moves: Vec<String>,
}
