//! Every checked position of Isola through `plyground solve` (and `plyground perft`), as the command chooses its solver.

#![allow(clippy::unwrap_used)]

mod common;
use common::json;
use serde_json::{Value, json as value};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Belongs to the crate with the rules, so it is missing from a package of this one.
const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/testdata/isola/vectors.jsonl");

/// Counts above this take longer than a test should.
const LARGEST_COUNT: u64 = 1_000_000;
/// Tables of positions that are searched: small, because clearing a large one takes longer than the search.
const SMALL_TABLE: &str = "16MB";

/// Where the position stands, as flags of any command.
fn place(line: &Value) -> Vec<String> {
    let rules = &line["variant"];
    let word = |key: &str| rules[key].as_str().unwrap();
    let variant =
        format!("cols={},rows={},mover={},mode={}", rules["cols"], rules["rows"], word("mover"), word("mode"));
    let position = line["position"].as_str().unwrap();
    ["isola", "--variant", &variant, "--position", position].map(String::from).to_vec()
}

fn run(command: &str, line: &Value, more: &[&str]) -> Value {
    let place = place(line);
    let mut words = vec![command];
    words.extend(place.iter().map(String::as_str));
    words.extend(more);
    json(&words)
}

fn check_counts(line: &Value) {
    let counts = line["perft"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap());
    let counts: Vec<u64> = counts.take_while(|count| *count <= LARGEST_COUNT).collect();
    let found = run("perft", line, &["--depth", &counts.len().to_string()]);
    assert_eq!(found["counts"], value!(counts), "{line}: {found}");
}

/// The names of all moves that `wanted` picks, sorted.
fn names(found: &Value, wanted: impl Fn(&Value) -> bool) -> Vec<String> {
    let moves = found["moves"].as_array().unwrap().iter().filter(|row| wanted(row));
    let mut names: Vec<String> = moves.map(|row| row["move"].as_str().unwrap().to_string()).collect();
    names.sort_unstable();
    names
}

fn check_solution(line: &Value) {
    let mut options = Vec::new();
    // All positions of removals may be counted, and how much memory is allowed decides whether they are.
    if line["variant"]["mode"] == "trail" {
        options.extend(["--table", SMALL_TABLE]);
    }
    if line["kind"] == "start" {
        options.push("--bare");
    }
    let found = run("solve", line, &options);
    let winner = if line["winner"] == "X" { 1 } else { 2 };
    assert_eq!((&found["winner"], &found["plies"]), (&winner.into(), &line["plies"]), "{line}: {found}");
    let mover = if line["position"].as_str().unwrap().ends_with('X') { 1 } else { 2 };
    // After the end of a game nobody is to move, and the value is the first player's.
    let valued = if line["plies"] == 0 { 1 } else { mover };
    assert_eq!(found["value"], if winner == valued { 1 } else { -1 }, "{line}: {found}");
    if line["kind"] != "solve" {
        return;
    }
    assert_eq!(found["complete"], true, "{line}");
    let lists = [
        ("legal", names(&found, |_| true)),
        ("winning", names(&found, |row| row["winner"] == mover)),
        ("optimal", names(&found, |row| row["winner"] == found["winner"] && row["plies"] == found["plies"])),
    ];
    for (list, names) in lists {
        assert_eq!(line[format!("{list}_count")], names.len(), "{list} of {line}");
        if !line[list].is_null() {
            assert_eq!(line[list], value!(names), "{list} of {line}");
        }
    }
}

#[test]
fn every_checked_position_is_solved_right_by_the_command() {
    let vectors = std::fs::read_to_string(VECTORS).unwrap();
    let lines: Vec<Value> = vectors.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 222);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if line["kind"] == "perft" { check_counts(line) } else { check_solution(line) }
                }
            });
        }
    });
    let permanent = lines.iter().filter(|line| line["position"].as_str().unwrap().contains(['+', 'x', 'o'])).count();
    assert!(permanent == 24, "permanent squares once went wrong: {permanent} positions have any");
}
