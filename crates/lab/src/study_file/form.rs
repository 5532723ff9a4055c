//! A study file as written, and errors that name line and key.

use crate::LabError;
use plyground_arena::files;
use plyground_core::suggest::hint;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;
use toml::{Spanned, Table, Value};

/// A study is a page; this is plenty.
const LARGEST: u64 = 1 << 20;

/// The whole file.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) struct StudyForm {
    pub(super) name: Spanned<String>,
    pub(super) question: Spanned<String>,
    pub(super) source: Option<String>,
    pub(super) metric: Spanned<String>,
    pub(super) compare: Option<Spanned<String>>,
    pub(super) fit: Option<Spanned<String>>,
    pub(super) games: Option<Spanned<u64>>,
    pub(super) positions: Option<Spanned<u64>>,
    pub(super) plies: Option<Spanned<u64>>,
    pub(super) openings: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) limits: LimitForm,
    #[serde(default)]
    pub(super) boards: Vec<BoardForm>,
    #[serde(default)]
    pub(super) players: Vec<PlayerForm>,
    #[serde(default)]
    pub(super) factors: BTreeMap<String, Spanned<Vec<Value>>>,
    #[serde(default)]
    pub(super) claims: Vec<ClaimForm>,
}

/// Limits of every move or search; those in a spec go first.
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub(super) struct LimitForm {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Spanned<String>>,
    pub(super) iterations: Option<u64>,
}

/// A game and its board.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) struct BoardForm {
    pub(super) game: Spanned<String>,
    pub(super) name: Option<Spanned<String>>,
    pub(super) variant: Option<Spanned<String>>,
    pub(super) map: Option<Spanned<String>>,
    pub(super) plies: Option<Spanned<u64>>,
}

/// A player; `{factor}` in the spec stands for the values of a factor.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) struct PlayerForm {
    pub(super) name: Option<Spanned<String>>,
    pub(super) spec: Spanned<String>,
}

/// A claim about two conditions, stated before anything is measured.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) struct ClaimForm {
    pub(super) says: Spanned<String>,
    pub(super) one: Spanned<String>,
    pub(super) other: Spanned<String>,
    pub(super) is: Spanned<String>,
}

const KEYS: &[&str] = &[
    "name",
    "question",
    "source",
    "metric",
    "compare",
    "fit",
    "games",
    "positions",
    "plies",
    "openings",
    "limits",
    "boards",
    "players",
    "factors",
    "claims",
];
const LIMIT_KEYS: &[&str] = &["depth", "nodes", "time", "iterations"];
const BOARD_KEYS: &[&str] = &["game", "name", "variant", "map", "plies"];
const PLAYER_KEYS: &[&str] = &["name", "spec"];
const CLAIM_KEYS: &[&str] = &["says", "one", "other", "is"];

/// The text of a study file, for errors that say where.
pub(super) struct StudyText<'a> {
    pub(super) path: &'a Path,
    pub(super) text: String,
}

impl<'a> StudyText<'a> {
    /// Reads the file.
    pub(super) fn read(path: &'a Path) -> Result<Self, LabError> {
        let text = files::read_text(path, LARGEST).map_err(|error| LabError::file("read", path, error))?;
        Ok(StudyText { path, text })
    }

    /// What is wrong with the value of a key.
    pub(super) fn wrong(&self, span: Range<usize>, key: &str, reason: impl Display) -> LabError {
        self.refuse(Some(self.line(span.start)), key, reason)
    }

    /// What is wrong with the whole file, such as a key that is missing.
    pub(super) fn lacks(&self, key: &str, reason: impl Display) -> LabError {
        self.refuse(None, key, reason)
    }

    fn refuse(&self, line: Option<usize>, key: &str, reason: impl Display) -> LabError {
        let place = line.map_or(String::new(), |line| format!("line {line}, "));
        LabError::StudyFile { path: self.path.to_path_buf(), reason: format!("{place}{key}: {reason}") }
    }

    fn line(&self, byte: usize) -> usize {
        1 + self.text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
    }

    /// Parses the file. Unknown keys are answered with the nearest known one.
    pub(super) fn form(&self) -> Result<StudyForm, LabError> {
        let explain = |error: toml::de::Error| self.explain(&error);
        let table: Table = self.text.parse().map_err(explain)?;
        self.check(&table, "", KEYS)?;
        for (name, keys) in
            [("limits", LIMIT_KEYS), ("boards", BOARD_KEYS), ("players", PLAYER_KEYS), ("claims", CLAIM_KEYS)]
        {
            match table.get(name) {
                Some(Value::Table(inner)) => self.check(inner, &format!("{name}."), keys)?,
                Some(Value::Array(list)) => {
                    for (number, inner) in list.iter().enumerate() {
                        if let Value::Table(inner) = inner {
                            self.check(inner, &format!("{name}[{}].", number + 1), keys)?;
                        }
                    }
                }
                _ => {}
            }
        }
        toml::from_str(&self.text).map_err(explain)
    }

    fn check(&self, table: &Table, place: &str, known: &[&str]) -> Result<(), LabError> {
        match table.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => {
                let begins = |line: &&str| line.trim_start().trim_start_matches(['"', '[']).starts_with(key.as_str());
                let line = self.text.lines().position(|line| begins(&line)).map(|line| line + 1);
                let hint = hint(key, known.iter().copied());
                Err(self.refuse(line, &format!("{place}{key}"), format!("there is no such key; {hint}")))
            }
        }
    }

    /// What the parser says, with the line and the key on it.
    fn explain(&self, error: &toml::de::Error) -> LabError {
        let line = error.span().map(|span| self.line(span.start));
        let key = line.and_then(|line| {
            let (key, _) = self.text.lines().nth(line - 1)?.split_once('=')?;
            Some(key.trim().to_string())
        });
        let reason = error.message().lines().next().unwrap_or("this is not TOML").to_string();
        match key {
            // The parser blames the first line of the table for what is not there.
            Some(key) if !reason.starts_with("missing field") => self.refuse(line, &key, reason),
            _ => LabError::StudyFile {
                path: self.path.to_path_buf(),
                reason: line.map_or(reason.clone(), |line| format!("line {line}: {reason}")),
            },
        }
    }
}
