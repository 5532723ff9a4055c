//! Studies of the lab.

use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// All studies and all runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabOverview {
    /// Every study.
    pub studies: Vec<LabStudy>,
    /// The names of the built-in maps.
    pub maps: Vec<&'static str>,
    /// Every run in the data folder.
    pub runs: Vec<LabRunSummary>,
}

/// A study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabStudy {
    /// The name on the command line.
    pub name: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// Where the question comes from.
    pub source: &'static str,
    /// Whether it measures time, so the machine should be otherwise idle.
    pub timed: bool,
    /// Whether the number of games can be chosen.
    pub takes_games: bool,
    /// Whether maps can be chosen.
    pub takes_maps: bool,
    /// Whether the player can be chosen.
    pub takes_player: bool,
}

/// A request to run a study. It is saved with the results, so that the run can be continued later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewLabRun {
    /// The name of the study.
    pub study: String,
    /// About a minute instead of a full run.
    pub quick: bool,
    /// Games per pairing.
    pub games: Option<u64>,
    /// Names of maps instead of the study's own.
    pub maps: Vec<String>,
    /// A player spec instead of the study's own.
    pub player: Option<String>,
    /// Seeds everything random.
    pub seed: Option<u64>,
}

/// A run in the data folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabRunSummary {
    /// The name of its folder, which is also its path below `/lab/`.
    pub name: String,
    /// Whether it is running.
    pub running: bool,
    /// Whether its report exists.
    pub reported: bool,
}

/// Everything that the page of a run shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LabRunState {
    /// The name of its folder.
    pub name: String,
    /// The question, if the run was started from a page.
    pub question: Option<&'static str>,
    /// The equivalent command line.
    pub command: Option<String>,
    /// Cells done.
    pub done: usize,
    /// Cells in total, as far as known.
    pub of: Option<usize>,
    /// The last finished cell.
    pub cell: Option<String>,
    /// Whether it is running.
    pub running: bool,
    /// Whether it is about to pause: cells in progress are finished.
    pub pausing: bool,
    /// Estimated seconds until the end.
    pub seconds_left: Option<f64>,
    /// Why it stopped early.
    pub error: Option<String>,
    /// Whether its report exists.
    pub reported: bool,
    /// Tables and plots for download.
    pub files: Vec<String>,
}
