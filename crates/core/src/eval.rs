//! Opinions about unfinished positions. They sit beside the rules of their game, but the rules never ask them.

use crate::{Game, PlayerId};

/// Rates positions for one player. Larger is better for that player.
///
/// A value may keep scratch memory, hence `&mut self`; it must not depend on what was rated before.
pub trait Evaluation<G: Game>: Clone + Send + Sync + 'static {
    /// The value of an unfinished position in whole units, well within ±1,000,000 so that proven wins stand above it.
    fn value(&mut self, game: &G, position: &G::Position, player: PlayerId) -> i32;

    /// The same opinion as a real number, for searches that average over dice. [`unit`](Evaluation::unit) says what
    /// it measures.
    fn expectation(&mut self, game: &G, position: &G::Position, player: PlayerId) -> f64 {
        f64::from(self.value(game, position, player))
    }

    /// What [`expectation`](Evaluation::expectation) counts: `points`, `win probability`, …
    fn unit(&self) -> &'static str {
        "points"
    }

    /// A guess, without making the move, how good it is for the player to move. Only its order matters.
    fn promise(&mut self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }
}

/// A game that comes with evaluations.
pub trait Evaluated: Game {
    /// One type for all evaluations of the game; an enum where there are several, so that nothing is boxed.
    type Eval: Evaluation<Self>;

    /// Names and meanings; the first is the default.
    fn evals() -> &'static [EvalInfo];

    /// The evaluation of this name, built for this board; `None` for a name that [`evals`](Evaluated::evals) lacks.
    fn eval(&self, name: &str) -> Option<Self::Eval>;
}

/// One evaluation, for lists and errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalInfo {
    /// The word used in player specs.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
}
