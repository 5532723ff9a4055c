//! The sequential probability ratio test on results of games.
//!
//! This is the generalised SPRT of Michel Van den Bergh ("A practical introduction to the GSPRT"), as fastchess, cutechess and Stockfish's test farm use it: the likelihood of
//! the observed results under each hypothesis is maximised over all distributions that fit the hypothesis. A hypothesis is a difference in logistic Elo, the
//! scale of every report here, or in normalised Elo, which counts in standard deviations of a game.

use super::{Pentanomial, ResultCounts, likelihood, score_of_elo};
use crate::ArgumentError;
use std::str::FromStr;

/// A class of results that never occurred counts as this much, so that no hypothesis is impossible.
const UNSEEN_COUNT: f64 = 1e-3;
/// Differences beyond this are no hypotheses about two players worth testing.
const LARGEST_ELO: f64 = 1000.0;

/// The scale of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// Logistic Elo: the expected score fixes the difference.
    #[default]
    Logistic,
    /// Normalised Elo: the lead in standard deviations of a game. Tests take as long in drawish games as in others.
    Normalized,
}

impl EloModel {
    /// The word on the command line, in plans and in reports.
    pub fn name(self) -> &'static str {
        match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        }
    }
}

impl FromStr for EloModel {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        match text {
            "logistic" => Ok(EloModel::Logistic),
            "normalized" => Ok(EloModel::Normalized),
            _ => Err(ArgumentError::SprtModel { text: text.to_string() }),
        }
    }
}

/// Two hypotheses and the risks of error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of the hypothesis "no better than this".
    pub elo0: f64,
    /// The Elo difference of the hypothesis "at least this much better".
    pub elo1: f64,
    /// Probability of accepting the second although the first is true.
    pub alpha: f64,
    /// Probability of accepting the first although the second is true.
    pub beta: f64,
    /// The scale of both differences.
    pub model: EloModel,
}

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// More games are needed.
    Undecided,
    /// The first hypothesis is accepted: the player is not better.
    Rejected,
    /// The second hypothesis is accepted: the player is better.
    Accepted,
}

impl SprtDecision {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            SprtDecision::Undecided => "undecided",
            SprtDecision::Rejected => "H0 accepted",
            SprtDecision::Accepted => "H1 accepted",
        }
    }
}

/// A test and how far it has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The test.
    pub test: Sprt,
    /// Pairs counted.
    pub pairs: Pentanomial,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The decision.
    pub decision: SprtDecision,
}

impl Sprt {
    /// A test at the usual risks of 5 %.
    ///
    /// # Errors
    /// When the first difference is not the smaller one, or one of them is beyond all use.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, ArgumentError> {
        let sane = |elo: f64| elo.is_finite() && elo.abs() <= LARGEST_ELO;
        if !sane(elo0) || !sane(elo1) {
            return Err(ArgumentError::SprtRange { elo0, elo1, most: LARGEST_ELO });
        }
        if elo0 >= elo1 {
            return Err(ArgumentError::SprtOrder { elo0, elo1 });
        }
        Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::default() })
    }

    /// The same hypotheses at other risks.
    ///
    /// # Errors
    /// When a risk is not between 0 and 1, or both together are not below 1, so that a coin would do.
    pub fn with_risks(self, alpha: f64, beta: f64) -> Result<Self, ArgumentError> {
        let is_risk = |risk: f64| risk.is_finite() && risk > 0.0 && risk < 1.0;
        if !is_risk(alpha) || !is_risk(beta) || alpha + beta >= 1.0 {
            return Err(ArgumentError::SprtRisks { alpha, beta });
        }
        Ok(Sprt { alpha, beta, ..self })
    }

    /// The same differences on this scale.
    #[must_use]
    pub fn with_model(self, model: EloModel) -> Self {
        Sprt { model, ..self }
    }

    /// The log-likelihood ratio at which the first hypothesis is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The log-likelihood ratio at which the second hypothesis is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of these pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        Hypotheses::new(self, &ResultCounts::Pairs(*pairs)).llr()
    }

    /// Everything the test says about these results.
    pub fn analyze(&self, results: &ResultCounts) -> SprtAnalysis {
        let hypotheses = Hypotheses::new(self, results);
        let llr = hypotheses.llr();
        let to_go = |distribution: &[f64]| {
            let (drift, variance) = hypotheses.step(distribution);
            expected_steps(self.lower(), llr, self.upper(), drift, variance)
        };
        let known = results.units().units() > 0;
        SprtAnalysis {
            llr,
            decision: self.decision(llr),
            expected_units: known.then(|| ExpectedUnits {
                as_observed: to_go(&hypotheses.observed),
                at_elo0: to_go(&hypotheses.under0),
                at_elo1: to_go(&hypotheses.under1),
            }),
        }
    }

    fn decision(&self, llr: f64) -> SprtDecision {
        match llr {
            llr if llr >= self.upper() => SprtDecision::Accepted,
            llr if llr <= self.lower() => SprtDecision::Rejected,
            _ => SprtDecision::Undecided,
        }
    }

    /// The state of the test after these pairs.
    pub fn evaluate(&self, pairs: &Pentanomial) -> SprtState {
        let llr = self.llr(pairs);
        SprtState { test: *self, pairs: *pairs, llr, decision: self.decision(llr) }
    }
}

impl FromStr for Sprt {
    type Err = ArgumentError;

    /// Reads `e0,e1`.
    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let numbers: Vec<Option<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
        match numbers[..] {
            [Some(elo0), Some(elo1)] => Sprt::new(elo0, elo1),
            _ => Err(ArgumentError::Sprt { text: text.to_string() }),
        }
    }
}

/// What the test says about results that were counted elsewhere.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtAnalysis {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The decision.
    pub decision: SprtDecision,
    /// How many more pairs (or games, without pairs) the decision is expected to take; `None` without results.
    pub expected_units: Option<ExpectedUnits>,
}

/// Expected numbers of further pairs or games until the decision, 0 after it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpectedUnits {
    /// If results go on as they were so far.
    pub as_observed: f64,
    /// If the first hypothesis is exactly true.
    pub at_elo0: f64,
    /// If the second hypothesis is exactly true.
    pub at_elo1: f64,
}

/// Observed results, and their likeliest distributions under both hypotheses.
struct Hypotheses {
    total: f64,
    observed: Vec<f64>,
    under0: Vec<f64>,
    under1: Vec<f64>,
}

impl Hypotheses {
    fn new(test: &Sprt, results: &ResultCounts) -> Self {
        let counts = results.counts();
        let total = if counts.iter().all(|count| *count == 0) { 0.0 } else { 1.0 };
        let counts: Vec<f64> =
            counts.into_iter().map(|count| if count == 0 { UNSEEN_COUNT } else { count as f64 }).collect();
        let sum: f64 = counts.iter().sum();
        let observed: Vec<f64> = counts.iter().map(|count| count / sum).collect();
        let scores = results.scores();
        let under = |elo: f64| match test.model {
            EloModel::Logistic => likelihood::with_mean(&observed, scores, score_of_elo(elo)),
            EloModel::Normalized => {
                // A pair has the mean of two games, so its deviation is smaller by the root of two.
                let lead = elo * std::f64::consts::LN_10 / 800.0 * (results.games_per_unit() as f64).sqrt();
                likelihood::with_lead(&observed, scores, lead)
            }
        };
        let (under0, under1) = (under(test.elo0), under(test.elo1));
        Hypotheses { total: total * sum, observed, under0, under1 }
    }

    fn llr(&self) -> f64 {
        self.total * self.step(&self.observed).0
    }

    /// Mean and variance of what one result adds to the log-likelihood ratio if results are distributed like this.
    fn step(&self, distribution: &[f64]) -> (f64, f64) {
        let ratios = || self.under1.iter().zip(&self.under0).map(|(one, zero)| (one / zero).ln());
        let mean: f64 = distribution.iter().zip(ratios()).map(|(p, ratio)| p * ratio).sum();
        (mean, distribution.iter().zip(ratios()).map(|(p, ratio)| p * (ratio - mean).powi(2)).sum())
    }
}

/// The expected number of steps of a random walk from `at` until it leaves the range from `low` to `high`, as if it were a
/// Brownian motion (Wald's identity); exact enough where single steps are small against the range.
fn expected_steps(low: f64, at: f64, high: f64, drift: f64, variance: f64) -> f64 {
    if at <= low || at >= high {
        return 0.0;
    }
    let curvature = 2.0 * drift / variance.max(f64::MIN_POSITIVE);
    if (curvature * (high - low)).abs() < 1e-6 {
        return (at - low) * (high - at) / variance;
    }
    // 1 - exp(-x) without loss of digits; both ends overflow to the right limits.
    let gain = |width: f64| -(-curvature * width).exp_m1();
    let upwards = if curvature * (high - low) < -700.0 { 0.0 } else { gain(at - low) / gain(high - low) };
    (upwards * (high - at) - (1.0 - upwards) * (at - low)) / drift
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Trinomial;
    use plyground_core::Rng;

    /// Expected values of the unit tests of fastchess 1.x (`sprt_test`, logistic pentanomial).
    #[test]
    fn published_values_are_met() {
        let first = Sprt::new(0.5, 2.5).unwrap().llr(&Pentanomial([223, 9863, 21279, 10037, 246]));
        assert!((first - -3.07).abs() < 0.005, "{first}");
        let second = Sprt::new(0.0, 2.0).unwrap().llr(&Pentanomial([871, 26175, 55983, 26678, 821]));
        assert!((second - -4.98).abs() < 0.005, "{second}");
        let test = Sprt::new(0.0, 5.0).unwrap();
        assert!((test.upper() - 2.944).abs() < 0.001 && (test.lower() + 2.944).abs() < 0.001);
    }

    #[test]
    fn one_sided_results_are_finite_and_decide() {
        let test = Sprt::new(0.0, 10.0).unwrap();
        for counts in [[0; 5], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 7, 0, 0], [0, 0, 0, 0, 1_000_000]] {
            assert!(test.llr(&Pentanomial(counts)).is_finite(), "{counts:?}");
        }
        assert_eq!(test.evaluate(&Pentanomial([0, 0, 0, 0, 1000])).decision, SprtDecision::Accepted);
        assert_eq!(test.evaluate(&Pentanomial([1000, 0, 0, 0, 0])).decision, SprtDecision::Rejected);
        assert_eq!(test.evaluate(&Pentanomial::default()).decision, SprtDecision::Undecided);
    }

    #[test]
    fn wrong_decisions_are_as_rare_as_promised() {
        let mut rng = Rng::seeded(8);
        let test = Sprt::new(0.0, 60.0).unwrap();
        for (elo, expected) in [(0.0, SprtDecision::Rejected), (60.0, SprtDecision::Accepted)] {
            let score = score_of_elo(elo);
            let mut wrong = 0;
            for _ in 0..400 {
                let mut pairs = Pentanomial::default();
                loop {
                    pairs.add(f64::from(u8::from(rng.unit() < score) + u8::from(rng.unit() < score)));
                    match test.evaluate(&pairs).decision {
                        SprtDecision::Undecided => {}
                        decision => break wrong += u32::from(decision != expected),
                    }
                }
            }
            // 5 % of 400 is 20; three standard deviations more is 33.
            assert!(wrong <= 33, "{wrong} of 400 wrong at {elo} Elo");
        }
    }

    /// Expected values of the unit tests of fastchess 1.x (`sprt_test`, normalised), to the two digits given there.
    #[test]
    fn published_values_of_the_normalised_model_are_met() {
        let test = |elo0, elo1| Sprt::new(elo0, elo1).unwrap().with_model(EloModel::Normalized);
        let pairs = |test: Sprt, counts| test.llr(&Pentanomial(counts));
        assert!((pairs(test(0.0, 2.0), [365, 16618, 36229, 16974, 390]) - 2.25).abs() < 0.01);
        assert!((pairs(test(-1.75, 0.25), [127, 4883, 10712, 5150, 104]) - 3.01).abs() < 0.01);
        assert!((pairs(test(0.0, 5.0), [0, 0, 0, 0, 5550]) / 111.82 - 1.0).abs() < 0.01);
        let games = |test: Sprt, wins, losses, draws| test.analyze(&Trinomial { wins, draws, losses }.into()).llr;
        assert!((games(test(0.0, 2.0), 36433, 36027, 68692) - 0.92).abs() < 0.01);
        assert!((games(test(-1.75, 0.25), 10871, 10650, 20431) - 2.30).abs() < 0.01);
        assert!((games(Sprt::new(0.5, 2.5).unwrap(), 21404, 21184, 40708) - -1.57).abs() < 0.01);
    }

    /// Worked out by another method in another language: Newton's on the dual problem with both moments as conditions,
    /// then a golden-section search for the mean.
    #[test]
    fn an_independent_calculation_agrees() {
        for (counts, elo0, elo1, logistic, normalized) in [
            ([10, 40, 100, 45, 5], 0.0, 5.0, -0.315_186, -0.161_203),
            ([10, 40, 100, 45, 5], -20.0, 30.0, -4.280_692, -2.011_658),
            ([34, 54, 63, 64, 75], 0.0, 60.0, 7.761_638, 7.801_318),
        ] {
            let test = Sprt::new(elo0, elo1).unwrap();
            assert!((test.llr(&Pentanomial(counts)) - logistic).abs() < 1e-5, "{counts:?}");
            let test = test.with_model(EloModel::Normalized);
            assert!((test.llr(&Pentanomial(counts)) - normalized).abs() < 1e-5, "{counts:?}");
        }
        let games = ResultCounts::from(Trinomial { wins: 120, draws: 60, losses: 110 });
        let test = Sprt::new(0.0, 5.0).unwrap();
        assert!((test.analyze(&games).llr - 0.143_601).abs() < 1e-5);
        assert!((test.with_model(EloModel::Normalized).analyze(&games).llr - 0.131_567).abs() < 1e-5);
    }

    /// The expectation beside the mean of simulated tests that start at the same ratio.
    #[test]
    fn expected_pairs_are_the_mean_of_a_simulation() {
        let counts = Pentanomial([17, 40, 80, 52, 18]);
        let test = Sprt::new(0.0, 30.0).unwrap();
        let analysis = test.analyze(&counts.into());
        assert_eq!(analysis.decision, SprtDecision::Undecided);
        let hypotheses = Hypotheses::new(&test, &counts.into());
        let expected = analysis.expected_units.unwrap();
        let cases = [
            (expected.as_observed, hypotheses.observed.clone()),
            (expected.at_elo0, hypotheses.under0.clone()),
            (expected.at_elo1, hypotheses.under1.clone()),
        ];
        let steps: Vec<f64> = hypotheses.under1.iter().zip(&hypotheses.under0).map(|(a, b)| (a / b).ln()).collect();
        let mut rng = Rng::seeded(4);
        for (expected, distribution) in cases {
            let mut total = 0u64;
            for _ in 0..2000 {
                let mut llr = analysis.llr;
                while test.decision(llr) == SprtDecision::Undecided {
                    let mut left = rng.unit();
                    let class = distribution.iter().position(|p| {
                        left -= p;
                        left < 0.0
                    });
                    llr += steps[class.unwrap_or(4)];
                    total += 1;
                }
            }
            let mean = total as f64 / 2000.0;
            assert!((expected / mean - 1.0).abs() < 0.08, "{expected} beside {mean}");
        }
        assert_eq!(test.analyze(&Pentanomial::default().into()).expected_units, None);
        let decided = test.analyze(&Pentanomial([0, 0, 0, 0, 1000]).into());
        assert_eq!(decided.expected_units.unwrap().as_observed, 0.0);
    }

    #[test]
    fn risks_and_models_are_checked() {
        let test = Sprt::new(0.0, 5.0).unwrap();
        for (alpha, beta) in [(0.0, 0.1), (0.1, 1.0), (0.6, 0.4), (f64::NAN, 0.1), (-0.1, 0.1)] {
            assert!(test.with_risks(alpha, beta).is_err(), "{alpha} {beta}");
        }
        // ln(0.9 / 0.01) and ln(0.1 / 0.99)
        let test = test.with_risks(0.01, 0.1).unwrap();
        assert!((test.upper() - 4.499_81).abs() < 1e-5 && (test.lower() + 2.292_53).abs() < 1e-5);
        assert_eq!("normalized".parse::<EloModel>(), Ok(EloModel::Normalized));
        assert!("bayesian".parse::<EloModel>().is_err());
    }

    #[test]
    fn hypotheses_are_checked() {
        assert_eq!("0, 5".parse::<Sprt>(), Sprt::new(0.0, 5.0));
        for text in ["", "5", "5,0", "0,0", "a,b", "0,5,9", "NaN,5", "0,inf", "-2000,0"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
