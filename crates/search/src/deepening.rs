//! Iterative deepening (Slate and Atkin 1977): one turn deeper each time, the last completed iteration always at hand.
//!
//! The driver knows limits, forecasts, reports and stops; a [`DepthSearch`] knows how to search its root to one depth. Both
//! scales of values use it: alpha-beta converts its whole numbers where it reports them.

use crate::root::{RootEntry, RootValue};
use crate::time::Forecast;
use crate::{Control, Iteration, Limits, Report, RootMove, Sink, StopReason, Window};

/// No search with real-numbered values goes deeper: values beyond are beyond all hope, and the call stack is finite.
const DEEPEST: u32 = 1000;

/// A search of one position, one depth at a time.
pub(crate) trait DepthSearch<M> {
    /// What counts its nodes and may stop it.
    fn control(&mut self) -> &mut Control;

    /// Searches the root to this depth; `None` when the control stopped it.
    fn search_to(&mut self, depth: u32) -> Option<RootResult<M>>;

    /// The best move of a search that was stopped, if it has been compared with the best move of the depth before.
    fn salvaged(&mut self) -> Option<Salvaged<M>>;
}

/// The best move of an unfinished depth.
#[derive(Clone, Debug)]
pub(crate) struct Salvaged<M> {
    pub(crate) mv: M,
    pub(crate) value: f64,
    /// Whether the value is more than a bound.
    pub(crate) exact: bool,
    /// The expected line of play, beginning with the move.
    pub(crate) line: Vec<M>,
}

impl<M, V: RootValue> From<RootEntry<M, V>> for Salvaged<M> {
    fn from(entry: RootEntry<M, V>) -> Self {
        Salvaged { mv: entry.mv, value: entry.value.into(), exact: entry.exact, line: entry.line }
    }
}

/// What a completed depth found at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootResult<M> {
    pub(crate) value: f64,
    pub(crate) by_player: Vec<f64>,
    pub(crate) best: Option<M>,
    /// The expected line of play, beginning with the best move.
    pub(crate) line: Vec<M>,
    pub(crate) moves: Vec<RootMove<M>>,
    pub(crate) by_outcome: Vec<Option<M>>,
    pub(crate) outcome_values: Vec<Option<f64>>,
    /// Whether looking further cannot change the value: every line was followed to the end of the game, or the result is
    /// forced.
    pub(crate) solved: bool,
    pub(crate) windows: WindowUse,
}

/// The windows of one depth.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WindowUse {
    /// The first one, if it was not open.
    pub(crate) first: Option<Window>,
    pub(crate) fail_low: u32,
    pub(crate) fail_high: u32,
}

impl<M: Copy + PartialEq> RootResult<M> {
    /// A value without a choice.
    pub(crate) fn value(value: f64) -> Self {
        RootResult {
            value,
            by_player: Vec::new(),
            best: None,
            line: Vec::new(),
            moves: Vec::new(),
            by_outcome: Vec::new(),
            outcome_values: Vec::new(),
            solved: false,
            windows: WindowUse::default(),
        }
    }

    /// Root moves, best first.
    pub(crate) fn moves(moves: Vec<RootMove<M>>) -> Self {
        let best = moves[0];
        RootResult { best: Some(best.mv), line: vec![best.mv], moves, ..RootResult::value(best.value) }
    }

    /// A deeper search that was stopped prefers this move.
    fn prefer(&mut self, salvaged: Salvaged<M>) {
        let Salvaged { mv, value, exact, line } = salvaged;
        if let Some(index) = self.moves.iter().position(|root| root.mv == mv) {
            self.moves[..=index].rotate_right(1);
            self.moves[0] = RootMove { value, exact, ..self.moves[0] };
        }
        (self.best, self.value, self.line) = (Some(mv), value, line);
    }
}

/// How to deepen.
#[derive(Clone, Copy)]
pub(crate) struct Deepening<'a> {
    pub(crate) limits: &'a Limits,
    /// The search can go no deeper.
    pub(crate) deepest: u32,
    /// Whether a search to a given depth begins with that depth.
    pub(crate) skips_to_depth: bool,
    /// Whether a single move ends the search, unless a depth is asked for.
    pub(crate) stop_when_forced: bool,
}

impl<'a> Deepening<'a> {
    /// The usual way, for searches with real-numbered values.
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Deepening { limits, deepest: DEEPEST, skips_to_depth: false, stop_when_forced: true }
    }

    /// Searches with growing depth until a limit, a stop, a solution, or until the forecast sees no time for another
    /// iteration.
    pub(crate) fn run<M: Copy + PartialEq>(
        self,
        search: &mut impl DepthSearch<M>,
        forecast: &mut Forecast,
        sink: &mut impl Sink<M>,
        unsearched: RootResult<M>,
    ) -> Report<M> {
        let nodes_before = search.control().nodes();
        forecast.begin();
        let mut found = unsearched;
        let mut iterations: Vec<Iteration<M>> = Vec::new();
        let mut depth = 0;
        let stopped = loop {
            if let Some(reason) = self.settled_by(&found, depth) {
                break reason;
            }
            let (nodes, begun) = (search.control().nodes(), search.control().elapsed());
            if depth > 0 && !forecast.may_begin(begun, self.limits) {
                break StopReason::Time;
            }
            let next = if depth == 0 { self.shallowest() } else { depth + 1 };
            let Some(completed) = search.search_to(next) else {
                if let Some(salvaged) = search.salvaged().filter(|_| depth > 0) {
                    found.prefer(salvaged);
                }
                break search.control().stopped().unwrap_or(StopReason::Asked);
            };
            (found, depth) = (completed, next);
            let iteration = Iteration {
                depth,
                value: found.value,
                best: found.best,
                moves: found.moves.clone(),
                nodes: search.control().nodes() - nodes,
                time: search.control().elapsed().saturating_sub(begun),
                predicted: forecast.next(),
                window: found.windows.first,
                fail_low: found.windows.fail_low,
                fail_high: found.windows.fail_high,
            };
            forecast.record(iteration.time);
            sink.iteration(&iteration);
            iterations.push(iteration);
        };
        Report {
            best: found.best,
            by_outcome: found.by_outcome,
            outcome_values: found.outcome_values,
            value: found.value,
            by_player: found.by_player,
            exact: found.solved,
            line: found.line,
            moves: found.moves,
            depth,
            nodes: search.control().nodes() - nodes_before,
            time: search.control().elapsed(),
            iterations,
            ..Report::empty(stopped)
        }
    }

    /// Whether there is no reason to look deeper than this depth.
    fn settled_by<M>(&self, found: &RootResult<M>, depth: u32) -> Option<StopReason> {
        if found.solved {
            return Some(StopReason::Solved);
        }
        // A forced move needs no thought, but who asks for a depth wants to see it.
        if self.stop_when_forced && depth > 0 && self.limits.depth.is_none() && found.moves.len() == 1 {
            return Some(StopReason::Forced);
        }
        (depth >= self.last_depth()).then_some(StopReason::Depth)
    }

    fn last_depth(&self) -> u32 {
        self.limits.depth.unwrap_or(self.deepest).min(self.deepest)
    }

    fn shallowest(&self) -> u32 {
        if self.skips_to_depth && self.limits.depth.is_some() { self.last_depth() } else { 1 }
    }
}
