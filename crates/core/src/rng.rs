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

    // The numbers of the frozen tests do not come from this code. A separate program in Python, written from the authors' C sources
    // `splitmix64.c` and `xoshiro256plusplus.c` (https://prng.di.unimi.it), computed them; it was itself checked against the published
    // outputs of both generators: SplitMix64 from 1234567 begins with 6457827717110365317, xoshiro256++ from the state 1, 2, 3, 4
    // with 41943041, 58720359, 3588806011781223. Every replay and every archive depends on these streams: a change here is a bug.

    #[test]
    fn the_stream_of_a_seed_is_frozen() {
        // SplitMix64's published first outputs.
        assert_eq!(splitmix64(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(splitmix64(1_234_567), 6_457_827_717_110_365_317);
        for (seed, expected) in [
            (0, [0x84f0_9bf3_07c1_073a, 0xc82f_fb59_7cee_e51b, 0xadf9_6905_c5df_4417, 0xe9d9_a848_9d04_2c93]),
            (1, [0x7045_60ce_d7cc_0501, 0x4eef_9003_6c89_c53a, 0xdce0_5af2_ba13_64d7, 0xe019_c821_60db_bf4c]),
            (u64::MAX, [0x1bee_d10d_2847_f8eb, 0x9838_8879_98fb_93bd, 0xbb46_d7e8_c125_f454, 0x337a_283c_6466_f0fc]),
        ] {
            let mut rng = Rng::seeded(seed);
            assert_eq!([(); 4].map(|()| rng.bits()), expected, "seed {seed}");
        }
        let mut part = Rng::part(20, 3);
        assert_eq!(part.bits(), 0xefc1_b93b_6d37_6077);
        assert_eq!(part.bits(), 0x82cb_e492_44cd_e3f8);
        assert_eq!((key_for(0, 0), key_for(1, 2)), (0xa706_dd2f_4d19_7e6f, 0x8d70_6d2a_8ad3_8c43));
    }

    #[test]
    fn what_is_made_of_the_stream_is_frozen() {
        let mut rng = Rng::seeded(1);
        let dice: Vec<usize> = (0..24).map(|_| rng.below(6)).collect();
        assert_eq!(dice, [2, 1, 5, 5, 2, 1, 4, 0, 0, 2, 3, 2, 5, 5, 1, 0, 1, 1, 0, 4, 5, 3, 4, 2]);
        // Just above half of the range, where every other number is rejected.
        let mut rng = Rng::seeded(1);
        let large = [(); 4].map(|()| rng.below((1 << 63) + 1));
        assert_eq!(
            large,
            [
                4_044_989_373_570_482_816,
                8_074_078_992_299_057_062,
                1_452_273_081_827_566_569,
                1_297_442_526_878_338_076
            ]
        );
        let mut rng = Rng::seeded(1);
        assert_eq!(
            [(); 3].map(|()| rng.unit()),
            [0.438_558_626_650_589_64, 0.308_342_934_451_991_9, 0.862_798_389_682_280_4]
        );
        let mut items: Vec<u32> = (0..10).collect();
        Rng::seeded(9).shuffle(&mut items);
        assert_eq!(items, [7, 6, 9, 0, 8, 2, 4, 3, 5, 1]);
        let mut rng = Rng::seeded(5);
        let drawn = [(); 16].map(|()| rng.weighted(&[0.25, 0.0, 0.5, 0.25]));
        assert_eq!(drawn, [3, 0, 0, 2, 3, 3, 3, 3, 3, 3, 3, 0, 3, 0, 0, 2]);
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
