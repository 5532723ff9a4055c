//! Lists of finished games: what can be told of thousands of them without playing any again.

use super::read::{invalid, numbers};
use super::{Archive, failure};
use crate::{ArenaError, Lineup, Termination};
use plyground_core::Payoffs;
use rusqlite::Row;
use std::ops::{ControlFlow, Range};

/// A finished game in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedGame {
    /// Its number within the tournament, from 0.
    pub number: u64,
    /// Why it ended.
    pub termination: Termination,
    /// What it was worth to each seat.
    pub payoffs: Payoffs,
    /// Turns made.
    pub turns: usize,
}

/// Games with consecutive numbers between the same players on the same board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedPairing {
    /// The game's name on the command line.
    pub game: String,
    /// The variant, where it was named.
    pub variant: Option<String>,
    /// The name of the map, where there is one.
    pub map: Option<String>,
    /// The numbers of its games.
    pub numbers: Range<u64>,
    /// The name and the spec of every player, in the seats of the first game.
    players: Vec<(String, String)>,
    seats: usize,
}

impl ListedPairing {
    /// The name and the spec of every player.
    pub fn players(&self) -> &[(String, String)] {
        &self.players
    }

    /// The name and the spec of the player in each seat of a game.
    pub fn seated(&self, number: u64) -> Vec<&(String, String)> {
        let lineup = Lineup { players: self.players.len(), seats: self.seats };
        lineup.seated(number.saturating_sub(self.numbers.start)).into_iter().map(|place| &self.players[place]).collect()
    }
}

impl Archive {
    /// The pairings of a tournament that have been drawn, the last one first.
    pub fn pairings(&self, tournament: i64) -> Result<Vec<ListedPairing>, ArenaError> {
        let read = || -> rusqlite::Result<Vec<ListedPairing>> {
            let mut statement =
                self.connection.prepare("SELECT name, spec FROM player WHERE tournament = ? ORDER BY number")?;
            let names: Vec<(String, String)> =
                statement.query_map([tournament], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
            let question = "SELECT e.game, e.variant, e.map_name, e.seats, p.players, p.first_game, p.games
                            FROM pairing p JOIN event e ON e.tournament = p.tournament AND e.number = p.event
                            WHERE p.tournament = ? ORDER BY p.first_game DESC";
            let mut statement = self.connection.prepare(question)?;
            let rows = statement.query_map([tournament], |row| pairing_of(row, &names))?;
            rows.collect()
        };
        read().map_err(|error| failure(&self.path, &error))
    }

    /// How many games of these numbers are finished.
    pub fn count_games(&self, tournament: i64, numbers: &Range<u64>) -> Result<u64, ArenaError> {
        let question = "SELECT count(*) FROM game WHERE tournament = ? AND number >= ? AND number < ?";
        let range = (tournament, signed(numbers.start), signed(numbers.end));
        let count = self.connection.query_row(question, range, |row| row.get::<_, i64>(0));
        count.map(|count| count as u64).map_err(|error| failure(&self.path, &error))
    }

    /// Visits the finished games of these numbers, the last one first, after `skip` of them and until `visit` breaks.
    pub fn visit_latest(
        &self,
        tournament: i64,
        numbers: &Range<u64>,
        skip: u64,
        mut visit: impl FnMut(ListedGame) -> ControlFlow<()>,
    ) -> Result<(), ArenaError> {
        let question = "SELECT number, termination, payoffs, length FROM game
                        WHERE tournament = ? AND number >= ? AND number < ? ORDER BY number DESC LIMIT -1 OFFSET ?";
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare_cached(question)?;
            let mut rows = statement.query((tournament, signed(numbers.start), signed(numbers.end), signed(skip)))?;
            while let Some(row) = rows.next()? {
                if visit(game_of(row)?).is_break() {
                    break;
                }
            }
            Ok(())
        };
        read().map_err(|error| failure(&self.path, &error))
    }

    /// When a tournament was entered, in seconds since 1970.
    pub fn entered_at(&self, tournament: i64) -> Result<u64, ArenaError> {
        let question = "SELECT CAST(strftime('%s', begun) AS INTEGER) FROM tournament WHERE id = ?";
        let seconds = self.connection.query_row(question, [tournament], |row| row.get::<_, Option<i64>>(0));
        let seconds = seconds.map_err(|error| failure(&self.path, &error))?;
        Ok(seconds.and_then(|seconds| u64::try_from(seconds).ok()).unwrap_or_default())
    }

    /// Deletes a tournament and all its games permanently.
    pub fn delete_tournament(&mut self, tournament: i64) -> Result<(), ArenaError> {
        self.save()?;
        let deleted = self.connection.execute("DELETE FROM tournament WHERE id = ?", [tournament]);
        deleted.map(drop).map_err(|error| failure(&self.path, &error))
    }
}

fn pairing_of(row: &Row<'_>, names: &[(String, String)]) -> rusqlite::Result<ListedPairing> {
    let places: Vec<usize> = numbers(row, 4)?;
    let players: Option<Vec<_>> = places.into_iter().map(|place| names.get(place).cloned()).collect();
    let number = |column: usize| -> rusqlite::Result<u64> {
        u64::try_from(row.get::<_, i64>(column)?).map_err(|_| invalid(column))
    };
    let first = number(5)?;
    Ok(ListedPairing {
        game: row.get(0)?,
        variant: row.get(1)?,
        map: row.get(2)?,
        seats: usize::try_from(number(3)?)
            .ok()
            .filter(|seats| (1..=plyground_core::MAX_PLAYERS).contains(seats))
            .ok_or_else(|| invalid(3))?,
        players: players.filter(|players| !players.is_empty()).ok_or_else(|| invalid(4))?,
        numbers: first..first.saturating_add(number(6)?),
    })
}

fn game_of(row: &Row<'_>) -> rusqlite::Result<ListedGame> {
    let payoffs: Vec<f64> = numbers(row, 2)?;
    Ok(ListedGame {
        number: row.get::<_, i64>(0)? as u64,
        termination: Termination::from_code(row.get(1)?).ok_or_else(|| invalid(1))?,
        payoffs: Payoffs::new(&payoffs),
        turns: row.get::<_, i64>(3)? as usize,
    })
}

/// A number as SQLite takes it; those beyond its range count as the largest.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
