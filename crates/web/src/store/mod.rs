//! The games of the server on disk.

mod journal;
mod summary;
#[cfg(test)]
mod tests;

pub use journal::Journal;

use crate::messages::GameSummary;
use plyground_arena::files;
use plyground_core::sync::lock;
use plyground_games::registry;
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A folder of games.
pub struct GameStore {
    folder: PathBuf,
    /// The titles of all games by name. Asking the registry for one would parse all maps of a game.
    titles: HashMap<&'static str, &'static str>,
    /// Cached list entries, each with the state of the game's files when they were read.
    summaries: Mutex<HashMap<String, (Stamp, Option<GameSummary>)>>,
}

/// When the files of a game were last written, and their total size.
type Stamp = (SystemTime, u64);

impl GameStore {
    /// Opens or creates the folder. Drafts left by a killed server are removed.
    pub fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        files::sweep_drafts(folder);
        let titles = registry::infos().into_iter().map(|info| (info.name, info.title)).collect();
        Ok(GameStore { folder: folder.to_path_buf(), titles, summaries: Mutex::default() })
    }

    /// Saves a new game. It is on disk when this returns.
    pub fn create(&self, id: &str, record: Value) -> io::Result<Journal> {
        debug_assert!(is_id(id));
        Journal::create(&self.folder, id, record)
    }

    /// The journal of a game; `None` if there is no such game.
    pub fn find(&self, id: &str) -> io::Result<Option<Journal>> {
        // No other string ever becomes part of a path.
        if is_id(id) { Journal::open(&self.folder, id) } else { Ok(None) }
    }

    /// Deletes a game permanently and returns whether it existed.
    pub fn delete(&self, id: &str) -> io::Result<bool> {
        if !is_id(id) {
            return Ok(false);
        }
        // A journal without its record is ignored, so the record goes first.
        let [record, changes] = journal::files_of(&self.folder, id).map(fs::remove_file);
        let gone = |removed: io::Result<()>| match removed {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        };
        let (record, _) = (gone(record)?, gone(changes)?);
        lock(&self.summaries).remove(id);
        files::sync_folder(&self.folder)?;
        Ok(record)
    }

    /// Games by time of the last change, newest first: `count` of them after the first `skip`.
    pub fn list(&self, skip: usize, count: usize) -> Vec<GameSummary> {
        self.summaries().skip(skip).take(count).collect()
    }

    /// All games by time of the last change, newest first. Each is read when it is asked for.
    pub fn summaries(&self) -> impl Iterator<Item = GameSummary> {
        self.scan().into_iter().filter_map(|(id, stamp)| self.summary(&id, stamp))
    }

    /// Visits the records of the newest games.
    pub fn records(&self, count: usize, mut visit: impl FnMut(&Value)) {
        for (id, _) in self.scan().into_iter().take(count) {
            if let Ok(Some(journal)) = Journal::open(&self.folder, &id) {
                visit(journal.record());
            }
        }
    }

    /// Games without a single turn that have not changed for this long.
    pub fn untouched(&self, age: Duration) -> Vec<String> {
        let now = SystemTime::now();
        let old = |stamp: &Stamp| now.duration_since(stamp.0).is_ok_and(|time| time > age);
        let games = self.scan().into_iter().filter(|(_, stamp)| old(stamp));
        let empty = games
            .filter(|(id, stamp)| self.summary(id, *stamp).is_some_and(|summary| summary.plies == 0 && !summary.over));
        empty.map(|(id, _)| id).collect()
    }

    /// All games with the state of their files, newest first. Opens no file; ignores pipes, devices, links and folders.
    fn scan(&self) -> Vec<(String, Stamp)> {
        let mut games: HashMap<String, (bool, Stamp)> = HashMap::new();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some((id, ending)) = name.to_str().and_then(|name| name.split_once('.')) else { continue };
            let facts = entry.metadata().ok().filter(fs::Metadata::is_file);
            let Some((written, facts)) = facts.and_then(|facts| Some((facts.modified().ok()?, facts))) else {
                continue;
            };
            if is_id(id) && ["json", "journal"].contains(&ending) {
                let (has_record, stamp) = games.entry(id.to_string()).or_insert((false, (UNIX_EPOCH, 0)));
                *has_record |= ending == "json";
                *stamp = (stamp.0.max(written), stamp.1 + facts.len());
            }
        }
        let whole = games.into_iter().filter(|(_, (has_record, _))| *has_record);
        let mut games: Vec<(String, Stamp)> = whole.map(|(id, (_, stamp))| (id, stamp)).collect();
        games.sort_by(|a, b| (b.1.0, &b.0).cmp(&(a.1.0, &a.0)));
        games
    }

    /// The list entry of a game, read again only if its files have changed; `None` if they cannot be read.
    fn summary(&self, id: &str, stamp: Stamp) -> Option<GameSummary> {
        let known = || lock(&self.summaries);
        if let Some((_, summary)) = known().get(id).filter(|(read, _)| *read == stamp) {
            return summary.clone();
        }
        let journal = Journal::open(&self.folder, id).ok().flatten();
        let summary = journal.and_then(|journal| self.summarise(id, stamp.0, journal.record()));
        known().insert(id.to_string(), (stamp, summary.clone()));
        summary
    }
}

/// Whether this can be the ID of a game.
pub fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}
