//! Writes a report to disk: every file atomically, the page that people open last.

use super::{Finding, StudyReport, csv, dictionary, findings_file, html, markdown, parquet};
use crate::origin::Origin;
use crate::{LabError, StudyFacts, plot};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The page that people open.
pub const REPORT: &str = "report.html";

/// The header of a report.
pub(crate) struct ReportHeader {
    pub(super) name: String,
    pub(super) question: String,
    pub(super) source: String,
    pub(super) command: String,
    pub(super) seed: u64,
    pub(super) version: String,
    pub(super) date: String,
    pub(super) machine: String,
}

impl ReportHeader {
    /// The header of a study whose cells come from these places.
    pub(crate) fn new(facts: &StudyFacts, command: String, seed: u64, origins: &[Origin]) -> Self {
        let here = [Origin::here()];
        let origins = if origins.is_empty() { &here[..] } else { origins };
        let all = |what: fn(&Origin) -> &str| {
            let mut words: Vec<&str> = origins.iter().map(what).collect();
            words.sort_unstable();
            words.dedup();
            words.join("; ")
        };
        ReportHeader {
            name: facts.name.to_string(),
            question: facts.question.to_string(),
            source: facts.source.to_string(),
            command,
            seed,
            version: all(|origin| &origin.program),
            date: all(|origin| &origin.date),
            machine: all(|origin| &origin.machine),
        }
    }
}

/// What was written.
#[derive(Clone, PartialEq, Debug)]
pub struct WrittenReport {
    /// The page.
    pub html: PathBuf,
    /// Every file, the page last.
    pub files: Vec<PathBuf>,
    /// What it says.
    pub findings: Vec<Finding>,
}

/// Writes all files of a report into a folder.
pub(crate) fn write(folder: &Path, head: &ReportHeader, report: &StudyReport) -> Result<WrittenReport, LabError> {
    let mut files = Vec::new();
    let mut put = |name: String, content: &[u8]| -> Result<PathBuf, LabError> {
        let path = folder.join(name);
        replace(&path, content)?;
        files.push(path.clone());
        Ok(path)
    };
    for sheet in &report.sheets {
        put(format!("{}.csv", sheet.name), csv::csv(sheet).as_bytes())?;
        let name = format!("{}.parquet", sheet.name);
        let table = parquet::parquet(sheet)
            .map_err(|error| LabError::file("write", &folder.join(&name), std::io::Error::other(error)))?;
        put(name, &table)?;
    }
    for figure in &report.figures {
        put(format!("{}.svg", figure.name), figure.svg.as_bytes())?;
        put(format!("{}.pdf", figure.name), &plot::pdf(&figure.name, &figure.svg)?)?;
    }
    put(dictionary::DICTIONARY.to_string(), dictionary::csv(report).as_bytes())?;
    put(findings_file::FINDINGS.to_string(), findings_file::text(head, report).as_bytes())?;
    put("report.md".to_string(), markdown::page(head, report).as_bytes())?;
    let html = put(REPORT.to_string(), html::page(head, report).as_bytes())?;
    Ok(WrittenReport { html, files, findings: report.findings.clone() })
}

/// A new file that takes the place of the old one when all of it is on disk.
fn replace(path: &Path, content: &[u8]) -> Result<(), LabError> {
    let written = || -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut draft = tempfile::NamedTempFile::new_in(folder)?;
        draft.write_all(content)?;
        draft.as_file().sync_all()?;
        allow_reading(draft.as_file())?;
        draft.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    written().map_err(|error| LabError::file("write", path, error))
}

/// Drafts are private; reports are readable for all users.
#[cfg(unix)]
fn allow_reading(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn allow_reading(_file: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}
