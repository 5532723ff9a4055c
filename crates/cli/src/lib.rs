//! The command line: flags in, text out, exit codes. Everything worth a unit test lives in the crates behind it.
//!
//! This crate refuses to know rules, searches and pages; it parses flags, chooses words and maps results to exit codes.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     plyground_cli::main_with(|| {})
//! }
//! ```

mod args;
mod commands;
mod data;
mod journal;
mod opened_game;
mod print;
mod signal;

use anyhow::Error;
use clap::Parser;
use std::io;
use std::process::ExitCode;

/// How a command ended, when it did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// Done, or yes: exit code 0.
    Yes,
    /// Done, and the answer is no (invalid, too large, rejected): exit code 1.
    No,
    /// Stopped before the end; the same command again may go on: exit code 75, which batch systems take as "try again".
    Unfinished,
}

/// Runs the program with the arguments of this process and says how it ended. `install` is called first; it may add games of
/// other crates by `plyground_engine::install`, which then appear in every list, command and page.
#[must_use]
pub fn main_with(install: impl FnOnce()) -> ExitCode {
    install();
    match commands::run(args::Cli::parse()) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Unfinished) => ExitCode::from(75),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            print::complain(&error);
            ExitCode::from(2)
        }
    }
}

/// The reader of our output has seen enough; that is not a failure.
fn is_broken_pipe(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
