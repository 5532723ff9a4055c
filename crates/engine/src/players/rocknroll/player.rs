//! A strategy as a player.

use crate::player::Listener;
use crate::{Choice, Failure, Player, Request};
use plyground_core::Rng;
use plyground_games::einstein::{Einstein, Move};
use plyground_historic::rocknroll::{StopCheck, Strategy};
use plyground_search::{Report, Sink};

pub(super) struct RockPlayer {
    strategy: Strategy,
}

impl RockPlayer {
    pub(super) fn new(mut strategy: Strategy, seed: u64) -> Self {
        strategy.reseed(Rng::part(seed, 0).bits());
        RockPlayer { strategy }
    }

    fn begin(&mut self, request: &Request<'_, Einstein>) {
        if self.strategy.is_slow() {
            self.strategy.obey(&StopCheck::new(request.search.stop, request.ceiling));
        }
    }
}

impl Player<Einstein> for RockPlayer {
    fn choose(&mut self, request: Request<'_, Einstein>) -> Choice<Move> {
        self.begin(&request);
        let before = self.strategy.nodes();
        let best = self.strategy.choose(request.search.game, request.search.position);
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
        self.begin(&request);
        let report = self.strategy.report(request.search.game, request.search.position);
        let mut listener = Listener(request.search.observer.sink);
        report.iterations.iter().for_each(|iteration| listener.iteration(iteration));
        report
    }

    fn new_game(&mut self, seed: u64) {
        self.strategy.reseed(Rng::part(seed, 0).bits());
    }

    fn unit(&self) -> &'static str {
        self.strategy.unit()
    }

    fn evaluation(&self) -> &'static str {
        self.strategy.evaluation()
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
}
