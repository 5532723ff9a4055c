//! Where every random number of a plan comes from.
//!
//! Nothing here depends on who plays when or on which machine: the number of a game within its plan decides everything
//! about its luck.

use plyground_core::{Rng, splitmix64};

// Families of random numbers, kept apart by arbitrary odd constants.
const GAMES: u64 = 0x6a09_e667_f3bc_c909;
const DICE: u64 = 0xbb67_ae85_84ca_a73b;
const OPENINGS: u64 = 0x3c6e_f372_fe94_f82b;

/// The seeds of one plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seeds(u64);

impl Seeds {
    /// The seeds of the plan with this number. Neighbouring numbers have nothing in common.
    pub fn new(plan: u64) -> Self {
        Seeds(splitmix64(plan))
    }

    /// The seed of game `number`.
    pub fn game(&self, number: u64) -> u64 {
        splitmix64(splitmix64(self.0 ^ GAMES) ^ number)
    }

    /// The seed of the player in one seat of a game.
    pub fn seat(&self, number: u64, seat: usize) -> u64 {
        splitmix64(self.game(number) ^ (seat as u64 + 1))
    }

    /// The seed of the dice in all games of a unit.
    pub fn dice(&self, unit: u64) -> u64 {
        splitmix64(splitmix64(self.0 ^ DICE) ^ unit)
    }

    /// The lots that draw the opening of a unit.
    pub fn opening(&self, unit: u64) -> Rng {
        Rng::seeded(splitmix64(splitmix64(self.0 ^ OPENINGS) ^ unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn nothing_repeats_between_games_seats_units_and_plans() {
        let mut seen = HashSet::new();
        for plan in 0..10 {
            let seeds = Seeds::new(plan);
            for number in 0..100 {
                assert!(seen.insert(seeds.game(number)));
                assert!(seen.insert(seeds.dice(number)));
                assert!(seen.insert(seeds.opening(number).bits()));
                assert!((0..8).all(|seat| seen.insert(seeds.seat(number, seat))));
            }
        }
    }
}
