//! The steps of a test run.

use crate::{features, houserules, python, targets};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Tells cargo whether to note what later builds can go on from.
const INCREMENTAL: &str = "CARGO_INCREMENTAL";

/// Everything; what CI runs.
pub fn test() -> Result<(), String> {
    let root = crate::root()?;
    if std::env::var_os(INCREMENTAL).is_none() && !has_incremental_builds(root) {
        return first_build();
    }
    std::thread::scope(|scope| {
        // Downloads need no processor.
        let environment = scope.spawn(|| python::prepare(root));
        fast()?;
        let variables = [("RUSTDOCFLAGS", "-D warnings")];
        cargo("documentation", &["doc", "--workspace", "--no-deps", "--locked"], &variables)?;
        features::check()?;
        targets::check()?;
        match environment.join().map_err(|_| "preparing the Python environment failed")?? {
            Some(environment) => environment.test(root),
            None => Ok(()),
        }
    })
}

/// Format, lints, house rules and all tests in Rust.
pub fn fast() -> Result<(), String> {
    cargo("format", &["fmt", "--all", "--check"], &[])?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"];
    cargo("lints", &clippy, &[])?;
    houserules::check()?;
    cargo("tests", &["test", "--workspace", "--locked"], &[])
}

/// The same without notes for later builds, which a first one takes time to write and does not read.
fn first_build() -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let status = Command::new(program).arg("test").env(INCREMENTAL, "0").status();
    let status = status.map_err(|error| format!("cannot start this program again: {error}"))?;
    if status.success() { Ok(()) } else { Err("the tests failed; see above".to_string()) }
}

/// Whether crates other than this one were compiled here before, in a way that later builds go on from.
fn has_incremental_builds(root: &Path) -> bool {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let entries = std::fs::read_dir(target.join("debug/incremental")).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| !entry.file_name().to_string_lossy().starts_with("xtask"))
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
