//! Facts about a game.

use plyground_arena::facts::{GameFacts, Mean};
use serde::Serialize;

#[cfg(test)]
use ts_rs::TS;

/// A mean with its 95 % interval.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MeanValue {
    /// The mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// What counting and random games show about a game on one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FactsReport {
    /// Number of players.
    pub players: usize,
    /// Squares of the board.
    pub squares: usize,
    /// Random games played.
    pub games: u64,
    /// Legal moves per turn.
    pub branching: MeanValue,
    /// Turns per game.
    pub length: MeanValue,
    /// Share of the games without a single winner.
    pub draws: MeanValue,
    /// What the first player has more than an equal share of first places.
    pub advantage: MeanValue,
    /// Different sequences of 1, 2, … turns.
    pub perft: Vec<u64>,
    /// Random games per second of processor time.
    pub playouts_per_second: f64,
}

impl From<&GameFacts> for FactsReport {
    fn from(facts: &GameFacts) -> Self {
        let value = |mean: &Mean| MeanValue { mean: mean.mean, low: mean.interval.low, high: mean.interval.high };
        FactsReport {
            players: facts.players,
            squares: facts.squares,
            games: facts.random.games,
            branching: value(&facts.random.branching),
            length: value(&facts.random.length),
            draws: value(&facts.random.draws),
            advantage: value(&facts.random.advantage),
            perft: facts.perft.clone(),
            playouts_per_second: facts.playouts_per_second,
        }
    }
}
