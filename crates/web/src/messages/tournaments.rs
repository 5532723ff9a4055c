//! Tournaments.

use super::{Scene, SeatThought};
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// A request for a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Its name in the archive.
    pub name: String,
    /// The name of the game on the command line.
    pub game: String,
    /// A variant's name, or `key=value,…`.
    pub variant: Option<String>,
    /// The name of a built-in map.
    pub map: Option<String>,
    /// The participants.
    pub players: Vec<NewEntrant>,
    /// Whether the first player meets all others, who do not meet each other.
    pub gauntlet: bool,
    /// Openings per pairing.
    pub repeats: u64,
    /// How games begin: `auto`, `start`, `deal`, `random:4`, …
    pub openings: Option<String>,
    /// Time per move, such as `100ms`.
    pub time: Option<String>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Seeds everything random.
    pub seed: Option<u64>,
}

/// A participant.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewEntrant {
    /// The display name; empty for the spec.
    pub name: String,
    /// The player spec.
    pub spec: String,
}

/// A tournament in the archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TournamentSummary {
    /// The name, which is also its path below `/arena/`.
    pub name: String,
    /// Games planned.
    pub planned: u64,
    /// Games played.
    pub played: u64,
    /// Whether games are being played.
    pub running: bool,
}

/// Everything that the page of a tournament shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TournamentState {
    /// The name.
    pub name: String,
    /// Games planned.
    pub planned: u64,
    /// Games played.
    pub played: u64,
    /// Whether games are being played.
    pub running: bool,
    /// Whether it is about to pause: running games are finished.
    pub pausing: bool,
    /// Estimated seconds until the end.
    pub seconds_left: Option<f64>,
    /// Why it stopped early.
    pub error: Option<String>,
    /// One table per event, and a combined one if there are several.
    pub tables: Vec<ScoreTable>,
    /// How the score between the first two players develops, if only two take part.
    pub head_to_head: Option<HeadToHead>,
    /// Games in progress.
    pub boards: Vec<RunningGame>,
    /// Games that did not end by the rules.
    pub failed: Vec<FailedGame>,
}

/// The standings of an event.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ScoreTable {
    /// What was played.
    pub label: String,
    /// Games planned.
    pub planned: u64,
    /// Games played.
    pub played: u64,
    /// Rows, best score first.
    pub rows: Vec<ScoreRow>,
    /// Points per game of each seat.
    pub seat_scores: Vec<f64>,
}

/// A player's results in an event. Scores are shares from 0 to 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ScoreRow {
    /// The display name.
    pub name: String,
    /// The player spec.
    pub spec: String,
    /// Games played.
    pub games: u64,
    /// Games with a sole first place.
    pub wins: u64,
    /// Games with a shared first place.
    pub draws: u64,
    /// Games without a first place.
    pub losses: u64,
    /// Mean share of the first place.
    pub score: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Elo with mean 0, or the rating in games of more than two players.
    pub elo: Option<f64>,
    /// Opponents who are better with 95 % confidence.
    pub worse_than: usize,
    /// Opponents for whom neither is certain.
    pub even_with: usize,
    /// Opponents who are worse with 95 % confidence.
    pub better_than: usize,
    /// The score against the player of each row.
    pub against: Vec<Option<f64>>,
}

/// How the score between two players develops.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HeadToHead {
    /// The player whose score it is.
    pub first: String,
    /// The opponent.
    pub second: String,
    /// The sequential test decides between `elo0` and `elo1` as the Elo difference.
    pub elo0: f64,
    /// The alternative hypothesis.
    pub elo1: f64,
    /// The bound at which `elo0` is accepted.
    pub lower: f64,
    /// The bound at which `elo1` is accepted.
    pub upper: f64,
    /// Points, by number of games.
    pub points: Vec<HeadToHeadPoint>,
}

/// The score between two players after some games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HeadToHeadPoint {
    /// Games played.
    pub games: u64,
    /// Elo difference, where it is finite.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Log-likelihood ratio of the test.
    pub llr: f64,
}

/// A game in progress.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RunningGame {
    /// The number of the game.
    pub number: u64,
    /// The players, in turn order.
    pub players: Vec<String>,
    /// A recent position.
    pub scene: Scene,
}

/// A game of a tournament, as people who follow it see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Broadcast {
    /// The name of the tournament.
    pub tournament: String,
    /// The number of the game.
    pub number: u64,
    /// The name of the game on the command line.
    pub game: String,
    /// What is played.
    pub event: String,
    /// The players, in turn order.
    pub players: Vec<String>,
    /// `waiting` before its first move is known, `playing`, or `over`: then it is a record.
    pub phase: &'static str,
    /// A recent position.
    pub scene: Option<Scene>,
    /// The turns up to it.
    pub moves: Vec<String>,
    /// The cells of the last move.
    pub last: Vec<usize>,
    /// What each player thought last, as far as it is known.
    pub thoughts: Vec<SeatThought>,
}

/// A game that did not end by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FailedGame {
    /// The number of the game.
    pub number: u64,
    /// The players, in turn order.
    pub players: Vec<String>,
    /// How it ended: `time-out`, `crash`, …
    pub termination: String,
    /// Details.
    pub detail: String,
}
