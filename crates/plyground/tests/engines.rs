//! `engines.toml` from the outside.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod common;

use common::{json, plyground, refused, text};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// Our own program as another one, and one that is none.
fn list(folder: &TempDir) -> String {
    let program = assert_cmd::cargo::cargo_bin("plyground");
    let file = folder.path().join("engines.toml");
    let program = program.to_str().unwrap();
    let text = format!(
        "[engine.twin]\ncommand = \"{program} engine isola --variant cols=4,rows=4 --player first\"\ngame = \"isola\"\nvariant = \"cols=4,rows=4\"\nstart = \"20s\"\n\
         [engine.broken]\ncommand = \"false\"\ngame = \"isola\"\nvariant = \"cols=4,rows=4\"\n"
    );
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_string()
}

#[test]
fn all_engines_are_checked_as_a_table() {
    let folder = TempDir::new().unwrap();
    let file = list(&folder);
    let words = ["engine", "check", "--engines", &file, "--games", "1", "--start", "20s"];
    let assert = plyground().args(words).arg("--json").assert().code(1);
    let document: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    let bad: Vec<(&str, u64)> = (document["engines"].as_array().unwrap().iter())
        .map(|engine| (engine["engine"].as_str().unwrap(), engine["bad"].as_u64().unwrap()))
        .collect();
    assert!(bad[0].0 == "broken" && bad[0].1 > 0 && bad[1] == ("twin", 0), "{document}");
    let table = plyground().args(words).assert().code(1);
    let table = String::from_utf8_lossy(&table.get_output().stdout).to_string();
    assert!(table.lines().count() == 3 && table.contains("twin") && table.contains("first bad answer"), "{table}");
}

#[test]
fn a_name_is_a_player_in_matches_and_plans() {
    let folder = TempDir::new().unwrap();
    let file = list(&folder);
    let board = ["--variant", "cols=4,rows=4", "--games", "4", "--seed", "1"];
    let players = ["match", "isola", "--engines", &file, "--player", "twin", "--player", "first"];
    let document = json(&[&players[..], &board].concat());
    assert_eq!(document["players"][0]["name"], "twin");
    // The twin is the same player, so every pair is even.
    assert_eq!(document["pairs"], serde_json::json!([0, 0, 2, 0, 0]));
    let plan = folder.path().join("plan.toml");
    let new = [
        "tournament",
        "new",
        "t",
        "--engines",
        &file,
        "--player",
        "twin",
        "--player",
        "first",
        "--game",
        "isola:cols=4,rows=4",
    ];
    fs::write(&plan, text(&new)).unwrap();
    let archive = folder.path().join("a.sqlite");
    let run = json(&["tournament", "run", plan.to_str().unwrap(), "--archive", archive.to_str().unwrap()]);
    assert_eq!((&run["played"], &run["players"][0]["name"]), (&2.into(), &"twin".into()));
}

#[test]
fn wrong_lists_are_sentences() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("engines.toml");
    let name = file.to_str().unwrap();
    for (text, expected) in [
        ("[engine.a]\ncomand = \"x\"\n", "`engine.a.comand`"),
        ("[engine.a]\ncommand = \"x\"\nprotocol = \"uci\"\n", "no protocol `uci`"),
        ("[engine.a]\ncommand = \"x\"\n", "engine.a: say which game it plays"),
        ("nonsense", "line 1"),
    ] {
        fs::write(&file, text).unwrap();
        refused(&["engine", "check", "--engines", name], expected);
    }
    refused(&["match", "isola", "--engines", "nowhere.toml", "--player", "first", "--player", "first"], "nowhere.toml");
    refused(&["engine", "check"], "required");
}
