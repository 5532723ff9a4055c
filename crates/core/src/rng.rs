//! Seeded randomness that never changes under our feet.
//!
//! The generator is named (xoshiro256++), and bits become dice by our own code, so that no update of a library can
//! change a replay. Zobrist keys come from the same mixing function.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Steele, Lea and Flood's SplitMix64 finaliser: spreads any number over all 64 bits.
#[inline]
pub const fn splitmix64(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The Zobrist key of feature `index` in a family of features; `salt` keeps families apart.
#[inline]
pub const fn key_for(salt: u64, index: u64) -> u64 {
    splitmix64(splitmix64(salt) ^ index.wrapping_mul(0xd6e8_feb8_6659_fd93))
}

/// A repeatable source of random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The generator with this seed; the same seed gives the same numbers for ever.
    pub fn seeded(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(splitmix64(seed)))
    }

    /// The generator of part `index` of a larger plan: games of one match, threads of one search.
    pub fn part(seed: u64, index: u64) -> Self {
        Rng::seeded(splitmix64(seed) ^ index)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, each equally likely (Lemire's multiplication with rejection).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "nothing lies below zero");
        let bound = bound as u64;
        let mut wide = u128::from(self.bits()) * u128::from(bound);
        if (wide as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (wide as u64) < threshold {
                wide = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (wide >> 64) as usize
    }

    /// A number in `[0, 1)` with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// An index drawn with these probabilities, which must sum to about one. An index of probability zero is never
    /// drawn.
    #[inline]
    pub fn weighted(&mut self, probabilities: &[f64]) -> usize {
        let mut left = self.unit();
        let mut last = 0;
        for (index, &probability) in probabilities.iter().enumerate() {
            if probability > 0.0 {
                last = index;
                if left < probability {
                    return index;
                }
                left -= probability;
            }
        }
        last // rounding left a crumb beyond the last outcome
    }

    /// Puts `items` into random order, each order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_is_frozen() {
        // SplitMix64's published first output for state 0.
        assert_eq!(splitmix64(0), 0xe220_a839_7b1d_cdaf);
        let mut rng = Rng::seeded(1);
        let first: Vec<usize> = (0..12).map(|_| rng.below(6)).collect();
        let mut again = Rng::seeded(1);
        assert!(first.iter().all(|face| *face == again.below(6)));
    }

    #[test]
    fn small_bounds_are_drawn_evenly() {
        let mut rng = Rng::seeded(3);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6)] += 1;
        }
        // Five standard deviations of a binomial with mean 10,000.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 457), "{counts:?}");
    }

    #[test]
    fn weighted_never_draws_an_impossible_outcome() {
        let mut rng = Rng::seeded(5);
        for _ in 0..10_000 {
            assert_ne!(rng.weighted(&[0.5, 0.0, 0.5, 0.0]) % 2, 1);
        }
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<u32> = (0..50).collect();
        Rng::seeded(9).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
