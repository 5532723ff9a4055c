//! What a study is.

use crate::report::{Report, Table};
use crate::{LabError, Order, Rows};
use plyground_arena::Interrupt;
use plyground_search::StopFlag;

/// What lists and reports say about a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The word on the command line.
    pub name: &'static str,
    /// What it asks, in one sentence.
    pub question: &'static str,
    /// Where the question comes from.
    pub source: &'static str,
    /// Whether it measures time, so that its cells must not disturb each other.
    pub timed: bool,
    /// Whether the number of games can be chosen.
    pub takes_games: bool,
    /// Whether it runs on ReversiXT maps that can be chosen.
    pub takes_maps: bool,
    /// Whether the player can be chosen.
    pub takes_player: bool,
    /// Whether its cells can be divided between machines.
    pub takes_shard: bool,
}

/// An experiment: its parameters, its runs, its plots.
pub trait Study: Sync {
    /// What lists say about it.
    fn facts(&self) -> Facts;

    /// The work to be done for this order, the same for the same order. Keys are unique.
    fn plan(&self, order: &Order) -> Result<Vec<Cell>, LabError>;

    /// What the rows of all cells mean.
    fn report(&self, order: &Order, table: &Table) -> Result<Report, LabError>;
}

type Work = Box<dyn Fn(&Brake) -> Result<Option<Rows>, LabError> + Send + Sync>;

/// The smallest piece of work that can be resumed.
pub struct Cell {
    /// Names it in journals.
    pub key: String,
    /// What it costs beside other cells of the study, for the time that is left.
    pub cost: f64,
    work: Work,
}

impl Cell {
    /// `work` answers with its rows, or with `None` when the brake stopped it.
    pub fn new(
        key: impl Into<String>,
        cost: f64,
        work: impl Fn(&Brake) -> Result<Option<Rows>, LabError> + Send + Sync + 'static,
    ) -> Self {
        Cell { key: key.into(), cost, work: Box::new(work) }
    }

    pub(crate) fn measure(&self, brake: &Brake) -> Result<Option<Rows>, LabError> {
        let rows = (self.work)(brake)?;
        // Whatever was found while everything was being stopped is not to be believed.
        Ok(rows.filter(|_| !brake.is_pulled()))
    }
}

/// Stops running cells at once.
#[derive(Clone, Debug, Default)]
pub struct Brake {
    /// For matches.
    pub interrupt: Interrupt,
    /// For searches.
    pub flag: StopFlag,
}

impl Brake {
    /// Stops everything.
    pub fn pull(&self) {
        self.flag.stop();
        self.interrupt.press();
        self.interrupt.press();
    }

    /// Whether everything is to stop.
    pub fn is_pulled(&self) -> bool {
        self.flag.is_set()
    }
}
