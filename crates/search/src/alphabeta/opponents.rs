//! Opponent pruning: how many of the opponents look at all their moves between two turns of the root player.
//!
//! Every opponent has a few expected moves, those that are tried first. A move beyond them is a departure, and once a round has had as many
//! departures as it may, only expected moves are left. A round ends when the turn reaches or passes the seat of the root player.

use super::worker::Worker;
use crate::trace::Tracer;
use plyground_core::{Evaluation, Game, PlayerId, Turn, splitmix64};

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> Worker<'_, G, E, T> {
    /// Keeps positions apart in which opponents may still do different things.
    #[inline]
    pub(super) fn departure_key(&self) -> u64 {
        if self.departures == 0 { 0 } else { splitmix64(u64::from(self.departures)) }
    }

    /// Whether a player may try no more moves after this many.
    #[inline]
    pub(super) fn may_not_depart(&self, player: PlayerId, tried: usize) -> bool {
        self.opponent_pruning.is_some_and(|pruning| {
            player != self.shared.root
                && tried >= usize::from(pruning.expected)
                && self.departures >= pruning.departures
        })
    }

    /// Tells the next [`count_departure`](Worker::count_departure) how many moves of the player were tried before this one.
    #[inline]
    pub(super) fn note_tried(&mut self, player: PlayerId, tried: usize) {
        self.departs = self
            .opponent_pruning
            .is_some_and(|pruning| player != self.shared.root && tried >= usize::from(pruning.expected));
    }

    /// Counts the departures of the round after a move of `mover`. Returns their number before it, which the caller restores.
    #[inline]
    pub(super) fn count_departure(&mut self, mover: PlayerId, turn: Turn) -> u8 {
        let before = self.departures;
        if self.opponent_pruning.is_some() {
            let ends_round = match turn {
                Turn::Player(next) => next == self.shared.root || self.passes_root(mover, next),
                _ => true,
            };
            self.departures = if ends_round { 0 } else { before + u8::from(self.departs) };
        }
        before
    }

    /// Whether the turn passes the seat of the root player on its way from one player to the next.
    fn passes_root(&self, from: PlayerId, to: PlayerId) -> bool {
        let seats = self.shared.game.facts().players;
        let after_root = |player: PlayerId| (player.index() + seats - self.shared.root.index()) % seats;
        after_root(to) <= after_root(from)
    }
}
