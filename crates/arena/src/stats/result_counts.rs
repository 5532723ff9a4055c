//! Results counted by class, as far as a sequential test looks at them: pairs of games, or single games.

use super::{Pentanomial, Units};
use crate::ArgumentError;
use std::str::FromStr;

/// More results than this have never been counted; sums of squares stay exact enough below it.
const MOST: u64 = 1_000_000_000_000;

/// Counts of single games, for results that were not recorded in pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trinomial {
    /// Games that the first player won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
}

/// Results of the first player by class, lowest score first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultCounts {
    /// Pairs of games that shared opening and dice.
    Pairs(Pentanomial),
    /// Single games, taken as independent.
    Games(Trinomial),
}

impl From<Pentanomial> for ResultCounts {
    fn from(pairs: Pentanomial) -> Self {
        ResultCounts::Pairs(pairs)
    }
}

impl From<Trinomial> for ResultCounts {
    fn from(games: Trinomial) -> Self {
        ResultCounts::Games(games)
    }
}

impl ResultCounts {
    /// Scores per game of the classes, from 0 to 1.
    pub fn scores(&self) -> &'static [f64] {
        match self {
            ResultCounts::Pairs(_) => &[0.0, 0.25, 0.5, 0.75, 1.0],
            ResultCounts::Games(_) => &[0.0, 0.5, 1.0],
        }
    }

    /// How often each class occurred.
    pub fn counts(&self) -> Vec<u64> {
        match self {
            ResultCounts::Pairs(pairs) => pairs.0.to_vec(),
            ResultCounts::Games(games) => vec![games.losses, games.draws, games.wins],
        }
    }

    /// Games in an independent unit.
    pub fn games_per_unit(&self) -> u64 {
        match self {
            ResultCounts::Pairs(_) => 2,
            ResultCounts::Games(_) => 1,
        }
    }

    /// The score with everything that follows from it.
    pub fn units(&self) -> Units {
        let mut units = Units::default();
        let games = self.games_per_unit();
        for (count, score) in self.counts().into_iter().zip(self.scores()) {
            units.add_equal(count, games, score * games as f64);
        }
        units
    }

    /// Variance of the score of a unit.
    pub fn variance(&self) -> f64 {
        let counts = self.counts();
        let total: f64 = counts.iter().map(|count| *count as f64).sum();
        if total == 0.0 {
            return 0.0;
        }
        let classes = || counts.iter().zip(self.scores()).map(|(count, score)| (*count as f64 / total, score));
        let mean: f64 = classes().map(|(share, score)| share * score).sum();
        classes().map(|(share, score)| share * (score - mean).powi(2)).sum()
    }

    /// Normalised Elo; see [`normalized_elo`](super::normalized_elo). `None` without variance.
    pub fn normalized_elo(&self) -> Option<f64> {
        let deviation = (self.games_per_unit() as f64 * self.variance()).sqrt();
        let lead = self.units().score() - 0.5;
        (deviation > 0.0).then(|| lead / deviation * 800.0 / std::f64::consts::LN_10)
    }
}

fn counts<const N: usize>(text: &str, what: &'static str, example: &'static str) -> Result<[u64; N], ArgumentError> {
    let wrong = || ArgumentError::ResultCounts { count: N, what, example, text: text.to_string() };
    let mut counts = [0; N];
    let mut words = text.split(',');
    for count in &mut counts {
        *count = words.next().and_then(|word| word.trim().parse().ok()).ok_or_else(wrong)?;
    }
    if words.next().is_some() {
        return Err(wrong());
    }
    match counts.into_iter().find(|count| *count > MOST) {
        Some(count) => Err(ArgumentError::LargeCount { count, most: MOST }),
        None => Ok(counts),
    }
}

impl FromStr for Pentanomial {
    type Err = ArgumentError;

    /// Reads the counts of pairs with 0, ½, 1, 1½ and 2 points of the first player.
    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        counts(text, "pairs with 0, ½, 1, 1½ and 2 points", "10,40,100,45,5").map(Pentanomial)
    }
}

impl FromStr for Trinomial {
    type Err = ArgumentError;

    /// Reads wins, draws and losses of the first player.
    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let [wins, draws, losses] = counts(text, "wins, draws and losses", "120,60,110")?;
        Ok(Trinomial { wins, draws, losses })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::normalized_elo;

    #[test]
    fn pairs_and_games_are_weighed_alike() {
        let pairs = Pentanomial([34, 54, 63, 64, 75]);
        let counts = ResultCounts::from(pairs);
        assert_eq!(counts.units().units(), 290);
        assert!((counts.units().score() - pairs.mean()).abs() < 1e-12);
        assert!((counts.variance() - pairs.variance()).abs() < 1e-12);
        assert_eq!(counts.normalized_elo(), normalized_elo(&pairs));
        // 3 wins, 2 draws, 1 loss: 4 points of 6, variance (3/9 + 2/36 + 4/9) / 6 = 5/36, normalised Elo
        // (1/6) / √(5/36) · 800 / ln 10 = 155.38.
        let games = ResultCounts::from(Trinomial { wins: 3, draws: 2, losses: 1 });
        assert!((games.units().score() - 4.0 / 6.0).abs() < 1e-12);
        assert!((games.variance() - 5.0 / 36.0).abs() < 1e-12);
        assert!((games.normalized_elo().unwrap() - 155.38).abs() < 0.01);
        assert_eq!(ResultCounts::from(Trinomial::default()).normalized_elo(), None);
    }
}
