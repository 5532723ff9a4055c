//! `plyground xray` through the command: literal trees against a slow search written here, and recordings of games.

mod common;

use common::{json, refused, text};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// A tree as the test itself understands it.
enum Tree {
    Leaf(i64),
    Branches(Vec<Tree>),
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Tree::Leaf(value) => value.to_string(),
            Tree::Branches(all) => format!("({})", all.iter().map(Tree::text).collect::<Vec<_>>().join(" ")),
        }
    }

    fn leaves(&self) -> usize {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Branches(all) => all.iter().map(Tree::leaves).sum(),
        }
    }

    /// Plain minimax.
    fn minimax(&self, max: bool) -> i64 {
        match self {
            Tree::Leaf(value) => *value,
            Tree::Branches(all) => {
                let values = all.iter().map(|tree| tree.minimax(!max));
                if max { values.max() } else { values.min() }.expect("a branch")
            }
        }
    }

    /// Alpha-beta from left to right, noting the leaves.
    fn alpha_beta(&self, max: bool, mut alpha: i64, mut beta: i64, order: &mut Vec<i64>) -> i64 {
        let all = match self {
            Tree::Leaf(value) => {
                order.push(*value);
                return *value;
            }
            Tree::Branches(all) => all,
        };
        let mut best = if max { i64::MIN } else { i64::MAX };
        for tree in all {
            let value = tree.alpha_beta(!max, alpha, beta, order);
            best = if max { best.max(value) } else { best.min(value) };
            if max {
                alpha = alpha.max(best)
            } else {
                beta = beta.min(best)
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// A random tree whose leaves are at different depths; small enough to be read if a test fails.
fn random_tree(seed: &mut u64, levels: u32) -> Tree {
    let mut next = |range: u64| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % range
    };
    if levels == 0 || (levels < 3 && next(5) == 0) {
        return Tree::Leaf(next(41) as i64 - 20);
    }
    let branches = 1 + next(3);
    Tree::Branches((0..branches).map(|_| random_tree(seed, levels - 1)).collect())
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(|number| number.as_i64().expect("a number")).collect()
}

/// A file that this test may write.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("xray-{}-{name}", std::process::id()))
}

#[test]
fn the_textbook_tree() {
    let found = json(&["xray", "tree", "((3 12 8) (2 4 6) (14 5 2))"]);
    assert_eq!((&found["value"], &found["best"]), (&3.into(), &1.into()));
    assert_eq!((&found["visited"], &found["pruned"]), (&7.into(), &2.into()));
    assert_eq!(numbers(&found["order"]), [3, 12, 8, 2, 14, 5, 2]);
    let said = text(&["xray", "tree", "(3 (12 8) (2 4 6))"]);
    assert!(said.contains("value 8, best branch 2") && said.contains("in this order: 3 12 8 2\n"), "{said}");
    let one = json(&["xray", "tree", "-5"]);
    assert_eq!((&one["value"], &one["best"], &one["visited"]), (&(-5).into(), &Value::Null, &1.into()));
    let dice = json(&["xray", "tree", "([0.5:3 0.5:(8 2)] [0.25:(1 7) 0.75:4])"]);
    assert_eq!((&dice["value"], &dice["best"]), (&3.25.into(), &2.into()), "2.5 against 3.25");
}

#[test]
fn every_algorithm_finds_what_a_slow_search_finds() {
    let mut seed = 7;
    for _ in 0..12 {
        let Tree::Branches(branches) = random_tree(&mut seed, 4) else { continue };
        let tree = Tree::Branches(branches);
        let mut order = Vec::new();
        let value = tree.alpha_beta(true, i64::MIN, i64::MAX, &mut order);
        assert_eq!(value, tree.minimax(true), "{}", tree.text());
        let Tree::Branches(branches) = &tree else { unreachable!("made above") };
        for algorithm in ["minimax", "alphabeta", "pvs", "mtdf"] {
            for options in ["", ", ordering=all", ", ordering=all, table=1MB, deepening=on"] {
                let spec = format!("search(algorithm={algorithm}{options})");
                let found = json(&["xray", "tree", &tree.text(), "--player", &spec]);
                let place = format!("{spec} on {}", tree.text());
                assert_eq!(found["value"].as_i64(), Some(value), "{place}");
                let best = found["best"].as_u64().expect("a branch") as usize;
                assert_eq!(branches[best - 1].minimax(false), value, "{place}");
                let (visited, pruned) = (found["visited"].as_u64(), found["pruned"].as_u64());
                assert_eq!(visited.zip(pruned).map(|(a, b)| (a + b) as usize), Some(tree.leaves()), "{place}");
                if options.is_empty() && algorithm == "alphabeta" {
                    assert_eq!(numbers(&found["order"]), order, "{place}");
                }
                if options.is_empty() && algorithm == "minimax" {
                    assert_eq!(pruned, Some(0), "{place}");
                }
            }
        }
    }
}

#[test]
fn trees_that_are_none_get_a_sentence() {
    refused(&["xray", "tree", "((3 12"], "2 brackets are not closed");
    refused(&["xray", "tree", "(3 x)"], "\"x\" at character 4 is not a whole number");
    refused(&["xray", "tree", "(99999999999999999999)"], "is not a whole number");
    refused(&["xray", "tree", &"(".repeat(100_000)], "at most 8000 characters");
    refused(&["xray", "tree", &"(".repeat(5000)], "at most 16 levels");
    refused(&["xray", "tree", "[0.5:3 0.6:8]"], "add up to 1.1, not to 1");
    refused(&["xray", "tree"], "write the tree after `tree`");
    refused(&["xray", "tree", "(3 4)", "--depth", "3"], "--depth means nothing for a tree");
    refused(&["xray", "tree", "([0.5:3 0.5:8] 4)", "--player", "search"], "--player: search cannot play this game");
    refused(&["xray", "tree", "(3 4)", "--against", "nobody"], "--against: ");
    refused(&["xray", "isola", "(3 4)"], "only `plyground xray tree` takes a tree");
    refused(&["xray", "isola", "--out", "lecture.pdf"], "must end in .html, .svg or .json");
    refused(&["xray", "chess"], "chess");
}

#[test]
fn recordings_are_files_that_need_no_server() {
    let place = ["xray", "isola", "--variant", "cols=4,rows=4", "--depth", "2"];
    let file = |name: &str| {
        let path = scratch(name);
        text(&[&place[..], &["--player", "search(algorithm=pvs)", "--out", path.to_str().expect("UTF-8")]].concat());
        let written = fs::read_to_string(&path).expect("written");
        fs::remove_file(path).expect("removed");
        written
    };
    let recording: Value = serde_json::from_str(&file("a.json")).expect("JSON");
    assert_eq!((&recording["format"], &recording["game"]), (&"plyground recording".into(), &"isola".into()));
    let search = &recording["searches"][0];
    let columns = search["visits"].as_object().expect("columns");
    let lengths: Vec<usize> = columns.values().map(|column| column.as_array().expect("a column").len()).collect();
    assert!(lengths[0] > 20 && lengths.iter().all(|length| *length == lengths[0]), "{lengths:?}");
    let counts = search["roots"].as_array().expect("searches of the root").iter().map(|root| &root["count"]);
    assert_eq!(counts.filter_map(Value::as_u64).sum::<u64>() as usize, lengths[0]);
    assert!(recording["command"].as_str().expect("a command").starts_with("plyground xray isola --variant "));
    let page = file("a.html");
    assert!(page.contains("mountRecording") && page.contains("plyground recording"));
    for outside in ["<script src", "<link", "src=\"/", "href=\"/"] {
        assert!(!page.contains(outside), "the page asks a server: {outside}");
    }
    assert!(file("a.svg").starts_with("<svg "));
}

#[test]
fn every_family_is_recorded() {
    let cases = [
        ("isola", "cols=4,rows=4", "search(algorithm=mtdf)", "alphabeta"),
        ("reversixt", "seed=3,players=3", "search(opponents=paranoid)", "paranoid"),
        ("reversixt", "seed=3,players=3", "search(opponents=maxn)", "maxn"),
        ("reversixt", "seed=3,players=3", "search(opponents=brs)", "brs"),
        ("einstein", "tiny", "expectimax(pruning=star2)", "expectimax"),
        ("isola", "cols=4,rows=4", "mcts(iterations=100)", "mcts"),
        ("einstein", "tiny", "montecarlo(iterations=100)", "montecarlo"),
    ];
    for (game, variant, spec, family) in cases {
        let found = json(&["xray", game, "--variant", variant, "--player", spec, "--depth", "2"]);
        let search = &found["searches"][0];
        assert_eq!(search["family"], *family, "{spec}");
        assert_eq!(search["reason"], Value::Null, "{spec}");
        let (visits, growth) = (&search["visits"]["parent"], &search["growth"]["steps"]["node"]);
        let grown = growth.as_array().map(Vec::len);
        match family {
            "mcts" | "montecarlo" => assert_eq!(grown, Some(100), "{spec}"),
            _ => assert!(grown.is_none() && visits.as_array().is_some_and(|visits| !visits.is_empty()), "{spec}"),
        }
        assert!(!search["moves"].as_array().expect("texts").contains(&"…".into()), "{spec}: every move is legal");
    }
}

#[test]
fn a_depth_beyond_reason_ends_and_says_so() {
    let said = text(&["xray", "isola", "--player", "search", "--depth", "99"]);
    assert!(said.contains("stopped by nodes") && said.contains("--nodes or --time allow more"), "{said}");
    let found = json(&["xray", "isola", "--player", "search", "--depth", "99", "--nodes", "2000"]);
    assert_eq!(found["searches"][0]["stopped"], "nodes");
    let command = found["command"].as_str().expect("a command");
    assert!(command.contains("--depth 99 --nodes 2000 --out"), "{command}");
}
