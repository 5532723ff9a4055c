//! The root, one depth at a time: as many searches of its moves as the algorithm and its windows need.

use super::aspiration::{AspirationWindow, SearchWindow};
use super::config::{Algorithm, Aspiration};
use super::tuning::MAX_DEPTH;
use super::worker::{SearchContext, Worker};
use crate::deepening::{Deepening, DepthSearch, RootResult, Salvaged, WindowUse};
use crate::mtdf::{Converged, mtdf};
use crate::root::RootMoves;
use crate::score::is_decided;
use crate::time::Forecast;
use crate::trace::Tracer;
use crate::{Control, Limits, Report, Score, Sink, StopReason, TableUse};
use plyground_core::{Evaluation, Game, WIN};
use std::ops::RangeInclusive;

/// A thread and its root.
pub(super) struct RootSearch<'s, G: Game, E, T> {
    worker: Worker<'s, G, E, T>,
    root: RootMoves<G::Move, Score>,
    /// The value of the last completed depth.
    expected: Option<Score>,
    /// No horizon, beam or shallow table entry was met: that value is the one of the whole game.
    whole: bool,
}

impl<'s, G: Game, E: Evaluation<G>, T: Tracer<G::Move>> RootSearch<'s, G, E, T> {
    /// Searches deeper and deeper until a limit, the prediction or the result says stop.
    pub(super) fn deepen(
        mut worker: Worker<'s, G, E, T>,
        limits: &Limits,
        forecast: &mut Forecast,
        sink: &mut impl Sink<G::Move>,
    ) -> Report<G::Move> {
        let Some(root) = worker.root() else { return Report::empty(StopReason::Solved) };
        let config = worker.shared.config;
        let deepening = Deepening {
            limits,
            deepest: MAX_DEPTH,
            skips_to_depth: !config.deepening,
            stop_when_forced: config.stop_when_forced,
        };
        let mut search = RootSearch { worker, root, expected: None, whole: false };
        let mut report = deepening.run(&mut search, forecast, sink, RootResult::value(0.0));
        let value = report.value as Score;
        // What the others can force together is no proof of what they will do: with more than two players a paranoid
        // loss is no real one.
        let opposed = search.worker.shared.game.facts().players == 2 || (is_decided(value) && value > 0);
        report.exact = report.depth > 0 && opposed && (search.whole || search.proven(value, report.depth));
        let worker = &mut search.worker;
        report.plies_to_end = worker.plies_to_end(value, &report.line);
        report.table = worker.shared.table.map(|table| TableUse { bytes: table.bytes() as u64, ..worker.table_use });
        report
    }

    /// Searches deeper and deeper from the first of these depths on, for the table alone, until it is stopped.
    pub(super) fn help(mut worker: Worker<'s, G, E, T>, mut depths: RangeInclusive<u32>) -> TableUse {
        let Some(root) = worker.root() else { return TableUse::default() };
        let mut search = RootSearch { worker, root, expected: None, whole: false };
        let _ = depths.try_for_each(|depth| search.search_to(depth).map(drop));
        search.worker.table_use
    }

    /// A forced result within the horizon. Where moves are left out nothing is forced.
    fn forced(&self, value: Score, depth: u32) -> bool {
        let distance = (WIN - value.abs()) as u32;
        let SearchContext { game, config, .. } = self.worker.shared;
        is_decided(value) && self.worker.plain && distance <= depth && config.sees_all_moves(game.facts().players)
    }

    /// Such a result is the nearest there is, because every line of that length was seen; unless some were cut short.
    fn proven(&self, value: Score, depth: u32) -> bool {
        self.forced(value, depth) && !self.worker.reductions
    }
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> DepthSearch<G::Move> for RootSearch<'_, G, E, T> {
    fn control(&mut self) -> &mut Control {
        self.worker.control
    }

    /// One depth, with as many searches of the root as its algorithm and window need.
    fn search_to(&mut self, depth: u32) -> Option<RootResult<G::Move>> {
        let RootSearch { worker, root, expected, .. } = self;
        let config = worker.shared.config;
        root.begin();
        let heuristic_leaves = worker.heuristic_leaves;
        let (value, windows) = if worker.algorithm == Algorithm::Mtdf {
            let Converged { value, fail_low, fail_high } = mtdf(expected.unwrap_or(0), |beta| {
                worker.search_root(root, depth, SearchWindow { low: beta - 1, high: beta })
            })?;
            (value, WindowUse { first: None, fail_low, fail_high })
        } else {
            let windowed = config.algorithm != Algorithm::Minimax && config.lines == 1;
            let kind = if windowed { config.aspiration } else { Aspiration::Off };
            let mut aspirant = AspirationWindow::new(kind, *expected, &root.exact_values());
            let first = aspirant.window.reported();
            // The window grows each time the value lies outside.
            let value = loop {
                let value = worker.search_root(root, depth, aspirant.window)?;
                if !aspirant.missed(value) {
                    break value;
                }
            };
            (value, WindowUse { first, fail_low: aspirant.fail_low, fail_high: aspirant.fail_high })
        };
        root.complete(value);
        self.expected = Some(value);
        self.whole = worker.heuristic_leaves == heuristic_leaves;
        self.worker.extend_line(&mut self.root, depth);
        let best = &self.root.best;
        let solved = self.whole || self.forced(best.value, depth);
        Some(RootResult {
            line: best.line.clone(),
            solved: solved && config.stop_when_solved,
            windows,
            ..RootResult::moves(self.root.moves())
        })
    }

    fn salvaged(&mut self) -> Option<Salvaged<G::Move>> {
        self.root.interrupted().map(Salvaged::from)
    }
}
