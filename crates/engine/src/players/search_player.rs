//! A player by any search.

use crate::player::{Counts, answered};
use crate::{Choice, Failure, Player, Request};
use plyground_core::{Bounds, Evaluation, Game};
use plyground_search::{Basis, Limits, Report, Search, real_value, settle_statically};

/// A search, and what its spec says about limits.
pub(super) struct SearchPlayer<S, E> {
    search: S,
    /// The evaluation that its values come from.
    evaluation: &'static str,
    limits: Option<Limits>,
    counts: Counts,
    /// Chooses where there was no time for a single play-out.
    fallback: Option<E>,
}

impl<S, E> SearchPlayer<S, E> {
    /// A search that deepens. It settles for a static choice by itself where there is no time for the first depth.
    pub(super) fn deepening(search: S, evaluation: &'static str, limits: Option<Limits>) -> Self {
        SearchPlayer { search, evaluation, limits, counts: Counts::Depth, fallback: None }
    }

    /// A search by play-outs. Where there is no time for one, this evaluation chooses.
    pub(super) fn sampling(search: S, limits: Option<Limits>, fallback: E) -> Self {
        SearchPlayer { search, evaluation: "", limits, counts: Counts::Iterations, fallback: Some(fallback) }
    }
}

impl<G: Game, S: Search<G>, E: Evaluation<G>> Player<G> for SearchPlayer<S, E> {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        let limits = request.limits_for(self.limits, self.counts);
        let (game, position) = (request.search.game, request.search.position);
        let mut control = request.control(&limits);
        let mut report = answered(self.search.run(request.for_search(limits), &mut control));
        if let Some(eval) = &mut self.fallback {
            choose_without_playouts(&mut report, game, position, eval);
        }
        report
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.search.new_game(seed);
    }

    fn unit(&self) -> &'static str {
        self.search.unit()
    }

    fn evaluation(&self) -> &'static str {
        self.evaluation
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
}

/// The move of the evaluation instead of the first one, where there was no time for a single play-out.
fn choose_without_playouts<G: Game>(
    report: &mut Report<G::Move>,
    game: &G,
    position: &G::Position,
    eval: &mut impl Evaluation<G>,
) {
    if report.basis == Basis::Search {
        return;
    }
    settle_statically(report, game, position, eval, real_value);
    if eval.bounds() != Bounds::PROBABILITY {
        // Points are no chances of winning.
        let even = 1.0 / game.facts().players as f64;
        report.value = even;
        report.moves.iter_mut().for_each(|root| root.value = even);
        report.outcome_values.iter_mut().flatten().for_each(|value| *value = even);
    }
}
