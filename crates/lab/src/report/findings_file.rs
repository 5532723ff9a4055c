//! The findings of a report as a file for programs, and what changed between two of them.

use super::write::ReportHeader;
use super::{Finding, StudyReport};
use crate::LabError;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The file in the folder of a run.
pub const FINDINGS: &str = "findings.json";
/// Findings are sentences; a larger file is none of ours.
const LARGEST: u64 = 16 << 20;
const SCHEMA: &str = "plyground-findings-1";

pub(super) fn text(head: &ReportHeader, report: &StudyReport) -> String {
    let finding = |finding: &Finding| json!({"claim": finding.claim, "verdict": finding.verdict.to_string(), "figures": finding.figures});
    let document = json!({
        "study": head.name,
        "command": head.command,
        "seed": head.seed,
        "version": head.version,
        "date": head.date,
        "machine": head.machine,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "schema": SCHEMA,
    });
    format!("{document:#}\n")
}

/// A claim in two runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparedFinding {
    /// The claim.
    pub claim: String,
    /// Verdict and figures in the first run, if it is there.
    pub before: Option<(String, String)>,
    /// Verdict and figures in the second run, if it is there.
    pub after: Option<(String, String)>,
}

impl ComparedFinding {
    /// What became of it: the same, other figures, another verdict, gone, new.
    pub fn change(&self) -> &'static str {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) if before.0 != after.0 => "another verdict",
            (Some(before), Some(after)) if before.1 != after.1 => "other figures",
            (Some(_), Some(_)) => "the same",
            (Some(_), None) => "gone",
            (None, _) => "new",
        }
    }
}

/// Two runs of a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparedRuns {
    /// The study.
    pub study: String,
    /// The commands of both runs.
    pub commands: [String; 2],
    /// Version and machine of both runs.
    pub origins: [String; 2],
    /// All claims, in the order of the second run; those that are gone come last.
    pub findings: Vec<ComparedFinding>,
}

impl ComparedRuns {
    /// Whether a verdict changed, or a claim came or went.
    pub fn has_changed(&self) -> bool {
        self.findings.iter().any(|finding| !["the same", "other figures"].contains(&finding.change()))
    }
}

struct Run {
    study: String,
    command: String,
    origin: String,
    findings: Vec<(String, String, String)>,
}

/// Compares the findings of two runs, each a folder or its file of findings.
///
/// # Errors
/// When a file cannot be read, is no list of findings, or belongs to another study than the other.
pub fn compare_runs(before: &Path, after: &Path) -> Result<ComparedRuns, LabError> {
    let (old, new) = (read(before)?, read(after)?);
    if old.study != new.study {
        let text =
            format!("one run is of `{}`, the other of `{}`; only runs of one study compare", old.study, new.study);
        return Err(LabError::Misuse(text));
    }
    let said = |run: &Run, claim: &str| {
        let found = run.findings.iter().find(|(other, _, _)| other == claim);
        found.map(|(_, verdict, figures)| (verdict.clone(), figures.clone()))
    };
    let gone = old.findings.iter().filter(|(claim, _, _)| said(&new, claim).is_none());
    let claims = new.findings.iter().chain(gone).map(|(claim, _, _)| claim.clone());
    let findings =
        claims.map(|claim| ComparedFinding { before: said(&old, &claim), after: said(&new, &claim), claim }).collect();
    Ok(ComparedRuns {
        study: new.study,
        commands: [old.command, new.command],
        origins: [old.origin, new.origin],
        findings,
    })
}

/// Version, day and machine; files of earlier versions have no day.
fn origin(document: &Value) -> String {
    let word = |key: &str| document[key].as_str().filter(|word| !word.is_empty()).map(ToString::to_string);
    let version = word("version").map(|version| format!("version {version}"));
    [version, word("date"), word("machine")].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn read(place: &Path) -> Result<Run, LabError> {
    let path: PathBuf = if place.is_dir() { place.join(FINDINGS) } else { place.to_path_buf() };
    let wrong = |reason: &str| LabError::Journal { path: path.clone(), reason: reason.to_string() };
    let size = fs::metadata(&path).map_err(|error| LabError::file("open", &path, error))?.len();
    if size > LARGEST {
        return Err(wrong("this is too large for a list of findings"));
    }
    let text = fs::read_to_string(&path).map_err(|error| LabError::file("read", &path, error))?;
    let document: Value = serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
    if document["schema"] != SCHEMA {
        return Err(wrong(&format!("this is no list of findings ({SCHEMA})")));
    }
    let word = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let finding = |value: &Value| (word(&value["claim"]), word(&value["verdict"]), word(&value["figures"]));
    Ok(Run {
        study: word(&document["study"]),
        command: word(&document["command"]),
        origin: origin(&document),
        findings: document["findings"].as_array().into_iter().flatten().map(finding).collect(),
    })
}
