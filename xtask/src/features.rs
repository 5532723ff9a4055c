//! `cargo xtask features`: the library with one game compiles without warnings, and without what belongs to the others.

use crate::steps::{cargo, cargo_program};
use std::process::Command;

/// The games, and the companions that a library with nothing else does without.
const GAMES: [(&str, &[&str]); 4] = [
    ("reversixt", &["plyground-census", "plyground-endgame", "plyground-historic"]),
    ("einstein", &["plyground-census", "plyground-othello"]),
    ("isola", &["plyground-endgame", "plyground-othello"]),
    ("", &["plyground-census", "plyground-endgame", "plyground-historic", "plyground-othello"]),
];

/// Checks the library with each game alone and with none.
pub fn check() -> Result<(), String> {
    for (game, absent) in GAMES {
        let chosen = ["--package", "plyground", "--no-default-features", "--features", game, "--locked"];
        let tree = Command::new(cargo_program())
            .args(["tree", "--edges", "normal", "--prefix", "none", "--format", "{p}"])
            .args(chosen)
            .output()
            .map_err(|error| format!("cannot start cargo: {error}"))?;
        if !tree.status.success() {
            return Err(format!("cargo tree failed: {}", String::from_utf8_lossy(&tree.stderr)));
        }
        if let Some(name) = unwanted(&String::from_utf8_lossy(&tree.stdout), absent) {
            return Err(format!("the library with features `{game}` still compiles {name}"));
        }
        let mut words = vec!["clippy"];
        words.extend(chosen);
        words.extend(["--", "--deny", "warnings"]);
        cargo(&format!("library with features `{game}`"), &words, &[])?;
    }
    Ok(())
}

/// The first package of the tree that should not be there.
fn unwanted<'a>(tree: &str, absent: &[&'a str]) -> Option<&'a str> {
    let packages: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    absent.iter().copied().find(|name| packages.contains(name))
}

#[cfg(test)]
mod tests {
    use super::unwanted;

    #[test]
    fn a_companion_in_the_tree_is_found_by_its_whole_name() {
        let tree = "plyground v0.1.0 (/here)\nplyground-endgame v0.1.0 (/here)\nplyground-census-tools v1.0.0";
        assert_eq!(unwanted(tree, &["plyground-census", "plyground-endgame"]), Some("plyground-endgame"));
        assert_eq!(unwanted(tree, &["plyground-census"]), None);
    }
}
