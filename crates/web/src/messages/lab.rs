//! Studies of the lab.

use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// What can be studied, and what has been.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Lab {
    /// Every study.
    pub studies: Vec<LabStudy>,
    /// Names of the maps that come with the program.
    pub maps: Vec<&'static str>,
    /// Every run in the data folder.
    pub runs: Vec<LabRunSummary>,
}

/// A study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabStudy {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it asks.
    pub question: &'static str,
    /// Where the question comes from.
    pub source: &'static str,
    /// Whether it measures time, so that it is better left alone meanwhile.
    pub timed: bool,
    /// Whether the number of games can be chosen.
    pub takes_games: bool,
    /// Whether its maps can be chosen.
    pub takes_maps: bool,
    /// Whether its player can be chosen.
    pub takes_player: bool,
}

/// A wish to run a study. It is kept beside what is measured, so that somebody can go on with it later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewLabRun {
    /// The study's name.
    pub study: String,
    /// About a minute instead of enough to believe the answer.
    pub quick: bool,
    /// Games per pairing.
    pub games: Option<u64>,
    /// Names of maps instead of the study's own.
    pub maps: Vec<String>,
    /// A player instead of the study's own.
    pub player: Option<String>,
    /// Governs everything random.
    pub seed: Option<u64>,
}

/// A run in the data folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabRunSummary {
    /// Its folder, which is also its address below `/lab/`.
    pub name: String,
    /// Whether it is being worked at.
    pub running: bool,
    /// Whether its report can be read.
    pub reported: bool,
}

/// All that the page of a run shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabRunState {
    /// Its folder.
    pub name: String,
    /// What is asked, if the run was begun from a page.
    pub question: Option<&'static str>,
    /// The command that does the same in a terminal.
    pub command: Option<String>,
    /// Pieces of work done.
    pub done: usize,
    /// Pieces of work in all, as far as known.
    pub of: Option<usize>,
    /// The piece that was finished last.
    pub cell: Option<String>,
    /// Whether it is being worked at.
    pub running: bool,
    /// Whether the pieces at hand are the last for now.
    pub pausing: bool,
    /// Seconds until the end, if things go on like this.
    pub seconds_left: Option<f64>,
    /// What ended it before its time.
    pub trouble: Option<String>,
    /// Whether its report can be read.
    pub reported: bool,
    /// Tables and plots to take away.
    pub files: Vec<String>,
}
