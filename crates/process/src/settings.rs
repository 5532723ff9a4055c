//! What is agreed about a process before it starts.

use std::time::Duration;
use thiserror::Error;

/// When a new process is started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restart {
    /// When the last one is gone.
    OnCrash,
    /// For every game.
    PerGame,
    /// Once, and that is it.
    Never,
}

impl Restart {
    /// All of them by name.
    pub const NAMED: [(&'static str, Restart); 3] =
        [("on-crash", Restart::OnCrash), ("per-game", Restart::PerGame), ("never", Restart::Never)];
}

/// A process: its command, its deadlines, its options.
#[derive(Clone, Debug)]
pub struct ProcessSettings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How long it may take to start.
    pub start: Duration,
    /// How long it may take to answer, beyond its thinking time.
    pub answer: Duration,
    /// How long it may take to end before it is killed.
    pub quit: Duration,
    /// When a new process is started.
    pub restart: Restart,
    /// Options to set, where the language has such: names and values.
    pub options: Vec<(String, String)>,
}

impl ProcessSettings {
    /// A command with the usual deadlines.
    pub fn new(command: Vec<String>) -> Self {
        ProcessSettings {
            command,
            start: Duration::from_secs(20),
            answer: Duration::from_secs(60),
            quit: Duration::from_secs(2),
            restart: Restart::OnCrash,
            options: Vec::new(),
        }
    }
}

/// Text that is no list of options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("options are written \"Name=value; Other name=value\"")]
pub struct OptionsError;

/// Reads options: `Name=value; Other name=value`.
pub fn parse_options(text: &str) -> Result<Vec<(String, String)>, OptionsError> {
    let pieces = text.split(';').map(str::trim).filter(|piece| !piece.is_empty());
    pieces
        .map(|piece| match piece.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_string(), value.trim().to_string())),
            _ => Err(OptionsError),
        })
        .collect()
}
