//! The steps of a test run, in order of speed.

use crate::{features, houserules, python, targets};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Tests at the same time. Many wait for a browser, a socket or a clock, so there are more than processors.
const TEST_THREADS: (&str, &str) = ("RUST_TEST_THREADS", "4");
/// Tells cargo whether to note what later builds can go on from.
const INCREMENTAL: &str = "CARGO_INCREMENTAL";
const TESTS: [&str; 3] = ["test", "--workspace", "--locked"];

/// Everything; what CI runs.
pub fn test() -> Result<(), String> {
    let root = crate::root()?;
    if std::env::var_os(INCREMENTAL).is_none() && !has_incremental_builds(root) {
        return first_build();
    }
    std::thread::scope(|scope| {
        // Downloads need no processor.
        let environment = scope.spawn(|| python::prepare(root));
        check()?;
        cargo("tests are built", &[&TESTS[..], &["--no-run"]].concat(), &[])?;
        let environment = environment.join().map_err(|_| "preparing the Python environment failed")??;
        let package = environment.map(|environment| python::install(root, environment)).transpose()?;
        // They take one processor and leave the other to tests that mostly wait.
        let python_tests = scope.spawn(move || package.map_or(Ok(()), |package| package.test()));
        cargo("tests", &TESTS, &[TEST_THREADS])?;
        python_tests.join().map_err(|_| "the Python tests could not be run")?
    })?;
    cargo("documentation", &["doc", "--workspace", "--no-deps", "--locked"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    features::check()?;
    targets::check()
}

/// Format, lints, house rules and all tests in Rust.
pub fn fast() -> Result<(), String> {
    check()?;
    cargo("tests", &TESTS, &[TEST_THREADS])
}

/// Format, lints and house rules.
fn check() -> Result<(), String> {
    cargo("format", &["fmt", "--all", "--check"], &[])?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"];
    cargo("lints", &clippy, &[])?;
    houserules::check()
}

/// The same without notes for later builds, which cost a first one a fifth of its time.
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
