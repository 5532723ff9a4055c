//! Certain knowledge about some positions, kept apart from opinions.

use crate::{Bounds, Evaluation, Game, PlayerId};
use std::fmt;
use std::sync::Arc;

/// Knows what some positions are worth with best play, from a database for example.
pub trait Oracle<G: Game>: Send + Sync + 'static {
    /// The probability that this player wins, where it is known.
    fn win(&self, game: &G, position: &G::Position, player: PlayerId) -> Option<f64>;
}

/// An oracle of positions with few pieces.
pub struct KnownEndgames<G> {
    /// The oracle.
    pub oracle: Arc<dyn Oracle<G>>,
    /// It knows every position with up to this many pieces.
    pub pieces: usize,
}

/// An evaluation by win probabilities, together with what is known for certain.
pub struct Informed<G: Game, E> {
    eval: E,
    oracle: Option<Arc<dyn Oracle<G>>>,
}

impl<G: Game, E: Evaluation<G>> Informed<G, E> {
    /// An opinion and, if there is one, an oracle. The oracle speaks of probabilities, so the opinion must.
    pub fn new(eval: E, oracle: Option<Arc<dyn Oracle<G>>>) -> Self {
        debug_assert!(oracle.is_none() || eval.bounds() == Bounds::PROBABILITY, "both must mean the same");
        Informed { eval, oracle }
    }
}

impl<G: Game, E: Clone> Clone for Informed<G, E> {
    fn clone(&self) -> Self {
        Informed { eval: self.eval.clone(), oracle: self.oracle.clone() }
    }
}

impl<G: Game, E: fmt::Debug> fmt::Debug for Informed<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Informed").field("eval", &self.eval).field("oracle", &self.oracle.is_some()).finish()
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Informed<G, E> {
    fn value(&mut self, game: &G, position: &G::Position, player: PlayerId) -> i32 {
        self.eval.value(game, position, player)
    }

    fn value_between(&mut self, game: &G, position: &G::Position, player: PlayerId, low: i32, high: i32) -> i32 {
        self.eval.value_between(game, position, player, low, high)
    }

    fn expectation(&mut self, game: &G, position: &G::Position, player: PlayerId) -> f64 {
        self.eval.expectation(game, position, player)
    }

    #[inline]
    fn at_once(&self) -> usize {
        self.eval.at_once()
    }

    #[inline]
    fn expectations(&mut self, game: &G, positions: &[G::Position], player: PlayerId, values: &mut Vec<f64>) {
        self.eval.expectations(game, positions, player, values);
    }

    #[inline]
    fn known(&mut self, game: &G, position: &G::Position, player: PlayerId) -> Option<f64> {
        self.oracle.as_ref()?.win(game, position, player)
    }

    fn expected_share(&mut self, game: &G, position: &G::Position, player: PlayerId) -> f64 {
        self.eval.expected_share(game, position, player)
    }

    fn expected_shares(&mut self, game: &G, position: &G::Position, shares: &mut [f64]) {
        self.eval.expected_shares(game, position, shares);
    }

    fn unit(&self) -> &'static str {
        self.eval.unit()
    }

    fn bounds(&self) -> Bounds {
        self.eval.bounds()
    }

    fn result(&mut self, game: &G, position: &G::Position, player: PlayerId) -> i32 {
        self.eval.result(game, position, player)
    }

    fn expected_result(&mut self, game: &G, position: &G::Position, player: PlayerId) -> f64 {
        self.eval.expected_result(game, position, player)
    }

    fn move_score(&mut self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        self.eval.move_score(game, position, mv)
    }

    fn is_last_resort(&self, game: &G, position: &G::Position, mv: G::Move) -> bool {
        self.eval.is_last_resort(game, position, mv)
    }
}
