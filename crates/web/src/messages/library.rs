//! The library: lists of all games.

use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameSummary {
    /// Its ID, by which it can be deleted; absent for a game in the archive of tournaments.
    pub id: Option<String>,
    /// The address of its page.
    pub page: String,
    /// The address of its requests: `scene` and `record` are below it, other formats below `export`.
    pub address: String,
    /// The name of the game on the command line.
    pub game: String,
    /// The display name of the game.
    pub title: String,
    /// The variant or map.
    pub variant: String,
    /// Turns made.
    pub plies: usize,
    /// The players: `human`, specs, or names.
    pub seats: Vec<String>,
    /// Whether it is over.
    pub over: bool,
    /// The places of all players, from 1; empty if it has no result.
    pub places: Vec<usize>,
    /// Why it ended, where the rules did not end it.
    pub ending: Option<String>,
    /// Whether a player's failure ended it.
    pub failed: bool,
    /// Where it comes from: `played`, `imported`, `hosted` or `tournament`.
    pub source: String,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
    /// Export formats other than our own.
    pub formats: Vec<String>,
    /// When it was last changed, in seconds since 1970; for a game of a tournament, when that was entered.
    pub changed: u64,
}

/// Which games to list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields, default)]
pub struct LibraryQuery {
    /// Words that all have to occur in names of games, boards, players and tournaments.
    pub text: String,
    /// The name of a game; empty for all.
    pub game: String,
    /// Where they come from; empty for all.
    pub source: String,
    /// How they ended; absent for all.
    pub result: Option<ResultFilter>,
    /// The name of a tournament; empty for all.
    pub tournament: String,
    /// Games to leave out at the beginning.
    pub skip: u64,
    /// Games in the answer.
    pub count: Option<usize>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ResultFilter {
    /// A person won.
    Won,
    /// A person took part, and another player won.
    Lost,
    /// One player won.
    Decided,
    /// Several players share the first place.
    Drawn,
    /// It has no result yet.
    Unfinished,
    /// A player failed: by time, by an illegal move, by a crash.
    Failed,
}

/// A page of the library.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LibraryPage {
    /// The games, newest first.
    pub games: Vec<GameSummary>,
    /// How many games were found in all.
    pub total: u64,
    /// Whether all games were looked at; otherwise there may be more.
    pub complete: bool,
}
