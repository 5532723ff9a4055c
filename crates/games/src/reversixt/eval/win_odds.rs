//! The chance to end before each opponent, from what can be counted.

use super::features::FEATURES;
use super::map_features::MapFeatures;
use crate::reversixt::position::Position;
use plyground_core::PlayerId;

/// What each feature is worth in logits: a constant part, one that grows with how full the board is, and one that grows with its
/// square. In the order of [`Features::compare`](super::features::Features::compare). Chosen by matches on generated maps;
/// docs/reversixt-trials.md has the matches.
pub(super) const WEIGHTS: [[f32; 3]; FEATURES] = [
    [-1.0, 0.0, 7.0],
    [2.5, 0.0, -1.0],
    [1.0, 0.0, -0.5],
    [3.0, 0.0, 0.0],
    [0.5, 0.0, 0.0],
    [0.8, 0.0, -0.5],
    [12.6, 5.7, 5.7],
    [2.8, 0.0, 1.9],
    [0.1, 0.0, 0.0],
];

/// What stones and bombs are worth in phase 2. Both count the more, the less the remaining bombs can still change.
const STONES_LEFT: f32 = 1.4;
const BOMBS_LEFT: f32 = 1.0;
const UNCERTAINTY: f32 = 0.05;

/// One opponent: whole units per logit, and the surest anybody may be, which stays below a win.
const LOGIT: f32 = 5_000.0;
const SUREST: f32 = 190.0;
/// Several opponents: the share of them that one expects to leave behind, from `-SHARE` to `SHARE`, and a little for every logit so
/// that nothing is indifferent.
pub(super) const SHARE: f32 = 100_000.0;
const LOGIT_AMONG_MANY: f32 = 500.0;

/// The log odds that one player ends before another in phase 1.
pub(super) fn odds(features: &[f32; FEATURES], filled: f32) -> f32 {
    let parts = WEIGHTS.iter().zip(features);
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
pub(super) fn total(odds: impl Iterator<Item = f32>) -> i32 {
    let (mut sum, mut share, mut count, mut last) = (0.0, 0.0, 0.0, 0.0);
    for odds in odds {
        sum += odds;
        share += 1.0 / (1.0 + (-odds).exp());
        count += 1.0;
        last = odds;
    }
    if count < 2.0 {
        return (LOGIT * last.clamp(-SUREST, SUREST)) as i32;
    }
    (SHARE * (2.0 * share / count - 1.0) + LOGIT_AMONG_MANY * (sum / count).clamp(-20.0, 20.0)) as i32
}
