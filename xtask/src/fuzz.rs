//! `cargo xtask fuzz [TARGET] [--seconds N]` and `cargo xtask soak fuzz --minutes N`: cargo-fuzz with our settings.
//!
//! Without a sanitizer cargo-fuzz works on stable Rust. The allocator of the targets keeps the limit of memory, and next
//! to nothing of ours is unsafe, so a sanitizer (and the nightly compiler that it needs) is optional.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub const HELP: &str = "usage: cargo xtask fuzz [TARGET] [--seconds 60] [--address]";

/// One input may take this long, on a busy machine too.
const TIMEOUT: u64 = 20;
/// Resident memory of the whole fuzzer, its own corpus included.
const MEMORY_MB: u64 = 1024;

/// What a run of one target came to.
struct Outcome {
    inputs: u64,
    /// Edges of the program that were reached by the corpus, and at the end.
    coverage: (u64, u64),
    /// Inputs that reached something new.
    found: u64,
    /// What libFuzzer wrote down when a promise was broken.
    crash: Option<String>,
}

/// Fuzzes one target, or all in turn.
pub fn run(root: &Path, words: &[&str]) -> Result<(), String> {
    let mut chosen = None;
    let mut seconds = 60;
    let mut address = false;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--seconds" => seconds = number(words.next(), "--seconds", HELP)?,
            "--address" => address = true,
            name if !name.starts_with('-') && chosen.is_none() => chosen = Some(name),
            _ => return Err(HELP.to_string()),
        }
    }
    let mut targets = targets(root)?;
    if let Some(name) = chosen {
        if !targets.iter().any(|target| target == name) {
            return Err(format!("there is no target `{name}`; there are: {}", targets.join(", ")));
        }
        targets.retain(|target| target == name);
    }
    fuzz_all(&Fuzzer::new(root, address)?, &targets, seconds)
}

/// Fuzzes all targets, each for its share of the time.
pub fn soak(root: &Path, minutes: u64) -> Result<(), String> {
    let targets = targets(root)?;
    let seconds = (60 * minutes / targets.len() as u64).max(1);
    fuzz_all(&Fuzzer::new(root, false)?, &targets, seconds)
}

/// The number after an option.
pub fn number(word: Option<&&str>, name: &str, help: &str) -> Result<u64, String> {
    let number = word.and_then(|word| word.parse().ok()).filter(|number| (1..=1_000_000).contains(number));
    number.ok_or_else(|| format!("{name} needs a number from 1 to 1000000\n{help}"))
}

/// The programs in `fuzz/fuzz_targets`, by name.
fn targets(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    let name = |path: PathBuf| Some(path.file_stem()?.to_string_lossy().into_owned());
    let mut names: Vec<String> = entries.flatten().filter_map(|entry| name(entry.path())).collect();
    names.sort();
    Ok(names)
}

fn fuzz_all(fuzzer: &Fuzzer<'_>, targets: &[String], seconds: u64) -> Result<(), String> {
    let mut inputs = 0;
    let mut crashes = Vec::new();
    println!("{:<20} {:>12} {:>10} {:>10} {:>8}  crash", "target", "inputs", "coverage", "new edges", "new");
    for target in targets {
        let outcome = fuzzer.run(target, seconds)?;
        let (before, after) = outcome.coverage;
        let crash = outcome.crash.as_deref().unwrap_or("-");
        let edges = after.saturating_sub(before);
        println!("{target:<20} {:>12} {after:>10} {edges:>10} {:>8}  {crash}", outcome.inputs, outcome.found);
        inputs += outcome.inputs;
        crashes.extend(outcome.crash.map(|crash| format!("{target}: {crash}")));
    }
    println!("{inputs} inputs, {} crashes", crashes.len());
    if crashes.is_empty() { Ok(()) } else { Err(format!("promises were broken:\n  {}", crashes.join("\n  "))) }
}

/// How cargo-fuzz is called here.
struct Fuzzer<'a> {
    root: &'a Path,
    address: bool,
}

impl<'a> Fuzzer<'a> {
    fn new(root: &'a Path, address: bool) -> Result<Self, String> {
        let fuzzer = Fuzzer { root, address };
        let answers = |words: &[&str]| {
            let status = fuzzer.cargo().args(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
            status.is_ok_and(|status| status.success())
        };
        if address && !answers(&["--version"]) {
            let advice = "`rustup toolchain install nightly`, or leave --address out: fuzzing itself needs no nightly";
            return Err(format!("the address sanitizer needs a nightly compiler: {advice}"));
        }
        if !answers(&["fuzz", "--version"]) {
            let advice = "`cargo install cargo-fuzz`; `cargo test -p plyground-fuzzing` replays the corpus without it";
            return Err(format!("fuzzing needs cargo-fuzz: {advice}"));
        }
        // The fuzzer has no lock file of its own: it is to try the versions that the program is made of.
        let (from, to) = (root.join("Cargo.lock"), root.join("fuzz/Cargo.lock"));
        if !to.exists() {
            fs::copy(&from, &to).map_err(|error| format!("cannot write {}: {error}", to.display()))?;
        }
        Ok(fuzzer)
    }

    fn cargo(&self) -> Command {
        // Not the `cargo` that runs this program, which knows no `+nightly`.
        let mut command = Command::new("cargo");
        command.current_dir(self.root);
        if self.address {
            command.env_remove("RUSTUP_TOOLCHAIN").arg("+nightly");
        }
        command
    }

    /// Fuzzes one target. What is found stays in the build folder; the corpus of the repository is only read.
    fn run(&self, target: &str, seconds: u64) -> Result<Outcome, String> {
        let found = self.root.join("fuzz/target/corpus").join(target);
        fs::create_dir_all(&found).map_err(|error| format!("cannot create {}: {error}", found.display()))?;
        let mut command = self.cargo();
        command.args(["fuzz", "run", "--release", "--debug-assertions", "--sanitizer"]);
        command.args([if self.address { "address" } else { "none" }, target]);
        command.args([found.as_path(), Path::new("fuzz/corpus").join(target).as_path()]);
        command.arg("--").arg(format!("-max_total_time={seconds}")).arg(format!("-timeout={TIMEOUT}"));
        command.arg(format!("-rss_limit_mb={MEMORY_MB}")).arg("-print_final_stats=1");
        let log = self.root.join("fuzz/target").join(format!("{target}.log"));
        let file = fs::File::create(&log).map_err(|error| format!("cannot write {}: {error}", log.display()))?;
        eprintln!("fuzzing {target} for {seconds} s, log in {}", log.display());
        let status = command.stdout(Stdio::null()).stderr(file).status();
        let status = status.map_err(|error| format!("cannot start cargo: {error}"))?;
        let mut outcome = read_log(&log)?;
        if !status.success() && outcome.crash.is_none() {
            if outcome.inputs == 0 {
                return Err(format!("{target} did not run; see {}", log.display()));
            }
            outcome.crash = Some(format!("see {}", log.display()));
        }
        Ok(outcome)
    }
}

/// What libFuzzer says of a run.
fn read_log(log: &Path) -> Result<Outcome, String> {
    let file = fs::File::open(log).map_err(|error| format!("cannot read {}: {error}", log.display()))?;
    let mut outcome = Outcome { inputs: 0, coverage: (0, 0), found: 0, crash: None };
    // Inputs are shown among the lines, and they need not be text.
    for line in BufReader::new(file).split(b'\n') {
        let line = line.map_err(|error| format!("cannot read {}: {error}", log.display()))?;
        read_line(&String::from_utf8_lossy(&line), &mut outcome);
    }
    Ok(outcome)
}

fn read_line(line: &str, outcome: &mut Outcome) {
    let after = |mark: &str| line.split_once(mark).map(|(_, rest)| rest.trim());
    let number = |mark: &str| after(mark).and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    if let Some(edges) = number("cov: ").filter(|_| line.starts_with('#')) {
        let first = if outcome.coverage.0 == 0 || line.contains("INITED") { edges } else { outcome.coverage.0 };
        outcome.coverage = (first, edges);
    }
    if line.starts_with("stat::") {
        outcome.inputs = number("number_of_executed_units:").unwrap_or(outcome.inputs);
        outcome.found = number("new_units_added:").unwrap_or(outcome.found);
    }
    if let Some(file) = after("Test unit written to ") {
        outcome.crash = Some(file.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libfuzzer_says_is_understood() {
        let mut outcome = Outcome { inputs: 0, coverage: (0, 0), found: 0, crash: None };
        for line in [
            "#12\tINITED cov: 523 ft: 528 corp: 3/15b exec/s: 0 rss: 35Mb",
            "#400\tNEW    cov: 570 ft: 900 corp: 5/99b",
            "an input that says cov: 9",
            "artifact_prefix='x/'; Test unit written to x/crash-1",
            "stat::number_of_executed_units: 164272",
            "stat::new_units_added:          623",
        ] {
            read_line(line, &mut outcome);
        }
        assert_eq!((outcome.inputs, outcome.coverage, outcome.found), (164_272, (523, 570), 623));
        assert_eq!(outcome.crash.as_deref(), Some("x/crash-1"));
    }

    #[test]
    fn there_are_targets_and_wrong_names_are_answered_with_them() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        assert!(targets(root).is_ok_and(|targets| targets.iter().any(|target| target == "wire")));
        let error = run(root, &["wier"]).expect_err("no such target");
        assert!(error.contains("there is no target `wier`; there are: amounts,"), "{error}");
        assert!(run(root, &["--seconds", "soon"]).is_err_and(|error| error.contains("--seconds needs a number")));
    }
}
