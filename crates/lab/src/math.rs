//! Small statistics that reports need beside those of the arena. Pure functions, checked against published values.

/// The 97.5 % quantiles of Student's distribution for 1 to 30 degrees of freedom, as in any textbook.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];
/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.96;

/// The mean.
pub fn mean(numbers: &[f64]) -> f64 {
    if numbers.is_empty() { f64::NAN } else { numbers.iter().sum::<f64>() / numbers.len() as f64 }
}

/// The middle number.
pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        count if count % 2 == 1 => sorted[count / 2],
        count => (sorted[count / 2 - 1] + sorted[count / 2]) / 2.0,
    }
}

/// The mean between the ends of its 95 % interval by Student's distribution. One number alone has no interval; its ends
/// are itself.
pub fn interval(numbers: &[f64]) -> [f64; 3] {
    let middle = mean(numbers);
    let count = numbers.len();
    if count < 2 {
        return [middle; 3];
    }
    let variance = numbers.iter().map(|number| (number - middle).powi(2)).sum::<f64>() / (count - 1) as f64;
    let quantile = STUDENT.get(count - 2).copied().unwrap_or(NORMAL);
    let half = quantile * (variance / count as f64).sqrt();
    [middle - half, middle, middle + half]
}

/// The geometric mean of ratios between the ends of its 95 % interval.
pub fn ratio_interval(ratios: &[f64]) -> [f64; 3] {
    let logs: Vec<f64> = ratios.iter().filter(|ratio| **ratio > 0.0).map(|ratio| ratio.ln()).collect();
    interval(&logs).map(f64::exp)
}

/// Pearson's correlation; 0 where one of both does not vary.
pub fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let (x, y) = means(pairs);
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let both = sum(&|pair| (pair.0 - x) * (pair.1 - y));
    let alone = sum(&|pair| (pair.0 - x).powi(2)) * sum(&|pair| (pair.1 - y).powi(2));
    if alone > 0.0 { both / alone.sqrt() } else { 0.0 }
}

/// Spearman's correlation of ranks; equal numbers share the mean of their ranks.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let first = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let second = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    correlation(&first.into_iter().zip(second).collect::<Vec<_>>())
}

fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut options: Vec<usize> = (0..numbers.len()).collect();
    options.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut from = 0;
    while from < options.len() {
        let equal = options[from..].iter().take_while(|index| numbers[**index] == numbers[options[from]]).count();
        for index in &options[from..from + equal] {
            ranks[*index] = from as f64 + (equal as f64 + 1.0) / 2.0;
        }
        from += equal;
    }
    ranks
}

fn means(pairs: &[(f64, f64)]) -> (f64, f64) {
    let count = pairs.len().max(1) as f64;
    let sum = pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    (sum.0 / count, sum.1 / count)
}

/// The root of the mean squared difference.
pub fn root_mean_square(pairs: &[(f64, f64)]) -> f64 {
    mean(&pairs.iter().map(|pair| (pair.0 - pair.1).powi(2)).collect::<Vec<_>>()).sqrt()
}

/// The curve `1 / (1 + exp(-(a + b·x)))` nearest to these probabilities by likelihood, as `(a, b)`: Newton's method on the
/// cross entropy, whose second derivatives are never negative.
pub fn logistic(pairs: &[(f64, f64)]) -> (f64, f64) {
    /// Newton's method doubles its digits each time; this is far more than it needs.
    const ROUNDS: usize = 60;
    let (mut a, mut b) = (0.0, 0.0);
    for _ in 0..ROUNDS {
        let (mut slope_a, mut slope_b, mut aa, mut ab, mut bb) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
        for (x, probability) in pairs {
            let guess = sigmoid(a + b * x);
            let (miss, weight) = (probability - guess, guess * (1.0 - guess));
            slope_a += miss;
            slope_b += miss * x;
            aa += weight;
            ab += weight * x;
            bb += weight * x * x;
        }
        let determinant = aa * bb - ab * ab;
        if determinant.abs() < 1e-18 {
            break;
        }
        let step_a = (bb * slope_a - ab * slope_b) / determinant;
        let step_b = (aa * slope_b - ab * slope_a) / determinant;
        // Long steps overshoot where the data are nearly separable.
        a += step_a.clamp(-2.0, 2.0);
        b += step_b.clamp(-2.0, 2.0);
        if step_a.abs() + step_b.abs() < 1e-12 {
            break;
        }
    }
    (a, b)
}

/// From the line to between 0 and 1.
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} instead of {expected}");
    }

    /// Student's own sleep data (1908): the differences of two drugs, mean 1.58, 95 % interval 0.70 to 2.46.
    #[test]
    fn students_sleep() {
        let [low, middle, high] = interval(&[1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]);
        near(middle, 1.58, 1e-9);
        near(low, 0.7001, 0.001);
        near(high, 2.4599, 0.001);
        assert_eq!(interval(&[3.0]), [3.0; 3]);
        assert!(interval(&[])[1].is_nan());
    }

    /// Anscombe's quartet (1973): the first set has correlation 0.816.
    #[test]
    fn anscombes_first_set() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let pairs: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
        near(correlation(&pairs), 0.816, 0.001);
        near(rank_correlation(&pairs), 0.818, 0.001);
        assert_eq!(correlation(&[(1.0, 2.0), (1.0, 3.0)]), 0.0);
    }

    #[test]
    fn ranks_are_shared_by_equals() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 9.0]), [2.5, 1.0, 2.5, 4.0]);
        assert_eq!((median(&[3.0, 1.0, 2.0]), median(&[4.0, 1.0])), (2.0, 2.5));
    }

    #[test]
    fn a_logistic_curve_is_found_again() {
        let pairs: Vec<(f64, f64)> =
            (-20..=20).map(|x| f64::from(x) / 4.0).map(|x| (x, sigmoid(0.3 - 1.7 * x))).collect();
        let (a, b) = logistic(&pairs);
        near(a, 0.3, 1e-6);
        near(b, -1.7, 1e-6);
    }

    #[test]
    fn ratios_are_averaged_as_ratios() {
        let [low, middle, high] = ratio_interval(&[0.5, 2.0, 0.25, 4.0]);
        near(middle, 1.0, 1e-12);
        near(low * high, 1.0, 1e-9);
    }
}
