//! Network games hosted from a page, and maps.

use super::Scene;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// A wish to host network games.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewHosting {
    /// What to call the map, or the name of one that comes with the program.
    pub map: String,
    /// A map of one's own.
    pub map_text: Option<String>,
    /// One per seat: `client`, or a spec.
    pub seats: Vec<String>,
    /// What is added to a player's account before each of his moves, such as `2s`.
    pub time: Option<String>,
    /// Search depth on the clients' honour, where there is no clock.
    pub depth: Option<u8>,
    /// Games in a row.
    pub games: u32,
}

/// All that the page of a host shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HostingState {
    /// Where clients connect.
    pub address: String,
    /// The map's name.
    pub map: String,
    /// `waiting`, `playing`, `over` or `failed`.
    pub phase: &'static str,
    /// What is going on, in a sentence.
    pub words: String,
    /// The board.
    pub scene: Option<Scene>,
    /// Stones of each player, -1 for the disqualified.
    pub standing: Vec<f64>,
    /// What happened, the latest last.
    pub log: Vec<String>,
    /// Finished games.
    pub results: Vec<HostedGame>,
}

/// A finished network game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HostedGame {
    /// One per seat.
    pub seats: Vec<HostedSeat>,
    /// Turns made.
    pub turns: usize,
}

/// How a network game came out for one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HostedSeat {
    /// Who sat here.
    pub name: String,
    /// Stones at the end.
    pub stones: usize,
    /// Place, from 1.
    pub place: usize,
    /// Why he was disqualified, if he was.
    pub out: Option<String>,
}

/// A map file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct MapText {
    /// As files have it.
    pub text: String,
}

/// What is to be said about a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MapVerdict {
    /// What is wrong with it.
    pub problem: Option<String>,
    /// Tiles that are no holes.
    pub tiles: usize,
    /// Stones of players.
    pub stones: usize,
    /// Choice, inversion, bonus tiles and expansion stones.
    pub specials: usize,
    /// Joined sides.
    pub transitions: usize,
}
