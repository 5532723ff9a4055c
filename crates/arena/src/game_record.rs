//! A game as archives and shard files keep it.

use crate::{Fingerprint, MoveEvaluation, Outcome};

/// Everything about one game of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Its number within the tournament, from 0.
    pub number: u64,
    /// The number of its opening within the tournament.
    pub opening: u64,
    /// Its first position.
    pub start: String,
    /// Its seed.
    pub seed: u64,
    /// How it came out.
    pub outcome: Outcome,
    /// Its turns as bytes; see [`decode_turns`](crate::decode_turns).
    pub code: Vec<u8>,
    /// What the players thought of each turn, if that was kept.
    pub evaluations: Vec<MoveEvaluation>,
}

impl GameRecord {
    /// Tells games apart by everything except how long the players thought.
    pub fn fingerprint(&self) -> u64 {
        let outcome = &self.outcome;
        let nodes = outcome.efforts.map(|effort| effort.nodes);
        let faults: Vec<_> = outcome.faults.iter().map(|fault| (fault.seat, fault.kind, fault.turn)).collect();
        Fingerprint::of(&format!(
            "{} {} {:?} {} {:?} {:?} {} {nodes:?} {faults:?}",
            self.number,
            self.opening,
            self.start,
            self.seed,
            self.code,
            outcome.payoffs.as_slice(),
            outcome.termination
        ))
    }
}
