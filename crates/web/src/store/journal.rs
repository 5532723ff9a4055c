//! The journal of one game. `ID.json` is a record of the game at some moment; `ID.journal` holds every change since, one per line, so
//! that saving a move is one short append instead of a whole record. Both are on disk before anyone sees the change.
//!
//! Changes are numbered, and the record contains the number of its last change (`web.revision`), so a journal left behind by an
//! interrupted compaction is harmless. A truncated last line was never shown to anyone and is ignored.

use plyground_arena::files;
use serde_json::{Map, Value, json};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Larger files are not ours.
const MAX_BYTES: u64 = 64 << 20;
/// A longer journal is compacted into the record.
const COMPACT_AT: u64 = 1 << 20;

/// A game on disk.
#[derive(Debug)]
pub struct Journal {
    files: [PathBuf; 2],
    /// The record on disk, including all changes.
    record: Value,
    /// The number of the last change.
    revision: u64,
    /// Bytes of complete lines in the file of changes.
    length: u64,
    /// The file of changes, opened on the first write.
    changes: Option<File>,
}

/// The paths of a game's record and of its changes.
pub(super) fn files_of(folder: &Path, id: &str) -> [PathBuf; 2] {
    ["json", "journal"].map(|ending| folder.join(format!("{id}.{ending}")))
}

fn damaged(path: &Path, reason: &str) -> io::Error {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    io::Error::new(ErrorKind::InvalidData, format!("{name} is damaged: {reason}"))
}

/// The text of a file; `None` if it does not exist.
fn read(path: &Path) -> io::Result<Option<String>> {
    match files::read_text(path, MAX_BYTES) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

impl Journal {
    /// Starts the journal of a new game. The game is on disk when this returns.
    pub fn create(folder: &Path, id: &str, record: Value) -> io::Result<Self> {
        let journal = Journal { files: files_of(folder, id), record, revision: 0, length: 0, changes: None };
        files::replace(&journal.files[0], journal.text().as_bytes())?;
        Ok(journal)
    }

    /// Opens the journal of a saved game; `None` if there is no such game.
    pub fn open(folder: &Path, id: &str) -> io::Result<Option<Self>> {
        let files = files_of(folder, id);
        let Some(text) = read(&files[0])? else { return Ok(None) };
        let record: Value = serde_json::from_str(&text).map_err(|error| damaged(&files[0], &error.to_string()))?;
        let revision = record["web"]["revision"].as_u64().unwrap_or_default();
        let mut journal = Journal { files, record, revision, length: 0, changes: None };
        if let Some(text) = read(&journal.files[1])? {
            journal.replay(&text)?;
        }
        Ok(Some(journal))
    }

    /// Applies all changes in the file.
    fn replay(&mut self, text: &str) -> io::Result<()> {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for (index, line) in lines.iter().enumerate() {
            let change: Option<Value> = line.strip_suffix('\n').and_then(|line| serde_json::from_str(line).ok());
            let Some(change) = change else {
                if index + 1 == lines.len() {
                    break; // truncated, so it was never shown
                }
                return Err(damaged(&self.files[1], &format!("line {} is not a change of a game", index + 1)));
            };
            let revision = change["revision"].as_u64().unwrap_or_default();
            if revision > self.revision {
                let next = revision == self.revision + 1;
                let applied = if next { apply(&mut self.record, &change) } else { None };
                applied.ok_or_else(|| damaged(&self.files[1], &format!("line {} does not fit", index + 1)))?;
                self.revision = revision;
            }
            self.length += line.len() as u64;
        }
        Ok(())
    }

    /// The record on disk.
    pub fn record(&self) -> &Value {
        &self.record
    }

    /// Saves what has changed. After success the change survives a killed server and a power failure; after an error the game on disk
    /// is as it was, and the same change may be tried again.
    pub fn append(&mut self, record: &Value) -> io::Result<()> {
        let Some(mut change) = difference(&self.record, record) else { return Ok(()) };
        change.insert("revision".to_string(), (self.revision + 1).into());
        let line = format!("{}\n", Value::Object(change));
        if let Err(error) = self.write(&line) {
            // Cut off a partial line, now or before the next attempt.
            if let Some(changes) = self.changes.take() {
                let _ = changes.set_len(self.length);
            }
            return Err(error);
        }
        self.length += line.len() as u64;
        self.revision += 1;
        self.record = record.clone();
        Ok(())
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        if self.changes.is_none() {
            self.changes = Some(self.open_changes()?);
        }
        let mut changes = self.changes.as_ref().expect("just opened");
        changes.write_all(line.as_bytes())?;
        changes.sync_data()
    }

    /// Opens the file of changes, exclusively, and cuts it after the last complete line.
    fn open_changes(&self) -> io::Result<File> {
        let folder = self.files[1].parent().unwrap_or(Path::new("."));
        let is_new = !self.files[1].try_exists()?;
        let changes = OpenOptions::new().append(true).create(true).open(&self.files[1])?;
        if is_new {
            files::sync_folder(folder)?;
        }
        // Another server may use the same folder, and lines of both would not fit together. Where file locks are not supported, only
        // the revision numbers protect.
        let is_ours = !matches!(changes.try_lock(), Err(TryLockError::WouldBlock));
        let id = self.files[1].file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let on_disk = Journal::open(folder, id)?.map(|journal| journal.revision);
        if !is_ours || on_disk != Some(self.revision) {
            return Err(io::Error::other("another server has changed this game"));
        }
        changes.set_len(self.length)?;
        Ok(changes)
    }

    /// Whether to compact: the game is over, or the journal has grown long.
    pub fn needs_compaction(&self) -> bool {
        self.length > COMPACT_AT || self.length > 0 && super::summary::is_over(&self.record)
    }

    /// Writes the whole record and deletes the changes. Nothing is lost if this is interrupted.
    pub fn compact(&mut self) -> io::Result<()> {
        files::replace(&self.files[0], self.text().as_bytes())?;
        self.changes = None;
        fs::remove_file(&self.files[1])?;
        self.length = 0;
        Ok(())
    }

    fn text(&self) -> String {
        let mut record = self.record.clone();
        if let Some(web) = record["web"].as_object_mut() {
            web.insert("revision".to_string(), self.revision.into());
        }
        format!("{record:#}\n")
    }
}

/// The change from `old` to `new`; `None` if they are equal. For the turns: how many stay, and which follow. For everything else: the
/// new values.
fn difference(old: &Value, new: &Value) -> Option<Map<String, Value>> {
    let mut change = Map::new();
    let turns = |record: &Value| record["moves"].as_str().unwrap_or_default().to_string();
    let (before, after) = (turns(old), turns(new));
    let (mut before, mut after) = (before.split_whitespace().peekable(), after.split_whitespace().peekable());
    let mut same = 0;
    while before.peek().is_some() && before.peek() == after.peek() {
        before.next();
        after.next();
        same += 1;
    }
    if before.peek().is_some() || after.peek().is_some() {
        change.insert("turns".to_string(), same.into());
        change.insert("add".to_string(), after.collect::<Vec<_>>().join(" ").into());
    }
    let changed = |old: &Value, new: &Value, except: &[&str]| -> Map<String, Value> {
        let fields = new.as_object().into_iter().flatten();
        let differs = fields.filter(|(key, value)| !except.contains(&key.as_str()) && old.get(key) != Some(value));
        differs.map(|(key, value)| (key.clone(), value.clone())).collect()
    };
    for (key, fields) in
        [("set", changed(old, new, &["moves", "web"])), ("web", changed(&old["web"], &new["web"], &["revision"]))]
    {
        if !fields.is_empty() {
            change.insert(key.to_string(), Value::Object(fields));
        }
    }
    (!change.is_empty()).then_some(change)
}

/// Applies a change; `None` if it does not fit.
fn apply(record: &mut Value, change: &Value) -> Option<()> {
    if let Some(turns) = change.get("turns") {
        let kept = usize::try_from(turns.as_u64()?).ok()?;
        let mut words: Vec<&str> = record["moves"].as_str()?.split_whitespace().collect();
        if kept > words.len() {
            return None;
        }
        words.truncate(kept);
        words.extend(change["add"].as_str()?.split_whitespace());
        record["moves"] = words.join(" ").into();
    }
    let fields = |key: &str| change.get(key).and_then(Value::as_object).into_iter().flatten();
    let target = record.as_object_mut()?;
    fields("set").for_each(|(key, value)| drop(target.insert(key.clone(), value.clone())));
    if change.get("web").is_some() {
        let web = target.entry("web").or_insert_with(|| json!({})).as_object_mut()?;
        fields("web").for_each(|(key, value)| drop(web.insert(key.clone(), value.clone())));
    }
    Some(())
}
