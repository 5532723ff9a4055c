//! What has been counted.

use crate::SetupPairing;
use crate::nash::PayoffMatrix;
use plyground_arena::stats::Units;

/// Units of one pairing by what happened: won neither game, only the one it began, only the other one, both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SetupScore(pub [u64; 4]);

impl SetupScore {
    /// Counts one unit.
    pub fn add(&mut self, began_and_won: bool, followed_and_won: bool) {
        self.0[usize::from(began_and_won) + 2 * usize::from(followed_and_won)] += 1;
    }

    /// Number of units, of two games each.
    pub fn units(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Share of the games won when beginning; ½ without games.
    pub fn beginning(&self) -> f64 {
        share(self.0[1] + self.0[3], self.units())
    }

    /// Share of the games won when the opponent began.
    pub fn following(&self) -> f64 {
        share(self.0[2] + self.0[3], self.units())
    }

    /// Both together, for intervals.
    pub fn scores(&self) -> Units {
        let mut units = Units::default();
        units.add_equal(self.0[0], 2, 0.0);
        units.add_equal(self.0[1] + self.0[2], 2, 1.0);
        units.add_equal(self.0[3], 2, 2.0);
        units
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.5 } else { part as f64 / whole as f64 }
}

/// The answer of a study.
#[derive(Clone, PartialEq, Debug)]
pub struct SetupSample {
    /// What met.
    pub pairings: Vec<SetupPairing>,
    /// How it came out.
    pub scores: Vec<SetupScore>,
    /// Whether everything that was asked for has been played.
    pub finished: bool,
}

impl SetupSample {
    /// Games played.
    pub fn games(&self) -> u64 {
        2 * self.scores.iter().map(SetupScore::units).sum::<u64>()
    }

    /// The chances of the first player, with any class (rows) against any class (columns), from the pairings of
    /// [`SetupQuestion::Nash`](crate::SetupQuestion::Nash).
    pub fn matrix(&self, classes: usize) -> PayoffMatrix {
        let mut matrix = PayoffMatrix::new(classes, |_, _| 0.5);
        let mut scores = self.scores.iter();
        for row in 0..classes {
            for column in row..classes {
                let score = scores.next().copied().unwrap_or_default();
                let (beginning, following) = (score.beginning(), score.following());
                if row == column {
                    // Both games begin with the same set-ups.
                    matrix.set(row, row, (beginning + 1.0 - following) / 2.0);
                } else {
                    matrix.set(row, column, beginning);
                    matrix.set(column, row, 1.0 - following);
                }
            }
        }
        matrix
    }
}
