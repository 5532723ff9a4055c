//! Iterative deepening: the result of the last completed iteration is always at hand.

use super::aspiration::{AspirationWindow, SearchWindow};
use super::config::{Algorithm, Aspiration};
use super::root::RootMoves;
use super::tuning::MAX_DEPTH;
use super::worker::Worker;
use crate::mtdf::{Converged, mtdf};
use crate::score::is_decided;
use crate::time::Forecast;
use crate::trace::Tracer;
use crate::{Iteration, Limits, Report, RootMove, Score, Sink, StopReason, Window};
use plyground_core::{Evaluation, Game, WIN};

/// One completed iteration, as far as the searches at the root know it.
pub(super) struct IterationResult {
    pub(super) value: Score,
    window: Option<Window>,
    fail_low: u32,
    fail_high: u32,
    /// No horizon, beam or shallow table entry was met: the value is that of the whole game.
    whole: bool,
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> Worker<'_, G, E, T> {
    /// Searches deeper and deeper until a limit, the prediction or the result says stop.
    pub(super) fn deepen(
        &mut self,
        limits: &Limits,
        forecast: &mut Forecast,
        sink: &mut impl Sink<G::Move>,
    ) -> Report<G::Move> {
        let mut report = Report::empty(StopReason::Depth);
        let start_nodes = self.control.nodes();
        let Some(mut root) = self.root() else {
            report.stopped = StopReason::Solved;
            return report;
        };
        root.best.value = self.static_eval();
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut whole = false;
        forecast.begin();
        let shallowest = if limits.depth.is_some() && !self.shared.config.deepening { deepest } else { 1 };
        for depth in shallowest..=deepest {
            if depth > shallowest && !forecast.may_begin(self.control.elapsed(), limits) {
                report.stopped = StopReason::Time;
                break;
            }
            let (nodes, begun) = (self.control.nodes(), self.control.elapsed());
            let expected = report.iterations.last().map(|_| root.best.value);
            let Some(done) = self.iterate(&mut root, depth, expected) else {
                root.interrupt();
                report.stopped = self.control.stopped().unwrap_or(StopReason::Asked);
                break;
            };
            root.complete(done.value);
            whole = done.whole;
            report.depth = depth;
            self.extend_line(&mut root, depth);
            let iteration = Iteration {
                depth,
                value: f64::from(done.value),
                best: Some(root.best.mv),
                moves: root.moves(),
                nodes: self.control.nodes() - nodes,
                time: self.control.elapsed().saturating_sub(begun),
                predicted: forecast.next(),
                window: done.window,
                fail_low: done.fail_low,
                fail_high: done.fail_high,
            };
            forecast.record(iteration.time);
            sink.iteration(&iteration);
            report.iterations.push(iteration);
            let forced = limits.depth.is_none() && root.entries.len() == 1;
            if let Some(reason) = self.settled_by(&root, depth, whole, forced) {
                report.stopped = reason;
                break;
            }
        }
        self.fill(&mut report, &root, whole);
        report.nodes = self.control.nodes() - start_nodes;
        report
    }

    /// One iteration, with as many searches of the root as its algorithm and window need.
    pub(super) fn iterate(
        &mut self,
        root: &mut RootMoves<G::Move>,
        depth: u32,
        expected: Option<Score>,
    ) -> Option<IterationResult> {
        root.begin();
        let heuristic_leaves = self.heuristic_leaves;
        let config = self.shared.config;
        if config.algorithm == Algorithm::Mtdf {
            let Converged { value, fail_low, fail_high } = mtdf(expected.unwrap_or(0), |beta| {
                self.search_root(root, depth, SearchWindow { low: beta - 1, high: beta })
            })?;
            let whole = self.heuristic_leaves == heuristic_leaves;
            return Some(IterationResult { value, window: None, fail_low, fail_high, whole });
        }
        let windowed = config.algorithm != Algorithm::Minimax && config.lines == 1;
        let kind = if windowed { config.aspiration } else { Aspiration::Off };
        let mut aspirant = AspirationWindow::new(kind, expected, &root.exact_values());
        let first = aspirant.window;
        let value = loop {
            let value = self.search_root(root, depth, aspirant.window)?;
            if !aspirant.missed(value) {
                break value;
            }
        };
        let window =
            (first != SearchWindow::OPEN).then(|| Window { low: f64::from(first.low), high: f64::from(first.high) });
        let AspirationWindow { fail_low, fail_high, .. } = aspirant;
        Some(IterationResult { value, window, fail_low, fail_high, whole: self.heuristic_leaves == heuristic_leaves })
    }

    /// Whether a deeper search could still change anything.
    fn settled_by(&self, root: &RootMoves<G::Move>, depth: u32, whole: bool, forced: bool) -> Option<StopReason> {
        let config = self.shared.config;
        if config.stop_when_solved && (whole || self.forced(root.best.value, depth)) {
            return Some(StopReason::Solved);
        }
        (config.stop_when_forced && forced).then_some(StopReason::Forced)
    }

    /// A forced result within the horizon. Through a beam nothing is forced.
    fn forced(&self, value: Score, depth: u32) -> bool {
        let distance = (WIN - value.abs()) as u32;
        is_decided(value) && self.plain && distance <= depth && self.shared.config.beam.is_none()
    }

    /// Such a result is the nearest there is, because every line of that length was seen; unless some were cut short.
    fn proven(&self, value: Score, depth: u32) -> bool {
        self.forced(value, depth) && !self.reductions
    }

    /// The summary of all iterations.
    fn fill(&mut self, report: &mut Report<G::Move>, root: &RootMoves<G::Move>, whole: bool) {
        let best = &root.best;
        report.best = Some(best.mv);
        report.value = f64::from(best.value);
        report.moves = last_moves(report, root);
        report.line = best.line.clone();
        // What the others can force together is no proof of what they will do: with more than two players a paranoid
        // loss is no real one.
        let opposed = self.shared.game.facts().players == 2 || (is_decided(best.value) && best.value > 0);
        report.exact = report.depth > 0 && opposed && (whole || self.proven(best.value, report.depth));
        report.plies_to_end = self.plies_to_end(best.value, &best.line);
        report.time = self.control.elapsed();
        report.table = self.shared.table.map(|table| crate::TableUse { bytes: table.bytes() as u64, ..self.table_use });
    }
}

/// The moves of the last completed iteration, with the best one in front also where an interrupted one found it.
fn last_moves<M: Copy + Eq>(report: &Report<M>, root: &RootMoves<M>) -> Vec<RootMove<M>> {
    let Some(last) = report.iterations.last() else { return root.moves() };
    let mut moves = last.moves.clone();
    if let Some(index) = moves.iter().position(|row| row.mv == root.best.mv) {
        moves[..=index].rotate_right(1);
        moves[0].value = f64::from(root.best.value);
        moves[0].exact = root.best.exact;
    }
    moves
}
