//! The progress of a set-up study, kept on disk.
//!
//! Units are counted in the order of their numbers, whatever order they finish in, so that one number tells what is
//! done.

use crate::sample::SetupScore;
use plyground_arena::{ArenaError, Fingerprint, files};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

const SCHEMA: &str = "plyground-setups-1";
/// The counts of all pairs of 360 classes stay below this.
const LARGEST: u64 = 64 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: String,
    study: String,
    done: u64,
    counts: Vec<[u64; 4]>,
}

/// Counts by pairing, kept in a file if there is one.
pub(crate) struct SetupProgress {
    path: Option<PathBuf>,
    study: String,
    done: u64,
    scores: Vec<SetupScore>,
}

impl SetupProgress {
    /// Opens the progress of a study with this number of pairings, or starts a new one.
    pub(crate) fn open(folder: Option<&Path>, study: &str, pairings: usize) -> Result<Self, ArenaError> {
        let path = folder.map(|folder| folder.join(format!("setups-{:016x}.toml", Fingerprint::of(study))));
        let mut progress = SetupProgress {
            path: path.clone(),
            study: study.to_string(),
            done: 0,
            scores: vec![SetupScore::default(); pairings],
        };
        let (Some(folder), Some(path)) = (folder, path) else { return Ok(progress) };
        files::sweep_drafts(folder);
        if let Some(text) = read(&path)? {
            let refuse = |reason: &str| {
                let advice = "move it away to begin again";
                ArenaError::content(&path, format!("{reason}; {advice}"))
            };
            let file: File = toml::from_str(&text).map_err(|_| refuse("this is no progress of a set-up study"))?;
            if file.schema != SCHEMA || file.study != study {
                return Err(refuse("this is the progress of another study"));
            }
            progress.done = file.done;
            progress.scores = file.counts.into_iter().map(SetupScore).collect();
            if !progress.is_whole(pairings) {
                return Err(refuse("the counts do not add up"));
            }
        }
        Ok(progress)
    }

    /// Rounds go through the pairings in order, so every pairing has as many units as the number of units tells.
    fn is_whole(&self, pairings: usize) -> bool {
        let count = |index: usize| {
            let (rounds, rest) = (self.done / pairings as u64, self.done % pairings as u64);
            rounds + u64::from((index as u64) < rest)
        };
        let units = |score: &SetupScore| score.0.iter().try_fold(0u64, |sum, part| sum.checked_add(*part));
        self.scores.len() == pairings
            && self.scores.iter().enumerate().all(|(index, score)| units(score) == Some(count(index)))
    }

    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    /// Counts the next unit.
    pub(crate) fn add(&mut self, began_and_won: bool, followed_and_won: bool) {
        let index = (self.done % self.scores.len() as u64) as usize;
        self.scores[index].add(began_and_won, followed_and_won);
        self.done += 1;
    }

    /// Writes everything to a new file that then takes the place of the old one.
    pub(crate) fn save(&self) -> Result<(), ArenaError> {
        let Some(path) = &self.path else { return Ok(()) };
        let file = File {
            schema: SCHEMA.to_string(),
            study: self.study.clone(),
            done: self.done,
            counts: self.scores.iter().map(|score| score.0).collect(),
        };
        let text = toml::to_string(&file).expect("strings and small numbers can be written");
        files::replace(path, text.as_bytes()).map_err(|error| ArenaError::file("write", path, error))
    }

    pub(crate) fn into_scores(self) -> Vec<SetupScore> {
        self.scores
    }
}

/// The text of a file, `None` if there is no such file.
fn read(path: &Path) -> Result<Option<String>, ArenaError> {
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ArenaError::file("open", path, error)),
    };
    let mut text = String::new();
    let read = file.take(LARGEST + 1).read_to_string(&mut text);
    read.map_err(|error| ArenaError::file("read", path, error))?;
    if text.len() as u64 > LARGEST {
        return Err(ArenaError::content(path, "too large for the progress of a set-up study"));
    }
    Ok(Some(text))
}
