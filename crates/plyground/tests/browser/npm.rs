//! Programs for tests from the package registry of Node. Where Node or the registry is missing, the test says so and is skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of a package in this version, installed on first use; `None`, with the reason on standard error, where that is not
/// possible.
pub fn package(name: &str, version: &str) -> Option<PathBuf> {
    let cache = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/npm");
    let folder = cache.join(format!("{name}-{version}"));
    let found = folder.join("node_modules").join(name);
    if found.exists() {
        return Some(found);
    }
    fs::create_dir_all(&cache).expect("a folder for packages");
    let fresh = tempfile::tempdir_in(&cache).expect("a folder for a package");
    let mut command = Command::new("npm");
    command.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"]);
    command.args(["--fetch-retries=1", "--fetch-timeout=30000", "--prefix"]).arg(fresh.path());
    command.arg(format!("{name}@{version}")).stdin(Stdio::null()).stdout(Stdio::null());
    match command.output() {
        Ok(output) if output.status.success() => {
            // Another test may have been faster.
            let _ = fs::rename(fresh.path(), &folder);
            Some(found)
        }
        Ok(output) => {
            let reason = String::from_utf8_lossy(&output.stderr).into_owned();
            eprintln!("SKIPPED: {name} cannot be fetched from the package registry: {reason}");
            None
        }
        Err(error) => {
            eprintln!("SKIPPED: {name} needs npm, which cannot be started: {error}");
            None
        }
    }
}
