//! The sequential probability ratio test on game pairs.
//!
//! This is the generalised SPRT of Michel Van den Bergh ("A practical introduction to the GSPRT"), as fastchess, cutechess and Stockfish's test farm use it: the likelihood of
//! the observed pair results under each hypothesis is maximised over all distributions with the hypothesised mean. The
//! hypotheses are differences in *logistic* Elo, the same scale as the Elo in every report here.

use super::{Pentanomial, score_of_elo};
use crate::ArgumentError;
use std::str::FromStr;

/// A class of pairs that never occurred counts as this much, so that no hypothesis is impossible.
const UNSEEN_COUNT: f64 = 1e-3;
/// Halving this often is exact to the last bit; there is no other way out of the loop, so it cannot hang.
const HALVINGS: u32 = 100;
/// Differences beyond this are no hypotheses about two players worth testing.
const LARGEST_ELO: f64 = 1000.0;

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
        Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
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
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN_COUNT } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let under0 = most_likely(&observed, score_of_elo(self.elo0));
        let under1 = most_likely(&observed, score_of_elo(self.elo1));
        (0..5).map(|class| counts[class] * (under1[class] / under0[class]).ln()).sum()
    }

    /// The state of the test after these pairs.
    pub fn evaluate(&self, pairs: &Pentanomial) -> SprtState {
        let llr = self.llr(pairs);
        let decision = match llr {
            llr if llr >= self.upper() => SprtDecision::Accepted,
            llr if llr <= self.lower() => SprtDecision::Rejected,
            _ => SprtDecision::Undecided,
        };
        SprtState { test: *self, pairs: *pairs, llr, decision }
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

/// Of all distributions over the five classes with this mean, the one under which the observed one is likeliest:
/// `p / (1 + x (score - mean))`, with the x that makes the mean right.
fn most_likely(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    let offset = |class: usize| class as f64 / 4.0 - mean;
    // All classes occur, so the denominators must stay positive between these ends, and the sum falls from +∞ to -∞.
    let (mut low, mut high) = (-1.0 / offset(4), -1.0 / offset(0));
    for _ in 0..HALVINGS {
        let x = low + (high - low) / 2.0;
        let excess: f64 = (0..5).map(|class| observed[class] * offset(class) / (1.0 + x * offset(class))).sum();
        if excess > 0.0 { low = x } else { high = x }
    }
    let x = low + (high - low) / 2.0;
    let mut found = *observed;
    for (class, probability) in found.iter_mut().enumerate() {
        *probability /= 1.0 + x * offset(class);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn the_maximising_distribution_has_the_asked_mean() {
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        let found = most_likely(&observed, 0.55);
        let mean: f64 = found.iter().enumerate().map(|(class, p)| p * class as f64 / 4.0).sum();
        assert!((mean - 0.55).abs() < 1e-12 && (found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((most_likely(&observed, 0.5)[0] - 0.1).abs() < 1e-9, "the observed mean changes nothing");
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

    #[test]
    fn hypotheses_are_checked() {
        assert_eq!("0, 5".parse::<Sprt>(), Sprt::new(0.0, 5.0));
        for text in ["", "5", "5,0", "0,0", "a,b", "0,5,9", "NaN,5", "0,inf", "-2000,0"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
