//! House rules that a machine can check: dependencies between crates point one way, libraries do not print, files stay
//! short, retired names do not return, and a game is named only by what is about it.

mod game_names;
mod retired_names;

use std::fs;
use std::path::{Path, PathBuf};

/// The workspace crates that each crate may depend on. A new crate is added here, below everything that it uses.
const ARROWS: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("census", &[]),
    ("othello", &[]),
    ("picture", &["core"]),
    ("games", &["core"]),
    ("search", &["core"]),
    ("protocol", &["core"]),
    ("endgame", &["core", "games"]),
    ("historic", &["core", "games", "search"]),
    ("process", &["core", "protocol", "search"]),
    ("engine", &["census", "core", "endgame", "games", "historic", "othello", "process", "search"]),
    ("host", &["core", "engine", "games", "process", "protocol", "search"]),
    ("network", &["core", "games", "search", "engine", "process"]),
    ("testkit", &["core"]),
    ("training", &["core", "games", "endgame", "engine", "search"]),
    ("arena", &["core", "engine", "games", "search"]),
    ("setups", &["arena", "core", "engine", "games", "search"]),
    ("lab", &["arena", "core", "endgame", "engine", "games", "picture", "search"]),
    ("xray", &["core", "engine", "games", "search"]),
    ("web", &["arena", "core", "engine", "games", "lab", "network", "picture", "search", "xray"]),
    (
        "cli",
        &[
            "arena", "core", "endgame", "engine", "games", "host", "lab", "network", "picture", "search", "setups",
            "training", "web", "xray",
        ],
    ),
    ("plyground", &["arena", "cli", "core", "engine", "games", "search"]),
    ("python", &["arena", "core", "endgame", "engine", "games", "lab", "picture", "search"]),
    (
        "fuzzing",
        &[
            "arena", "core", "endgame", "engine", "games", "host", "lab", "network", "process", "protocol", "testkit",
            "web", "xray",
        ],
    ),
];

/// Only these may write to standard output or standard error.
const PRINTERS: &[&str] = &["cli", "testkit"];

/// A file with more lines has a second topic.
const LONGEST_FILE: usize = 600;

/// Checks all rules and lists every breach.
pub fn check() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask lives in the workspace")?;
    let mut breaches = Vec::new();
    for entry in fs::read_dir(root.join("crates")).map_err(|error| format!("cannot list crates: {error}"))? {
        let path = entry.map_err(|error| error.to_string())?.path();
        check_crate(&path, &mut breaches)?;
    }
    check_game_names(root, &mut breaches)?;
    check_crate(&root.join("python"), &mut breaches)?;
    if breaches.is_empty() { Ok(()) } else { Err(format!("house rules:\n  {}", breaches.join("\n  "))) }
}

fn check_crate(path: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let Some((_, allowed)) = ARROWS.iter().find(|(crate_name, _)| *crate_name == name) else {
        breaches.push(format!("crates/{name} is not in the table of arrows (xtask/src/houserules.rs)"));
        return Ok(());
    };
    let manifest = read(&path.join("Cargo.toml"))?;
    for used in dependencies(&manifest) {
        if !allowed.contains(&used.as_str()) {
            breaches.push(format!("crates/{name} must not depend on plyground-{used}"));
        }
    }
    check_names(path, breaches)?;
    let mut files = Vec::new();
    collect(&path.join("src"), &["rs"], &mut files)?;
    for file in files {
        let text = read(&file)?;
        let shown = file.display();
        if text.lines().count() > LONGEST_FILE {
            breaches.push(format!("{shown} has more than {LONGEST_FILE} lines: what is its second topic?"));
        }
        let is_test = file.file_name().is_some_and(|name| name == "tests.rs") || shown.to_string().contains("/tests/");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        if !PRINTERS.contains(&name.as_str()) && !is_test {
            for word in ["println!", "eprintln!", "print!(", "dbg!"] {
                if code.lines().any(|line| !line.trim_start().starts_with("//") && line.contains(word)) {
                    breaches.push(format!("{shown} prints ({word}); only the command line speaks"));
                }
            }
        }
    }
    Ok(())
}

/// No file of the crate, tests and examples included, defines a retired name.
fn check_names(path: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    let mut files = Vec::new();
    collect(path, &["rs"], &mut files)?;
    for file in files {
        let found = retired_names::breaches(&read(&file)?);
        breaches.extend(found.iter().map(|breach| format!("{} {breach}", file.display())));
    }
    Ok(())
}

/// No code outside of the games, and of what is about one of them, names a game.
fn check_game_names(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    let (crates, mut games) = (root.join("crates"), Vec::new());
    let entries = fs::read_dir(crates.join("games/src")).map_err(|error| format!("cannot list the games: {error}"))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            games.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    let mut files = Vec::new();
    collect(&crates, &["rs", "js"], &mut files)?;
    for file in files {
        let found = game_names::breaches(root, &file, &read(&file)?, &games);
        breaches.extend(found.iter().map(|breach| format!("{} {breach}", file.display())));
    }
    Ok(())
}

/// The workspace crates in `[dependencies]` (those in `[dev-dependencies]` are free to point anywhere).
fn dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.trim() == "[dependencies]";
        } else if inside && let Some(rest) = line.strip_prefix("plyground-") {
            found.push(rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect());
        }
    }
    found
}

/// The files of a folder that end like one of these.
fn collect(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            collect(&path, endings, files)?;
        } else if path.extension().is_some_and(|extension| endings.iter().any(|ending| extension == *ending)) {
            files.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_house_is_tidy() {
        assert_eq!(check(), Ok(()));
    }

    #[test]
    fn the_arrows_have_no_circle() {
        // Crates are listed so that each uses only crates above it.
        for (index, (name, allowed)) in ARROWS.iter().enumerate() {
            let above: Vec<&str> = ARROWS[..index].iter().map(|(above, _)| *above).collect();
            assert!(allowed.iter().all(|used| above.contains(used)), "{name} points downwards");
        }
    }

    #[test]
    fn a_retired_name_is_a_breach() {
        let folder = std::env::temp_dir().join(format!("plyground-retired-{}", std::process::id()));
        fs::create_dir_all(folder.join("tests")).expect("a folder");
        fs::write(folder.join("tests/old.rs"), "struct Errand;\n").expect("a file");
        let mut breaches = Vec::new();
        let checked = check_names(&folder, &mut breaches);
        fs::remove_dir_all(&folder).expect("the folder is ours");
        assert_eq!(checked, Ok(()));
        assert_eq!(breaches.len(), 1);
        assert!(breaches[0].ends_with("old.rs defines `Errand`, a retired name; use EngineTask"), "{breaches:?}");
    }

    #[test]
    fn dev_dependencies_do_not_count() {
        let manifest =
            "[dependencies]\nplyground-core.workspace = true\n[dev-dependencies]\nplyground-testkit.workspace = true\n";
        assert_eq!(dependencies(manifest), ["core"]);
    }
}
