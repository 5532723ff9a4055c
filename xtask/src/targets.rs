//! `cargo xtask targets`: the crates that know neither files nor sockets also compile for other machines.

use crate::steps::cargo;
use std::path::Path;
use std::process::Command;

/// The crates that promise it.
const CRATES: [&str; 3] = ["plyground-core", "plyground-games", "plyground-search"];

/// A browser and a machine with 32 bits: both have a `usize` of 32 bits.
const TARGETS: [&str; 2] = ["wasm32-unknown-unknown", "i686-unknown-linux-gnu"];

/// Checks the crates for every target that is installed, and names the others.
pub fn check() -> Result<(), String> {
    for target in TARGETS {
        if is_installed(target) {
            let mut words = vec!["check", "--locked", "--target", target];
            words.extend(CRATES.iter().flat_map(|name| ["--package", name]));
            cargo(target, &words, &[])?;
        } else {
            eprintln!("== {target}: skipped, not installed; `rustup target add {target}` installs it");
        }
    }
    Ok(())
}

/// Whether the compiler has the standard library of this target.
pub fn is_installed(target: &str) -> bool {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    let printed = Command::new(rustc).args(["--print", "target-libdir", "--target", target]).output();
    printed.is_ok_and(|output| {
        output.status.success() && Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
    })
}

#[cfg(test)]
mod tests {
    use super::is_installed;

    #[test]
    fn targets_that_do_not_exist_are_not_installed() {
        assert!(!is_installed("pdp11-dec-unix"));
    }
}
