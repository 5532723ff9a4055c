//! The steps of a test run, in order of speed.

use crate::{features, houserules, python, targets};
use std::process::Command;
use std::time::Instant;

/// Everything; what CI runs.
pub fn test() -> Result<(), String> {
    fast()?;
    cargo("documentation", &["doc", "--workspace", "--no-deps", "--locked"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    features::check()?;
    targets::check()?;
    // Too many games for a debug build, where the file is empty.
    let tournament = ["test", "--profile", "quick", "--package", "plyground-engine", "--test", "rocknroll", "--locked"];
    cargo("Rock'n'Roll's tournament", &tournament, &[])?;
    python::test(crate::root()?)
}

/// Format, lints, house rules and all tests.
pub fn fast() -> Result<(), String> {
    cargo("format", &["fmt", "--all", "--check"], &[])?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"];
    cargo("lints", &clippy, &[])?;
    houserules::check()?;
    cargo("tests", &["test", "--workspace", "--locked"], &[])
}

/// Rewrites golden files.
pub fn bless() -> Result<(), String> {
    cargo("golden files", &["test", "--workspace"], &[("PLYGROUND_BLESS", "1")])
}

/// Runs cargo and says how long it took.
pub fn cargo(what: &str, words: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    eprintln!("== {what}: cargo {}", words.join(" "));
    let begun = Instant::now();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let status = Command::new(cargo).args(words).envs(variables.iter().copied()).status();
    let status = status.map_err(|error| format!("cannot start cargo: {error}"))?;
    eprintln!("== {what}: {:.0} s", begun.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{what} failed")) }
}
