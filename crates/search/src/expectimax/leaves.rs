//! One turn above the horizon an evaluation may rate several moves at once, before it is known whether all of them are needed. Nodes are counted when their
//! value is taken, so counts and values are those of a search that asks for one at a time.

use super::node::ExpectimaxWorker;
use crate::stack::Frame;
use crate::trace::Tracer;
use plyground_core::{Evaluation, Game, Turn};
use std::ops::Range;

/// The value of a position at the horizon.
#[derive(Clone, Copy)]
struct Leaf {
    /// For the root player.
    value: f64,
    /// Whether it is an opinion, not the end of the game or certain knowledge.
    opinion: bool,
}

/// Positions at the horizon that were rated together. There is one such memory: below a leaf there is none.
pub(super) struct Leaves<P> {
    leaves: Vec<Leaf>,
    /// The positions that need an opinion, in the order of their leaves, and the opinions.
    positions: Vec<P>,
    opinions: Vec<f64>,
}

impl<P> Default for Leaves<P> {
    fn default() -> Self {
        Leaves { leaves: Vec::new(), positions: Vec::new(), opinions: Vec::new() }
    }
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> ExpectimaxWorker<'_, G, E, T> {
    /// How many moves to rate together at a chance node of this depth; 0 for a search of each. A trace wants every visit.
    #[inline]
    pub(super) fn leaves_at_once(&self, depth: u32) -> usize {
        let together = if T::ON || depth != 1 || self.to_the_end { 1 } else { self.eval.at_once() };
        if together > 1 { together } else { 0 }
    }

    /// Rates grouped moves, those with these turns in the order.
    pub(super) fn rate_leaves(&mut self, position: &G::Position, (first, order): (usize, Frame), turns: Range<usize>) {
        let memory = &mut self.stacks.leaves;
        memory.leaves.clear();
        memory.positions.clear();
        memory.opinions.clear();
        for turn in turns {
            let (_, mv) = self.stacks.grouped[first + self.stacks.moves.index(order, turn) as usize];
            // Made where it stays: a copy right after its parts were written would wait for them.
            memory.positions.push(position.clone());
            let after = memory.positions.last_mut().expect("pushed just now");
            self.game.make(after, mv);
            let certain = match self.game.turn(after) {
                Turn::Over => Some(self.eval.expected_result(self.game, after, self.me)),
                _ => self.eval.known(self.game, after, self.me),
            };
            memory.leaves.push(Leaf { value: certain.unwrap_or(0.0), opinion: certain.is_none() });
            if certain.is_some() {
                memory.positions.pop();
            }
        }
        self.eval.expectations(self.game, &memory.positions, self.me, &mut memory.opinions);
        let opinions = memory.leaves.iter_mut().filter(|leaf| leaf.opinion).zip(&memory.opinions);
        opinions.for_each(|(leaf, opinion)| leaf.value = *opinion);
    }

    /// The value of one of the moves rated last, taken as a node. `None` when the search must stop.
    #[inline]
    pub(super) fn leaf(&mut self, index: usize) -> Option<f64> {
        if self.control.tick() {
            return None;
        }
        let Leaf { value, opinion } = self.stacks.leaves.leaves[index];
        self.horizon |= opinion;
        Some(value)
    }
}
