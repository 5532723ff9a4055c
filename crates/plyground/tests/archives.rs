//! `archive merge`, final positions, and shards on machines that share nothing but files.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod common;

use common::{json, plyground, refused, text};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const PLAN: &str = r#"
name = "two houses"
seed = 3
repeats = 10

[[players]]
spec = "greedy"
[[players]]
name = "lot"
spec = "random"

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
        let place = Place { folder: TempDir::new().unwrap() };
        place.write("plan.toml", PLAN);
        place
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.folder.path().join(name), content).unwrap();
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_string()
    }

    fn tournament(&self, verb: &str, plan: &str, archive: &str, more: &[&str]) -> String {
        let (plan, archive) = (self.path(plan), self.path(archive));
        text(&[&["tournament", verb, &plan, "--archive", &archive], more].concat())
    }
}

#[test]
fn archives_are_merged_and_every_game_is_there_once() {
    let place = Place::new();
    place.write("other.toml", &PLAN.replace("two houses", "third house"));
    let report = place.tournament("run", "plan.toml", "a.sqlite", &[]);
    place.tournament("run", "plan.toml", "b.sqlite", &[]);
    place.tournament("run", "other.toml", "b.sqlite", &[]);
    let [a, b, out] = ["a.sqlite", "b.sqlite", "merged.sqlite"].map(|name| place.path(name));
    let found = json(&["archive", "merge", &a, &b, "--out", &out]);
    assert_eq!((&found["tournaments"], &found["games"], &found["duplicates"]), (&2.into(), &80.into(), &40.into()));
    assert_eq!(place.tournament("report", "plan.toml", "merged.sqlite", &[]), report);
    let games = |archive: &str, plan: &str| place.tournament("export", plan, archive, &[]);
    assert_eq!(games("merged.sqlite", "other.toml"), games("b.sqlite", "other.toml"));
    let listed = json(&["archive", "list", &out]);
    let names: Vec<&Value> = listed["tournaments"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["two houses", "third house"]);
    assert!(text(&["archive", "list", &out]).contains("third house"));
    let said = text(&["archive", "merge", &out, &a, "--out", &place.path("again.sqlite")]);
    assert!(said.contains("80 games of 2 tournaments; 40 duplicates"), "{said}");

    refused(&["archive", "merge", &a, &b, "--out", &out], "exists already");
    place.write("plan.toml", &PLAN.replace("seed = 3", "seed = 4"));
    place.tournament("run", "plan.toml", "c.sqlite", &[]);
    refused(&["archive", "merge", &a, &place.path("c.sqlite"), "--out", &place.path("no.sqlite")], "another plan");
    refused(&["archive", "merge", &a, &place.path("plan.toml"), "--out", &place.path("no.sqlite")], "plan.toml");
    refused(&["archive", "merge", &a, "--out", &place.path("nowhere/no.sqlite")], "nowhere");
    assert!(!Path::new(&place.path("no.sqlite")).exists());
}

#[test]
fn final_positions_are_those_that_replay_ends_with() {
    let place = Place::new();
    place.tournament("run", "plan.toml", "a.sqlite", &[]);
    let lines = place.tournament("export", "plan.toml", "a.sqlite", &["--final-positions"]);
    let records: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 40);
    for record in [&records[0], &records[39]] {
        let game = record["game"].as_str().unwrap();
        place.write("game.json", &record.to_string());
        let shown = text(&["replay", game, "--record", &place.path("game.json"), "--json"]);
        let last: Value = serde_json::from_str(shown.lines().last().unwrap()).unwrap();
        assert_eq!((&last["position"], &last["over"]), (&record["final"], &true.into()), "{shown}");
    }
    let table = place.tournament("export", "plan.toml", "a.sqlite", &["--final-positions", "--format", "csv"]);
    assert!(table.lines().next().unwrap().ends_with(",moves,final"), "{table}");
    let plain = place.tournament("export", "plan.toml", "a.sqlite", &[]);
    assert!(!plain.contains("\"final\""));
}

/// The work of GNU parallel over ssh, without either: each machine is a process in a folder of its own, which gets the plan, plays its shards and
/// sends the files back. Where the system allows it, each has a network of its own, so that they cannot talk to each other.
#[test]
fn machines_that_share_nothing_but_files_play_one_tournament() {
    let place = Place::new();
    let report = place.tournament("run", "plan.toml", "alone.sqlite", &[]);
    let games = place.tournament("export", "plan.toml", "alone.sqlite", &[]);
    const SHARDS: usize = 7;
    let machines: Vec<TempDir> = (0..2).map(|_| TempDir::new().unwrap()).collect();
    let apart =
        Command::new("unshare").args(["--net", "true"]).stderr(Stdio::null()).status().is_ok_and(|s| s.success());
    let mut running = Vec::new();
    for (number, machine) in machines.iter().enumerate() {
        fs::copy(place.path("plan.toml"), machine.path().join("plan.toml")).unwrap();
        let program = assert_cmd::cargo::cargo_bin("plyground").display().to_string();
        let shards: Vec<String> = (number..SHARDS).step_by(2).map(|shard| shard.to_string()).collect();
        let script = format!(
            "for k in {}; do '{program}' tournament run plan.toml --shard $k/{SHARDS} --dir shards --jobs 1 || exit 1; done",
            shards.join(" ")
        );
        let mut command = if apart { Command::new("unshare") } else { Command::new("sh") };
        let command = if apart { command.args(["--net", "sh", "-c", &script]) } else { command.args(["-c", &script]) };
        running.push(command.current_dir(machine.path()).stderr(Stdio::null()).spawn().unwrap());
    }
    for mut process in running {
        assert!(process.wait().unwrap().success());
    }
    // One machine's files are not there yet: the gap is told, and nothing is merged.
    let shards = place.path("shards");
    fs::create_dir(&shards).unwrap();
    let fetch = |machine: &TempDir| {
        for file in fs::read_dir(machine.path().join("shards")).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), Path::new(&shards).join(file.file_name())).unwrap();
        }
    };
    fetch(&machines[0]);
    let plan = place.path("plan.toml");
    let count = SHARDS.to_string();
    assert_eq!(text(&["tournament", "missing", &plan, &shards, "--shards", &count]).trim(), "1,3,5");
    let merged = place.path("merged.sqlite");
    refused(&["tournament", "merge", &plan, &shards, "--archive", &merged], "shard");
    fetch(&machines[1]);
    assert_eq!(text(&["tournament", "missing", &plan, &shards, "--shards", &count]), "");
    assert_eq!(text(&["tournament", "merge", &plan, &shards, "--archive", &merged]), report);
    assert_eq!(place.tournament("export", "plan.toml", "merged.sqlite", &[]), games);
    plyground().args(["archive", "list", &merged]).assert().code(0);
}
