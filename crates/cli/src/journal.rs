//! Long work on disk: a first line that says which work it is, then one JSON document per finished piece, so that interrupted work goes on where
//! it stopped.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Larger files are no journals of ours.
const LARGEST: u64 = 256 << 20;

/// What a journal must be of.
pub struct JournalKind<'a> {
    /// Its format.
    pub schema: &'static str,
    /// Everything that decides about results, so that they are never mixed with others.
    pub plan: &'a Value,
    /// What such a file is: "a gauntlet".
    pub of: &'static str,
    /// What one with another plan differs in, and what to do about it.
    pub differs: &'static str,
}

/// An open journal; nobody else writes it meanwhile.
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens a journal, or begins it, and returns the pieces in it. A last line that an interruption broke is dropped; a file that is something
    /// else is refused and left alone.
    pub fn open(path: &Path, kind: &JournalKind) -> Result<(Self, Vec<Value>)> {
        let name = path.display();
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.with_context(|| format!("cannot open {name}"))?;
        if file.try_lock().is_err() {
            bail!("{name} is being written by another run; wait for its end");
        }
        let (pieces, whole) = pieces(&mut file, path, kind)?;
        let mut journal = Journal { file, path: path.to_path_buf() };
        journal.attempt(|file| {
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0)).map(drop)
        })?;
        if whole == 0 {
            journal.add(&json!({"schema": kind.schema, "plan": kind.plan}))?;
        }
        Ok((journal, pieces))
    }

    /// The pieces in a journal, which stays as it is.
    pub fn read(path: &Path, kind: &JournalKind) -> Result<Vec<Value>> {
        let mut file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        Ok(pieces(&mut file, path, kind)?.0)
    }

    /// Adds a piece; when this returns, it is on disk.
    pub fn add(&mut self, piece: &Value) -> Result<()> {
        let line = format!("{piece}\n");
        self.attempt(|file| file.write_all(line.as_bytes()).and_then(|()| file.sync_data()))
    }

    fn attempt(&mut self, work: impl FnOnce(&mut File) -> std::io::Result<()>) -> Result<()> {
        work(&mut self.file).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The pieces, and how many bytes of the file are whole lines.
fn pieces(file: &mut File, path: &Path, kind: &JournalKind) -> Result<(Vec<Value>, usize)> {
    let (name, of) = (path.display(), kind.of);
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > LARGEST {
        bail!("{name} is too large to be the file of {of}");
    }
    // A line without an end was being written when the program was ended.
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = bytes[..whole].split_inclusive(|byte| *byte == b'\n');
    let Some(first) = lines.next() else {
        // Nothing, or the beginning of a first line.
        let begun = format!("{}", json!({"schema": kind.schema, "plan": kind.plan}));
        if !begun.as_bytes().starts_with(&bytes) {
            bail!("{name} is not the file of {of}");
        }
        return Ok((Vec::new(), 0));
    };
    let head: Value = serde_json::from_slice(first).unwrap_or_default();
    if head["schema"] != kind.schema {
        bail!("{name} is not the file of {of}");
    }
    if head["plan"] != *kind.plan {
        bail!("{name} belongs to {of} with {}", kind.differs);
    }
    let mut pieces = Vec::new();
    for (line, number) in lines.zip(2..) {
        let piece = serde_json::from_slice(line).ok();
        pieces.push(piece.with_context(|| damaged(path, number))?);
    }
    Ok((pieces, whole))
}

/// The complaint about a line of a journal, counted from 1.
pub fn damaged(path: &Path, line: usize) -> String {
    format!("line {line} of {} is damaged", path.display())
}
