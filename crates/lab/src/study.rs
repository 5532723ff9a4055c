//! The trait of studies and the cells of their work.

use crate::report::{DataTable, StudyReport};
use crate::{DataRows, LabError, StudyOptions};
use plyground_arena::Interrupt;
use plyground_search::StopFlag;

/// Static facts about a study, for lists and reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StudyFacts {
    /// The name on the command line.
    pub name: &'static str,
    /// Its question, in one sentence.
    pub question: &'static str,
    /// Where the question comes from.
    pub source: &'static str,
    /// Whether it measures time, so that its cells must not disturb each other.
    pub timed: bool,
    /// Whether the number of games can be chosen.
    pub takes_games: bool,
    /// Whether it runs on maps that can be chosen.
    pub takes_maps: bool,
    /// Whether the player can be chosen.
    pub takes_player: bool,
    /// Whether its cells can be divided between machines.
    pub takes_shard: bool,
}

/// An experiment: its parameters, its runs, its plots.
pub trait Study: Send + Sync {
    /// Its facts.
    fn facts(&self) -> StudyFacts;

    /// What `plyground lab run` takes to run it: the name, or the file that describes it.
    fn command_word(&self) -> String {
        self.facts().name.to_string()
    }

    /// The cells to measure. They depend only on the options; their keys are unique.
    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError>;

    /// Turns the rows of all cells into a report.
    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError>;
}

impl<S: Study + ?Sized> Study for &S {
    fn facts(&self) -> StudyFacts {
        (**self).facts()
    }

    fn command_word(&self) -> String {
        (**self).command_word()
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        (**self).plan(options)
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        (**self).report(options, table)
    }
}

type Work = Box<dyn Fn(&Cancellation) -> Result<Option<DataRows>, LabError> + Send + Sync>;

/// The smallest piece of work that can be resumed.
pub struct StudyCell {
    /// Identifies the cell in journals.
    pub key: String,
    /// The cost relative to other cells of the study, for time estimates.
    pub cost: f64,
    work: Work,
}

impl StudyCell {
    /// `work` returns its rows, or `None` when it was cancelled.
    pub fn new(
        key: impl Into<String>,
        cost: f64,
        work: impl Fn(&Cancellation) -> Result<Option<DataRows>, LabError> + Send + Sync + 'static,
    ) -> Self {
        StudyCell { key: key.into(), cost, work: Box::new(work) }
    }

    pub(crate) fn measure(&self, cancel: &Cancellation) -> Result<Option<DataRows>, LabError> {
        let rows = (self.work)(cancel)?;
        // Results of a cancelled cell may be incomplete.
        Ok(rows.filter(|_| !cancel.is_cancelled()))
    }
}

/// Cancels running cells.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    /// For matches.
    pub interrupt: Interrupt,
    /// For searches.
    pub flag: StopFlag,
}

impl Cancellation {
    /// Cancels all running cells.
    pub fn cancel(&self) {
        self.flag.stop();
        self.interrupt.press();
        self.interrupt.press();
    }

    /// Whether the cells are cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.flag.is_set()
    }
}
