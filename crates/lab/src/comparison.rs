//! Verdicts that allow for chance and for how often one looked.
//!
//! A claim is judged by one interval of paired differences or ratios: the same position, opening or map under both conditions. Where a claim, or
//! a family of claims that were stated together, looks at several numbers, every interval is widened so that the chance of any wrong verdict stays
//! at 5 % (Bonferroni). A claim whose interval contains the threshold is undecided, never confirmed.

use crate::report::FindingVerdict;
use plyground_arena::stats::Units;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The chance of a wrong verdict over all looks.
const RISK: f64 = 0.05;
/// More than this many further measurements are not worth naming.
const MOST_UNITS: f64 = 1e9;

/// An estimate with an interval that allows for the number of looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// Low end, estimate, high end.
    pub interval: [f64; 3],
    /// Independent measurements behind it: positions, or pairs of games.
    pub units: u64,
    /// How many comparisons share the risk.
    pub looks: usize,
    /// Whether the interval is one of ratios, symmetric in their logarithms.
    is_ratio: bool,
}

/// What a comparison says about a claim.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// The verdict: holds, fails, or undecided.
    pub verdict: FindingVerdict,
    /// For an undecided claim: about how many more units would decide it, if the effect is what it seems.
    pub more: Option<u64>,
}

fn quantile(units: u64, looks: usize) -> f64 {
    let level = 1.0 - RISK / (2.0 * looks.max(1) as f64);
    StudentsT::new(0.0, 1.0, (units.max(2) - 1) as f64).map_or(f64::INFINITY, |student| student.inverse_cdf(level))
}

fn normal_quantile(looks: usize) -> f64 {
    Normal::standard().inverse_cdf(1.0 - RISK / (2.0 * looks.max(1) as f64))
}

fn mean_interval(numbers: &[f64], looks: usize) -> [f64; 3] {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    if numbers.len() < 2 {
        // One measurement says nothing about chance.
        return [f64::NEG_INFINITY, mean, f64::INFINITY];
    }
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let half = quantile(numbers.len() as u64, looks) * (variance / count).sqrt();
    [mean - half, mean, mean + half]
}

impl Comparison {
    /// Of paired differences.
    pub fn of_differences(differences: &[f64], looks: usize) -> Self {
        let interval = mean_interval(differences, looks);
        Comparison { interval, units: differences.len() as u64, looks, is_ratio: false }
    }

    /// Of paired ratios: their geometric mean.
    pub fn of_ratios(ratios: &[f64], looks: usize) -> Self {
        let logs: Vec<f64> = ratios.iter().filter(|ratio| **ratio > 0.0).map(|ratio| ratio.ln()).collect();
        let interval = mean_interval(&logs, looks).map(f64::exp);
        Comparison { interval, units: logs.len() as u64, looks, is_ratio: true }
    }

    /// Of the difference between the means of two independent samples (Welch), where nothing pairs them.
    pub fn of_two(one: &[f64], other: &[f64], looks: usize) -> Self {
        let moments = |sample: &[f64]| {
            let count = sample.len() as f64;
            let mean = sample.iter().sum::<f64>() / count;
            (mean, sample.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0) / count)
        };
        let units = one.len().min(other.len()) as u64;
        let ((one, first), (other, second)) = (moments(one), moments(other));
        let half = if units < 2 { f64::INFINITY } else { quantile(units, looks) * (first + second).sqrt() };
        let middle = one - other;
        Comparison { interval: [middle - half, middle, middle + half], units, looks, is_ratio: false }
    }

    /// Of the difference between two scores from different games.
    pub fn of_two_scores(one: &Units, other: &Units, looks: usize) -> Self {
        let (a, b) = (Comparison::of_score(one, looks).interval, Comparison::of_score(other, looks).interval);
        let middle = a[1] - b[1];
        // Newcombe's interval (1998): the halves of both add up like independent errors.
        let low = middle - ((a[1] - a[0]).powi(2) + (b[2] - b[1]).powi(2)).sqrt();
        let high = middle + ((a[2] - a[1]).powi(2) + (b[1] - b[0]).powi(2)).sqrt();
        Comparison { interval: [low, middle, high], units: one.units().min(other.units()), looks, is_ratio: false }
    }

    /// Of a score between 0 and 1 that was played in pairs of games.
    pub fn of_score(units: &Units, looks: usize) -> Self {
        let plain = units.interval();
        let wider = normal_quantile(looks) / normal_quantile(1);
        let score = units.score();
        let low = (score - wider * (score - plain.low)).max(0.0);
        let high = (score + wider * (plain.high - score)).min(1.0);
        Comparison { interval: [low, score, high], units: units.units(), looks, is_ratio: false }
    }

    /// Of an estimate whose standard error is known.
    pub fn of_estimate(estimate: f64, error: f64, units: u64, looks: usize) -> Self {
        let half = normal_quantile(looks) * error;
        Comparison { interval: [estimate - half, estimate, estimate + half], units, looks, is_ratio: false }
    }

    /// Of a number that is computed from all games together: its standard error is the spread over resampled games (bootstrap).
    pub fn of_resamples(estimate: f64, resamples: &[f64], units: u64, looks: usize) -> Self {
        let count = resamples.len() as f64;
        let mean = resamples.iter().sum::<f64>() / count;
        let variance = resamples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / (count - 1.0);
        Comparison::of_estimate(estimate, variance.sqrt(), units, looks)
    }

    /// The largest of several numbers. Their intervals must allow for all of them: then both ends of the largest are the largest ends.
    /// The interval of the one that happens to be ahead would flatter it.
    pub fn highest(all: &[Comparison]) -> Option<Self> {
        Comparison::extreme(all, f64::max)
    }

    /// The smallest of several numbers, as [`highest`](Self::highest).
    pub fn lowest(all: &[Comparison]) -> Option<Self> {
        Comparison::extreme(all, f64::min)
    }

    fn extreme(all: &[Comparison], pick: fn(f64, f64) -> f64) -> Option<Self> {
        let both = |one: Comparison, other: &Comparison| Comparison {
            interval: [0, 1, 2].map(|end| pick(one.interval[end], other.interval[end])),
            units: one.units.min(other.units),
            ..one
        };
        let (first, rest) = all.split_first()?;
        Some(rest.iter().fold(*first, both))
    }

    /// Judges the claim that the number is no farther from `middle` than `tolerance`.
    pub fn within(&self, middle: f64, tolerance: f64) -> Judgement {
        Judgement::every([self.above(middle - tolerance), self.below(middle + tolerance)])
    }

    /// Judges the claim that the number is not this one. Such a claim holds or stays undecided: no measurement shows that two numbers are equal.
    pub fn differs_from(&self, number: f64) -> Judgement {
        let mut judgement = self.below(number);
        if judgement.verdict == FindingVerdict::Fails {
            judgement.verdict = FindingVerdict::Holds;
        }
        judgement
    }

    /// Judges the claim that the number is below a threshold.
    pub fn below(&self, threshold: f64) -> Judgement {
        let verdict = match self.interval {
            [_, middle, _] if self.units < 2 || middle.is_nan() => FindingVerdict::Open,
            interval => FindingVerdict::below(interval, threshold),
        };
        Judgement { verdict, more: self.more(verdict, threshold) }
    }

    /// Judges the claim that the number is above a threshold.
    pub fn above(&self, threshold: f64) -> Judgement {
        let mut judgement = self.below(threshold);
        judgement.verdict = match judgement.verdict {
            FindingVerdict::Holds => FindingVerdict::Fails,
            FindingVerdict::Fails => FindingVerdict::Holds,
            other => other,
        };
        judgement
    }

    fn more(&self, verdict: FindingVerdict, threshold: f64) -> Option<u64> {
        let scale = |number: f64| if self.is_ratio { number.ln() } else { number };
        let [low, middle, high] = self.interval.map(scale);
        let distance = (middle - scale(threshold)).abs();
        let half = (high - low) / 2.0;
        let undecided = verdict == FindingVerdict::Open && self.units > 1 && distance > 0.0 && half.is_finite();
        let wanted = self.units as f64 * (half / distance).powi(2);
        (undecided && wanted < MOST_UNITS).then(|| (wanted.ceil() as u64).saturating_sub(self.units).max(1))
    }

    /// The estimate with its interval.
    pub fn text(&self, digits: usize) -> String {
        let [low, middle, high] = self.interval;
        if self.units < 2 {
            return format!("{middle:.digits$} (one measurement, no interval)");
        }
        format!("{middle:.digits$} ({low:.digits$}–{high:.digits$})")
    }
}

impl Judgement {
    /// The judgement of several comparisons that a claim needs all of. What is missing is what the slowest needs.
    pub fn together(cases: impl IntoIterator<Item = Judgement>) -> Self {
        let cases: Vec<Judgement> = cases.into_iter().collect();
        let has = |verdict| cases.iter().any(|case| case.verdict == verdict);
        let verdict = match () {
            () if cases.is_empty() => FindingVerdict::Open,
            () if cases.iter().all(|case| case.verdict == FindingVerdict::Holds) => FindingVerdict::Holds,
            () if has(FindingVerdict::Fails) && has(FindingVerdict::Holds) => FindingVerdict::Partly,
            () if has(FindingVerdict::Fails) => FindingVerdict::Fails,
            () => FindingVerdict::Open,
        };
        let missing = cases.iter().filter(|case| case.verdict == FindingVerdict::Open).map(|case| case.more);
        let more = missing.reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b))).flatten();
        Judgement { verdict, more: more.filter(|_| verdict == FindingVerdict::Open) }
    }

    /// The judgement of a claim that is wrong as soon as one of its cases is.
    pub fn every(cases: impl IntoIterator<Item = Judgement>) -> Self {
        match Judgement::together(cases) {
            Judgement { verdict: FindingVerdict::Partly, .. } => {
                Judgement { verdict: FindingVerdict::Fails, more: None }
            }
            judgement => judgement,
        }
    }

    /// The judgement of a claim that is right as soon as one of its cases is. What is missing is what the quickest case needs.
    pub fn any(cases: impl IntoIterator<Item = Judgement>) -> Self {
        let cases: Vec<Judgement> = cases.into_iter().collect();
        let verdict = match () {
            () if cases.iter().any(|case| case.verdict == FindingVerdict::Holds) => FindingVerdict::Holds,
            () if !cases.is_empty() && cases.iter().all(|case| case.verdict == FindingVerdict::Fails) => {
                FindingVerdict::Fails
            }
            () => FindingVerdict::Open,
        };
        let more = cases.iter().filter(|case| case.verdict == FindingVerdict::Open).filter_map(|case| case.more).min();
        Judgement { verdict, more: more.filter(|_| verdict == FindingVerdict::Open) }
    }

    /// What would decide an undecided claim, as a sentence after the figures; nothing for the others. `unit` is in the plural.
    pub fn what_would_decide(&self, unit: &str) -> String {
        match (self.verdict, self.more) {
            (FindingVerdict::Open, Some(more)) => format!(" About {more} more {unit} would decide it."),
            (FindingVerdict::Open, None) => " No number of measurements worth waiting for would decide it.".to_string(),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::Rng;

    /// Two uniform numbers become one normal one (Box and Muller).
    fn normal(rng: &mut Rng) -> f64 {
        (-2.0 * rng.unit().max(1e-300).ln()).sqrt() * (std::f64::consts::TAU * rng.unit()).cos()
    }

    #[test]
    fn textbook_intervals() {
        // Student's sleep data, 1908: mean 1.58, 95 % interval 0.70 to 2.46.
        let sleep = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let one = Comparison::of_differences(&sleep, 1);
        assert!((one.interval[0] - 0.7001).abs() < 1e-3 && (one.interval[2] - 2.4599).abs() < 1e-3, "{one:?}");
        assert_eq!(one.above(0.0).verdict, FindingVerdict::Holds);
        assert_eq!(one.below(0.0).verdict, FindingVerdict::Fails);
        // With nine degrees of freedom and two looks the quantile is 2.685 instead of 2.262.
        let two = Comparison::of_differences(&sleep, 2);
        let wider = (two.interval[2] - two.interval[1]) / (one.interval[2] - one.interval[1]);
        assert!((wider - 2.685 / 2.262).abs() < 1e-3, "{wider}");
    }

    #[test]
    fn independent_samples_are_compared_by_welch() {
        // Means 5 and 2, variances 1 and 4 of four each: standard error √(1/4 + 4/4) = 1.118, quantile with 3 degrees of freedom 3.182.
        let one = [4.0, 4.0, 6.0, 6.0].map(|x: f64| 5.0 + (x - 5.0) * (0.75f64).sqrt());
        let other = [0.0, 0.0, 4.0, 4.0].map(|x: f64| 2.0 + (x - 2.0) * (0.75f64).sqrt());
        let found = Comparison::of_two(&one, &other, 1);
        assert!((found.interval[1] - 3.0).abs() < 1e-9 && (found.interval[2] - 3.0 - 3.558).abs() < 0.01, "{found:?}");
        let mut even = Units::default();
        (0..100).for_each(|game| even.add(1, f64::from(game % 2)));
        let found = Comparison::of_two_scores(&even, &even, 1);
        assert!(found.interval[0] < 0.0 && found.interval[2] > 0.0 && found.above(0.0).verdict == FindingVerdict::Open);
    }

    #[test]
    fn one_measurement_decides_nothing() {
        assert_eq!(Comparison::of_ratios(&[0.1], 1).below(1.0).verdict, FindingVerdict::Open);
        assert_eq!(Comparison::of_differences(&[], 1).below(1.0).verdict, FindingVerdict::Open);
    }

    #[test]
    fn what_is_missing_is_told() {
        // Half the interval is twice as long as the distance to the threshold, so four times as many are needed.
        let undecided = Comparison { interval: [-1.0, 1.0, 3.0], units: 25, looks: 1, is_ratio: false };
        let judgement = undecided.above(0.0);
        assert_eq!((judgement.verdict, judgement.more), (FindingVerdict::Open, Some(75)));
        assert_eq!(judgement.what_would_decide("positions"), " About 75 more positions would decide it.");
        let even = Comparison { interval: [-1.0, 0.0, 1.0], units: 25, looks: 1, is_ratio: false };
        assert_eq!(even.above(0.0).more, None);
        let sure = Comparison { interval: [0.5, 1.0, 1.5], units: 25, looks: 1, is_ratio: false };
        assert_eq!(Judgement::together([sure.above(0.0), judgement]).more, Some(75));
        assert_eq!(Judgement::together([sure.above(0.0), sure.below(0.0)]).verdict, FindingVerdict::Partly);
        assert_eq!(Judgement::together([sure.above(0.0), sure.above(0.2)]).verdict, FindingVerdict::Holds);
    }

    #[test]
    fn cases_that_are_all_needed_and_cases_of_which_one_is_enough() {
        use FindingVerdict::{Fails, Holds, Open};
        let case = |verdict, more| Judgement { verdict, more };
        let (held, failed) = (case(Holds, None), case(Fails, None));
        let (soon, late) = (case(Open, Some(10)), case(Open, Some(500)));
        let said = |judgement: Judgement| (judgement.verdict, judgement.more);
        assert_eq!(said(Judgement::every([held, held])), (Holds, None));
        assert_eq!(said(Judgement::every([held, failed, soon])), (Fails, None));
        assert_eq!(said(Judgement::every([held, soon, late])), (Open, Some(500)));
        assert_eq!(said(Judgement::any([failed, held, soon])), (Holds, None));
        assert_eq!(said(Judgement::any([failed, failed])), (Fails, None));
        assert_eq!(said(Judgement::any([failed, soon, late])), (Open, Some(10)));
        assert_eq!((Judgement::every([]).verdict, Judgement::any([]).verdict), (Open, Open));
    }

    #[test]
    fn nearness_needs_the_whole_interval_inside() {
        let at = |low: f64, high: f64| Comparison {
            interval: [low, (low + high) / 2.0, high],
            units: 30,
            looks: 1,
            is_ratio: false,
        };
        let verdicts = [at(-2.0, 2.0), at(-4.0, 2.0), at(4.0, 6.0)].map(|found| found.within(0.0, 3.0).verdict);
        assert_eq!(verdicts, [FindingVerdict::Holds, FindingVerdict::Open, FindingVerdict::Fails]);
        let verdicts = [at(1.0, 2.0), at(-2.0, -1.0), at(-1.0, 2.0)].map(|found| found.differs_from(0.0).verdict);
        assert_eq!(verdicts, [FindingVerdict::Holds, FindingVerdict::Holds, FindingVerdict::Open]);
        // The lead of 5 may be luck; that the largest is at least 2 is not.
        let highest = Comparison::highest(&[at(0.0, 10.0), at(2.0, 4.0), at(-9.0, 1.0)]).unwrap();
        assert_eq!(highest.interval, [2.0, 5.0, 10.0]);
        assert_eq!(Comparison::lowest(&[at(0.0, 10.0), at(2.0, 4.0)]).unwrap().interval, [0.0, 3.0, 4.0]);
        assert_eq!(Comparison::highest(&[]), None);
    }

    /// The bootstrap of equal scores, the best of twenty equal ones, and numbers that lie exactly on the limit of what is near.
    #[test]
    fn resampled_and_chosen_numbers_err_no_more_often_than_stated() {
        let mut rng = Rng::seeded(1979);
        let trials = 1500;
        let (mut resampled, mut chosen, mut near) = (0u32, 0u32, 0u32);
        for _ in 0..trials {
            let sample: Vec<f64> = (0..60).map(|_| f64::from(rng.below(3) as u8) - 1.0).collect();
            let mean = |rng: &mut Rng| (0..60).map(|_| sample[rng.below(60)]).sum::<f64>() / 60.0;
            let samples: Vec<f64> = (0..100).map(|_| mean(&mut rng)).collect();
            let found = Comparison::of_resamples(sample.iter().sum::<f64>() / 60.0, &samples, 60, 1);
            resampled += u32::from(found.above(0.0).verdict != FindingVerdict::Open);
            let many: Vec<Comparison> = (0..20)
                .map(|_| {
                    let sample: Vec<f64> = (0..12).map(|_| normal(&mut rng)).collect();
                    Comparison::of_differences(&sample, 20)
                })
                .collect();
            let best = Comparison::highest(&many).expect("twenty");
            chosen += u32::from(best.above(0.0).verdict != FindingVerdict::Open);
            let sample: Vec<f64> = (0..12).map(|_| 3.0 + normal(&mut rng)).collect();
            near += u32::from(Comparison::of_differences(&sample, 1).within(0.0, 3.0).verdict == FindingVerdict::Holds);
        }
        // Three standard deviations of 5 % in 1500 trials are 1.7 %.
        for (wrong, kind) in [(resampled, "resampled"), (chosen, "chosen"), (near, "near")] {
            let rate = f64::from(wrong) / f64::from(trials);
            assert!(rate <= 0.067, "{kind}: {rate}");
        }
    }

    /// Nothing differs: any verdict but "undecided" is wrong, and all looks together may be wrong in 5 % of the studies.
    #[test]
    fn null_data_is_undecided_in_95_percent_of_the_studies() {
        let mut rng = Rng::seeded(1936);
        for looks in [1, 5] {
            let trials = 4000;
            let (mut differences, mut ratios, mut scores, mut covered) = (0u32, 0u32, 0u32, 0u32);
            for _ in 0..trials {
                let mut decided = [false; 3];
                for look in 0..looks {
                    let sample: Vec<f64> = (0..12).map(|_| normal(&mut rng)).collect();
                    let found = Comparison::of_differences(&sample, looks);
                    decided[0] |= found.above(0.0).verdict != FindingVerdict::Open;
                    covered +=
                        u32::from(look == 0 && looks == 1 && found.interval[0] <= 0.0 && 0.0 <= found.interval[2]);
                    let skewed: Vec<f64> = (0..12).map(|_| (0.7 * normal(&mut rng)).exp()).collect();
                    decided[1] |= Comparison::of_ratios(&skewed, looks).below(1.0).verdict != FindingVerdict::Open;
                    let mut units = Units::default();
                    (0..150).for_each(|_| units.add(2, f64::from(rng.below(2) as u8 + rng.below(2) as u8)));
                    decided[2] |= Comparison::of_score(&units, looks).above(0.5).verdict != FindingVerdict::Open;
                }
                differences += u32::from(decided[0]);
                ratios += u32::from(decided[1]);
                scores += u32::from(decided[2]);
            }
            // Three standard deviations of 5 % in 4000 trials are 1 %.
            for (wrong, kind) in [(differences, "differences"), (ratios, "ratios"), (scores, "scores")] {
                let rate = f64::from(wrong) / f64::from(trials);
                assert!(rate <= 0.06, "{kind}, {looks} looks: {rate}");
            }
            if looks == 1 {
                let coverage = f64::from(covered) / f64::from(trials);
                assert!((0.94..=0.96).contains(&coverage), "{coverage}");
            }
        }
    }
}
