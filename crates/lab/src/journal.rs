//! What has been measured, on disk: a header line that says for which order, then one line per finished cell.

use crate::origin::Origin;
use crate::{DataRow, DataRows, LabError};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The file of an undivided run.
pub const JOURNAL: &str = "cells.jsonl";
const SCHEMA: &str = "plyground-lab-1";
/// No study writes as much.
const LARGEST: u64 = 1 << 30;
/// Options of a study are a line; this is plenty.
const LONGEST_HEADER: u64 = 1 << 20;

/// Whose measurements a journal holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalHeader {
    /// The study.
    pub study: String,
    /// The order, as one line.
    pub parameters: String,
    /// The program.
    pub version: String,
    /// A number that changes when the plan of the cells does.
    pub plan: String,
}

impl JournalHeader {
    fn to_json(&self) -> Value {
        json!({
            "schema": SCHEMA,
            "study": self.study,
            "parameters": self.parameters,
            "version": self.version,
            "plan": self.plan,
        })
    }

    fn from_json(value: &Value) -> Option<Self> {
        let text = |name: &str| value.get(name)?.as_str().map(String::from);
        (text("schema")? == SCHEMA).then_some(())?;
        Some(JournalHeader {
            study: text("study")?,
            parameters: text("parameters")?,
            version: text("version")?,
            plan: text("plan")?,
        })
    }
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// The rows of finished cells by key.
pub type MeasuredCells = HashMap<String, DataRows>;

impl Journal {
    /// Opens the journal of this header, or begins it, and reads what it knows. The file is locked meanwhile. A
    /// last line that an interruption broke is dropped.
    pub fn open(path: &Path, header: &JournalHeader) -> Result<(Self, MeasuredCells), LabError> {
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(|error| LabError::file("open", path, error))?;
        if file.try_lock().is_err() {
            return Err(refuse(path, "another run is writing it; wait for its end or choose another --out"));
        }
        let bytes = read(&mut file, path)?;
        let (known, whole) = parse(path, &bytes, header)?;
        let mut journal = Journal { path: path.to_path_buf(), file };
        journal.attempt("write", |file| {
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0)).map(drop)
        })?;
        if whole == 0 {
            let mut first = header.to_json();
            Origin::here().add_to(&mut first);
            journal.line(&first)?;
        }
        Ok((journal, known))
    }

    /// Reads another machine's journal without changing it.
    pub fn read_only(path: &Path, header: &JournalHeader) -> Result<MeasuredCells, LabError> {
        let mut file = File::open(path).map_err(|error| LabError::file("open", path, error))?;
        let bytes = read(&mut file, path)?;
        Ok(parse(path, &bytes, header)?.0)
    }

    /// When, where and by which program the cells of a journal were measured, if it has any and says so.
    pub(crate) fn origin(path: &Path) -> Option<Origin> {
        let mut reader = BufReader::new(File::open(path).ok()?.take(LONGEST_HEADER));
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let has_cells = !reader.fill_buf().ok()?.is_empty();
        let header = serde_json::from_str::<Value>(&line).ok()?;
        Origin::of_header(header.as_object()?).filter(|_| has_cells)
    }

    /// Writes down a finished cell; when this returns, it is on disk.
    pub fn add(&mut self, key: &str, rows: &DataRows) -> Result<(), LabError> {
        let rows: Vec<Value> = rows.iter().map(DataRow::to_json).collect();
        self.line(&json!({"cell": key, "rows": rows}))
    }

    fn line(&mut self, value: &Value) -> Result<(), LabError> {
        let text = format!("{value}\n");
        self.attempt("write", |file| {
            file.write_all(text.as_bytes())?;
            file.sync_data()
        })
    }

    fn attempt(
        &mut self,
        action: &'static str,
        work: impl FnOnce(&mut File) -> std::io::Result<()>,
    ) -> Result<(), LabError> {
        work(&mut self.file).map_err(|error| LabError::file(action, &self.path, error))
    }
}

fn refuse(path: &Path, reason: impl Into<String>) -> LabError {
    LabError::Journal { path: path.to_path_buf(), reason: reason.into() }
}

fn read(file: &mut File, path: &Path) -> Result<Vec<u8>, LabError> {
    let mut bytes = Vec::new();
    let read = file.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| LabError::file("read", path, error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(refuse(path, "too large for a journal of the lab"));
    }
    Ok(bytes)
}

/// The cells of a journal, and how many of its bytes are whole lines.
fn parse(path: &Path, bytes: &[u8], header: &JournalHeader) -> Result<(MeasuredCells, usize), LabError> {
    let mut known = MeasuredCells::new();
    let mut whole = 0;
    // Lines stay bytes until they are read: a damaged one need not be text, and the whole ones are counted in bytes.
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    for (index, line) in lines.iter().enumerate() {
        let is_last = index + 1 == lines.len();
        let value: Option<Value> = line.strip_suffix(b"\n").and_then(|line| serde_json::from_slice(line).ok());
        match (index, value) {
            (_, None) if is_last && (index > 0 || !line.ends_with(b"\n")) => break,
            (0, value) => check_header(path, value, header)?,
            (_, value) => {
                let cell = value.as_ref().and_then(parse_cell);
                let (key, rows) = cell.ok_or_else(|| {
                    refuse(path, format!("line {} is damaged; move the file away to begin again", index + 1))
                })?;
                known.insert(key, rows);
            }
        }
        whole += line.len();
    }
    Ok((known, whole))
}

fn check_header(path: &Path, value: Option<Value>, wanted: &JournalHeader) -> Result<(), LabError> {
    let advice = "choose another --out, or move the file away to begin again";
    match value.as_ref().and_then(JournalHeader::from_json) {
        None => Err(refuse(path, format!("this is no journal of the lab; {advice}"))),
        Some(found) if found == *wanted => Ok(()),
        Some(found) if found.study != wanted.study => {
            Err(refuse(path, format!("this is the journal of the study `{}`; {advice}", found.study)))
        }
        Some(found) if found.version != wanted.version => {
            Err(refuse(path, format!("this is the journal of version {}; {advice}", found.version)))
        }
        Some(found) if found.parameters != wanted.parameters => {
            Err(refuse(path, format!("this is the journal of another order ({}); {advice}", found.parameters)))
        }
        Some(_) => Err(refuse(path, format!("this is the journal of another plan of the same study; {advice}"))),
    }
}

fn parse_cell(value: &Value) -> Option<(String, DataRows)> {
    let rows = value.get("rows")?.as_array()?.iter().map(DataRow::from_json).collect::<Option<DataRows>>()?;
    Some((value.get("cell")?.as_str()?.to_string(), rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> JournalHeader {
        let [study, parameters, version, plan] = ["star", "quick", "1", "abc"].map(String::from);
        JournalHeader { study, parameters, version, plan }
    }

    #[test]
    fn what_was_added_is_known_again_and_a_broken_line_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cells.jsonl");
        let rows = vec![DataRow::new().with("nodes", 17.0).text("map", "torus")];
        {
            let (mut journal, known) = Journal::open(&path, &header()).unwrap();
            assert!(known.is_empty());
            journal.add("a", &rows).unwrap();
            assert!(Journal::open(&path, &header()).is_err(), "one writer at a time");
        }
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}{{\"cell\":\"b\",\"ro")).unwrap();
        let (mut journal, known) = Journal::open(&path, &header()).unwrap();
        assert_eq!(known.get("a"), Some(&rows));
        assert_eq!(known.len(), 1);
        journal.add("b", &rows).unwrap();
        drop(journal);
        assert_eq!(Journal::read_only(&path, &header()).unwrap().len(), 2);
    }

    #[test]
    fn a_header_cut_short_begins_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cells.jsonl");
        std::fs::write(&path, "{\"schema\":\"plyg").unwrap();
        let (mut journal, _) = Journal::open(&path, &header()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let first: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((JournalHeader::from_json(&first), text.lines().count()), (Some(header()), 1));
        assert_eq!(Journal::origin(&path), None, "nothing was measured yet");
        journal.add("a", &Vec::new()).unwrap();
        assert_eq!(Journal::origin(&path), Some(Origin::here()));
    }

    #[test]
    fn a_line_that_is_no_text_is_damaged_and_the_file_keeps_its_length() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cells.jsonl");
        let mut bytes = format!("{}\n", header().to_json()).into_bytes();
        bytes.extend(b"{\"cell\":\"\x91\",\"rows\":[]}\n{\"cell\":\"b\",\"rows\":[]}\n");
        std::fs::write(&path, &bytes).unwrap();
        let error = Journal::open(&path, &header()).unwrap_err().to_string();
        assert!(error.contains("line 2 is damaged"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn what_is_not_ours_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cells.jsonl");
        let other = JournalHeader { parameters: "full".into(), ..header() }.to_json();
        let damaged = format!("{}\n{{\"cell\":1}}\n{{\"cell\":\"b\",\"rows\":[]}}\n", header().to_json());
        for (text, words) in [
            (format!("{other}\n"), "another order (full)"),
            ("my diary\n".to_string(), "no journal of the lab"),
            (damaged, "line 2 is damaged"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let error = Journal::open(&path, &header()).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
