//! What max^n and BRS+ share below the root: the stack of moves, the horizon, the trace. How a turn is valued is up to a rule.

use crate::Control;
use crate::deepening::RootResult;
use crate::real_search::{RealWorker, RootTurn};
use crate::stack::{Frame, MoveStack, NO_INDEX};
use crate::trace::{Edge, Ending, Tracer, VisitKind};
use plyground_core::{Evaluation, Game, PlayerId};

/// What the trace calls an open window.
pub(super) const OPEN_WINDOW: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// How the players of a round reply to each other.
pub(super) trait ReplyRule<G: Game, E>: Copy {
    /// Rates the moves of a player's turn at the root, and chooses.
    fn rate_moves<T: Tracer<G::Move>>(
        worker: &mut Worker<'_, G, E, T, Self>,
        position: &mut G::Position,
        root: RootTurn<'_, G::Move>,
    ) -> Option<RootResult<G::Move>>;
}

/// The switches that both searches have.
#[derive(Clone, Copy)]
pub(super) struct Switches {
    /// Whether moves are searched in the order of their scores.
    pub(super) move_score: bool,
    /// How many moves of a position are looked at.
    pub(super) beam: Option<usize>,
    /// Whether all root moves get exact values.
    pub(super) every_move: bool,
}

/// Searches below the root.
pub(super) struct Worker<'a, G: Game, E, T, R> {
    pub(super) game: &'a G,
    pub(super) eval: &'a mut E,
    pub(super) control: &'a mut Control,
    pub(super) moves: &'a mut MoveStack<G::Move>,
    pub(super) switches: Switches,
    pub(super) rule: R,
    /// The player to move (or about to roll) at the root.
    pub(super) me: PlayerId,
    /// Whether this iteration met a horizon.
    pub(super) horizon: bool,
    pub(super) trace: &'a mut T,
    /// Why the last node ended, for the trace.
    pub(super) ending: Ending,
}

impl<'a, G: Game, E, T, R> Worker<'a, G, E, T, R> {
    pub(super) fn new(
        (game, me): (&'a G, PlayerId),
        (switches, rule): (Switches, R),
        (eval, moves): (&'a mut E, &'a mut MoveStack<G::Move>),
        control: &'a mut Control,
        trace: &'a mut T,
    ) -> Self {
        Worker { game, eval, control, moves, switches, rule, me, horizon: false, trace, ending: Ending::Complete }
    }
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>, R> Worker<'_, G, E, T, R> {
    /// The moves of a position, most promising first, as many as the beam lets through.
    pub(super) fn list(&mut self, position: &G::Position) -> Frame {
        let mut list = self.moves.push(self.game, self.eval, position, NO_INDEX, self.switches.move_score);
        self.horizon |= self.moves.narrow(&mut list, self.switches.beam.unwrap_or(usize::MAX));
        list
    }

    /// Tells the trace that a position, worth this to the root player, is left.
    pub(super) fn tell_leaving(&mut self, position: &G::Position, value: f64) {
        if T::ON {
            self.trace.leave(self.game.turn(position).player(), value, self.ending);
        }
    }
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>, R: ReplyRule<G, E>> RealWorker<G, E> for Worker<'_, G, E, T, R> {
    fn control(&mut self) -> &mut Control {
        self.control
    }

    fn eval(&mut self) -> &mut E {
        self.eval
    }

    fn begin(&mut self, _position: &mut G::Position, depth: u32) -> Option<()> {
        self.trace.begin(depth, OPEN_WINDOW);
        self.moves.clear();
        self.horizon = false;
        (!self.control.tick()).then_some(())
    }

    fn found(&mut self, value: f64) {
        self.trace.end(value);
    }

    fn search_turn(&mut self, position: &mut G::Position, root: RootTurn<'_, G::Move>) -> Option<RootResult<G::Move>> {
        let outcome = root.outcome;
        if let Some(outcome) = outcome {
            self.trace.enter(Edge::Roll(outcome), OPEN_WINDOW, root.depth, VisitKind::Full);
        }
        let found = R::rate_moves(self, position, root)?;
        if T::ON && outcome.is_some() {
            self.trace.leave(self.game.turn(position).player(), found.value, Ending::Complete);
        }
        Some(found)
    }
}
