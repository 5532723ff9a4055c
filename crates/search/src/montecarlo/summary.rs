//! From play-out counts to a report.

use super::constants::FIRST_BATCH;
use crate::{Basis, Control, Iteration, Report, RootMove, Sink, StopReason};
use plyground_core::{Game, Turn};
use std::time::Duration;

/// What is known about the moves after one outcome of the roll, or about all moves where there is none.
pub(super) struct Choice<M> {
    /// The outcome, at a chance node.
    pub outcome: Option<usize>,
    /// Its probability; 1 without a roll.
    pub probability: f64,
    /// The moves, best first.
    pub moves: Vec<RootMove<M>>,
    /// What the outcome is worth to the player about to roll.
    pub value: f64,
}

/// What is known about the root.
pub(super) struct Summary<M> {
    best: Option<M>,
    by_outcome: Vec<Option<M>>,
    value: f64,
    moves: Vec<RootMove<M>>,
}

impl<M: Copy> Summary<M> {
    /// At a chance node there are as many `outcomes` as the die has faces, and the choices name theirs; otherwise there
    /// are none and there is one choice.
    pub fn new(outcomes: usize, choices: impl IntoIterator<Item = Choice<M>>) -> Self {
        let mut summary = Summary { best: None, by_outcome: vec![None; outcomes], value: 0.0, moves: Vec::new() };
        for choice in choices {
            let best = choice.moves.first().map(|root| root.mv);
            summary.value += choice.probability * choice.value;
            match choice.outcome {
                None => {
                    summary.best = best;
                    summary.moves = choice.moves;
                }
                Some(outcome) => summary.by_outcome[outcome] = best,
            }
        }
        summary
    }
}

/// Reports after 128, 256, 512, … play-outs, and at the end.
pub(super) struct Batches<M> {
    next: u64,
    nodes: u64,
    time: Duration,
    complete: Vec<Iteration<M>>,
}

impl<M: Copy> Batches<M> {
    pub fn new(control: &Control) -> Self {
        Batches { next: FIRST_BATCH, nodes: control.nodes(), time: control.elapsed(), complete: Vec::new() }
    }

    /// Whether a report is due after this many play-outs.
    pub fn due(&self, playouts: u64) -> bool {
        playouts >= self.next
    }

    /// Tells what is known so far.
    pub fn tell(&mut self, summary: &Summary<M>, depth: u32, control: &Control, sink: &mut impl Sink<M>) {
        let (nodes, time) = (control.nodes(), control.elapsed());
        let iteration = Iteration {
            depth,
            value: summary.value,
            best: summary.best,
            moves: summary.moves.clone(),
            nodes: nodes - self.nodes,
            time: time.saturating_sub(self.time),
            predicted: None,
            window: None,
            fail_low: 0,
            fail_high: 0,
        };
        (self.nodes, self.time) = (nodes, time);
        self.next = self.next.saturating_mul(2);
        sink.iteration(&iteration);
        self.complete.push(iteration);
    }

    /// The report of the whole search.
    pub fn finish(mut self, summary: Summary<M>, depth: u32, control: &Control, sink: &mut impl Sink<M>) -> Report<M> {
        if control.nodes() > self.nodes {
            self.tell(&summary, depth, control, sink);
        }
        Report {
            best: summary.best,
            by_outcome: summary.by_outcome,
            value: summary.value,
            moves: summary.moves,
            depth,
            nodes: control.nodes(),
            time: control.elapsed(),
            iterations: self.complete,
            // Without a single play-out the rules' own order has chosen.
            basis: if depth == 0 { Basis::Static } else { Basis::Search },
            ..Report::empty(control.stopped().unwrap_or(StopReason::Asked))
        }
    }
}

/// Adds what a search that was stopped early owes: a legal move for every outcome, and an even chance where nothing was
/// played out.
pub(super) fn complete_choice<G: Game>(report: &mut Report<G::Move>, game: &G, position: &G::Position) {
    if report.basis == Basis::Static {
        report.value = 1.0 / game.facts().players as f64;
    }
    if game.turn(position) != Turn::Chance {
        return;
    }
    let mut rolled = position.clone();
    let mut moves = Vec::new();
    report.by_outcome.resize(game.outcomes(position).len(), None);
    for (outcome, best) in report.by_outcome.iter_mut().enumerate().filter(|(_, best)| best.is_none()) {
        if game.outcomes(position)[outcome] > 0.0 {
            let undo = game.roll(&mut rolled, outcome);
            moves.clear();
            game.moves(&rolled, &mut moves);
            *best = moves.first().copied();
            game.unroll(&mut rolled, outcome, undo);
        }
    }
}
