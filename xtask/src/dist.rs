//! `cargo xtask dist`: one archive with everything that people without Rust need, and a Python wheel.

use crate::python;
use crate::steps::cargo;
use crate::targets::is_installed;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program for this target runs on every Linux, whatever its C library.
const STATIC: &str = "x86_64-unknown-linux-musl";

/// Files of the repository that go into the archive as they are.
const DOCUMENTS: [&str; 4] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md"];

/// What the program prints about itself: a file of the archive, and the words that print it.
const PRINTED: [(&str, &[&str]); 4] = [
    ("completions/plyground.bash", &["completions", "bash"]),
    ("completions/_plyground", &["completions", "zsh"]),
    ("completions/plyground.fish", &["completions", "fish"]),
    ("man/plyground.1", &["man"]),
];

/// Builds the program and packs it; prints the name of the archive.
pub fn run(root: &Path) -> Result<(), String> {
    let target_folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let mut words = vec!["build", "--release", "--locked", "--package", "plyground"];
    let (target, binary) = if is_installed(STATIC) {
        words.extend(["--target", STATIC]);
        (STATIC.to_string(), target_folder.join(STATIC).join("release/plyground"))
    } else {
        let host = host()?;
        eprintln!(
            "{STATIC} is not installed (`rustup target add {STATIC}`): the program needs the C library of {host}"
        );
        let name = format!("plyground{}", std::env::consts::EXE_SUFFIX);
        (host, target_folder.join("release").join(name))
    };
    cargo("program", &words, &[])?;
    let name = format!("plyground-{}-{target}", env!("CARGO_PKG_VERSION"));
    let folder = target_folder.join("dist").join(&name);
    stage(root, &binary, &folder, |words| printed(Command::new(&binary).args(words)))?;
    write(&folder.join("THIRD-PARTY.txt"), third_party(root, &target)?.as_bytes())?;
    println!("{}", pack(&folder)?.display());
    if let Some(wheel) = python::dist(root, &target_folder.join("dist"))? {
        println!("{}", wheel.display());
    }
    Ok(())
}

/// Collects the files of the archive in an empty folder. `print` runs the program and returns what it prints.
fn stage(
    root: &Path,
    binary: &Path,
    folder: &Path,
    print: impl Fn(&[&str]) -> Result<Vec<u8>, String>,
) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("cannot empty {}: {error}", folder.display()))?;
    }
    for (name, words) in PRINTED {
        write(&folder.join(name), &print(words)?)?;
    }
    let program = binary.file_name().ok_or("the program has no name")?;
    let documents = DOCUMENTS.map(|name| (root.join(name), folder.join(name)));
    for (from, to) in documents.into_iter().chain([(binary.to_path_buf(), folder.join(program))]) {
        fs::copy(&from, &to).map_err(|error| format!("cannot copy {}: {error}", from.display()))?;
    }
    Ok(())
}

/// Packs a folder into an archive next to it. Names are sorted and owners left out, so that equal files give equal
/// lists.
fn pack(folder: &Path) -> Result<PathBuf, String> {
    let parent = folder.parent().ok_or("the folder has no parent")?;
    let name = folder.file_name().ok_or("the folder has no name")?;
    let archive = parent.join(format!("{}.tar.gz", name.to_string_lossy()));
    let mut tar = Command::new("tar");
    tar.args(["--create", "--gzip", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--file"]);
    printed(tar.arg(&archive).arg("--directory").arg(parent).arg(name))?;
    Ok(archive)
}

/// The crates inside the program with their licences.
fn third_party(root: &Path, target: &str) -> Result<String, String> {
    let words = ["tree", "--locked", "--package", "plyground", "--edges", "normal", "--prefix", "none", "--target"];
    let listed = printed(Command::new("cargo").current_dir(root).args(words).args([target, "--format", "{p}: {l}"]))?;
    let listed = String::from_utf8_lossy(&listed);
    let mut lines: Vec<&str> = listed.lines().filter(|line| !line.starts_with("plyground")).collect();
    lines.retain(|line| !line.is_empty());
    lines.sort_unstable();
    lines.dedup();
    Ok(lines.join("\n") + "\n")
}

/// The target for which the compiler builds by default.
fn host() -> Result<String, String> {
    let version = printed(Command::new("rustc").arg("-vV"))?;
    let version = String::from_utf8_lossy(&version);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from).ok_or_else(|| "rustc does not name its host".to_string())
}

/// What a command prints, if it succeeds.
fn printed(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot start {name}: {error}"))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_archive_has_program_completions_manual_and_licences() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let scratch = std::env::temp_dir().join(format!("plyground-dist-{}", std::process::id()));
        let binary = scratch.join("built/plyground");
        write(&binary, b"program").unwrap();
        let folder = scratch.join("plyground-1.2.3-some-target");
        write(&folder.join("left-from-last-time"), b"").unwrap();
        stage(root, &binary, &folder, |words| Ok(words.join(" ").into_bytes())).unwrap();
        let archive = pack(&folder).unwrap();
        let listed = printed(Command::new("tar").arg("--list").arg("--file").arg(&archive)).unwrap();
        let one = "plyground-1.2.3-some-target/completions/plyground.fish";
        let fish = printed(Command::new("tar").args(["--extract", "--to-stdout", "--file"]).arg(&archive).arg(one));
        fs::remove_dir_all(&scratch).unwrap();
        let names: Vec<String> = String::from_utf8(listed)
            .unwrap()
            .lines()
            .filter(|name| !name.ends_with('/'))
            .map(|name| name.strip_prefix("plyground-1.2.3-some-target/").unwrap().to_string())
            .collect();
        assert_eq!(
            names,
            [
                "CHANGELOG.md",
                "LICENSE-APACHE",
                "LICENSE-MIT",
                "README.md",
                "completions/_plyground",
                "completions/plyground.bash",
                "completions/plyground.fish",
                "man/plyground.1",
                "plyground"
            ]
        );
        assert_eq!(fish.unwrap(), b"completions fish");
        assert!(archive.ends_with("plyground-1.2.3-some-target.tar.gz"), "{}", archive.display());
    }

    #[test]
    fn a_program_that_fails_stops_the_packing() {
        let scratch = std::env::temp_dir().join(format!("plyground-dist-fails-{}", std::process::id()));
        let answer = stage(Path::new("."), Path::new("plyground"), &scratch, |_| Err("no such command".to_string()));
        assert_eq!(answer, Err("no such command".to_string()));
        assert!(!scratch.exists());
    }
}
