//! What intervals and tests promise, on simulated results with fixed seeds.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

use plyground_arena::stats::{
    EloModel, Pentanomial, Sprt, SprtDecision, Units, elo_of_score, score_of_elo, strength_errors, strengths,
};
use plyground_core::Rng;

/// Draws from a distribution over classes.
fn draw(rng: &mut Rng, distribution: &[f64]) -> usize {
    let mut left = rng.unit();
    for (class, p) in distribution.iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return class;
        }
    }
    distribution.len() - 1
}

/// Distributions of pairs as they occur: balanced, with many draws, with a strong first mover, one-sided.
const PAIRS: [[f64; 5]; 6] = [
    [0.25, 0.0, 0.5, 0.0, 0.25],
    [0.05, 0.2, 0.5, 0.2, 0.05],
    [0.1, 0.2, 0.25, 0.3, 0.15],
    [0.06, 0.0, 0.88, 0.0, 0.06],
    [0.05, 0.0, 0.35, 0.0, 0.6],
    [0.01, 0.09, 0.2, 0.3, 0.4],
];

fn mean(distribution: &[f64; 5]) -> f64 {
    distribution.iter().enumerate().map(|(class, p)| p * class as f64 / 4.0).sum()
}

/// The lead in standard deviations of a game, on the scale of Elo; written out here, apart from the library.
fn normalized_elo_of(distribution: &[f64; 5]) -> f64 {
    let mean = mean(distribution);
    let squares = distribution.iter().enumerate().map(|(class, p)| p * (class as f64 / 4.0 - mean).powi(2));
    (mean - 0.5) / (2.0 * squares.sum::<f64>()).sqrt() * 800.0 / std::f64::consts::LN_10
}

#[test]
fn intervals_of_scores_and_elo_cover_95_percent() {
    let mut rng = Rng::seeded(1905);
    for distribution in PAIRS {
        let truth = mean(&distribution);
        for pairs in [100, 400] {
            let trials = 6000;
            let (mut held, mut held_elo, mut called_better) = (0u32, 0u32, 0u32);
            for _ in 0..trials {
                let mut units = Units::default();
                for _ in 0..pairs {
                    units.add(2, draw(&mut rng, &distribution) as f64 / 2.0);
                }
                let interval = units.interval();
                held += u32::from(interval.low <= truth && truth <= interval.high);
                let (low, high) = (elo_of_score(interval.low), elo_of_score(interval.high));
                let elo = elo_of_score(truth).unwrap();
                held_elo += u32::from(low.is_none_or(|low| low <= elo) && high.is_none_or(|high| elo <= high));
                let superiority = units.superiority();
                called_better += u32::from(!(0.025..=0.975).contains(&superiority));
            }
            let coverage = f64::from(held) / f64::from(trials);
            assert!((0.94..=0.96).contains(&coverage), "{distribution:?}, {pairs} pairs: {coverage}");
            assert_eq!(held, held_elo, "Elo is the same interval on another scale");
            if truth == 0.5 {
                let wrong = f64::from(called_better) / f64::from(trials);
                assert!(wrong <= 0.06, "{distribution:?}: equal players told apart in {wrong} of the matches");
            }
        }
    }
}

/// A test that is told the true strength must decide against it as rarely as it states, whatever its scale and risks.
#[test]
fn sequential_tests_err_as_often_as_they_state() {
    let mut rng = Rng::seeded(1945);
    // Most results of pairs are even; the lead shifts weight from the lowest class to the highest.
    let shifted = |lead: f64| [0.15 - lead, 0.2, 0.3, 0.2, 0.15 + lead];
    let trials = 800;
    for (model, alpha, beta) in
        [(EloModel::Logistic, 0.05, 0.05), (EloModel::Normalized, 0.05, 0.05), (EloModel::Logistic, 0.02, 0.1)]
    {
        // The hypotheses are exactly these two distributions.
        let (even, better) = (shifted(0.0), shifted(0.09));
        let elo1 = match model {
            EloModel::Logistic => elo_of_score(mean(&better)).unwrap(),
            EloModel::Normalized => normalized_elo_of(&better),
        };
        let test = Sprt::new(0.0, elo1).unwrap().with_risks(alpha, beta).unwrap().with_model(model);
        for (truth, right, risk) in [(even, SprtDecision::Rejected, alpha), (better, SprtDecision::Accepted, beta)] {
            let mut wrong = 0u32;
            for _ in 0..trials {
                let mut pairs = Pentanomial::default();
                let decision = loop {
                    pairs.0[draw(&mut rng, &truth)] += 1;
                    let decision = test.evaluate(&pairs).decision;
                    if decision != SprtDecision::Undecided {
                        break decision;
                    }
                };
                wrong += u32::from(decision != right);
            }
            let rate = f64::from(wrong) / f64::from(trials);
            let allowed = risk + 3.0 * (risk * (1.0 - risk) / f64::from(trials)).sqrt();
            assert!(rate <= allowed, "{model:?} {alpha} {beta}: {rate} wrong for {right:?}");
            assert!(rate >= risk / 4.0, "{model:?} {alpha} {beta}: {rate} wastes games for {right:?}");
        }
    }
}

/// A round robin of four players whose pairs share their luck: the second game of a pair repeats the first result of its seat
/// in a third of the cases.
#[test]
fn intervals_of_strengths_and_payoffs_cover_95_percent() {
    let mut rng = Rng::seeded(1967);
    let truth = [-90.0, -20.0, 30.0, 80.0];
    let trials = 4000;
    let (mut held, mut held_payoff, mut asked) = ([0u32; 4], 0u32, 0u32);
    for _ in 0..trials {
        let mut cross = vec![vec![Units::default(); 4]; 4];
        let mut payoffs = Units::default();
        for (one, other) in (0..4).flat_map(|one| (one + 1..4).map(move |other| (one, other))) {
            let chance = score_of_elo(truth[one] - truth[other]);
            for _ in 0..60 {
                let first = rng.unit() < chance;
                let second = if rng.unit() < 1.0 / 3.0 { first } else { rng.unit() < chance };
                let points = f64::from(u8::from(first)) + f64::from(u8::from(second));
                cross[one][other].add(2, points);
                cross[other][one].add(2, 2.0 - points);
            }
        }
        // Payoffs of a game of many: 25, 11, 5, 2, 1 or nothing, all alike.
        (0..80).for_each(|_| payoffs.add(1, [25.0, 11.0, 5.0, 2.0, 1.0, 0.0][draw(&mut rng, &[1.0 / 6.0; 6])]));
        let interval = payoffs.mean_interval().unwrap();
        held_payoff += u32::from(interval.low <= 44.0 / 6.0 && 44.0 / 6.0 <= interval.high);
        let met = |one: usize, other: usize| (one != other).then(|| cross[one][other]);
        let elo = strengths(4, |one, other| met(one, other).map(|units| (units.games() as f64, units.points())));
        let variance = |one: usize, other: usize| {
            let interval = cross[one][other].interval();
            // From the printed interval, since the variance itself is not published.
            ((interval.high - interval.low) / 2.0 / 1.96 * cross[one][other].games() as f64).powi(2)
        };
        let errors = strength_errors(&elo, |one, other| met(one, other).map(|units| units.games() as f64), variance);
        for player in 0..4 {
            let missed = (elo[player].unwrap() - truth[player]).abs();
            held[player] += u32::from(missed <= errors[player].unwrap());
        }
        asked += 1;
    }
    for count in held.into_iter().chain([held_payoff]) {
        let coverage = f64::from(count) / f64::from(asked);
        assert!((0.94..=0.96).contains(&coverage), "{coverage}: {held:?} and {held_payoff} of {asked}");
    }
}
