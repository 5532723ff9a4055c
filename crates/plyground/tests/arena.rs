//! `match` and `tournament` from the outside.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod common;

use common::{json, plyground, refused, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const PLAN: &str = r#"
name = "night shift"
seed = 3
repeats = 12

[[players]]
spec = "greedy"
[[players]]
name = "lot"
spec = "random"
[[players]]
name = "monte"
spec = "montecarlo(iterations=300)"

[[games]]
game = "isola"
variant = "cols=5,rows=5"
[[games]]
game = "einstein"
openings = "deal"
"#;

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("plan.toml"), PLAN).unwrap();
        Place { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_string()
    }

    /// `tournament VERB plan.toml --archive NAME` and more.
    fn words<'a>(&self, verb: &'a str, archive: &str, more: &[&'a str]) -> Vec<String> {
        let mut words = vec!["tournament".to_string(), verb.to_string(), self.path("plan.toml")];
        words.extend(["--archive".to_string(), self.path(archive)]);
        words.extend(more.iter().map(|word| word.to_string()));
        words
    }

    fn run(&self, verb: &str, archive: &str, more: &[&str]) -> String {
        let words = self.words(verb, archive, more);
        text(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Starts a run that somebody is going to disturb.
    fn start(&self, archive: &str) -> Child {
        let binary: PathBuf = plyground().get_program().into();
        Command::new(binary)
            .args(self.words("run", archive, &["--jobs", "2"]))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts")
    }

    /// Games finished so far; none while there is no archive or nothing in it.
    fn played(&self, archive: &str) -> u64 {
        let output = plyground().args(self.words("report", archive, &["--json"])).output().expect("the binary runs");
        let document: Option<Value> = serde_json::from_slice(&output.stdout).ok();
        document.and_then(|document| document["played"].as_u64()).unwrap_or(0)
    }

    /// Everything that a run must repeat.
    fn everything(&self, archive: &str) -> [String; 3] {
        [self.run("report", archive, &[]), self.run("report", archive, &["--json"]), self.run("export", archive, &[])]
    }
}

fn a_match(more: &[&str]) -> Value {
    json(&[&["match", "einstein", "--player", "greedy", "--player", "random", "--seed", "4"], more].concat())
}

#[test]
fn a_match_prints_what_the_contract_says() {
    let document = a_match(&["--games", "60"]);
    assert_eq!((&document["game"], &document["games"], &document["seed"]), (&"einstein".into(), &60.into(), &4.into()));
    assert!(document["sprt"].is_null());
    let players = document["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    for player in players {
        let number = |key: &str| player[key].as_f64().unwrap_or_else(|| panic!("{key} in {player}"));
        assert_eq!(number("wins") + number("draws") + number("losses"), 60.0);
        assert!((number("points") / 60.0 - number("score")).abs() < 1e-9);
        let interval: Vec<f64> = player["ci95"].as_array().unwrap().iter().map(|end| end.as_f64().unwrap()).collect();
        assert!(interval[0] < number("score") && number("score") < interval[1]);
        assert_eq!(player["elo"].is_null(), player["elo_ci95"].is_null());
        assert!(number("seconds_per_move") > 0.0 && number("nodes_per_second") > 0.0);
        assert_eq!(player["terminations"]["normal"], 60);
        assert!(player.get("placements").is_none());
    }
    assert_eq!(players[0]["spec"], "greedy");
    assert!(players[0]["elo"].as_f64().unwrap() > 100.0);
    let many = json(&[
        "match",
        "reversixt",
        "--map",
        "ring",
        "--player",
        "random",
        "--player",
        "greedy",
        "--player",
        "first",
        "--games",
        "9",
        "--seed",
        "1",
    ]);
    assert_eq!(many["players"][0]["placements"].as_array().unwrap().len(), 3);
    assert!(many["players"][0]["elo"].is_null());
}

#[test]
fn a_match_repeats_whatever_the_jobs() {
    let place = Place::new();
    let games = |jobs: &str, file: &str| {
        let file = place.path(file);
        let document = a_match(&["--games", "41", "--jobs", jobs, "--out", &file]);
        (document["players"][0]["score"].clone(), fs::read_to_string(&file).unwrap())
    };
    let (score, lines) = games("1", "one.jsonl");
    assert_eq!((score, lines.clone()), games("2", "two.jsonl"));
    assert_eq!(lines.lines().count(), 41);
    for (number, line) in lines.lines().enumerate().take(4) {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["number"], number + 1);
        let file = place.path("record.json");
        fs::write(&file, line).unwrap();
        let replayed = text(&["replay", "einstein", "--record", &file, "--json"]);
        let last: Value = serde_json::from_str(replayed.lines().last().unwrap()).unwrap();
        assert_eq!(last["payoffs"], record["payoffs"]);
        // The file of all games is read as well.
        let (all, number) = (place.path("one.jsonl"), (number + 1).to_string());
        assert_eq!(text(&["replay", "einstein", "--record", &all, "--number", &number, "--json"]), replayed);
    }
    let all = place.path("one.jsonl");
    refused(&["replay", "einstein", "--record", &all], "holds 41 games; say which one with --number");
    refused(&["replay", "einstein", "--record", &all, "--number", "42"], "holds 41 games, but none with the number 42");
    refused(&["replay", "isola", "--record", &all, "--number", "1"], "it is a game of einstein, not of isola");
    refused(&["replay", "einstein", "--record", &all, "--number", "1", "--tournament", "x"], "is no archive");
    let reversed: Vec<&str> = lines.lines().rev().collect();
    fs::write(place.path("reversed.jsonl"), reversed.join("\n")).unwrap();
    let words = |file: &str| text(&["replay", "einstein", "--record", &place.path(file), "--number", "7"]);
    assert_eq!(words("reversed.jsonl"), words("one.jsonl"), "games are called by their own numbers");
    fs::write(place.path("broken.jsonl"), format!("{}\nnoise\n", reversed[0])).unwrap();
    refused(&["replay", "einstein", "--record", &place.path("broken.jsonl"), "--number", "1"], "line 2 is no record");
}

/// Ten kinds of damage. None of them may end in a table that is shorter than the truth, or longer, with exit code 0.
#[test]
fn a_damaged_archive_is_no_shorter_table() {
    let place = Place::new();
    let truth = place.run("run", "whole.sqlite", &[]);
    let whole = fs::read(place.path("whole.sqlite")).unwrap();
    let page = usize::from(u16::from_be_bytes([whole[16], whole[17]]));
    let pages = whole.len() / page;
    assert!(pages > 10, "{pages} pages");
    let report = |bytes: &[u8]| {
        for left in ["damaged.sqlite-wal", "damaged.sqlite-shm"] {
            let _ = fs::remove_file(place.path(left)); // of the step before
        }
        fs::write(place.path("damaged.sqlite"), bytes).unwrap();
        let output = plyground().args(place.words("report", "damaged.sqlite", &[])).output().unwrap();
        let (said, table) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
        (output.status.code(), said.into_owned(), table.into_owned())
    };
    assert_eq!(report(&whole), (Some(0), String::new(), truth.clone()));
    let mut refusals = 0;
    for step in 0..10 {
        let mut damaged = whole.clone();
        let (from, to) = ((1 + step * (pages - 2) / 10) * page, (2 + step * (pages - 2) / 10) * page);
        match step % 3 {
            0 => damaged[from..to].fill(0),
            1 => damaged.copy_within(0..page, from),
            _ => damaged.truncate(from),
        }
        let (code, said, table) = report(&damaged);
        if code == Some(0) {
            assert_eq!(table, truth, "step {step}");
        } else {
            assert_eq!((code, table.as_str()), (Some(2), ""), "step {step}: {said}");
            assert!(said.contains("damaged.sqlite: ") && !said.contains("panicked"), "step {step}: {said}");
            refusals += 1;
        }
    }
    assert!(refusals >= 8, "{refusals} of 10 were noticed; a page without games may be lost without loss");
}

/// A folder that this process may not write to, whoever runs it: root leaves the work to somebody who has no rights.
#[test]
fn reports_are_made_where_nothing_can_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let truth = place.run("run", "whole.sqlite", &[]);
    let folder = place.path("");
    let set = |mode: u32| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    let words = place.words("report", "whole.sqlite", &[]);
    for name in ["whole.sqlite", "plan.toml"] {
        fs::set_permissions(place.path(name), fs::Permissions::from_mode(0o444)).unwrap();
    }
    set(0o555);
    let is_root = fs::write(place.path("probe"), "").is_ok();
    let mut command = Command::new(if is_root { "setpriv" } else { env!("CARGO_BIN_EXE_plyground") });
    if is_root {
        let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", env!("CARGO_BIN_EXE_plyground")];
        command.args(nobody);
    }
    let output = command.args(&words).output().expect("it starts");
    set(0o755);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), truth);
}

#[test]
fn a_sequential_test_answers_yes_and_no() {
    let accepted = a_match(&["--games", "5000", "--sprt", "0,60"]);
    assert_eq!(accepted["sprt"]["result"], "H1 accepted");
    assert!(accepted["games"].as_u64().unwrap() < 1000);
    let words = [
        "match", "einstein", "--player", "random", "--player", "greedy", "--games", "5000", "--sprt", "0,60", "--json",
    ];
    let output = plyground().args(words).assert().code(1).get_output().stdout.clone();
    let rejected: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(rejected["sprt"]["result"], "H0 accepted");
}

#[test]
fn one_sided_and_tiny_matches_have_sane_numbers() {
    let document = json(&["match", "isola", "--player", "greedy", "--player", "random", "--games", "1", "--seed", "1"]);
    let shown = document.to_string();
    assert!(!shown.contains("NaN") && !shown.contains("inf"), "{shown}");
    assert!(document["players"][0]["elo"].is_null(), "one game says nothing about Elo");
    let shown = text(&["match", "isola", "--player", "greedy", "--player", "random", "--games", "2", "--seed", "1"]);
    assert!(shown.contains("2 games, seed 1"), "{shown}");
}

#[test]
fn a_match_may_begin_with_a_collection_of_openings() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    let words = ["match", "einstein", "--player", "first", "--player", "first", "--games", "40", "--seed", "3"];
    let more = ["--openings", "best-16", "--out", out.to_str().unwrap()];
    let document = json(&[&words[..], &more[..]].concat());
    assert_eq!(document["openings"], "best-16");
    let games = fs::read_to_string(&out).unwrap();
    let starts: Vec<String> = (games.lines())
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["position"].as_str().unwrap().to_string())
        .collect();
    // Every opening twice, with the sides exchanged, and again from the first after the sixteenth.
    assert_eq!(starts.iter().collect::<std::collections::HashSet<_>>().len(), 16);
    assert!(starts[0] == starts[1] && starts[0] != starts[2] && starts[0] == starts[32], "{starts:?}");
    refused(&[&words[..], &["--openings", "best-61"]].concat(), "did you mean `best-16`?");
}

#[test]
fn misuse_of_a_match_is_answered() {
    let two = ["match", "isola", "--player", "random", "--player", "random"];
    refused(&two[..4], "the board has 2 seats");
    refused(&[&two[..], &["--player", "random"]].concat(), "not 3");
    refused(&["match", "isola", "--player", "random", "--player", "human"], "human");
    for openings in ["auto", "best-16x16"] {
        let words = ["match", "isolla", "--player", "random", "--player", "greedy", "--openings", openings];
        refused(&words, "there is no game `isolla`; did you mean `isola`?");
    }
    refused(&["match", "isola", "--player", "random", "--player", "greedi"], "did you mean `greedy`?");
    for (flag, value, expected) in [
        ("--games", "0", "0"),
        ("--games", "99999999999", "99999999999"),
        ("--sprt", "5,0", "must be below"),
        ("--sprt", "5", "two Elo differences"),
        ("--openings", "sideways", "no way to open games"),
        ("--clock", "0s", "no time for the first move"),
        ("--jobs", "0", "0"),
        ("--time", "0s", "some time"),
    ] {
        refused(&[&two[..], &[flag, value]].concat(), expected);
    }
    refused(
        &[&two[..], &["--out", "/no/such/folder/games.jsonl"]].concat(),
        "cannot write /no/such/folder/games.jsonl",
    );
}

#[test]
fn players_who_overrun_their_time_lose_it() {
    let words =
        ["match", "isola", "--player", "best", "--player", "random", "--games", "2", "--time", "5ms", "--seed", "1"];
    let document = json(&words);
    // However busy the machine is, a random mover is never bound by a clock.
    assert_eq!(document["players"][1]["terminations"]["normal"], 2);
}

#[test]
fn a_plan_is_told_before_it_is_played() {
    let place = Place::new();
    let shown = text(&["tournament", "plan", &place.path("plan.toml")]);
    assert!(shown.contains("night shift: 144 games, 3 players") && shown.contains("about"), "{shown}");
    let document = json(&["tournament", "plan", &place.path("plan.toml"), "--no-estimate"]);
    assert_eq!(document["games"], 144);
    assert!(document["estimated_seconds"].is_null());
    fs::write(place.path("plan.toml"), PLAN.replace("repeats", "repeat")).unwrap();
    refused(&["tournament", "plan", &place.path("plan.toml")], "there is no key `repeat`; did you mean `repeats`?");
    refused(&["tournament", "plan", "nowhere.toml"], "cannot open nowhere.toml");
}

/// Ten kills by default; `cargo xtask soak arena --kills 100` for more.
#[test]
fn killed_ten_times_a_tournament_ends_as_if_nothing_had_happened() {
    let place = Place::new();
    let kills: u64 = std::env::var("PLYGROUND_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    // Slow enough that there is something left to play at every kill.
    let plan =
        PLAN.replace("iterations=300", "iterations=2000").replace("= 12", &format!("= {}", 12 * kills.div_ceil(10)));
    fs::write(place.path("plan.toml"), plan).unwrap();
    let games = 144 * kills.div_ceil(10);
    let uninterrupted = place.run("run", "whole.sqlite", &[]);
    assert!(uninterrupted.contains(&format!("{games} of {games} games")), "{uninterrupted}");
    let mut finished = Vec::new();
    for kill in 0..kills {
        let mut child = place.start("killed.sqlite");
        std::thread::sleep(Duration::from_millis(10 + 37 * kill % 160));
        child.kill().expect("SIGKILL");
        child.wait().expect("it is dead");
        finished.push(place.played("killed.sqlite"));
    }
    assert!(finished.windows(2).all(|pair| pair[0] <= pair[1]), "a finished game is never lost: {finished:?}");
    assert!(finished[0] < games, "the first kill came too late to disturb anything");
    assert_eq!(place.run("run", "killed.sqlite", &[]), uninterrupted);
    assert_eq!(place.everything("killed.sqlite"), place.everything("whole.sqlite"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let place = Place::new();
    // Long enough that nobody finishes it before the signal comes.
    fs::write(place.path("plan.toml"), PLAN.replace("repeats = 12", "repeats = 20000")).unwrap();
    let child = place.start("a.sqlite");
    std::thread::sleep(Duration::from_millis(1500));
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(signalled.success());
    let output = child.wait_with_output().expect("it ends by itself");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(75), "{said}");
    assert!(said.contains("go on with\n") && said.contains("tournament run"), "{said}");
    assert!(output.stdout.is_empty());
    assert!((1..240_000).contains(&place.played("a.sqlite")));
}

#[cfg(unix)]
#[test]
fn a_second_signal_stops_running_games_too() {
    let place = Place::new();
    fs::write(place.path("plan.toml"), PLAN.replace("iterations=300", "iterations=999999999999")).unwrap();
    let mut child = place.start("a.sqlite");
    let signal =
        |child: &Child| Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    std::thread::sleep(Duration::from_millis(1000));
    signal(&child);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().expect("a child"), None, "one signal waits for the running games");
    signal(&child);
    let patience = std::time::Instant::now() + Duration::from_secs(60);
    while child.try_wait().expect("a child").is_none() && std::time::Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    assert_eq!(child.wait().expect("it has ended").code(), Some(75));
}

#[test]
fn shards_on_many_machines_equal_one_run_on_one() {
    let place = Place::new();
    let whole = place.run("run", "whole.sqlite", &["--json"]);
    let plan = place.path("plan.toml");
    for shard in ["0/4", "2/4", "3/4"] {
        text(&["tournament", "run", &plan, "--shard", shard]);
    }
    assert_eq!(text(&["tournament", "missing", &plan]), "1\n");
    let gaps = ["tournament", "merge", &plan, "--archive", &place.path("merged.sqlite")];
    refused(&gaps, "missing shards: 1");
    plyground()
        .args(["tournament", "run", &plan, "--shard", "auto/4"])
        .env("SLURM_ARRAY_TASK_ID", "1")
        .assert()
        .code(0);
    assert_eq!(text(&["tournament", "missing", &plan]), "");
    let folder = place.path("plan-shards");
    let words = ["tournament", "merge", &plan, &folder, "--archive", &place.path("merged.sqlite"), "--json"];
    assert_eq!(text(&words), whole);
    assert_eq!(place.everything("merged.sqlite"), place.everything("whole.sqlite"));
    let finished = plyground().args(["tournament", "run", &plan, "--shard", "1/4"]).assert().code(0);
    assert!(String::from_utf8_lossy(&finished.get_output().stderr).contains("1-of-4.games is finished already"));
    refused(&["tournament", "run", &plan, "--shard", "4/4"], "there is no shard 4 of 4");
    for (scheduler, array, shard) in [
        ("slurm", "#SBATCH --array=0-19\n", "--shard auto/20 "),
        ("hq", "hq submit --array 0-19 ", "--shard auto/20 "),
        ("parallel", "seq 0 19 | parallel", "--shard {}/20 "),
    ] {
        let script = text(&["tournament", "script", scheduler, &plan, "--shards", "20"]);
        assert!(script.starts_with("#!/bin/sh\n") && script.contains(array) && script.contains(shard), "{script}");
    }
}

#[test]
fn reports_come_in_every_form() {
    let place = Place::new();
    refused(&["tournament", "report", &place.path("plan.toml"), "--archive", &place.path("a.sqlite")], "cannot open");
    place.run("run", "a.sqlite", &[]);
    assert!(place.run("report", "a.sqlite", &["--format", "markdown"]).contains("| # | player |"));
    assert!(place.run("report", "a.sqlite", &["--format", "csv"]).starts_with("event,player,opponent,"));
    let page = place.path("report.html");
    assert_eq!(place.run("report", "a.sqlite", &["--format", "html", "--out", &page]), "");
    assert!(fs::read_to_string(&page).unwrap().contains("<svg"));
    let document: Value = serde_json::from_str(&place.run("report", "a.sqlite", &["--json"])).unwrap();
    assert_eq!(document["events"].as_array().unwrap().len(), 2);
    let line = place.run("export", "a.sqlite", &["--game", "7"]);
    let record: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(record["number"], 7);
    let file = place.path("record.json");
    fs::write(&file, &line).unwrap();
    let replayed = text(&["replay", "isola", "--record", &file]);
    assert!(replayed.contains("the game is over"));
    let archive = place.path("a.sqlite");
    let from_archive = |more: &[&'static str]| [&["replay", "isola", "--record", archive.as_str()], more].concat();
    assert_eq!(text(&from_archive(&["--number", "7"])), replayed);
    refused(&from_archive(&[]), "say which one with --number");
    refused(&from_archive(&["--number", "1000000"]), "games, not 1000000");
    refused(&from_archive(&["--number", "1", "--tournament", "x"]), "there is no tournament `x`");
    refused(&["replay", "einstein", "--record", &archive, "--number", "7"], "is a game of isola, not of einstein");
    let table = place.run("export", "a.sqlite", &["--format", "csv"]);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("number,event,game,variant,players,payoffs,places,termination,"));
    assert_eq!(lines.len() as u64, 1 + place.played("a.sqlite"));
    assert!(lines[7].starts_with("7,") && lines[7].ends_with(record["moves"].as_str().unwrap()), "{}", lines[7]);
    fs::write(place.path("plan.toml"), PLAN.replace("seed = 3", "seed = 4")).unwrap();
    let words = place.words("run", "a.sqlite", &[]);
    refused(&words.iter().map(String::as_str).collect::<Vec<_>>(), "give this one another name");
}

#[test]
fn a_data_directory_that_cannot_be_used_is_named() {
    let place = Place::new();
    fs::write(place.path("file"), "not a folder").unwrap();
    let words = ["tournament", "run", &place.path("plan.toml"), "--data", &place.path("file")];
    refused(&words, &place.path("file"));
    let output = plyground()
        .args(["tournament", "run", &place.path("plan.toml"), "--json"])
        .env("PLYGROUND_DATA", place.path("data"))
        .assert()
        .code(0);
    assert!(!output.get_output().stdout.is_empty());
    assert!(Path::new(&place.path("data/archive.sqlite")).exists());
}
