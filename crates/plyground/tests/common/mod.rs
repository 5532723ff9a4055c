//! Runs the real binary.

pub mod page;

use assert_cmd::Command;
use serde_json::Value;

/// The program, ready to be given arguments.
pub fn plyground() -> Command {
    let mut command = Command::cargo_bin("plyground").expect("the binary is built");
    command.env_remove("NO_COLOR");
    // Nobody's own data. Small endgame databases are made there once for all tests.
    command.env("PLYGROUND_DATA", concat!(env!("CARGO_TARGET_TMPDIR"), "/data"));
    command
}

/// Runs with `words`, expects exit code 0 and returns standard output.
#[allow(dead_code)] // not every test file needs it
pub fn text(words: &[&str]) -> String {
    let output = plyground().args(words).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).expect("we print UTF-8")
}

/// Runs with `words` and `--json`, expects exit code 0 and one document.
#[allow(dead_code)]
pub fn json(words: &[&str]) -> Value {
    let text = text(&[words, &["--json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{words:?}: {error}: {text}"))
}

/// Runs with `words`, expects misuse: exit code 2, nothing on standard output, one sentence on standard error that
/// contains `expected`.
#[allow(dead_code)]
pub fn refused(words: &[&str], expected: &str) {
    let assert = plyground().args(words).assert().code(2);
    let output = assert.get_output();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.stdout.is_empty(), "{words:?} printed something before it failed");
    assert!(error.contains(expected), "{words:?}: expected `{expected}` in: {error}");
    assert!(!error.contains("panicked"), "{words:?}: {error}");
}
