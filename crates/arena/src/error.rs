//! What can go wrong before or beside a game. What players do wrong is no error but an outcome.

use plyground_core::{NotationError, OpenError};
use plyground_engine::{MemoryError, SpecError};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A match or tournament that cannot be played, kept or reported.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A player cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The players of all games together take too much memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The game cannot be set up.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A position or move in a plan or record is wrong.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The players do not fit the table, or the number of games is impossible.
    #[error("{0}")]
    Unsuitable(String),
    /// A plan is wrong; names the file and the key.
    #[error("{file}: {reason}")]
    Plan {
        /// The plan's file.
        file: String,
        /// What is wrong, and where.
        reason: String,
    },
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
    /// A file is not what it should be.
    #[error("{}: {reason}", path.display())]
    Content {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl ArenaError {
    /// A file on which an action failed.
    pub fn file(action: &'static str, path: &Path, error: std::io::Error) -> Self {
        ArenaError::File { action, path: path.to_path_buf(), error }
    }

    /// A file that is not what it should be.
    pub fn content(path: &Path, reason: impl Into<String>) -> Self {
        ArenaError::Content { path: path.to_path_buf(), reason: reason.into() }
    }
}
