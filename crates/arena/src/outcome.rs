//! How a game came out.

use crate::{Fault, Termination};
use plyground_core::{MAX_PLAYERS, Payoffs, PlayerId};
use std::time::Duration;

/// What a seat spent on its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Moves made.
    pub moves: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// The longest move. Archives do not keep it, and very quick games do not measure it.
    pub slowest: Duration,
    /// By how much a move exceeded its time at most, before any margin. Archives do not keep it.
    pub overrun: Duration,
}

impl Effort {
    /// Notes the time of one move and what was allowed for it.
    pub(crate) fn note(&mut self, spent: Duration, allowed: Option<Duration>) {
        self.time += spent;
        self.slowest = self.slowest.max(spent);
        if let Some(allowed) = allowed {
            self.overrun = self.overrun.max(spent.saturating_sub(allowed));
        }
    }

    /// Adds another's.
    pub fn add(&mut self, other: &Effort) {
        self.slowest = self.slowest.max(other.slowest);
        self.overrun = self.overrun.max(other.overrun);
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// The result of one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// What it was worth to each seat.
    pub payoffs: Payoffs,
    /// Why it ended.
    pub termination: Termination,
    /// The faults of players, in order. A game of many players may go on without the offender and end normally.
    pub faults: Vec<Fault>,
    /// Turns made.
    pub turns: usize,
    /// What each seat spent.
    pub efforts: [Effort; MAX_PLAYERS],
}

impl Outcome {
    /// The share of the first place of each seat: 1 for a lone winner, 1/2 each for a draw of two, 0 for the others.
    pub fn shares(&self) -> [f64; MAX_PLAYERS] {
        shares(self.payoffs.as_slice())
    }

    /// How the game ended for one seat: its own fault if it has one, else the end of the game if no player is at fault
    /// for it, else normally.
    pub fn ended_for(&self, seat: PlayerId) -> Termination {
        match self.faults.iter().find(|fault| fault.seat == seat) {
            Some(fault) => fault.kind,
            None if self.termination.is_adjudicated() || self.termination == Termination::Interrupted => {
                self.termination
            }
            None => Termination::Normal,
        }
    }
}

/// The share of the first place of each seat.
pub fn shares(payoffs: &[f64]) -> [f64; MAX_PLAYERS] {
    let best = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let firsts = payoffs.iter().filter(|payoff| **payoff == best).count();
    let mut shares = [0.0; MAX_PLAYERS];
    for (share, payoff) in shares.iter_mut().zip(payoffs) {
        if *payoff == best {
            *share = 1.0 / firsts as f64;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_first_place_is_shared() {
        assert_eq!(shares(&[1.0, -1.0])[..2], [1.0, 0.0]);
        assert_eq!(shares(&[0.0, 0.0])[..2], [0.5, 0.5]);
        assert_eq!(shares(&[7.0, 9.0, 9.0, 1.0])[..4], [0.0, 0.5, 0.5, 0.0]);
    }
}
