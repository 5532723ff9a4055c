//! Scores and Elo differences: two scales for the same thing.

use super::Pentanomial;

/// The Elo difference at which this score is expected (logistic Elo, 400 points for odds of ten); `None` for 0 and 1,
/// where it is infinite.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// The score expected at this Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Van den Bergh's normalised Elo: the lead measured in standard deviations of a game, scaled so that it is near Elo
/// where draws are rare. Comparable between games of different drawishness. `None` without variance.
pub fn normalized_elo(pairs: &Pentanomial) -> Option<f64> {
    let deviation = (2.0 * pairs.variance()).sqrt();
    (deviation > 0.0).then(|| (pairs.mean() - 0.5) / deviation * 800.0 / std::f64::consts::LN_10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_scales_are_inverse_and_the_ends_are_open() {
        for elo in [-700.0, -3.5, 0.0, 1.0, 200.0] {
            assert!((elo_of_score(score_of_elo(elo)).unwrap() - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!(elo_of_score(0.0), None);
        assert_eq!(elo_of_score(1.0), None);
    }

    /// Expected values of the unit tests of fastchess 1.x (`elo_test`).
    #[test]
    fn published_values_are_met() {
        for (counts, elo, normalized) in [
            ([34, 54, 63, 64, 75], 55.58, 57.94),
            ([332, 433, 498, 333, 334], -8.64, -9.17),
            ([7895, 8757, 5685, 568, 9999], -21.04, -19.01),
        ] {
            let pairs = Pentanomial(counts);
            assert!((elo_of_score(pairs.mean()).unwrap() - elo).abs() < 0.01, "{counts:?}");
            assert!((normalized_elo(&pairs).unwrap() - normalized).abs() < 0.01, "{counts:?}");
        }
        assert_eq!(normalized_elo(&Pentanomial([0, 0, 9, 0, 0])), None);
    }
}
