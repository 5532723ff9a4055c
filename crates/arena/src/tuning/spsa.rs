//! Simultaneous perturbation stochastic approximation (Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation", 1992), with the gain sequences that he recommends for practice (1998).
//!
//! Every iteration moves all parameters at once by a small step in a random direction, plays the values on one side against those on the other, and shifts
//! the parameters towards the side that won.

use plyground_core::Rng;

/// How fast the rate falls.
const ALPHA: f64 = 0.602;
/// How fast the perturbation falls.
const GAMMA: f64 = 0.101;
/// The rate is held back for this share of the iterations.
const STABILITY: f64 = 0.1;

/// A number to be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name in the spec.
    pub name: String,
    /// Where it begins.
    pub value: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The perturbation in the last iteration; it begins about twice as large.
    pub step: f64,
    /// The share of `step` by which one won game moves the value in the last iteration.
    pub rate: f64,
    /// Whether players take whole numbers only.
    pub integer: bool,
}

impl Parameter {
    /// The value as players take it.
    pub fn round(&self, value: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        if self.integer { value.round() } else { value }
    }

    /// The value as a spec takes it.
    pub fn text(&self, value: f64) -> String {
        let value = self.round(value);
        if self.integer { format!("{value:.0}") } else { format!("{}", (value * 1e6).round() / 1e6) }
    }
}

/// The two sides of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbation {
    /// Which way each parameter was moved, +1 or -1.
    pub signs: Vec<f64>,
    /// The values on the one side.
    pub plus: Vec<f64>,
    /// The values on the other side.
    pub minus: Vec<f64>,
}

/// The gains of iteration `k` of `all`, from 1: perturbation and rate for one parameter.
fn gains(parameter: &Parameter, k: u64, all: u64) -> (f64, f64) {
    let (k, all) = (k as f64, all.max(1) as f64);
    let stability = STABILITY * all;
    let perturbation = parameter.step * (all / k).powf(GAMMA);
    let last_rate = parameter.rate * parameter.step * parameter.step;
    (perturbation, last_rate * ((stability + all) / (stability + k)).powf(ALPHA))
}

/// What iteration `k` of `all`, from 1, tries out around these values.
pub fn perturb(parameters: &[Parameter], values: &[f64], k: u64, all: u64, rng: &mut Rng) -> Perturbation {
    let signs: Vec<f64> = parameters.iter().map(|_| if rng.below(2) == 0 { -1.0 } else { 1.0 }).collect();
    let side = |direction: f64| {
        let moved = parameters.iter().zip(values).zip(&signs);
        moved.map(|((p, value), sign)| p.round(value + direction * sign * gains(p, k, all).0)).collect()
    };
    Perturbation { plus: side(1.0), minus: side(-1.0), signs }
}

/// Moves the values after an iteration in which the plus side won this many games more than it lost.
pub fn update(parameters: &[Parameter], values: &mut [f64], tried: &Perturbation, k: u64, all: u64, lead: f64) {
    for ((parameter, value), sign) in parameters.iter().zip(values).zip(&tried.signs) {
        let (perturbation, rate) = gains(parameter, k, all);
        *value = (*value + rate / perturbation * lead * sign).clamp(parameter.min, parameter.max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, value: f64, max: f64, step: f64) -> Parameter {
        Parameter { name: name.to_string(), value, min: 0.0, max, step, rate: 0.02, integer: false }
    }

    #[test]
    fn gains_fall_to_what_was_asked_for() {
        let p = parameter("x", 10.0, 100.0, 3.0);
        let (perturbation, rate) = gains(&p, 500, 500);
        assert!((perturbation - 3.0).abs() < 1e-12 && (rate - 0.02 * 9.0).abs() < 1e-12);
        let (first, fast) = gains(&p, 1, 500);
        assert!(first > 5.0 && first < 6.0 && fast > rate, "500 to the power of 0.101 is 1.87");
    }

    /// Simulated games whose winner depends on the distance from a known optimum: 200 Elo for 20 units of x and for 4 of y.
    #[test]
    fn a_known_optimum_is_found() {
        let parameters = [parameter("x", 10.0, 100.0, 6.0), parameter("y", 9.0, 10.0, 1.0)];
        let elo = |values: &[f64]| -200.0 * (((values[0] - 60.0) / 20.0).powi(2) + ((values[1] - 3.0) / 4.0).powi(2));
        for seed in 0..3 {
            let mut rng = Rng::seeded(seed);
            let mut values: Vec<f64> = parameters.iter().map(|p| p.value).collect();
            let all = 1500;
            for k in 1..=all {
                let tried = perturb(&parameters, &values, k, all, &mut rng);
                let chance = 1.0 / (1.0 + 10f64.powf((elo(&tried.minus) - elo(&tried.plus)) / 400.0));
                let lead: f64 = (0..8).map(|_| if rng.unit() < chance { 1.0 } else { -1.0 }).sum();
                update(&parameters, &mut values, &tried, k, all, lead);
            }
            assert!((values[0] - 60.0).abs() < 6.0, "seed {seed}: x = {}", values[0]);
            assert!((values[1] - 3.0).abs() < 1.2, "seed {seed}: y = {}", values[1]);
        }
    }

    #[test]
    fn values_stay_inside_and_whole_numbers_are_whole() {
        let p = Parameter { integer: true, ..parameter("x", 1.0, 8.0, 2.0) };
        let tried = perturb(std::slice::from_ref(&p), &[0.4], 1, 10, &mut Rng::seeded(1));
        for value in tried.plus.iter().chain(&tried.minus) {
            assert!((0.0..=8.0).contains(value) && value.fract() == 0.0, "{value}");
        }
        let mut values = [7.9];
        update(std::slice::from_ref(&p), &mut values, &Perturbation { signs: vec![1.0], ..tried }, 1, 10, 1e9);
        assert_eq!(values, [8.0]);
        assert_eq!((p.text(3.6), parameter("y", 0.0, 1.0, 0.1).text(0.25)), ("4".to_string(), "0.25".to_string()));
    }
}
