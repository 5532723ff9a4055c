//! Several archives become one: every tournament and every game of all of them, each once.

use super::{Archive, address, failure};
use crate::{ArenaError, files};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::path::{Path, PathBuf};

/// What a merged archive holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MergeSummary {
    /// Tournaments.
    pub tournaments: u64,
    /// Games.
    pub games: u64,
    /// Games that were in more than one archive and are there once.
    pub duplicates: u64,
}

/// Puts the games of all archives together in a new file, which appears only when it is complete. A game that is in several archives is there once:
/// the first one stays.
///
/// # Errors
/// When the new file exists, an archive is damaged, or two archives contradict each other: two plans of one name, or two results of one game.
pub fn merge(sources: &[PathBuf], out: &Path) -> Result<MergeSummary, ArenaError> {
    if out.exists() {
        return Err(ArenaError::content(out, "this file exists already; choose another name for the merged archive"));
    }
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let draft = tempfile::tempdir_in(folder).map_err(|error| ArenaError::file("write to", folder, error))?;
    let path = draft.path().join("merged.sqlite");
    drop(Archive::open(&path)?);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&path, flags).map_err(|error| failure(out, &error))?;
    let mut merged = MergedArchive { connection, duplicates: 0 };
    for source in sources {
        merged.add(source)?;
    }
    let summary = merged.finish().map_err(|error| failure(out, &error))?;
    std::fs::rename(&path, out).map_err(|error| ArenaError::file("create", out, error))?;
    files::sync_folder(folder).map_err(|error| ArenaError::file("write to", folder, error))?;
    Ok(summary)
}

struct MergedArchive {
    connection: Connection,
    duplicates: u64,
}

/// The columns that must be the same in both archives for each table whose rows they share. Times and nodes may differ: a game that was
/// played twice takes another time.
const AGREEMENTS: [(&str, &str, &[&str]); 3] = [
    ("game", "number", &["seed", "termination", "payoffs", "length", "turns"]),
    ("opening", "number", &["position"]),
    ("pairing", "number", &["event", "players", "first_game", "games", "first_opening", "openings"]),
];

/// Tables whose rows belong to the tournament, with the rest of their columns.
const PARTS: [(&str, &str); 4] = [
    ("player", "number, name, spec"),
    ("event", "number, label, game, variant, map_name, map_text, lenient, seats"),
    ("pairing", "number, event, players, first_game, games, first_opening, openings"),
    ("opening", "number, position"),
];

/// Tables whose rows belong to a game, with the rest of their columns.
const GAME_PARTS: [(&str, &str); 2] =
    [("fault", "game, turn, seat, kind, detail"), ("thought", "game, turn, value, depth, nodes, micros")];

impl MergedArchive {
    fn add(&mut self, source: &Path) -> Result<(), ArenaError> {
        let archive = Archive::open_to_read(source)?;
        archive.check()?;
        let parameter = if archive.is_immutable { "immutable=1" } else { "mode=ro" };
        let place = address(source, parameter)?;
        let wrong = |error: rusqlite::Error| failure(source, &error);
        self.connection.execute("ATTACH DATABASE ? AS source", [place]).map_err(wrong)?;
        let ids = self.source_ids().map_err(wrong)?;
        for (id, name) in ids {
            self.add_tournament(source, id, &name)?;
        }
        self.connection.execute_batch("DETACH DATABASE source").map_err(wrong)
    }

    fn source_ids(&self) -> rusqlite::Result<Vec<(i64, String)>> {
        let mut statement = self.connection.prepare("SELECT id, name FROM source.tournament ORDER BY id")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect()
    }

    /// One tournament of a source, in one transaction.
    fn add_tournament(&mut self, source: &Path, theirs: i64, name: &str) -> Result<(), ArenaError> {
        let wrong = |error: rusqlite::Error| failure(source, &error);
        let same_plan = "SELECT m.id, m.fingerprint = s.fingerprint OR m.plan = s.plan
                         FROM main.tournament m JOIN source.tournament s ON s.name = m.name WHERE s.id = ?";
        let known: Option<(i64, bool)> = self
            .connection
            .query_row(same_plan, [theirs], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()
            .map_err(wrong)?;
        let ours = match known {
            None => self.enter(theirs).map_err(wrong)?,
            Some((ours, true)) => ours,
            Some((_, false)) => {
                let reason = format!("its tournament `{name}` has another plan than that of the archives before it");
                return Err(ArenaError::content(source, reason));
            }
        };
        for (table, key, columns) in AGREEMENTS {
            if let Some(number) = self.disagreement(table, key, columns, ours, theirs).map_err(wrong)? {
                let reason = format!(
                    "{table} {} of the tournament `{name}` is another one than in the archives before it",
                    number + 1
                );
                return Err(ArenaError::content(source, reason));
            }
        }
        self.copy(ours, theirs).map_err(wrong)
    }

    fn enter(&self, theirs: i64) -> rusqlite::Result<i64> {
        self.connection.execute(
            "INSERT INTO main.tournament (name, fingerprint, plan, seed, games, begun)
             SELECT name, fingerprint, plan, seed, games, begun FROM source.tournament WHERE id = ?",
            [theirs],
        )?;
        Ok(self.connection.last_insert_rowid())
    }

    /// The first row that both archives have, but not with the same content.
    fn disagreement(
        &self,
        table: &str,
        key: &str,
        columns: &[&str],
        ours: i64,
        theirs: i64,
    ) -> rusqlite::Result<Option<i64>> {
        let differences: Vec<String> = columns.iter().map(|column| format!("m.{column} IS NOT s.{column}")).collect();
        let question = format!(
            "SELECT min(s.{key}) FROM source.{table} s JOIN main.{table} m ON m.{key} = s.{key}
             WHERE s.tournament = ?1 AND m.tournament = ?2 AND ({})",
            differences.join(" OR ")
        );
        self.connection.query_row(&question, params![theirs, ours], |row| row.get(0))
    }

    fn copy(&mut self, ours: i64, theirs: i64) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        for (table, columns) in PARTS {
            let order = format!(
                "INSERT OR IGNORE INTO main.{table} (tournament, {columns})
                 SELECT ?1, {columns} FROM source.{table} WHERE tournament = ?2"
            );
            transaction.execute(&order, params![ours, theirs])?;
        }
        // What belongs to a game comes before the game, while it still tells which games are new.
        for (table, columns) in GAME_PARTS {
            let order = format!(
                "INSERT INTO main.{table} (tournament, {columns})
                 SELECT ?1, {columns} FROM source.{table} s WHERE s.tournament = ?2
                 AND NOT EXISTS (SELECT 1 FROM main.game g WHERE g.tournament = ?1 AND g.number = s.game)"
            );
            transaction.execute(&order, params![ours, theirs])?;
        }
        let columns = "number, termination, seed, payoffs, length, moves, nodes, micros, turns";
        let order = format!(
            "INSERT OR IGNORE INTO main.game (tournament, {columns})
             SELECT ?1, {columns} FROM source.game WHERE tournament = ?2"
        );
        let fresh = transaction.execute(&order, params![ours, theirs])? as u64;
        let all: i64 =
            transaction
                .query_row("SELECT count(*) FROM source.game WHERE tournament = ?", [theirs], |row| row.get(0))?;
        transaction.commit()?;
        self.duplicates += (all as u64).saturating_sub(fresh);
        Ok(())
    }

    /// Counts what is there and leaves one file, without a log beside it.
    fn finish(self) -> rusqlite::Result<MergeSummary> {
        let count = |table: &str| -> rusqlite::Result<u64> {
            let question = format!("SELECT count(*) FROM main.{table}");
            self.connection.query_row(&question, [], |row| row.get::<_, i64>(0)).map(|count| count as u64)
        };
        let summary =
            MergeSummary { tournaments: count("tournament")?, games: count("game")?, duplicates: self.duplicates };
        self.connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE;")?;
        self.connection.close().map_err(|(_, error)| error)?;
        Ok(summary)
    }
}
