//! The likeliest distribution of results under a hypothesis.
//!
//! Michel Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial distribution" (the mean is given)
//! and "Comments on normalized Elo" (the lead in standard deviations is given).

/// Halving this often is exact to the last bit; there is no other way out of the loop, so it cannot hang.
const HALVINGS: u32 = 70;
/// Rounds of the fixed point of the normalised model. It converges in about ten.
const ROUNDS: u32 = 60;
/// Probabilities that change by less than this have converged.
const PRECISION: f64 = 1e-11;

/// Of all distributions over the classes with this mean score, the one under which the observed one is likeliest.
pub fn with_mean(observed: &[f64], scores: &[f64], mean: f64) -> Vec<f64> {
    let offsets: Vec<f64> = scores.iter().map(|score| score - mean).collect();
    tilted(observed, &offsets)
}

/// Of all distributions whose mean score is above ½ by `lead` standard deviations, the one under which the observed one is
/// likeliest. The condition is not linear in the probabilities; it is made so around the last solution, until that stays.
pub fn with_lead(observed: &[f64], scores: &[f64], lead: f64) -> Vec<f64> {
    let mut found = observed.to_vec();
    for _ in 0..ROUNDS {
        let mean: f64 = found.iter().zip(scores).map(|(p, score)| p * score).sum();
        let variance: f64 = found.iter().zip(scores).map(|(p, score)| p * (score - mean).powi(2)).sum();
        let deviation = variance.sqrt().max(f64::MIN_POSITIVE);
        let offset = |score: &f64| score - 0.5 - 0.5 * lead * deviation * (1.0 + ((score - mean) / deviation).powi(2));
        let next = tilted(observed, &scores.iter().map(offset).collect::<Vec<_>>());
        let change = next.iter().zip(&found).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        found = next;
        if change < PRECISION {
            break;
        }
    }
    found
}

/// The distribution `p / (1 + x offset)` with the x at which the offsets have mean 0. All classes occur, so the
/// denominators must stay positive, and the mean falls from +∞ to -∞ between the ends of that range. Offsets of one sign
/// only cannot be balanced; the observed distribution is returned then.
fn tilted(observed: &[f64], offsets: &[f64]) -> Vec<f64> {
    let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return observed.to_vec();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let x = low + (high - low) / 2.0;
        let excess: f64 = observed.iter().zip(offsets).map(|(p, offset)| p * offset / (1.0 + x * offset)).sum();
        if excess > 0.0 { low = x } else { high = x }
    }
    let x = low + (high - low) / 2.0;
    observed.iter().zip(offsets).map(|(p, offset)| p / (1.0 + x * offset)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    fn moments(p: &[f64]) -> (f64, f64) {
        let mean: f64 = p.iter().zip(SCORES).map(|(p, score)| p * score).sum();
        (mean, p.iter().zip(SCORES).map(|(p, score)| p * (score - mean).powi(2)).sum())
    }

    #[test]
    fn the_condition_is_met_and_the_observed_distribution_is_kept_where_it_meets_it() {
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        let found = with_mean(&observed, &SCORES, 0.55);
        assert!((moments(&found).0 - 0.55).abs() < 1e-12 && (found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((with_mean(&observed, &SCORES, 0.5)[0] - 0.1).abs() < 1e-9);
        for lead in [-0.7, -0.01, 0.0, 0.02, 0.4] {
            let found = with_lead(&observed, &SCORES, lead);
            let (mean, variance) = moments(&found);
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{lead}");
            assert!(((mean - 0.5) / variance.sqrt() - lead).abs() < 1e-8, "{lead}: {mean} {variance}");
        }
    }

    /// A slow reference: no small step that keeps the condition makes the observed results likelier.
    #[test]
    fn no_neighbour_that_meets_the_condition_is_likelier() {
        let observed = [0.15, 0.2, 0.3, 0.3, 0.05];
        let likelihood = |p: &[f64]| -> f64 { observed.iter().zip(p).map(|(share, p)| share * p.ln()).sum() };
        let lead = 0.1;
        let found = with_lead(&observed, &SCORES, lead);
        let excess = |p: &[f64]| {
            let (mean, variance) = moments(p);
            mean - 0.5 - lead * variance.sqrt()
        };
        let best = likelihood(&found);
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (1, 3)] {
            for step in [1e-3, -1e-3] {
                // Move weight from class a to class b, then restore the condition between the outermost classes.
                let mut near = found.clone();
                near[a] += step;
                near[b] -= step;
                let (mut low, mut high) = (-0.04, 0.04);
                for _ in 0..60 {
                    let middle = f64::midpoint(low, high);
                    let mut tried = near.clone();
                    tried[0] -= middle;
                    tried[4] += middle;
                    if excess(&tried) < 0.0 { low = middle } else { high = middle }
                }
                near[0] -= low;
                near[4] += low;
                assert!(excess(&near).abs() < 1e-9 && likelihood(&near) <= best + 1e-12, "{a} {b} {step}");
            }
        }
    }
}
