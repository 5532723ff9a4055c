//! Tournaments.

use super::Scene;
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// A wish for a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Its name in the archive.
    pub name: String,
    /// The game's name on the command line.
    pub game: String,
    /// A variant's name, or `key=value,…`.
    pub variant: Option<String>,
    /// The name of a board that comes with the program.
    pub map: Option<String>,
    /// Who takes part.
    pub players: Vec<NewEntrant>,
    /// Whether the first player meets all others and they do not meet each other.
    pub gauntlet: bool,
    /// Openings per pairing.
    pub repeats: u64,
    /// How games begin: `auto`, `start`, `deal`, `random:4`, …
    pub openings: Option<String>,
    /// What a move may cost, such as `100ms`.
    pub time: Option<String>,
    /// The same in positions.
    pub nodes: Option<u64>,
    /// The same in plies.
    pub depth: Option<u32>,
    /// Governs everything random.
    pub seed: Option<u64>,
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewEntrant {
    /// What to call him; empty for his spec.
    pub name: String,
    /// What he is.
    pub spec: String,
}

/// A tournament of the archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TournamentSummary {
    /// Its name, which is also its address below `/arena/`.
    pub name: String,
    /// Games planned.
    pub planned: u64,
    /// Games played.
    pub played: u64,
    /// Whether games are being played.
    pub running: bool,
}

/// All that the page of a tournament shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TournamentState {
    /// Its name.
    pub name: String,
    /// Games planned.
    pub planned: u64,
    /// Games played.
    pub played: u64,
    /// Whether games are being played.
    pub running: bool,
    /// Whether it is being paused: running games are played to their ends.
    pub pausing: bool,
    /// Seconds until the end, if things go on like this.
    pub seconds_left: Option<f64>,
    /// What ended it before its time.
    pub trouble: Option<String>,
    /// One table per event, and one for all of them if there are several.
    pub tables: Vec<ScoreTable>,
    /// How the first player's score against the second one grew, where only these two play.
    pub duel: Option<Duel>,
    /// Games on the boards right now.
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
    /// Best score first.
    pub rows: Vec<ScoreRow>,
    /// Points per game of each seat.
    pub seat_scores: Vec<f64>,
}

/// One player of an event. Scores are shares from 0 to 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ScoreRow {
    /// What he is called.
    pub name: String,
    /// What he is.
    pub spec: String,
    /// Games played.
    pub games: u64,
    /// Games in which the first place was his alone.
    pub wins: u64,
    /// Games in which he shared it.
    pub draws: u64,
    /// Games in which he had no part in it.
    pub losses: u64,
    /// Mean share of the first place.
    pub score: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Elo, mean 0, or the rating where more than two sit at a table.
    pub elo: Option<f64>,
    /// Opponents who are better with 95 % confidence.
    pub worse_than: usize,
    /// Opponents of whom that cannot be said either way.
    pub even_with: usize,
    /// Opponents who are worse.
    pub better_than: usize,
    /// His score against each row of the table.
    pub against: Vec<Option<f64>>,
}

/// Two players' way so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Duel {
    /// The one whose score it is.
    pub first: String,
    /// The other one.
    pub second: String,
    /// The sequential test asks whether the first is stronger by `elo1` rather than by `elo0`.
    pub elo0: f64,
    /// The other end of the question.
    pub elo1: f64,
    /// Where the test says no.
    pub lower: f64,
    /// Where it says yes.
    pub upper: f64,
    /// From the first games to the last.
    pub points: Vec<DuelPoint>,
}

/// Two players after some games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct DuelPoint {
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

/// A game on a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RunningGame {
    /// Its number.
    pub number: u64,
    /// Who plays, in turn order.
    pub players: Vec<String>,
    /// Its position not long ago.
    pub scene: Scene,
}

/// A game that did not end by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FailedGame {
    /// Its number.
    pub number: u64,
    /// Who played, in turn order.
    pub players: Vec<String>,
    /// How it ended: `time-out`, `crash`, …
    pub termination: String,
    /// What happened.
    pub detail: String,
}
