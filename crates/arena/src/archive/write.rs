//! Writing games.

use super::{Archive, failure};
use crate::tournament::TournamentPlan;
use crate::{ArenaError, GameRecord};
use plyground_core::MAX_PLAYERS;
use rusqlite::params;
use std::time::{Duration, Instant};

/// A batch is open no longer than this.
const BATCH: Duration = Duration::from_millis(250);

impl Archive {
    /// The archive's number for this tournament; it is entered if it is new. A plan that has changed since its games
    /// were played is refused, for its games would be other games.
    pub fn add_tournament(&mut self, plan: &TournamentPlan) -> Result<i64, ArenaError> {
        match self.find_plan(plan)? {
            Some(id) => Ok(id),
            None => self.enter(plan).map_err(|error| failure(&self.path, &error)),
        }
    }

    fn enter(&mut self, plan: &TournamentPlan) -> rusqlite::Result<i64> {
        let transaction = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        transaction.execute(
            "INSERT INTO tournament (name, fingerprint, plan, seed, games) VALUES (?, ?, ?, ?, ?)",
            params![plan.name, format!("{:016x}", plan.fingerprint), plan.text, plan.seed as i64, plan.games() as i64],
        )?;
        let id = transaction.last_insert_rowid();
        for (number, player) in plan.players.iter().enumerate() {
            let row = params![id, number as i64, player.name, player.spec.to_string()];
            transaction.execute("INSERT INTO player VALUES (?, ?, ?, ?)", row)?;
        }
        for (number, event) in plan.events.iter().enumerate() {
            let map = event.setup.map.as_ref();
            transaction.execute(
                "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                params![
                    id,
                    number as i64,
                    event.label,
                    event.game,
                    event.setup.variant,
                    map.map(|map| &map.name),
                    map.map(|map| &map.text),
                    event.setup.lenient,
                    event.lineup.seats as i64
                ],
            )?;
        }
        insert_pairings(&transaction, id, plan)?;
        transaction.commit()?;
        Ok(id)
    }

    /// Enters the pairings of rounds that were drawn after the tournament was entered.
    pub(crate) fn add_pairings(&mut self, tournament: i64, plan: &TournamentPlan) -> Result<(), ArenaError> {
        self.save()?;
        let mut insert = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            insert_pairings(&transaction, tournament, plan)?;
            transaction.commit()
        };
        let inserted = insert();
        inserted.map_err(|error| failure(&self.path, &error))
    }

    /// Adds a finished game. It is safe on disk after the next [`save`](Archive::save), which happens by itself when
    /// the batch is old enough. A game that is already there stays as it is.
    pub fn add(&mut self, tournament: i64, record: &GameRecord) -> Result<(), ArenaError> {
        self.insert(tournament, record).map_err(|error| failure(&self.path, &error))?;
        // After a quiet time the first game is saved at once; when many come, they are saved together.
        if self.committed.elapsed() >= BATCH { self.save() } else { Ok(()) }
    }

    fn insert(&mut self, tournament: i64, record: &GameRecord) -> rusqlite::Result<()> {
        if self.batch.is_none() {
            self.connection.execute_batch("BEGIN IMMEDIATE")?;
            self.batch = Some(Instant::now());
        }
        let number = record.number as i64;
        let outcome = &record.outcome;
        let seats = outcome.payoffs.as_slice().len().min(MAX_PLAYERS);
        let efforts = &outcome.efforts[..seats];
        self.connection.prepare_cached("INSERT OR IGNORE INTO opening VALUES (?, ?, ?)")?.execute(params![
            tournament,
            record.opening as i64,
            record.start
        ])?;
        let fresh = self
            .connection
            .prepare_cached("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?
            .execute(params![
                tournament,
                number,
                outcome.termination.code(),
                record.seed as i64,
                joined(outcome.payoffs.as_slice().iter()),
                outcome.turns as i64,
                joined(efforts.iter().map(|effort| effort.moves)),
                joined(efforts.iter().map(|effort| effort.nodes)),
                joined(efforts.iter().map(|effort| effort.time.as_micros())),
                record.code
            ])?;
        if fresh == 0 {
            return Ok(());
        }
        for fault in &outcome.faults {
            let row = params![
                tournament,
                number,
                fault.turn as i64,
                fault.seat.number() as i64,
                fault.kind.code(),
                fault.detail
            ];
            self.connection.prepare_cached("INSERT INTO fault VALUES (?, ?, ?, ?, ?, ?)")?.execute(row)?;
        }
        for (turn, note) in record.evaluations.iter().enumerate() {
            let value = if note.value.is_finite() { note.value } else { 0.0 };
            let row = params![
                tournament,
                number,
                turn as i64,
                value,
                note.depth,
                note.nodes as i64,
                note.time.as_micros() as i64
            ];
            self.connection.prepare_cached("INSERT INTO thought VALUES (?, ?, ?, ?, ?, ?, ?)")?.execute(row)?;
        }
        Ok(())
    }

    /// Forces what was added to disk.
    pub fn save(&mut self) -> Result<(), ArenaError> {
        if self.batch.take().is_some() {
            self.connection.execute_batch("COMMIT").map_err(|error| failure(&self.path, &error))?;
        }
        self.committed = Instant::now();
        Ok(())
    }
}

impl Drop for Archive {
    fn drop(&mut self) {
        // Errors matter only to callers of `save`.
        let _ = self.save();
    }
}

fn insert_pairings(transaction: &rusqlite::Transaction<'_>, id: i64, plan: &TournamentPlan) -> rusqlite::Result<()> {
    for (number, pairing) in plan.pairings.iter().enumerate() {
        let row = params![
            id,
            number as i64,
            pairing.event as i64,
            joined(pairing.players.iter()),
            pairing.first as i64,
            pairing.games() as i64,
            pairing.first_opening as i64,
            pairing.openings as i64
        ];
        transaction.execute("INSERT OR IGNORE INTO pairing VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)?;
    }
    Ok(())
}

/// Numbers separated by blanks.
fn joined(numbers: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let mut text = String::new();
    for number in numbers {
        if !text.is_empty() {
            text.push(' ');
        }
        use std::fmt::Write;
        let _ = write!(text, "{number}");
    }
    text
}
