//! Formats of tournaments from the outside: rounds, early ends, plans from flags.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod common;

use common::{json, plyground, refused, text};
use std::fs;
use tempfile::TempDir;

const PLAYERS: [&str; 10] = [
    "--player",
    "greedy(name=g)",
    "--player",
    "random(name=r)",
    "--player",
    "first",
    "--player",
    "greedy(eval=mobility, name=m)",
    "--player",
    "montecarlo(iterations=10, name=mc)",
];

/// Writes the plan that the flags describe and returns its path.
fn new_plan(folder: &TempDir, more: &[&str]) -> String {
    let words = [&["tournament", "new", "flags", "--game", "isola:cols=4,rows=4"][..], &PLAYERS, more].concat();
    let file = folder.path().join("plan.toml");
    fs::write(&file, text(&words)).unwrap();
    file.to_str().unwrap().to_string()
}

#[test]
fn flags_and_plans_say_the_same() {
    let folder = TempDir::new().unwrap();
    let more =
        ["--repeats", "2", "--seed", "4", "--nodes", "50", "--sprt", "0,80", "--alpha", "0.1", "--clock", "60s+1s"];
    let file = new_plan(&folder, &more);
    let by_hand = folder.path().join("hand.toml");
    let written = r#"
        name = "flags"
        seed = 4
        repeats = 2
        limits = { nodes = 50, clock = "60s+1s" }
        sprt = { elo0 = 0, elo1 = 80, alpha = 0.1 }
        players = [{ name = "g", spec = "greedy" }, { name = "r", spec = "random" }, { spec = "first" },
                   { name = "m", spec = "greedy(eval=mobility)" }, { name = "mc", spec = "montecarlo(iterations=10)" }]
        games = [{ game = "isola", variant = "cols=4,rows=4" }]"#;
    fs::write(&by_hand, written).unwrap();
    let plan = |file: &str| json(&["tournament", "plan", file, "--no-estimate"]);
    let flags = plan(&file);
    assert_eq!(flags["fingerprint"], plan(by_hand.to_str().unwrap())["fingerprint"]);
    assert_eq!(flags["schedule"].as_array().unwrap().len(), 10);
    assert_eq!(flags["schedule"][1]["players"], serde_json::json!(["g", "first"]));
    assert_eq!(flags["schedule"][1]["first_game"], 5);
    let shown = text(&["tournament", "plan", &file, "--no-estimate"]);
    assert!(shown.contains("5–8") && shown.contains("g – first") && shown.contains("SPRT of 0 against 80"), "{shown}");
}

#[test]
fn a_swiss_tournament_is_played_reported_and_exported() {
    let folder = TempDir::new().unwrap();
    let file = new_plan(&folder, &["--format", "swiss", "--rounds", "3"]);
    let archive = folder.path().join("a.sqlite");
    let archive = ["--archive", archive.to_str().unwrap()];
    let standings = json(&[&["tournament", "run", &file][..], &archive].concat());
    assert_eq!((&standings["played"], &standings["planned"]), (&12.into(), &12.into()));
    let rows = standings["events"][0]["standings"].as_array().unwrap();
    let points: Vec<f64> = rows.iter().map(|row| row["match_points"].as_f64().unwrap()).collect();
    // Three rounds of two pairings and a bye.
    assert_eq!(points.iter().sum::<f64>(), 9.0);
    assert!(points.is_sorted_by(|better, worse| better >= worse), "{points:?}");
    assert!(rows.iter().all(|row| row["los"].is_number() && row["elo_ci95"][0].as_f64() < row["elo"].as_f64()));
    let report = text(&[&["tournament", "report", &file][..], &archive].concat());
    assert!(report.contains("Buchholz") && report.contains("LOS") && report.contains(" ± "), "{report}");
    let games = text(&[&["tournament", "export", &file][..], &archive].concat());
    assert_eq!(games.lines().count(), 12);
    // Games of later rounds are replayed straight from the archive.
    let replayed = text(&["replay", "isola", "--record", archive[1], "--number", "12", "--json"]);
    assert!(replayed.lines().last().unwrap().contains("\"over\":true"));
    for words in
        [&["run", &file, "--shard", "0/2"][..], &["missing", &file], &["script", "slurm", &file, "--shards", "2"]]
    {
        refused(&[&["tournament"], words].concat(), "cannot be divided into shards");
    }
}

#[test]
fn a_knockout_has_one_winner() {
    let folder = TempDir::new().unwrap();
    let file = new_plan(&folder, &["--format", "knockout", "--repeats", "2"]);
    let archive = folder.path().join("a.sqlite");
    let plan = text(&["tournament", "plan", &file, "--no-estimate"]);
    assert!(plan.contains("pairings per round: 1, 2, 1"), "{plan}");
    let standings = json(&["tournament", "run", &file, "--archive", archive.to_str().unwrap()]);
    assert_eq!(standings["played"], 4 * 4);
    let rows = standings["events"][0]["standings"].as_array().unwrap();
    assert_eq!(rows.len(), 5);
    assert!(rows[0]["match_points"].as_f64() > rows[2]["match_points"].as_f64());
}

#[test]
fn bad_flags_are_sentences() {
    let words = |more: &[&'static str]| [&["tournament", "new", "x", "--game", "isola"][..], &PLAYERS, more].concat();
    refused(&words(&["--format", "swis"]), "`swis` is no format");
    refused(&words(&["--alpha", "0.1"]), "add --sprt");
    refused(&words(&["--format", "knockout", "--sprt", "0,5"]), "no test can end one early");
    refused(&["tournament", "new", "x", "--game", "isla", "--player", "first", "--player", "random"], "isla");
    plyground().args(["tournament", "new", "x", "--game", "isola", "--player", "first"]).assert().code(2);
}
