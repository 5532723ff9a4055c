//! Matches of two players as cells: the arena plays, the row keeps what intervals need.

use crate::{Board, Brake, LabError, Row};
use plyground_arena::stats::{Pentanomial, Units};
use plyground_arena::{Entrant, Interrupt, Match, MatchResult, OpeningRule, RecordLevel, TimeRules};
use plyground_core::{GameVisitor, Playable};
use plyground_engine::Spec;
use plyground_search::Limits;

/// Two players at one board.
#[derive(Clone, PartialEq, Debug)]
pub struct Sparring {
    /// Where.
    pub board: Board,
    /// Who.
    pub specs: [String; 2],
    /// On which limits, if their specs have none.
    pub limits: Limits,
    /// How many games.
    pub games: u64,
    /// Governs every random decision.
    pub seed: u64,
    /// How games begin.
    pub openings: OpeningRule,
}

/// The names of the five results of a pair of games.
const PAIRS: [&str; 5] = ["pairs 0", "pairs 1/2", "pairs 1", "pairs 3/2", "pairs 2"];

impl Sparring {
    /// Plays the match; `None` when it was stopped.
    pub fn play(&self, brake: &Brake) -> Result<Option<Row>, LabError> {
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
        };
        let result = self.board.open(Player { plan, interrupt: &brake.interrupt })??;
        if result.interrupted {
            return Ok(None);
        }
        let tally = &result.tally;
        let mut row = keep_pairs(Row::new().with("games", tally.games() as f64), tally.pairs());
        for (who, player) in ["first", "second"].iter().zip(tally.players()) {
            let moves = player.effort.moves.max(1) as f64;
            row = row.with(&format!("{who} nodes per move"), player.effort.nodes as f64 / moves);
            row = row.with(&format!("{who} seconds per move"), player.effort.time.as_secs_f64() / moves);
        }
        Ok(Some(row))
    }
}

struct Player<'a> {
    plan: Match,
    interrupt: &'a Interrupt,
}

impl GameVisitor for Player<'_> {
    type Output = Result<MatchResult, LabError>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        Ok(self.plan.play(&game, &start, self.interrupt, |_, _, _| {})?)
    }
}

/// Writes down the pairs of a match.
pub fn keep_pairs(row: Row, pairs: &Pentanomial) -> Row {
    PAIRS.iter().zip(pairs.0).fold(row, |row, (name, count)| row.with(name, count as f64))
}

/// The pairs of these matches together.
pub fn pairs<'a>(rows: impl Iterator<Item = &'a Row>) -> Pentanomial {
    let mut sum = Pentanomial::default();
    for row in rows {
        for (count, name) in sum.0.iter_mut().zip(PAIRS) {
            *count += row.count(name) as u64;
        }
    }
    sum
}

/// The same, seen by the other player.
pub fn turned(pairs: Pentanomial) -> Pentanomial {
    let mut counts = pairs.0;
    counts.reverse();
    Pentanomial(counts)
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
