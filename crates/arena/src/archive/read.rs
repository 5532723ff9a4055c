//! Reading games back.

use super::{Archive, failure};
use crate::tournament::TournamentPlan;
use crate::{ArenaError, Effort, Fault, GameNumbers, GameRecord, MoveEvaluation, Outcome, Termination};
use plyground_core::{MAX_PLAYERS, Payoffs, PlayerId};
use rusqlite::{OptionalExtension, Row};
use std::collections::HashMap;
use std::str::FromStr;
use std::time::Duration;

/// A tournament in the archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedTournament {
    /// The archive's number for it.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its plan, as written.
    pub plan: String,
    /// Games planned.
    pub games: u64,
    /// Games finished.
    pub finished: u64,
}

impl Archive {
    /// All tournaments, in the order in which they were entered.
    pub fn tournaments(&self) -> Result<Vec<ArchivedTournament>, ArenaError> {
        let question = "SELECT t.id, t.name, t.plan, t.games, (SELECT count(*) FROM game g WHERE g.tournament = t.id)
                        FROM tournament t ORDER BY t.id";
        let read = || -> rusqlite::Result<Vec<ArchivedTournament>> {
            let mut statement = self.connection.prepare(question)?;
            let rows = statement.query_map([], |row| {
                Ok(ArchivedTournament {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    plan: row.get(2)?,
                    games: row.get::<_, i64>(3)? as u64,
                    finished: row.get::<_, i64>(4)? as u64,
                })
            })?;
            rows.collect()
        };
        read().map_err(|error| failure(&self.path, &error))
    }

    /// The archive's number for this very plan; `None` when it is not there. Another plan of that name is refused.
    pub fn find_plan(&self, plan: &TournamentPlan) -> Result<Option<i64>, ArenaError> {
        let known: Option<(i64, String)> = self
            .connection
            .query_row("SELECT id, fingerprint FROM tournament WHERE name = ?", [&plan.name], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()
            .map_err(|error| failure(&self.path, &error))?;
        match known {
            Some((_, known)) if !plan.is_fingerprint(&known) => Err(ArenaError::Plan {
                file: plan.file.display().to_string(),
                reason: format!(
                    "name: {} already holds a tournament `{}` with another plan; give this one another name",
                    self.path.display(),
                    plan.name
                ),
            }),
            known => Ok(known.map(|(id, _)| id)),
        }
    }

    /// Which of a tournament's `games` are not finished.
    pub fn missing(&self, tournament: i64, games: u64) -> Result<GameNumbers, ArenaError> {
        let question = "SELECT number FROM game WHERE tournament = ? ORDER BY number";
        let read = || -> rusqlite::Result<GameNumbers> {
            let mut statement = self.connection.prepare(question)?;
            let mut problem = Ok(());
            let numbers = statement.query_map([tournament], |row| row.get::<_, i64>(0))?;
            let numbers = numbers.map_while(|number| number.map_err(|error| problem = Err(error)).ok());
            let missing = GameNumbers::from(0..games).without(numbers.filter_map(|number| u64::try_from(number).ok()));
            problem.map(|()| missing)
        };
        read().map_err(|error| failure(&self.path, &error))
    }

    /// Calls `visit` with the number and outcome of every finished game in the order of their numbers.
    pub fn outcomes(&self, tournament: i64, mut visit: impl FnMut(u64, &Outcome)) -> Result<(), ArenaError> {
        let faults = self.faults(tournament, None)?;
        let columns = "number, termination, payoffs, length, moves, nodes, micros";
        let question = format!("SELECT {columns} FROM game WHERE tournament = ? ORDER BY number");
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare(&question)?;
            let mut rows = statement.query([tournament])?;
            while let Some(row) = rows.next()? {
                let (number, mut outcome) = outcome_of(row)?;
                outcome.faults = faults.get(&number).cloned().unwrap_or_default();
                visit(number, &outcome);
            }
            Ok(())
        };
        read().map_err(|error| failure(&self.path, &error))
    }

    /// One game with everything that was kept of it; `opening` is the number of its opening.
    pub fn game(&self, tournament: i64, number: u64, opening: u64) -> Result<Option<GameRecord>, ArenaError> {
        let mut faults = self.faults(tournament, Some(number))?;
        let mut read = || -> rusqlite::Result<Option<GameRecord>> {
            let columns = "number, termination, payoffs, length, moves, nodes, micros, seed, turns";
            let question = format!(
                "SELECT {columns}, (SELECT position FROM opening WHERE tournament = ?1 AND number = ?3)
                 FROM game WHERE tournament = ?1 AND number = ?2"
            );
            let found = self
                .connection
                .query_row(&question, [tournament, number as i64, opening as i64], |row| {
                    let (number, outcome) = outcome_of(row)?;
                    let seed: i64 = row.get(7)?;
                    let start: Option<String> = row.get(9)?;
                    Ok(GameRecord {
                        number,
                        opening,
                        start: start.unwrap_or_default(),
                        seed: seed as u64,
                        outcome,
                        code: row.get(8)?,
                        evaluations: Vec::new(),
                    })
                })
                .optional()?;
            let Some(mut record) = found else { return Ok(None) };
            record.outcome.faults = faults.remove(&number).unwrap_or_default();
            record.evaluations = self.evaluations(tournament, number)?;
            Ok(Some(record))
        };
        read().map_err(|error| failure(&self.path, &error))
    }

    fn evaluations(&self, tournament: i64, number: u64) -> rusqlite::Result<Vec<MoveEvaluation>> {
        let question =
            "SELECT value, depth, nodes, micros FROM thought WHERE tournament = ? AND game = ? ORDER BY turn";
        let mut statement = self.connection.prepare_cached(question)?;
        let rows = statement.query_map([tournament, number as i64], |row| {
            let (nodes, micros): (i64, i64) = (row.get(2)?, row.get(3)?);
            let time = Duration::from_micros(micros as u64);
            Ok(MoveEvaluation { value: row.get(0)?, chance: None, depth: row.get(1)?, nodes: nodes as u64, time })
        })?;
        rows.collect()
    }

    fn faults(&self, tournament: i64, game: Option<u64>) -> Result<HashMap<u64, Vec<Fault>>, ArenaError> {
        let read = || -> rusqlite::Result<HashMap<u64, Vec<Fault>>> {
            let question = "SELECT game, turn, seat, kind, detail FROM fault
                            WHERE tournament = ?1 AND (?2 IS NULL OR game = ?2) ORDER BY game, turn, seat";
            let mut statement = self.connection.prepare_cached(question)?;
            let mut rows = statement.query((tournament, game.map(|game| game as i64)))?;
            let mut faults: HashMap<u64, Vec<Fault>> = HashMap::new();
            while let Some(row) = rows.next()? {
                let (game, turn, seat, kind): (i64, i64, i64, u8) =
                    (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
                let seat = usize::try_from(seat).ok().and_then(PlayerId::from_number).ok_or_else(|| invalid(2))?;
                let kind = Termination::from_code(kind).ok_or_else(|| invalid(3))?;
                let fault = Fault { seat, kind, turn: turn as usize, detail: row.get(4)? };
                faults.entry(game as u64).or_default().push(fault);
            }
            Ok(faults)
        };
        read().map_err(|error| failure(&self.path, &error))
    }
}

/// A value that we never write.
pub(super) fn invalid(column: usize) -> rusqlite::Error {
    let reason = "a value that no version of this program writes";
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, reason.into())
}

pub(super) fn numbers<T: FromStr>(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<T>> {
    let text = row.get_ref(column)?.as_str()?;
    let read = |word: &str| word.parse().map_err(|_| invalid(column));
    let numbers: Vec<T> = text.split(' ').map(read).collect::<rusqlite::Result<_>>()?;
    if numbers.len() > MAX_PLAYERS { Err(invalid(column)) } else { Ok(numbers) }
}

/// The first seven columns; faults are kept elsewhere.
fn outcome_of(row: &Row<'_>) -> rusqlite::Result<(u64, Outcome)> {
    let number: i64 = row.get(0)?;
    let termination = Termination::from_code(row.get(1)?).ok_or_else(|| invalid(1))?;
    let payoffs: Vec<f64> = numbers(row, 2)?;
    let length: i64 = row.get(3)?;
    let (moves, nodes, micros): (Vec<u64>, Vec<u64>, Vec<u64>) = (numbers(row, 4)?, numbers(row, 5)?, numbers(row, 6)?);
    let mut efforts = [Effort::default(); MAX_PLAYERS];
    for (seat, effort) in efforts.iter_mut().enumerate().take(payoffs.len()) {
        let part = |numbers: &[u64]| numbers.get(seat).copied().unwrap_or(0);
        let time = Duration::from_micros(part(&micros));
        *effort = Effort { moves: part(&moves), nodes: part(&nodes), time, ..Effort::default() };
    }
    let outcome =
        Outcome { payoffs: Payoffs::new(&payoffs), termination, faults: Vec::new(), turns: length as usize, efforts };
    Ok((number as u64, outcome))
}
