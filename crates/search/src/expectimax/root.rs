//! The root: every move gets a number, and one of the best is chosen.

use super::Pruning;
use super::node::{ExpectimaxWorker, OPEN};
use crate::deepening::{DepthSearch, RealSearch, RootResult, Salvaged, over_outcomes};
use crate::tie::{TieBreaker, best_first, front};
use crate::trace::{Edge, Ending, Tracer, VisitKind};
use crate::{Control, RootMove, Window};
use plyground_core::{Evaluation, Game, Turn};

/// The search of one position.
pub(super) struct RootSearch<'a, G: Game, E, T> {
    pub(super) position: &'a G::Position,
    pub(super) worker: ExpectimaxWorker<'a, G, E, T>,
    pub(super) ties: &'a mut TieBreaker,
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> RealSearch<G, E> for RootSearch<'_, G, E, T> {
    fn eval(&mut self) -> &mut E {
        self.worker.eval
    }
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> DepthSearch<G::Move> for RootSearch<'_, G, E, T> {
    fn control(&mut self) -> &mut Control {
        self.worker.control
    }

    fn search_to(&mut self, depth: u32, previous: &RootResult<G::Move>) -> Option<RootResult<G::Move>> {
        self.worker.restart(depth);
        let found = self.worker.root(&mut self.position.clone(), depth, previous, self.ties)?;
        self.worker.trace.end(found.value);
        Some(found)
    }

    fn salvaged(&mut self) -> Option<Salvaged<G::Move>> {
        self.worker.salvaged.take()
    }
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> ExpectimaxWorker<'_, G, E, T> {
    fn root(
        &mut self,
        position: &mut G::Position,
        depth: u32,
        previous: &RootResult<G::Move>,
        ties: &mut TieBreaker,
    ) -> Option<RootResult<G::Move>> {
        if self.control.tick() {
            return None;
        }
        let rated = self.rate_groups(position, depth)?;
        let game = self.game;
        over_outcomes(game, position, |position, outcome| {
            // Where moves were rated straight from the chance node there is nothing to see below a roll.
            let rolled = outcome.filter(|_| T::ON && rated.is_none());
            if let Some(outcome) = rolled {
                self.trace.enter(Edge::Roll(outcome), (OPEN.low, OPEN.high), depth, VisitKind::Full);
            }
            let expected = (previous.best_at(outcome), outcome.is_none());
            let found = self.choose(position, depth, rated.as_deref(), expected, ties)?;
            if rolled.is_some() {
                self.trace.leave(game.turn(position).player(), found.value, Ending::Complete);
            }
            Some(found)
        })
    }

    /// Rates the moves of a position without a roll to come, and chooses. Those in `rated` are known; else `first` is
    /// searched first. What a stopped search found is kept if there is no roll to wait for.
    fn choose(
        &mut self,
        position: &mut G::Position,
        depth: u32,
        rated: Option<&[RootMove<G::Move>]>,
        (first, salvage): (Option<G::Move>, bool),
        ties: &mut TieBreaker,
    ) -> Option<RootResult<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if moves.is_empty() {
            // The roll itself ended the game, or calls for another one.
            let value = self.node(position, depth, OPEN)?;
            return Some(RootResult { solved: !self.horizon, ..RootResult::value(value) });
        }
        let rated = match rated {
            Some(rated) => moves.iter().filter_map(|mv| rated.iter().find(|root| root.mv == *mv).copied()).collect(),
            None => {
                let first = first.and_then(|first| moves.iter().position(|mv| *mv == first));
                let every_move = self.config.every_move || !self.config.pruning.cuts();
                let order = front(first.unwrap_or(0), moves.len());
                let rated = self.config.tie.rate(&moves, order, every_move, |index, floor| {
                    self.root_move(position, moves[index], depth, floor)
                });
                rated.map_err(|found| self.salvaged = found.filter(|_| salvage)).ok()?
            }
        };
        let chosen = ties.choose(&rated);
        Some(RootResult { solved: !self.horizon, ..RootResult::moves(best_first(rated, chosen)) })
    }

    /// The value of a root move, exact above `floor`, and the nodes it took.
    pub(super) fn root_move(
        &mut self,
        position: &mut G::Position,
        mv: G::Move,
        depth: u32,
        floor: f64,
    ) -> Option<(f64, u64)> {
        let nodes = self.control.nodes();
        let window = if self.config.pruning.cuts() { Window { low: floor, ..OPEN } } else { OPEN };
        let value = self.after_move(position, mv, depth - 1, window)?;
        Some((value, self.control.nodes() - nodes))
    }

    /// With a unified operator, every move of a chance node rated once. `Some(None)` where there is nothing to unify.
    pub(super) fn rate_groups(
        &mut self,
        position: &mut G::Position,
        depth: u32,
    ) -> Option<Option<Vec<RootMove<G::Move>>>> {
        let unified = matches!(self.config.pruning, Pruning::Unified | Pruning::UnifiedStar);
        let mut grouped = Vec::new();
        if !unified || self.game.turn(position) != Turn::Chance || !self.game.grouped_moves(position, &mut grouped) {
            return Some(None);
        }
        let mut rated = Vec::with_capacity(grouped.len());
        for (_, mv) in grouped {
            let (value, effort) = self.root_move(position, mv, depth, f64::NEG_INFINITY)?;
            rated.push(RootMove { mv, value, exact: true, effort });
        }
        Some(Some(rated))
    }
}
