//! Errors of studies.

use plyground_arena::ArenaError;
use plyground_core::{NotationError, SetupError};
use plyground_engine::SpecError;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a study cannot be started, continued or written.
#[derive(Debug, Error)]
pub enum LabError {
    /// There is no such study, or it does not take such an option.
    #[error("{0}")]
    Misuse(String),
    /// A player cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A position or set-up is wrong.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A match cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A file cannot be read or written.
    #[error("cannot {action} {}: {error}", path.display())]
    File {
        /// What was attempted.
        action: &'static str,
        /// On which file.
        path: PathBuf,
        /// Why it failed.
        error: std::io::Error,
    },
    /// A study file is wrong; names the line and the key.
    #[error("{}: {reason}", path.display())]
    StudyFile {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        reason: String,
    },
    /// A journal that is not ours to continue.
    #[error("{}: {reason}", path.display())]
    Journal {
        /// The journal.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        reason: String,
    },
    /// A plot could not be drawn.
    #[error("cannot draw {figure}: {reason}")]
    Plot {
        /// Which one.
        figure: String,
        /// Why.
        reason: String,
    },
}

impl LabError {
    pub(crate) fn file(action: &'static str, path: &Path, error: std::io::Error) -> Self {
        LabError::File { action, path: path.to_path_buf(), error }
    }
}
