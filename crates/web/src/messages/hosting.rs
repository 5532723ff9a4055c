//! Network games hosted from a page, and maps.

use super::Scene;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// A request to host network games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewHosting {
    /// The display name of the map, or the name of a built-in one.
    pub map: String,
    /// A custom map.
    pub map_text: Option<String>,
    /// One per seat: `client` or a player spec.
    pub seats: Vec<String>,
    /// The time added to a player's clock before each move, such as `2s`.
    pub time: Option<String>,
    /// The search depth that clients are asked to use, if there is no clock.
    pub depth: Option<u8>,
    /// Games in a row.
    pub games: u32,
}

/// Everything that the page of a host shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HostingState {
    /// The address for clients.
    pub address: String,
    /// The command that joins from a terminal.
    pub join_command: String,
    /// The name of the map.
    pub map: String,
    /// `waiting`, `playing`, `over` or `failed`.
    pub phase: &'static str,
    /// The current status, in one sentence.
    pub status: String,
    /// The board.
    pub scene: Option<Scene>,
    /// Stones of each player, -1 for disqualified players.
    pub standing: Vec<f64>,
    /// Events, the latest last.
    pub log: Vec<String>,
    /// Finished games.
    pub results: Vec<HostedGame>,
    /// The running game, by its path below `/game/`.
    pub game: Option<String>,
    /// People of the page who have taken a seat.
    pub people: usize,
}

/// A finished network game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HostedGame {
    /// Its path below `/game/`, if it could be saved.
    pub id: Option<String>,
    /// One per seat.
    pub seats: Vec<HostedSeat>,
    /// Turns made.
    pub turns: usize,
}

/// The result of a network game for one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HostedSeat {
    /// The player.
    pub name: String,
    /// Stones at the end.
    pub stones: usize,
    /// Place, from 1.
    pub place: usize,
    /// Why the player was disqualified, if they were.
    pub disqualified: Option<String>,
}

/// A map file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct MapFileText {
    /// The content of the file.
    pub text: String,
}

/// How quick games on a map went.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MapFairness {
    /// Games played.
    pub games: u64,
    /// The spec of who played in every seat.
    pub player: String,
    /// The share of first places of each seat.
    pub seats: Vec<SeatShare>,
    /// How far apart the best and the worst seat surely are; 0 if their intervals overlap.
    pub gap: f64,
}

/// A share with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SeatShare {
    /// The share.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The result of checking a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MapCheck {
    /// What is wrong with it.
    pub problem: Option<String>,
    /// Tiles other than holes.
    pub tiles: usize,
    /// Stones of players.
    pub stones: usize,
    /// Choice, inversion, bonus tiles and expansion stones.
    pub specials: usize,
    /// Joined sides.
    pub transitions: usize,
}
