//! Scores with 95 % intervals, counted in independent units.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::erf::erfc;

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// Half an imagined unit that misses the mean by a half. It keeps the variance of few or equal units from vanishing; among
/// a hundred ordinary units it widens an interval by less than one per cent.
const IMAGINED: f64 = 0.125;

/// An interval of scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Scores collected unit by unit. A unit is what shares opening and dice: a pair of games, or all rotations of seats.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Units {
    units: f64,
    games: f64,
    points: f64,
    games_squared: f64,
    points_squared: f64,
    games_by_points: f64,
}

impl Units {
    /// Adds one unit of `games` games (an interrupted unit has fewer than the others) that brought `points`.
    pub fn add(&mut self, games: u64, points: f64) {
        if games == 0 {
            return;
        }
        let games = games as f64;
        self.units += 1.0;
        self.games += games;
        self.points += points;
        self.games_squared += games * games;
        self.points_squared += points * points;
        self.games_by_points += games * points;
    }

    /// Adds `count` equal units.
    pub fn add_equal(&mut self, units: u64, games: u64, points: f64) {
        let (units, games) = (units as f64, games as f64);
        self.units += units;
        self.games += units * games;
        self.points += units * points;
        self.games_squared += units * games * games;
        self.points_squared += units * points * points;
        self.games_by_points += units * games * points;
    }

    /// Adds all units of another collection.
    pub fn merge(&mut self, other: &Units) {
        self.units += other.units;
        self.games += other.games;
        self.points += other.points;
        self.games_squared += other.games_squared;
        self.points_squared += other.points_squared;
        self.games_by_points += other.games_by_points;
    }

    /// Number of units.
    pub fn units(&self) -> u64 {
        self.units as u64
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games as u64
    }

    /// Points won.
    pub fn points(&self) -> f64 {
        self.points
    }

    /// Points per game; ½ without games.
    pub fn score(&self) -> f64 {
        if self.games == 0.0 { 0.5 } else { self.points / self.games }
    }

    /// Variance of the score, taken from how units differ: the sum of squared deviations of units from the mean over
    /// the square of the number of games, as survey statistics does for clusters.
    fn variance(&self) -> f64 {
        let mean = self.score();
        let mean_unit = self.games / self.units;
        let deviations = self.points_squared - 2.0 * mean * self.games_by_points + mean * mean * self.games_squared;
        (deviations.max(0.0) + IMAGINED * mean_unit * mean_unit) / (self.games * self.games)
    }

    /// The estimated variance of the sum of points, for statistics that combine several results.
    pub(crate) fn points_variance(&self) -> f64 {
        if self.units == 0.0 { 0.0 } else { self.variance() * self.games * self.games }
    }

    /// The 95 % interval of a mean that is no share of one, such as payoffs: Student's, with units as observations. `None` for fewer than two units.
    pub fn mean_interval(&self) -> Option<Interval> {
        if self.units < 2.0 {
            return None;
        }
        let mean = self.score();
        let deviations = self.points_squared - 2.0 * mean * self.games_by_points + mean * mean * self.games_squared;
        let variance = deviations.max(0.0) / (self.games * self.games) * self.units / (self.units - 1.0);
        let quantile = StudentsT::new(0.0, 1.0, self.units - 1.0).ok()?.inverse_cdf(0.975);
        let half = quantile * variance.sqrt();
        Some(Interval { low: mean - half, high: mean + half })
    }

    /// How many coin tosses have the variance of this score. Units that all ended at the same extreme count once each.
    fn tosses(&self) -> f64 {
        let mean = self.mean();
        let spread = mean * (1.0 - mean);
        if spread > 0.0 { spread / self.variance() } else { self.units }
    }

    /// The score as a probability.
    fn mean(&self) -> f64 {
        self.score().clamp(0.0, 1.0)
    }

    /// The 95 % interval of the score: Wilson's, with as many imagined coin tosses as have the observed variance. It
    /// stays within [0, 1], is never empty, and for many units agrees with the usual mean ± 1.96 standard errors.
    pub fn interval(&self) -> Interval {
        if self.units == 0.0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (mean, tosses) = (self.mean(), self.tosses());
        let z2 = Z * Z / tosses;
        let middle = (mean + z2 / 2.0) / (1.0 + z2);
        let half = Z * (mean * (1.0 - mean) / tosses + z2 / (4.0 * tosses)).sqrt() / (1.0 + z2);
        Interval { low: (middle - half).clamp(0.0, mean), high: (middle + half).clamp(mean, 1.0) }
    }

    /// Likelihood of superiority: how sure it is that the true score is above ½.
    ///
    /// Wilson's interval holds the scores `p` that a test with the statistic `(mean - p) / √(p (1 - p) / tosses)` does not
    /// reject (Wilson 1927, "Probable inference, the law of succession, and statistical inference"). The same statistic at `p = ½` gives
    /// this likelihood, so that it exceeds 97.5 % exactly where the interval lies above ½, however few games were played. The usual
    /// formula divides by the observed deviation instead, which nearly vanishes when one player wins every game.
    pub fn superiority(&self) -> f64 {
        if self.units == 0.0 {
            return 0.5;
        }
        let deviations = 2.0 * (self.mean() - 0.5) * self.tosses().sqrt();
        0.5 * erfc(-deviations / std::f64::consts::SQRT_2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, elo_of_score};
    use plyground_core::Rng;

    fn pairs(counts: [u64; 5]) -> Units {
        let mut units = Units::default();
        for (class, count) in counts.into_iter().enumerate() {
            (0..count).for_each(|_| units.add(2, class as f64 / 2.0));
        }
        units
    }

    /// Expected errors and likelihoods of the unit tests of fastchess 1.x, which uses the plain normal interval; ours
    /// differs by its guard for small samples.
    #[test]
    fn published_intervals_are_met() {
        for (counts, error, likelihood) in [
            ([34, 54, 63, 64, 75], 27.65, 1.0),
            ([332, 433, 498, 333, 334], 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], 2.95, 0.0),
        ] {
            let units = pairs(counts);
            let interval = units.interval();
            let width = elo_of_score(interval.high).unwrap() - elo_of_score(interval.low).unwrap();
            assert!((width / 2.0 / error - 1.0).abs() < 0.01, "{counts:?}: {}", width / 2.0);
            assert!((units.superiority() - likelihood).abs() < 0.0005, "{counts:?}: {}", units.superiority());
            let plain = Pentanomial(counts);
            assert!((plain.mean() - units.score()).abs() < 1e-12);
            assert!((plain.variance() / plain.pairs() as f64 / units.variance() - 1.0).abs() < 0.01);
        }
    }

    #[test]
    fn means_have_the_interval_of_the_textbook() {
        let mut units = Units::default();
        [2.0, 4.0, 6.0, 8.0].into_iter().for_each(|payoff| units.add(1, payoff));
        // Mean 5, standard deviation 2.582, standard error 1.291, times 3.182 (t with 3 degrees of freedom) is 4.108.
        let interval = units.mean_interval().unwrap();
        assert!((interval.low - 0.892).abs() < 0.001 && (interval.high - 9.108).abs() < 0.001, "{interval:?}");
        let mut single = Units::default();
        single.add(1, 3.0);
        assert_eq!(single.mean_interval(), None);
    }

    #[test]
    fn wilson_is_the_special_case_of_single_tosses() {
        let mut units = Units::default();
        (0..400).for_each(|index| units.add(1, f64::from(u8::from(index < 300))));
        let interval = units.interval();
        // 300 of 400: Wilson gives 0.7053 to 0.7899 (textbook values); the guard for small samples adds a little.
        assert!((interval.low - 0.7053).abs() < 0.001 && (interval.high - 0.7899).abs() < 0.001, "{interval:?}");
    }

    #[test]
    fn one_sided_and_empty_results_have_sane_intervals() {
        let all_won = pairs([0, 0, 0, 0, 10]).interval();
        assert!(all_won.high == 1.0 && all_won.low > 0.65 && all_won.low < 0.8, "{all_won:?}");
        let all_lost = pairs([10, 0, 0, 0, 0]).interval();
        assert!((all_lost.high - (1.0 - all_won.low)).abs() < 1e-12 && all_lost.low == 0.0);
        let all_even = pairs([0, 0, 10, 0, 0]).interval();
        assert!(all_even.low < 0.48 && all_even.high > 0.52, "{all_even:?}");
        assert_eq!(Units::default().interval(), Interval { low: 0.0, high: 1.0 });
        assert_eq!(Units::default().superiority(), 0.5);
        let mut single = Units::default();
        single.add(1, 1.0);
        let single = single.interval();
        assert!(single.low < 0.5 && single.high == 1.0, "{single:?}");
        assert!(pairs([0, 0, 0, 0, 1000]).superiority() > 0.999);
    }

    /// Every possible result of up to eight pairs.
    #[test]
    fn likelihood_and_interval_never_contradict_each_other() {
        let mut results = 0;
        let mut check = |units: &Units, name: &str| {
            let (interval, likelihood) = (units.interval(), units.superiority());
            assert_eq!(likelihood > 0.975, interval.low > 0.5, "{name}: {likelihood} beside {interval:?}");
            assert_eq!(likelihood < 0.025, interval.high < 0.5, "{name}: {likelihood} beside {interval:?}");
            assert_eq!(likelihood > 0.5, units.score() > 0.5, "{name}: {likelihood}");
            results += 1;
        };
        for code in 1..9u64.pow(5) {
            let counts: [u64; 5] = std::array::from_fn(|class| code / 9u64.pow(class as u32) % 9);
            if counts.iter().sum::<u64>() <= 8 {
                check(&pairs(counts), &format!("pairs {counts:?}"));
            }
        }
        for (wins, games) in (1..=30u64).flat_map(|games| (0..=games).map(move |wins| (wins, games))) {
            let mut units = Units::default();
            (0..games).for_each(|game| units.add(1, f64::from(u8::from(game < wins))));
            check(&units, &format!("{wins} of {games} single games"));
        }
        assert!(results > 1500, "only {results} results");
    }

    #[test]
    fn few_games_prove_little() {
        // Two pairs, all won: the statistic is √2, and the normal distribution leaves 7.9 % above it.
        assert!((pairs([0, 0, 0, 0, 2]).superiority() - 0.921_35).abs() < 1e-5);
        assert!((pairs([2, 0, 0, 0, 0]).superiority() - 0.078_65).abs() < 1e-5);
        assert_eq!(pairs([0, 0, 3, 0, 0]).superiority(), 0.5);
        // More of the same proves more.
        let likelihoods: Vec<f64> = (1..20).map(|count| pairs([0, 0, 0, 0, count]).superiority()).collect();
        assert!(likelihoods.is_sorted_by(|fewer, more| fewer < more), "{likelihoods:?}");
    }

    /// Pairs that share their luck: both games of a pair tend to go to the same seat, so that pairs are mostly 1-1.
    #[test]
    fn the_interval_holds_what_it_promises() {
        let mut rng = Rng::seeded(20);
        for (number, first, second) in [(20, 0.5, 0.5), (50, 0.9, 0.3), (200, 0.95, 0.05), (100, 0.95, 0.95)] {
            let trials = 2000;
            let mut held = 0;
            for _ in 0..trials {
                let mut units = Units::default();
                for _ in 0..number {
                    units.add(2, f64::from(u8::from(rng.unit() < first) + u8::from(rng.unit() < second)));
                }
                let truth = (first + second) / 2.0;
                let interval = units.interval();
                held += u32::from(interval.low <= truth && truth <= interval.high);
            }
            let coverage = f64::from(held) / f64::from(trials);
            assert!((0.935..=0.99).contains(&coverage), "{number} pairs at {first} and {second}: {coverage}");
        }
    }
}
