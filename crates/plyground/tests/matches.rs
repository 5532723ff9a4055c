//! `match` from the outside: names, openings, resuming, adjudication, faults, progress, logs.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod common;

use common::{json, plyground, refused, text};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const SMALL: [&str; 4] = ["match", "isola", "--variant", "cols=4,rows=4"];

fn words<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_string()
}

fn records(file: &str) -> Vec<Value> {
    fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn players_have_names() {
    let folder = TempDir::new().unwrap();
    let out = path(&folder, "games.jsonl");
    let more = ["--player", "greedy(name=\"A one\")", "--player", "random(name=B)", "--games", "4", "--seed", "1"];
    let document = json(&words(&[&more[..], &["--out", &out]].concat()));
    assert_eq!(document["players"][0]["name"], "A one");
    assert_eq!(document["players"][0]["spec"], "greedy", "the name is no option of the player");
    let games = records(&out);
    assert_eq!(games[1]["names"], serde_json::json!(["B", "A one"]));
    // The final position is what a replay of the record ends with.
    json(&words(&[&more[..], &["--out", &out, "--final-positions"]].concat()));
    let last = text(&["replay", "isola", "--record", &out, "--number", "3", "--json"]);
    let last: Value = serde_json::from_str(last.lines().last().unwrap()).unwrap();
    assert_eq!(records(&out)[2]["final"], last["position"]);
    assert!(text(&words(&more)).contains("A one"));
}

#[test]
fn openings_come_from_a_file_in_the_order_asked_for() {
    let folder = TempDir::new().unwrap();
    let (file, out) = (path(&folder, "openings.txt"), path(&folder, "games.jsonl"));
    let start: Value = json(&["show", "isola", "--variant", "cols=4,rows=4"]);
    let mut positions = Vec::new();
    for mv in start["legal"].as_array().unwrap().iter().take(5) {
        let moves = mv.as_str().unwrap();
        let after = json(&["show", "isola", "--variant", "cols=4,rows=4", "--moves", moves]);
        positions.push(after["position"].as_str().unwrap().to_string());
    }
    fs::write(&file, format!("# five positions\n\n{}\n", positions.join("\n"))).unwrap();
    let begun = |more: &[&str]| -> Vec<String> {
        let base = ["--player", "first", "--player", "random", "--games", "12", "--seed", "3", "--out", &out];
        text(&words(&[&base[..], &["--openings-file", &file], more].concat()));
        let starts = records(&out).into_iter().step_by(2).map(|game| game["position"].as_str().unwrap().to_string());
        starts.collect()
    };
    let expected: Vec<String> = positions.iter().cycle().take(6).cloned().collect();
    assert_eq!(begun(&[]), expected);
    let expected: Vec<String> = positions.iter().cycle().skip(3).take(6).cloned().collect();
    assert_eq!(begun(&["--openings-offset", "3"]), expected);
    let shuffled = begun(&["--openings-order", "random"]);
    assert_eq!(shuffled, begun(&["--openings-order", "random"]), "the seed decides");
    let (mut sorted, mut all) = (shuffled[..5].to_vec(), positions.clone());
    sorted.sort();
    all.sort();
    assert_eq!(sorted, all, "a shuffle keeps every position");
    fs::write(&file, "nonsense\n").unwrap();
    let players = ["--player", "first", "--player", "random", "--openings-file", &file];
    refused(&words(&players), "openings.txt, line 1");
    fs::write(&file, "# nothing\n").unwrap();
    refused(&words(&players), "has no positions");
}

#[test]
fn a_match_goes_on_where_it_was_killed() {
    let folder = TempDir::new().unwrap();
    let (whole, cut) = (path(&folder, "whole.jsonl"), path(&folder, "cut.jsonl"));
    let base = ["--player", "greedy", "--player", "random", "--games", "40", "--seed", "7", "--resume", "--out"];
    let one = json(&words(&[&base[..], &[&whole]].concat()));
    let lines = fs::read_to_string(&whole).unwrap();
    // Thirteen games and half of the next: a pair is incomplete, and so is a line.
    let keep: usize = lines.lines().take(13).map(|line| line.len() + 1).sum();
    fs::write(&cut, &lines[..keep + 20]).unwrap();
    let other = json(&words(&[&base[..], &[&cut]].concat()));
    assert_eq!(fs::read_to_string(&cut).unwrap(), lines);
    for key in ["games", "pairs", "seats"] {
        assert_eq!(one[key], other[key], "{key}");
    }
    assert_eq!(one["players"][0]["ci95"], other["players"][0]["ci95"]);
    // Nothing is left to do, and another match is not continued.
    assert_eq!(json(&words(&[&base[..], &[&cut]].concat()))["pairs"], one["pairs"]);
    let foreign =
        ["--player", "first", "--player", "random", "--games", "40", "--seed", "7", "--resume", "--out", &cut];
    refused(&words(&foreign), "line 1: this is not game 1 of this match");
    refused(&words(&["--player", "first", "--player", "random", "--resume"]), "required");
}

#[test]
fn rules_end_games_early_and_the_record_says_so() {
    let folder = TempDir::new().unwrap();
    let out = path(&folder, "games.jsonl");
    let (deep, flat) = ("search(depth=4)", "search(depth=2)");
    let players = ["--player", deep, "--player", flat, "--games", "20", "--seed", "2", "--out", &out];
    let plain = json(&words(&players));
    let ends = |records: &[Value], kind: &str| records.iter().filter(|game| game["termination"] == kind).count();
    let turns = |records: &[Value]| -> usize {
        records.iter().map(|game| game["moves"].as_str().unwrap().split_whitespace().count()).sum()
    };
    let normal = records(&out);
    assert_eq!(ends(&normal, "normal"), 20);
    let judged = json(&words(&[&players[..], &["--resign", "moves=1,score=1"]].concat()));
    let games = records(&out);
    assert!(ends(&games, "adjudicated: resign") > 0 && turns(&games) < turns(&normal));
    assert!(judged["players"][0]["terminations"]["adjudicated: resign"].as_u64() > Some(0));
    assert!(plain["players"][0]["terminations"].get("adjudicated: resign").is_none());
    // A draw after one even move of each: `first` values every position at 0.
    let even =
        ["--player", "first", "--player", "first", "--games", "2", "--draw", "after=4,moves=1,score=0", "--out", &out];
    let drawn = json(&words(&even));
    assert_eq!(drawn["players"][0]["draws"], 2);
    let games = records(&out);
    assert_eq!((ends(&games, "adjudicated: draw"), turns(&games)), (2, 8));
    refused(&words(&["--player", "first", "--player", "first", "--resign", "moves=0,score=1"]), "no rule for ending");
    let many = ["match", "reversixt", "--map", "ring", "--player", "first", "--player", "first", "--solved"];
    refused(&many, "games of two players");
}

#[test]
fn certain_results_end_games_without_changing_them() {
    let folder = TempDir::new().unwrap();
    let out = path(&folder, "games.jsonl");
    let base = ["match", "isola", "--variant", "cols=5,rows=5", "--player", "search(depth=3)", "--player", "greedy"];
    let more = ["--games", "20", "--seed", "5", "--out", &out];
    let plain = json(&[&base[..], &more].concat());
    let solved = json(&[&base[..], &more, &["--solved"]].concat());
    let count = records(&out).iter().filter(|game| game["termination"] == "adjudicated: solved").count();
    assert!(count > 0, "no game was decided early");
    // Deterministic players whose search sees certain results play them out as the rules say.
    assert_eq!(solved["players"][0]["wins"], plain["players"][0]["wins"]);
}

#[test]
fn faults_are_told_by_the_exit_code() {
    let broken = ["--player", "process(\"false\", protocol=ugi)", "--player", "first", "--games", "6", "--seed", "1"];
    plyground().args(words(&broken)).assert().code(0);
    plyground().args(words(&broken)).arg("--strict").assert().code(1);
    let stopped =
        plyground().args(words(&broken)).args(["--on-fault", "stop", "--jobs", "1", "--json"]).assert().code(1);
    let document: Value = serde_json::from_slice(&stopped.get_output().stdout).unwrap();
    assert!(document["games"].as_u64() < Some(6), "{document}");
    let fine = ["--player", "first", "--player", "random", "--games", "4", "--strict"];
    plyground().args(words(&fine)).assert().code(0);
}

#[test]
fn progress_and_logs_are_lines_of_json() {
    let folder = TempDir::new().unwrap();
    let logs = path(&folder, "logs");
    let more = ["--player", "search(depth=2, name=a/b)", "--player", "random", "--games", "6", "--seed", "1"];
    let extra = ["--progress", "json", "--log", &logs, "--latency", "--json"];
    let assert = plyground().args(words(&more)).args(extra).assert().code(0);
    let output = assert.get_output();
    let error = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<Value> = error.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.last().unwrap();
    assert_eq!((&last["state"], &last["finished"], &last["games"]), (&"ended".into(), &6.into(), &6.into()));
    assert!(last["games_per_minute"].as_f64() > Some(0.0) && last["seconds_left"] == 0.0);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let thoughts = records(&path(&folder, "logs/1-a_b.jsonl"));
    assert_eq!(document["latency"]["players"][0]["moves"].as_u64(), Some(thoughts.len() as u64));
    assert!(thoughts.iter().any(|thought| thought["depth"] == 2) && thoughts[0]["game"] == 1);
    // A search of two plies sees its wins; who plays at random has no opinion.
    let chances: Vec<f64> = thoughts.iter().map(|thought| thought["chance"].as_f64().expect("a chance")).collect();
    assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)) && chances.contains(&1.0), "{chances:?}");
    assert!(records(&path(&folder, "logs/2-random.jsonl")).iter().all(|thought| thought["chance"].is_null()));
    assert!(document["latency"]["overhead_ms"].is_number());
    assert!(fs::read_to_string(path(&folder, "logs/2-random.jsonl")).unwrap().lines().count() > 5);
}

#[test]
fn controls_cores_and_warnings() {
    let players = ["--player", "search", "--player", "search", "--games", "2", "--seed", "1"];
    let clocked = plyground().args(words(&players)).args(["--clock", "5/300ms+5ms", "--jobs", "64"]).assert().code(0);
    let error = String::from_utf8_lossy(&clocked.get_output().stderr).to_string();
    assert!(error.contains("threads think at a time"), "{error}");
    refused(&words(&[&players[..], &["--clock", "0/1s"]].concat()), "does not begin with 1 to");
    refused(&words(&[&players[..], &["--affinity", "3-1"]].concat()), "no list of cores");
    if cfg!(target_os = "linux") {
        refused(&words(&[&players[..], &["--affinity", "1023"]].concat()), "the system refuses these cores");
        plyground()
            .args(words(&["--player", "first", "--player", "first", "--games", "2", "--affinity", "0"]))
            .assert()
            .code(0);
    }
}
