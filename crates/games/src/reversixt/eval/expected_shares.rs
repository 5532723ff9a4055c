//! The evaluation by chances for searches that average: what share of their opponents every player can expect to leave behind.

use super::PlaceEval;
use super::features::{Features, PlayerFeatures};
use super::incremental::FeatureTracker;
use super::win_odds::{LOGIT, bombing_odds, odds};
use crate::reversixt::game::ReversiGame;
use crate::reversixt::position::Position;
use crate::reversixt::tile::Phase;
use plyground_core::{MAX_PLAYERS, PlayerId};

/// How much of the odds is believed. Alpha-beta only asks which of two values is larger; an average of shares that are all close to 0
/// or 1 would not tell a large lead from a small one. Set by hand.
const SURENESS: f32 = 0.5;

/// A position with everything that is counted in it.
pub(super) struct CountedPosition<'a> {
    place_eval: &'a PlaceEval,
    position: &'a Position,
    /// `None` in phase 2, where only stones and bombs count.
    features: Option<(Features, [PlayerFeatures; MAX_PLAYERS])>,
}

impl PlaceEval {
    /// Counts everything in a position.
    pub(super) fn counted<'a>(
        &'a self,
        tracker: &mut FeatureTracker,
        game: &ReversiGame,
        position: &'a Position,
    ) -> CountedPosition<'a> {
        let features = (position.phase != Phase::Bombing).then(|| {
            let features = self.features(tracker, game, position);
            (features, features.inherited())
        });
        CountedPosition { place_eval: self, position, features }
    }
}

impl CountedPosition<'_> {
    /// The share of one player.
    pub(super) fn share(&self, player: PlayerId, players: usize) -> f64 {
        let others = PlayerId::all(players).filter(|other| *other != player);
        others.map(|other| self.chance(player, other)).sum::<f64>() / (players - 1) as f64
    }

    /// The shares of all players: what one of two is sure of the other is not, so that every pair is compared once.
    pub(super) fn shares(&self, shares: &mut [f64]) {
        shares.fill(0.0);
        let (players, opponents) = (shares.len(), (shares.len() - 1) as f64);
        for one in PlayerId::all(players) {
            for other in PlayerId::all(players).skip(one.index() + 1) {
                let chance = self.chance(one, other);
                shares[one.index()] += chance / opponents;
                shares[other.index()] += (1.0 - chance) / opponents;
            }
        }
    }

    /// The chance that one player ends before another. Who is disqualified ends behind everybody who is not.
    fn chance(&self, one: PlayerId, other: PlayerId) -> f64 {
        match (self.position.is_active(one), self.position.is_active(other)) {
            (true, false) => return 1.0,
            (false, true) => return 0.0,
            (false, false) => return 0.5,
            (true, true) => {}
        }
        let PlaceEval { map_features, weights, .. } = self.place_eval;
        let odds = match &self.features {
            Some((features, by_player)) => {
                odds(weights, &features.compare(by_player, map_features, one, other, weights), features.filled)
            }
            None => bombing_odds(self.position, map_features, one, other),
        };
        believed(odds)
    }
}

/// The share of a player of two whose value in whole units is this.
pub(super) fn share_of_two(value: f64) -> f64 {
    believed(value as f32 / LOGIT)
}

fn believed(odds: f32) -> f64 {
    f64::from(1.0 / (1.0 + (-SURENESS * odds).exp()))
}
