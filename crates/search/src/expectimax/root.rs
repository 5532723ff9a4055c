//! The root: every move gets a number, and one of the best is chosen.

use super::Pruning;
use super::node::{ExpectimaxWorker, OPEN};
use crate::deepening::RootResult;
use crate::real_search::{RealWorker, RootTurn};
use crate::trace::{Edge, Ending, Tracer, VisitKind};
use crate::{Control, RootMove, Window};
use plyground_core::{Evaluation, Game, Turn};

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> RealWorker<G, E> for ExpectimaxWorker<'_, G, E, T> {
    fn control(&mut self) -> &mut Control {
        self.control
    }

    fn eval(&mut self) -> &mut E {
        self.eval
    }

    fn begin(&mut self, position: &mut G::Position, depth: u32) -> Option<()> {
        self.trace.begin(depth, (OPEN.low, OPEN.high));
        self.stacks.clear();
        self.horizon = false;
        if self.control.tick() {
            return None;
        }
        self.rated = self.rate_groups(position, depth)?;
        Some(())
    }

    fn found(&mut self, value: f64) {
        self.trace.end(value);
    }

    fn search_turn(&mut self, position: &mut G::Position, root: RootTurn<'_, G::Move>) -> Option<RootResult<G::Move>> {
        // Where moves were rated straight from the chance node there is nothing to see below a roll.
        let rolled = root.outcome.filter(|_| T::ON && self.rated.is_none());
        if let Some(outcome) = rolled {
            self.trace.enter(Edge::Roll(outcome), (OPEN.low, OPEN.high), root.depth, VisitKind::Full);
        }
        let found = self.choose(position, root)?;
        if rolled.is_some() {
            self.trace.leave(self.game.turn(position).player(), found.value, Ending::Complete);
        }
        Some(found)
    }
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> ExpectimaxWorker<'_, G, E, T> {
    /// Rates the moves of a position without a roll to come, unless they are rated already, and chooses.
    fn choose(&mut self, position: &mut G::Position, root: RootTurn<'_, G::Move>) -> Option<RootResult<G::Move>> {
        let Some(list) = root.list else {
            let value = self.node(position, root.depth, OPEN)?;
            return Some(RootResult { solved: !self.horizon, ..RootResult::value(value) });
        };
        list.order_as_listed();
        let every_move = self.config.every_move || self.rated.is_some() || !self.config.pruning.cuts();
        list.choose(root.ties, every_move, |entry, floor| {
            let known = self.rated.iter().flatten().find(|known| known.mv == entry.mv);
            match known.map(|known| (known.value, known.effort)) {
                None => self.root_move(position, entry.mv, root.depth, floor),
                known => known,
            }
        })?;
        Some(RootResult { solved: !self.horizon, ..RootResult::moves(list.moves()) })
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
