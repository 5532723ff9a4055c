//! `tune` from the outside.
// Helpers of tests may fail as loudly as tests.
#![allow(clippy::unwrap_used)]

mod common;

use common::{json, refused, text};
use std::fs;
use tempfile::TempDir;

const PLAN: &str = r#"
name = "more is better"
game = "isola"
variant = "cols=4,rows=4"
spec = "montecarlo(iterations={n})"
iterations = 30
pairs = 2
runs = 2
seed = 5

[parameter.n]
value = 4
min = 1
max = 60
step = 3
rate = 0.05
"#;

fn tune(folder: &TempDir, name: &str, more: &[&str]) -> Vec<String> {
    let plan = folder.path().join("plan.toml");
    fs::write(&plan, PLAN).unwrap();
    let dir = folder.path().join(name);
    let words = ["tune", plan.to_str().unwrap(), "--dir", dir.to_str().unwrap()];
    words.iter().chain(more).map(|word| word.to_string()).collect()
}

fn strs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

#[test]
fn a_tuning_goes_on_where_it_was_killed() {
    let folder = TempDir::new().unwrap();
    let whole = json(&strs(&tune(&folder, "whole", &[])));
    assert_eq!((&whole["complete"], &whole["games"]), (&true.into(), &(2 * 30 * 4).into()));
    let value = whole["parameters"][0]["value"].as_f64().unwrap();
    assert!(value > 6.0, "more play-outs are better, but {value} came of 4");
    assert_eq!(whole["parameters"][0]["averages"].as_array().unwrap().len(), 2);
    assert!(whole["parameters"][0]["ci95"].is_array());
    assert!(whole["spec"].as_str().unwrap().starts_with("montecarlo(iterations="));
    // The same in pieces: run 2 alone, as another machine would; run 1 killed in the middle of a line.
    json(&strs(&tune(&folder, "cut", &["--run", "2", "--jobs", "1"])));
    let (from, to) = (folder.path().join("whole/run-1.tune"), folder.path().join("cut/run-1.tune"));
    let lines = fs::read_to_string(&from).unwrap();
    let keep: usize = lines.lines().take(12).map(|line| line.len() + 1).sum();
    fs::write(&to, &lines[..keep + 7]).unwrap();
    let pieces = json(&strs(&tune(&folder, "cut", &[])));
    assert_eq!(pieces, whole);
    assert_eq!(fs::read_to_string(&to).unwrap(), lines);
    let svg = fs::read_to_string(folder.path().join("cut/report.svg")).unwrap();
    assert_eq!(svg.matches("<polyline").count(), 2);
    let report = text(&strs(&tune(&folder, "cut", &["--report"])));
    assert!(report.contains("60 of 60 iterations") && report.contains("plyground match isola"), "{report}");
}

/// A player who only wants to lose stones is a bad one, on boards for several as well.
#[test]
fn weights_are_tuned_on_boards_for_several_players() {
    let folder = TempDir::new().unwrap();
    let plan = folder.path().join("plan.toml");
    let text = r#"
name = "stones"
game = "reversixt"
spec = "search(eval=chances:stones.0:{stones}:stones.2:0:sureness:1, nodes=50)"
openings = "random:3"
iterations = 24
pairs = 2
runs = 1
seed = 5

[[boards]]
variant = "seed=11,players=3,cols=6,rows=6,stones=40,overrides=0,bombs=0,specials=0"

[[boards]]
variant = "seed=12,players=4,cols=6,rows=6,stones=40,overrides=0,bombs=0,specials=0"

[parameter.stones]
value = -30
min = -40
max = 40
step = 10
rate = 0.1
"#;
    fs::write(&plan, text).unwrap();
    let dir = folder.path().join("tuned");
    let report = json(&["tune", plan.to_str().unwrap(), "--dir", dir.to_str().unwrap()]);
    let value = report["parameters"][0]["value"].as_f64().unwrap();
    assert_eq!(report["games"], 24 * 4);
    assert!(value > -25.0, "{value} came of -30");
    // The match that checks it is played on the boards of the plan, not on the game's usual one.
    let said = common::text(&["tune", plan.to_str().unwrap(), "--dir", dir.to_str().unwrap(), "--report"]);
    assert!(
        said.contains("match reversixt --variant 'seed=11,players=3,cols=6") && said.contains("--openings random:3"),
        "{said}"
    );
}

#[test]
fn damaged_runs_and_wrong_plans_are_sentences() {
    let folder = TempDir::new().unwrap();
    let words = tune(&folder, "dir", &["--run", "1"]);
    text(&strs(&words));
    let file = folder.path().join("dir/run-1.tune");
    let whole = fs::read_to_string(&file).unwrap();
    fs::write(&file, whole.replacen("\n4\t", "\n3\t", 1).replacen("\n2\t", "\n1\t", 1).replacen("\n1\t", "\n2\t", 1))
        .unwrap();
    refused(&strs(&words), "is damaged");
    fs::write(&file, "something else\n").unwrap();
    refused(&strs(&words), "not the file of a tuning");
    let plan = folder.path().join("other.toml");
    for (from, to, expected) in [
        ("seed = 5", "sed = 5", "`sed`"),
        ("iterations = 30", "iterations = 0", "iterations: 1 to"),
        ("pairs = 2", "pairs = \"x\"", "line 7"),
        ("{n}", "{m}", "parameter.n: the spec has no {n}"),
        ("{n})", "{n}, m={k})", "spec: there is no parameter `k`"),
        ("value = 4", "value = 400", "parameter.n.value"),
        ("step = 3", "step = 0", "parameter.n.step"),
        ("rate = 0.05", "rate = -1", "parameter.n.rate"),
        ("min = 1", "min = -5", "spec: `montecarlo(iterations=-5)`"),
        ("game = \"isola\"", "game = \"isla\"", "game: "),
        ("variant = \"cols=4,rows=4\"", "variant = \"cols=x\"", "boards[1]"),
    ] {
        fs::write(&plan, PLAN.replacen(from, to, 1)).unwrap();
        refused(&["tune", plan.to_str().unwrap()], expected);
    }
    refused(&["tune", "no-such-file.toml"], "no-such-file.toml");
}
