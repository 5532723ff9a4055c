//! A strategy as a player.

use super::stop_check::StopCheck;
use super::strategy::Strategy;
use crate::player::Listener;
use crate::{Choice, Failure, Player, Request};
use plyground_core::{Game, Rng, Turn};
use plyground_games::einstein::{Einstein, Move, Position};
use plyground_search::{Basis, Iteration, Limits, Report, RootMove, Sink, StopReason};

pub(super) struct RockPlayer {
    strategy: Strategy,
}

impl RockPlayer {
    pub(super) fn new(mut strategy: Strategy, seed: u64) -> Self {
        strategy.reseed(Rng::part(seed, 0).bits());
        RockPlayer { strategy }
    }

    /// The chosen move for each face that can come up, and what the roll is worth before it is made.
    fn think_of_rolls(&mut self, game: &Einstein, position: &Position, report: &mut Report<Move>) {
        let mut rolled = *position;
        for (face, probability) in game.outcomes(position).iter().enumerate() {
            let mut best = None;
            if *probability > 0.0 {
                let undo = game.roll(&mut rolled, face);
                best = self.strategy.choose(game, &rolled);
                game.unroll(&mut rolled, face, undo);
            }
            report.by_outcome.push(best.map(|(mv, _)| mv));
            report.outcome_values.push(best.map(|(_, value)| value));
            report.value += best.map_or(0.0, |(_, value)| probability * value);
        }
    }

    fn finish(&self, report: &mut Report<Move>, before: u64) {
        report.nodes = self.strategy.nodes() - before;
        // Rock'n'Roll counts plies after the own move.
        report.depth = self.strategy.depth() + 1;
        report.table = self.strategy.table();
        if self.strategy.was_stopped() {
            report.stopped = StopReason::Asked;
        }
        if self.strategy.has_guessed() {
            // What was rated while being stopped is worth nothing.
            (report.depth, report.basis, report.value) = (0, Basis::Static, 0.0);
            report.moves.clear();
        } else if self.strategy.is_random() {
            (report.depth, report.basis) = (0, Basis::Static);
        }
    }

    fn begin(&mut self, request: &Request<'_, Einstein>) -> u64 {
        if self.strategy.is_slow() {
            self.strategy.obey(&StopCheck::of(request));
        }
        self.strategy.nodes()
    }
}

impl Player<Einstein> for RockPlayer {
    fn choose(&mut self, request: Request<'_, Einstein>) -> Choice<Move> {
        let before = self.begin(&request);
        let best = self.strategy.choose(request.game, request.position);
        // As in a report: what was not rated has no depth, and no value if it was only guessed.
        let guessed = self.strategy.has_guessed();
        Choice {
            mv: best.map(|(mv, _)| mv),
            value: best.filter(|_| !guessed).map_or(0.0, |(_, value)| value),
            depth: if guessed || self.strategy.is_random() { 0 } else { self.strategy.depth() + 1 },
            nodes: self.strategy.nodes() - before,
        }
    }

    fn think(&mut self, request: Request<'_, Einstein>) -> Report<Move> {
        let control = request.control(&Limits::default());
        let mut report = Report::empty(StopReason::Depth);
        let before = self.begin(&request);
        if request.game.turn(request.position) == Turn::Chance {
            self.think_of_rolls(request.game, request.position, &mut report);
        } else {
            let mut moves: Vec<RootMove<Move>> = Vec::new();
            let best = self.strategy.choose_telling(request.game, request.position, |mv, value| {
                moves.push(RootMove { mv, value, exact: true, effort: 1 });
            });
            if let Some((mv, value)) = best {
                // The chosen move first, the others by value; of equals the order of the list.
                moves.sort_by(|a, b| (b.mv == mv).cmp(&(a.mv == mv)).then(b.value.total_cmp(&a.value)));
                (report.best, report.value, report.moves) = (Some(mv), value, moves);
            }
        }
        self.finish(&mut report, before);
        report.time = control.elapsed();
        let iteration = Iteration {
            depth: report.depth,
            value: report.value,
            best: report.best,
            moves: report.moves.clone(),
            nodes: report.nodes,
            time: report.time,
            predicted: None,
            window: None,
            fail_low: 0,
            fail_high: 0,
        };
        Listener(request.observer.sink).iteration(&iteration);
        report.iterations.push(iteration);
        report
    }

    fn new_game(&mut self, seed: u64) {
        self.strategy.reseed(Rng::part(seed, 0).bits());
    }

    fn unit(&self) -> &'static str {
        self.strategy.unit()
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
}
