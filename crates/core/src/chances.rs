//! Chances: what a position is worth to each player as an expected score.

use crate::{MAX_PLAYERS, Payoffs, PlayerId};

/// The expected score of every player: a win counts 1, a shared first place its share, everything else 0. The scores of all
/// players add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    values: [f64; MAX_PLAYERS],
    players: u8,
}

impl Chances {
    /// Chances in proportion to these weights, one per player. Where none is above zero, all are equal.
    ///
    /// # Panics
    /// If there are more than [`MAX_PLAYERS`] weights, or none.
    pub fn proportional(weights: &[f64]) -> Self {
        assert!((1..=MAX_PLAYERS).contains(&weights.len()), "one weight per player");
        let is_usable = |weight: &&f64| weight.is_finite() && **weight > 0.0;
        let sum: f64 = weights.iter().filter(is_usable).sum();
        let mut values = [0.0; MAX_PLAYERS];
        for (value, weight) in values.iter_mut().zip(weights) {
            *value = match sum > 0.0 {
                true if is_usable(&weight) => weight / sum,
                true => 0.0,
                false => 1.0 / weights.len() as f64,
            };
        }
        Chances { values, players: weights.len() as u8 }
    }

    /// What a finished game was worth: first places shared among those who have them.
    pub fn of_result(payoffs: &Payoffs) -> Self {
        let values = payoffs.as_slice();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let firsts: Vec<f64> = values.iter().map(|value| f64::from(u8::from(*value == best))).collect();
        Chances::proportional(&firsts)
    }

    /// Everything for one player.
    pub fn won_by(winner: PlayerId, players: usize) -> Self {
        let weights: Vec<f64> = PlayerId::all(players).map(|player| f64::from(u8::from(player == winner))).collect();
        Chances::proportional(&weights)
    }

    /// This chance for one player, and what is left for the others in proportion to their weights. The player's own weight
    /// is not looked at.
    pub fn with_chance_of(player: PlayerId, chance: f64, weights: &[f64]) -> Self {
        let chance = if weights.len() == 1 { 1.0 } else { chance.clamp(0.0, 1.0) };
        let mut others = weights.to_vec();
        others[player.index()] = 0.0;
        if others.iter().all(|weight| *weight <= 0.0) {
            others.fill(1.0);
            others[player.index()] = 0.0;
        }
        let mut shared = Chances::proportional(&others);
        for value in &mut shared.values {
            *value *= 1.0 - chance;
        }
        shared.values[player.index()] = chance;
        shared
    }

    /// The chance of one player.
    pub fn of(&self, player: PlayerId) -> f64 {
        self.as_slice()[player.index()]
    }

    /// All chances in turn order.
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..usize::from(self.players)]
    }

    /// The player with the largest chance; the first of equals.
    pub fn leader(&self) -> PlayerId {
        let better = |best: PlayerId, player: PlayerId| if self.of(player) > self.of(best) { player } else { best };
        PlayerId::all(usize::from(self.players)).fold(PlayerId::FIRST, better)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_first_place_is_shared() {
        let shared = Chances::of_result(&Payoffs::new(&[7.0, 9.0, 9.0, -1.0]));
        assert_eq!(shared.as_slice(), [0.0, 0.5, 0.5, 0.0]);
        assert_eq!(Chances::of_result(&Payoffs::new(&[0.0, 0.0])).as_slice(), [0.5, 0.5]);
        assert_eq!(Chances::of_result(&Payoffs::win(PlayerId::SECOND)).as_slice(), [0.0, 1.0]);
    }

    #[test]
    fn what_one_player_leaves_is_divided_among_the_others() {
        let chances = Chances::with_chance_of(PlayerId::SECOND, 0.4, &[1.0, 100.0, 2.0]);
        let expected = [0.2, 0.4, 0.4];
        assert!(chances.as_slice().iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12));
        assert_eq!(Chances::with_chance_of(PlayerId::FIRST, 1.5, &[0.0, 0.0]).as_slice(), [1.0, 0.0]);
        assert_eq!(Chances::with_chance_of(PlayerId::FIRST, 0.25, &[0.0, 0.0]).as_slice(), [0.25, 0.75]);
    }

    #[test]
    fn weights_that_are_no_numbers_count_for_nothing() {
        assert_eq!(Chances::proportional(&[f64::NAN, 1.0, f64::INFINITY]).as_slice(), [0.0, 1.0, 0.0]);
        assert_eq!(Chances::proportional(&[0.0, f64::NAN]).as_slice(), [0.5, 0.5]);
        assert_eq!(Chances::proportional(&[0.2, 0.3]).leader(), PlayerId::SECOND);
    }
}
