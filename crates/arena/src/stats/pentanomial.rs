//! The five results that a pair of games can have.

/// Counts of pairs by points of the first player: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Adds a pair with this many points, 0 to 2. Shares of a first place other than a half (more seats than players)
    /// count as the nearest of the five.
    pub fn add(&mut self, points: f64) {
        let class = (points * 2.0).round().clamp(0.0, 4.0);
        self.0[class as usize] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score per game, 0 to 1; ½ without pairs.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.classes().map(|(score, count)| score * count).sum();
        if self.pairs() == 0 { 0.5 } else { sum / self.pairs() as f64 }
    }

    /// Variance of the score per game of a pair.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self.classes().map(|(score, count)| (score - mean).powi(2) * count).sum();
        if self.pairs() == 0 { 0.0 } else { sum / self.pairs() as f64 }
    }

    fn classes(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.0.iter().enumerate().map(|(class, count)| (class as f64 / 4.0, *count as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_by_hand() {
        let mut pairs = Pentanomial::default();
        for points in [0.0, 2.0, 1.0, 1.0, 1.5, 0.5] {
            pairs.add(points);
        }
        assert_eq!(pairs, Pentanomial([1, 1, 2, 1, 1]));
        assert_eq!(pairs.mean(), 0.5);
        assert!((pairs.variance() - (2.0 * 0.25 + 2.0 * 0.0625) / 6.0).abs() < 1e-12);
        assert_eq!(Pentanomial::default().mean(), 0.5);
        assert_eq!(Pentanomial::default().variance(), 0.0);
    }
}
