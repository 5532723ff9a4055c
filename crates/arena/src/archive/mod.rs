//! The archive: every game of every tournament in one SQLite file that any tool can open.
//!
//! Finished games are written in batches of at most a quarter of a second and forced to disk, so a killed program
//! loses nothing that it had reported as finished. docs/archive.md describes the tables.

mod archived_game;
mod list;
mod merge;
mod read;
mod schema;
mod write;

use crate::{ArenaError, Termination};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use archived_game::ArchivedGame;
pub(crate) use archived_game::moves_of;
pub use list::{ListedGame, ListedPairing};
pub use merge::{MergeSummary, merge};
pub use read::ArchivedTournament;

/// How long another program may keep the file locked.
const BUSY_TIMEOUT: Duration = Duration::from_secs(20);

/// An open archive.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    connection: Connection,
    /// When the current batch began, if one is open.
    batch: Option<Instant>,
    committed: Instant,
    /// Whether it lies where nothing can be written.
    is_immutable: bool,
}

/// The address of a file with a parameter for SQLite.
fn address(path: &Path, parameter: &str) -> Result<String, ArenaError> {
    let whole = std::path::absolute(path).map_err(|error| ArenaError::file("open", path, error))?;
    let mut address = String::from("file:");
    for byte in whole.to_string_lossy().bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => address.push(char::from(byte)),
            other => address.push_str(&format!("%{other:02x}")),
        }
    }
    Ok(format!("{address}?{parameter}"))
}

/// Names the file in whatever the database has to say.
fn failure(path: &Path, error: &rusqlite::Error) -> ArenaError {
    ArenaError::content(path, error.to_string())
}

impl Archive {
    /// Opens an archive for writing, creating it if it does not exist.
    pub fn open(path: &Path) -> Result<Self, ArenaError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| ArenaError::file("create", folder, error))?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let archive = Archive::connect(path, flags)?;
        archive.check_or_create()?;
        let tune = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;";
        archive.connection.execute_batch(tune).map_err(|error| failure(path, &error))?;
        Ok(archive)
    }

    /// Opens an archive that must exist, for reading. It may lie where nothing can be written.
    pub fn open_to_read(path: &Path) -> Result<Self, ArenaError> {
        if !path.is_file() {
            let reason = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(ArenaError::file("open", path, reason));
        }
        let mut archive = Archive::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        if archive.cannot_share() {
            archive = Archive::open_unchanging(path)?;
        }
        archive.check_mark()?;
        Ok(archive)
    }

    /// Readers of a write-ahead log agree on what is in it by a file beside it. Where that file cannot be made, the first question
    /// fails.
    fn cannot_share(&self) -> bool {
        let asked = self.connection.query_row("PRAGMA application_id", [], |row| row.get::<_, i64>(0));
        let code = asked.err().and_then(|error| error.sqlite_error_code());
        matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
    }

    /// Opens an archive as an immutable file. Games that are still in its write-ahead log would be missing.
    fn open_unchanging(path: &Path) -> Result<Self, ArenaError> {
        let log = PathBuf::from(format!("{}-wal", path.display()));
        if log.metadata().is_ok_and(|facts| facts.len() > 0) {
            let reason =
                format!("some of its games are in {}; copy both files to where they can be written", log.display());
            return Err(ArenaError::content(path, reason));
        }
        let address = address(path, "immutable=1")?;
        let mut archive =
            Archive::connect(Path::new(&address), OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI)?;
        archive.path = path.to_path_buf();
        archive.is_immutable = true;
        Ok(archive)
    }

    /// Reads every page and checks that they fit together. A damaged archive may otherwise answer with only some of its games.
    pub fn check(&self) -> Result<(), ArenaError> {
        let found: rusqlite::Result<String> = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
        let problem = match found {
            Ok(word) if word == "ok" => return Ok(()),
            Ok(problem) => problem.replace('\n', " "),
            Err(error) => error.to_string(),
        };
        let advice = "restore it from a copy, or play into another file";
        Err(ArenaError::content(&self.path, format!("the archive is damaged ({}); {advice}", problem.trim())))
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, ArenaError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || -> rusqlite::Result<Connection> {
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            Ok(connection)
        };
        let connection = open().map_err(|error| failure(path, &error))?;
        Ok(Archive {
            path: path.to_path_buf(),
            connection,
            batch: None,
            committed: Instant::now(),
            is_immutable: false,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn number(&self, question: &str) -> Result<i64, ArenaError> {
        self.connection.query_row(question, [], |row| row.get(0)).map_err(|error| failure(&self.path, &error))
    }

    fn check_or_create(&self) -> Result<(), ArenaError> {
        if self.number("SELECT count(*) FROM sqlite_schema")? > 0 {
            self.check_mark()?;
            return self.complete_terminations().map_err(|error| failure(&self.path, &error));
        }
        let create = || -> rusqlite::Result<()> {
            // Exclusive, and looked at again inside: two programs may create the same file at once.
            let transaction =
                rusqlite::Transaction::new_unchecked(&self.connection, rusqlite::TransactionBehavior::Exclusive)?;
            let tables: i64 = transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            if tables == 0 {
                transaction.execute_batch(schema::TABLES)?;
                transaction.pragma_update(None, "application_id", schema::APPLICATION)?;
                transaction.pragma_update(None, "user_version", schema::VERSION)?;
                self.complete_terminations()?;
            }
            transaction.commit()
        };
        create().map_err(|error| failure(&self.path, &error))?;
        self.check_mark()
    }

    /// Adds the words that the archive does not have; an older one lacks those that came later.
    fn complete_terminations(&self) -> rusqlite::Result<()> {
        let next: u8 = self.connection.query_row("SELECT max(code) FROM termination", [], |row| {
            Ok(row.get::<_, Option<u8>>(0)?.map_or(0, |code| code.saturating_add(1)))
        })?;
        for termination in Termination::ALL.into_iter().skip(usize::from(next)) {
            let row = (termination.code(), termination.name());
            self.connection.execute("INSERT OR IGNORE INTO termination VALUES (?, ?)", row)?;
        }
        Ok(())
    }

    fn check_mark(&self) -> Result<(), ArenaError> {
        let application = self.number("PRAGMA application_id")?;
        let version = self.number("PRAGMA user_version")?;
        if application != i64::from(schema::APPLICATION) {
            return Err(ArenaError::content(&self.path, "this is a database, but no archive of games"));
        }
        if version != i64::from(schema::VERSION) {
            let whose = if version > i64::from(schema::VERSION) { "a newer" } else { "an unknown" };
            return Err(ArenaError::content(
                &self.path,
                format!("written by {whose} version of the program (format {version}, known is {})", schema::VERSION),
            ));
        }
        Ok(())
    }
}
