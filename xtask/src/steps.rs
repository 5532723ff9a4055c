//! The steps of a test run.

use crate::{features, houserules, python, targets};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

type PreparedEnvironment<'scope> = ScopedJoinHandle<'scope, Result<Option<python::Environment>, String>>;

/// Tells cargo whether to note what later builds can go on from.
const INCREMENTAL: &str = "CARGO_INCREMENTAL";

/// Tells cargo how much to write down for debuggers. Panics name file and line without it.
const DEBUG_INFO: &str = "CARGO_PROFILE_DEV_DEBUG";

/// Tests in the browser wait for pages now and then, so that a few more of them than processors run side by side.
const BROWSER_TESTS: [&str; 8] = ["test", "--workspace", "--locked", "--test", "browser", "--", "--test-threads", "4"];

/// By then cargo has seen that nothing is left to compile and lets go of the target folder.
const HEAD_START: Duration = Duration::from_secs(4);

/// Everything; what CI runs.
pub fn test() -> Result<(), String> {
    let root = crate::root()?;
    if std::env::var_os(INCREMENTAL).is_none() && !has_incremental_builds(root) {
        return first_build();
    }
    std::thread::scope(|scope| {
        // Downloads need no processor.
        let environment = scope.spawn(|| python::prepare(root));
        lints()?;
        // One build with everything that is needed later, the library for Python included: other sets of packages ask for other
        // features of common crates, and most would be compiled twice.
        cargo("build", &["build", "--workspace", "--lib", "--bins", "--tests", "--examples", "--locked"], &[])?;
        let tests = scope.spawn(rust_tests);
        std::thread::sleep(HEAD_START);
        let others = beside_the_tests(root, environment);
        tests.join().map_err(|_| "the tests could not be run")?.and(others)?;
        cargo("tests in the browser", &BROWSER_TESTS, &[])
    })
}

/// What uses the processor while tests wait: for a cluster, for another program's answer, for the last of a file's tests.
fn beside_the_tests(root: &Path, environment: PreparedEnvironment<'_>) -> Result<(), String> {
    let variables = [("RUSTDOCFLAGS", "-D warnings")];
    cargo("documentation", &["doc", "--workspace", "--no-deps", "--locked"], &variables)?;
    features::check()?;
    targets::check()?;
    match environment.join().map_err(|_| "preparing the Python environment failed")?? {
        Some(environment) => environment.test_debug_build(root),
        None => Ok(()),
    }
}

/// Format, lints, house rules and all tests in Rust.
pub fn fast() -> Result<(), String> {
    lints()?;
    cargo("tests", &["test", "--workspace", "--locked"], &[])
}

fn lints() -> Result<(), String> {
    cargo("format", &["fmt", "--all", "--check"], &[])?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"];
    cargo("lints", &clippy, &[])?;
    houserules::check()
}

/// Prints what the tests said when they are done, so that it does not mix with what runs beside them.
fn rust_tests() -> Result<(), String> {
    timed("tests", &["test", "--workspace", "--locked", "--", "--skip", "browser::"], |cargo| {
        let output = cargo.output()?;
        eprint!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
        Ok(output.status)
    })
}

/// The same without notes for later builds and without what debuggers read: both take time to write, and the tests read neither.
fn first_build() -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let status = Command::new(program).arg("test").env(INCREMENTAL, "0").env(DEBUG_INFO, "0").status();
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
    timed(what, words, |cargo| cargo.envs(variables.iter().copied()).status())
}

/// Runs cargo in some way and says how long it took.
fn timed(
    what: &str,
    words: &[&str],
    run: impl FnOnce(&mut Command) -> std::io::Result<ExitStatus>,
) -> Result<(), String> {
    eprintln!("== {what}: cargo {}", words.join(" "));
    let begun = Instant::now();
    let status = run(Command::new(cargo_program()).args(words));
    let status = status.map_err(|error| format!("cannot start cargo: {error}"))?;
    eprintln!("== {what}: {:.0} s", begun.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{what} failed")) }
}

/// The cargo that runs this program.
pub fn cargo_program() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string())
}
