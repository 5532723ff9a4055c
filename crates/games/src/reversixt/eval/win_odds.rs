//! The chance to end before each opponent, from what can be counted, and what each count is worth.

use super::features::FEATURES;
use super::map_features::MapFeatures;
use crate::reversixt::position::Position;
use plyground_core::PlayerId;

/// What everything that is counted is worth, chosen by matches on generated maps; docs/reversixt-trials.md has the matches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Weights {
    /// What each feature is worth in logits: a constant part, one that grows with how full the board is, and one that grows with its
    /// square. In the order of [`Features::compare`](super::features::Features::compare).
    features: [[f32; 3]; FEATURES],
    /// A bonus tile that a player could take now, in override stones: others can often take it first. More than a few are one at a time.
    pub(super) bonus_in_reach: f32,
    pub(super) most_bonuses: f32,
    /// Two players who have fewer free tiles to play on than this between them will soon have to spend override stones.
    pub(super) room: f32,
    /// What an override stone that nobody can answer is worth then, compared with one that is kept.
    pub(super) unanswered: f32,
    /// Half of what setting one turns, in the same unit: with it the value stays where it is while both spend theirs in turn.
    pub(super) about_to_turn: f32,
    /// Several opponents: how much of their odds is believed.
    sureness: f32,
    /// Several opponents: the share of the value that is the chance to end before all of them; the rest is the share of them that one
    /// expects to leave behind.
    first: f32,
    /// Several opponents: a little for every logit, so that nothing is indifferent.
    logit: f32,
}

/// Two to four players.
const AMONG_FEW: Weights = Weights {
    features: [
        [-1.0, 0.0, 7.0],
        [2.5, 0.0, -1.0],
        [1.0, 0.0, -0.5],
        [3.0, 0.0, 0.0],
        [0.5, 0.0, 0.0],
        [0.8, 0.0, -0.5],
        [12.6, 5.7, 5.7],
        [2.8, 0.0, 1.9],
        [0.1, 0.0, 0.0],
    ],
    bonus_in_reach: 0.3,
    most_bonuses: 3.0,
    room: 6.0,
    unanswered: 0.35,
    about_to_turn: 0.5,
    sureness: 1.0,
    first: 0.0,
    logit: 500.0,
};

/// Five to eight players.
const AMONG_MANY: Weights = Weights {
    features: [
        [0.3, 0.0, 9.0],
        [2.1, -0.9, -1.4],
        [0.7, -0.3, -0.5],
        [4.5, 1.5, -0.9],
        [1.2, -0.2, 0.2],
        [0.7, 0.3, 0.0],
        [18.5, 9.8, 6.9],
        [5.0, -0.7, 2.2],
        [0.35, -0.1, -0.1],
    ],
    bonus_in_reach: 0.14,
    most_bonuses: 2.2,
    room: 4.9,
    unanswered: 0.6,
    about_to_turn: 0.6,
    sureness: 0.7,
    first: 0.12,
    logit: 750.0,
};

/// The features by name, in their order; a weight is the name and which of its three parts, such as `stones.2`.
const NAMES: [&str; FEATURES] =
    ["stones", "mobility", "frontier", "corners", "edges", "danger", "overrides", "bombs", "tempo"];
/// No sensible weight is larger.
const LARGEST: f32 = 1e4;

impl Weights {
    /// Those for a map for this many players.
    pub(super) fn among(players: usize) -> Weights {
        if players > 4 { AMONG_MANY } else { AMONG_FEW }
    }

    /// These with some replaced, as a list of names and numbers: `first:0.2:stones.2:8`. `None` for one that does not exist, or is too large.
    pub(super) fn with(mut self, list: &str) -> Option<Weights> {
        let mut words = list.split(':');
        while let Some(name) = words.next() {
            let number: f32 = words.next()?.parse().ok()?;
            *self.named(name)? = Some(number).filter(|number| number.abs() <= LARGEST)?;
        }
        Some(self)
    }

    fn named(&mut self, name: &str) -> Option<&mut f32> {
        if let Some((feature, part)) = name.split_once('.') {
            let feature = NAMES.iter().position(|name| *name == feature)?;
            return self.features[feature].get_mut(part.parse::<usize>().ok()?);
        }
        match name {
            "bonus-in-reach" => Some(&mut self.bonus_in_reach),
            "most-bonuses" => Some(&mut self.most_bonuses),
            "room" => Some(&mut self.room),
            "unanswered" => Some(&mut self.unanswered),
            "about-to-turn" => Some(&mut self.about_to_turn),
            "sureness" => Some(&mut self.sureness),
            "first" => Some(&mut self.first),
            "logit" => Some(&mut self.logit),
            _ => None,
        }
    }
}

/// What stones and bombs are worth in phase 2. Both count the more, the less the remaining bombs can still change.
const STONES_LEFT: f32 = 1.4;
const BOMBS_LEFT: f32 = 1.0;
const UNCERTAINTY: f32 = 0.05;

/// One opponent: whole units per logit, and the surest anybody may be, which stays below a win.
pub(super) const LOGIT: f32 = 5_000.0;
const SUREST: f32 = 190.0;
/// Several opponents: the share of them that one expects to leave behind, from `-SHARE` to `SHARE`.
pub(super) const SHARE: f32 = 100_000.0;
const LARGEST_VALUE: f32 = 950_000.0;

/// The log odds that one player ends before another in phase 1.
pub(super) fn odds(weights: &Weights, features: &[f32; FEATURES], filled: f32) -> f32 {
    let parts = weights.features.iter().zip(features);
    parts.map(|([still, growing, late], feature)| (still + filled * (growing + filled * late)) * feature).sum()
}

/// The same in phase 2: only stones and bombs are left.
pub(super) fn bombing_odds(position: &Position, map_features: &MapFeatures, one: PlayerId, other: PlayerId) -> f32 {
    let stones = |player: PlayerId| position.stones(player) as f32;
    let bombs = |player: PlayerId| f32::from(position.bombs(player)) * map_features.ball;
    let standing = position.standing().max(1) as f32;
    let all: f32 = position.bombs.iter().map(|bombs| f32::from(*bombs) * map_features.ball).sum();
    let changeable = UNCERTAINTY + (all / standing).min(1.0);
    let (sum, margin) = (stones(one) + stones(other) + 1.0, stones(one) - stones(other));
    let edge = (bombs(one) - bombs(other)).clamp(-standing, standing) / standing;
    (STONES_LEFT * margin / sum + BOMBS_LEFT * edge) / changeable
}

/// What a player's odds against each of their opponents add up to, in whole units.
pub(super) fn total(weights: &Weights, odds: impl Iterator<Item = f32>) -> i32 {
    let (mut sum, mut share, mut count, mut last, mut first) = (0.0, 0.0, 0.0, 0.0, 1.0);
    for odds in odds {
        let chance = 1.0 / (1.0 + (-weights.sureness * odds).exp());
        sum += odds;
        share += chance;
        first *= chance;
        count += 1.0;
        last = odds;
    }
    if count < 2.0 {
        return (LOGIT * last.clamp(-SUREST, SUREST)) as i32;
    }
    let place = (1.0 - weights.first) * (share / count) + weights.first * first;
    let value = SHARE * (2.0 * place - 1.0) + weights.logit * (sum / count).clamp(-20.0, 20.0);
    // Strange weights must not look like a proven result.
    value.clamp(-LARGEST_VALUE, LARGEST_VALUE) as i32
}
