//! Matches of two players as cells: the arena plays, and the row keeps the counts that intervals need.

use crate::{Cancellation, DataRow, LabError, StudyBoard};
use plyground_arena::stats::{Pentanomial, Units};
use plyground_arena::{Adjudication, Entrant, Match, OpeningRule, RecordLevel, TimeRules};
use plyground_core::Rng;
use plyground_engine::Spec;
use plyground_search::Limits;

/// A match of two players on one board.
#[derive(Clone, PartialEq, Debug)]
pub struct StudyMatch {
    /// The board.
    pub board: StudyBoard,
    /// The players.
    pub specs: [String; 2],
    /// The limits of players whose specs set none.
    pub limits: Limits,
    /// The number of games.
    pub games: u64,
    /// The seed of every random decision.
    pub seed: u64,
    /// The openings.
    pub openings: OpeningRule,
}

/// The names of the five results of a pair of games.
const PAIRS: [&str; 5] = ["pairs 0", "pairs 1/2", "pairs 1", "pairs 3/2", "pairs 2"];

impl StudyMatch {
    /// Plays the match; `None` when it was stopped.
    pub fn play(&self, cancel: &Cancellation) -> Result<Option<DataRow>, LabError> {
        let mut entrants = Vec::new();
        for spec in &self.specs {
            let spec: Spec = spec.parse()?;
            entrants.push(Entrant { time_rules: TimeRules::lenient(self.limits).for_spec(&spec), spec });
        }
        let plan = Match {
            entrants,
            games: self.games.div_ceil(2) * 2,
            seed: self.seed,
            jobs: 1,
            openings: self.openings.into(),
            sprt: None,
            keep: RecordLevel::Result,
            longest: None,
            adjudication: Adjudication::default(),
        };
        let (game, start) = self.board.open()?;
        let result = plan.play_any(&game, &start, &cancel.interrupt, &mut |_, _, _| {})?;
        if result.interrupted {
            return Ok(None);
        }
        let tally = &result.tally;
        let mut row = keep_pairs(DataRow::new().with("games", tally.games() as f64), tally.pairs());
        for (who, player) in ["first", "second"].iter().zip(tally.players()) {
            let moves = player.effort.moves.max(1) as f64;
            row = row.with(&format!("{who} nodes per move"), player.effort.nodes as f64 / moves);
            row = row.with(&format!("{who} seconds per move"), player.effort.time.as_secs_f64() / moves);
        }
        Ok(Some(row))
    }
}

/// Adds the pair counts of a match to a row.
pub fn keep_pairs(row: DataRow, pairs: &Pentanomial) -> DataRow {
    PAIRS.iter().zip(pairs.0).fold(row, |row, (name, count)| row.with(name, count as f64))
}

/// The summed pair counts of these matches.
pub fn pairs<'a>(rows: impl Iterator<Item = &'a DataRow>) -> Pentanomial {
    let mut sum = Pentanomial::default();
    for row in rows {
        for (count, name) in sum.0.iter_mut().zip(PAIRS) {
            *count += row.count(name) as u64;
        }
    }
    sum
}

/// The pair counts from the other player's point of view.
pub fn reversed(pairs: Pentanomial) -> Pentanomial {
    let mut counts = pairs.0;
    counts.reverse();
    Pentanomial(counts)
}

/// As many pairs, drawn from those that were seen: one sample of a bootstrap.
pub fn resampled(pairs: &Pentanomial, rng: &mut Rng) -> Pentanomial {
    let all = pairs.pairs();
    let mut drawn = Pentanomial::default();
    for _ in 0..all {
        let mut place = rng.below(all as usize) as u64;
        let class = pairs.0.iter().position(|count| {
            let here = place < *count;
            place = place.saturating_sub(*count);
            here
        });
        drawn.0[class.unwrap_or(0)] += 1;
    }
    drawn
}

/// The pairs as units of a score.
pub fn units(pairs: &Pentanomial) -> Units {
    let mut units = Units::default();
    for (class, count) in pairs.0.iter().enumerate() {
        units.add_equal(*count, 2, class as f64 / 2.0);
    }
    units
}

/// The first player's score in per cent, with its 95 % interval.
pub fn score(pairs: &Pentanomial) -> [f64; 3] {
    let units = units(pairs);
    let interval = units.interval();
    [interval.low, units.score(), interval.high].map(|share| 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resampled_match_has_as_many_pairs_and_no_new_results() {
        let pairs = Pentanomial([0, 3, 0, 40, 7]);
        let mut rng = Rng::seeded(3);
        let mut sum = 0.0;
        for _ in 0..500 {
            let drawn = resampled(&pairs, &mut rng);
            assert_eq!((drawn.pairs(), drawn.0[0], drawn.0[2]), (50, 0, 0));
            sum += drawn.mean() / 500.0;
        }
        assert!((sum - pairs.mean()).abs() < 0.01, "{sum}");
    }
}
