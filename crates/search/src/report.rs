//! What a search has to say, during and after its work.

use crate::StopReason;
use std::time::Duration;

/// The window of a search, as the values allowed strictly between both ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// One completed iteration of iterative deepening.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration<M> {
    /// Plies searched.
    pub depth: u32,
    /// Value for the player to move.
    pub value: f64,
    /// The move that has it.
    pub best: Option<M>,
    /// Root moves with their values, best first; bounds where the window cut them off.
    pub moves: Vec<RootMove<M>>,
    /// Nodes of this iteration alone.
    pub nodes: u64,
    /// Time of this iteration alone.
    pub time: Duration,
    /// What the time predictor expected, if it dared.
    pub predicted: Option<Duration>,
    /// The first aspiration window, if one was used.
    pub window: Option<Window>,
    /// How often the value fell below the window.
    pub fail_low: u32,
    /// How often the value rose above the window.
    pub fail_high: u32,
}

/// A move at the root and what the search thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value for the player to move.
    pub value: f64,
    /// Whether the value is exact within the searched depth, or only a bound.
    pub exact: bool,
    /// Nodes or play-outs spent on it.
    pub effort: u64,
}

/// How a transposition table was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableUse {
    /// Size.
    pub bytes: u64,
    /// Questions asked.
    pub probes: u64,
    /// Questions answered.
    pub hits: u64,
    /// Entries written.
    pub stores: u64,
}

/// How often the bounds of a chance node made its remaining outcomes irrelevant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StarUse {
    /// Chance nodes left because they could not reach the lower end of the window any more.
    pub low: u64,
    /// Chance nodes left because they had passed the upper end of the window.
    pub high: u64,
    /// The part of `high` that single moves achieved, before any outcome was searched in full.
    pub probing: u64,
}

/// Where a chosen move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Basis {
    /// A completed depth, or finished play-outs.
    #[default]
    Search,
    /// A look at the moves without a search: none was wanted, or not even one turn could be completed.
    Static,
}

impl Basis {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Search => "search",
            Basis::Static => "static",
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The chosen move; `None` when there is none to choose (chance node, end of the game).
    pub best: Option<M>,
    /// Whether a search chose it.
    pub basis: Basis,
    /// At a chance node: the chosen move for each outcome, `None` for impossible outcomes.
    pub by_outcome: Vec<Option<M>>,
    /// At a chance node: the value of each outcome, `None` for impossible outcomes.
    pub outcome_values: Vec<Option<f64>>,
    /// Value for the player to move (or about to roll), in the evaluation's unit.
    pub value: f64,
    /// Value for each player in turn order, from searches that keep them apart; empty from all others.
    pub by_player: Vec<f64>,
    /// Whether the value is proven: not an opinion but the result of best play.
    pub exact: bool,
    /// Turns until the end, where the search proved a win or loss.
    pub plies_to_end: Option<u32>,
    /// The expected line of play, as far as it is known.
    pub line: Vec<M>,
    /// All root moves, best first.
    pub moves: Vec<RootMove<M>>,
    /// Depth of the last completed iteration.
    pub depth: u32,
    /// Nodes of the whole search, all threads.
    pub nodes: u64,
    /// Time of the whole search.
    pub time: Duration,
    /// Why it ended.
    pub stopped: StopReason,
    /// Every completed iteration.
    pub iterations: Vec<Iteration<M>>,
    /// Use of the transposition table, if there is one.
    pub table: Option<TableUse>,
    /// Cuts at chance nodes, from searches that make them.
    pub star: Option<StarUse>,
}

impl<M> Report<M> {
    /// A report that knows nothing yet.
    pub fn empty(stopped: StopReason) -> Self {
        Report {
            best: None,
            basis: Basis::Search,
            by_outcome: Vec::new(),
            outcome_values: Vec::new(),
            value: 0.0,
            by_player: Vec::new(),
            exact: false,
            plies_to_end: None,
            line: Vec::new(),
            moves: Vec::new(),
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            stopped,
            iterations: Vec::new(),
            table: None,
            star: None,
        }
    }
}

/// Receives news while a search runs.
pub trait Sink<M> {
    /// An iteration (or a batch of play-outs) is complete.
    fn iteration(&mut self, iteration: &Iteration<M>);
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSink;

impl<M> Sink<M> for NoSink {
    fn iteration(&mut self, _iteration: &Iteration<M>) {}
}

impl<M, F: FnMut(&Iteration<M>)> Sink<M> for F {
    fn iteration(&mut self, iteration: &Iteration<M>) {
        self(iteration);
    }
}
