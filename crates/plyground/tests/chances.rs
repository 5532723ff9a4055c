//! Chances: `analyze`, `replay --analyze`, `calibrate` and `facts` from the outside.

mod common;
use common::{json, plyground, refused, text};
use serde_json::Value;
use std::fs;

fn chances(document: &Value) -> Vec<f64> {
    let chances: Vec<f64> = document["chances"]
        .as_array()
        .expect("chances")
        .iter()
        .map(|chance| chance.as_f64().expect("a number"))
        .collect();
    let sum: f64 = chances.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9 && chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{document}");
    chances
}

#[test]
fn every_game_and_every_search_has_chances_that_add_up_to_one() {
    let cases: &[(&[&str], &str, usize)] = &[
        (&["isola"], "best", 2),
        (&["isola"], "search(eval=mobility)", 2),
        (&["isola"], "mcts", 2),
        (&["isola"], "montecarlo", 2),
        (&["isola"], "greedy", 2),
        (&["isola"], "random", 2),
        (&["isola", "--variant", "classic"], "best", 2),
        (&["einstein"], "best", 2),
        (&["einstein", "--die", "3"], "best", 2),
        (&["einstein"], "expectimax(eval=schwarz)", 2),
        (&["einstein"], "mcts", 2),
        (&["einstein", "--die", "6"], "greedy(eval=farmer)", 2),
        (&["einstein", "--die", "6"], "MrBlack(1)", 2),
        (&["reversixt"], "best", 2),
        (&["reversixt"], "search(eval=stones)", 2),
        (&["reversixt", "--map", "ring"], "best", 3),
        (&["reversixt", "--map", "ring"], "search(opponents=maxn)", 3),
        (&["reversixt", "--map", "ring"], "search(opponents=brs)", 3),
        (&["reversixt", "--map", "ring"], "mcts(horizon=20)", 3),
        (&["reversixt", "--map", "minefield"], "greedy", 8),
    ];
    for (place, player, players) in cases {
        let words =
            [&["analyze"], *place, &["--player", player, "--depth", "2", "--nodes", "2000", "--iterations", "30"]]
                .concat();
        let document = json(&words);
        assert_eq!(chances(&document).len(), *players, "{words:?}");
        assert!(document["value"].is_number() && document["unit"].is_string(), "raw scores stay");
        for mv in document["moves"].as_array().expect("moves") {
            assert!(mv["chance"].as_f64().is_none_or(|chance| (0.0..=1.0).contains(&chance)), "{mv}");
        }
    }
}

#[test]
fn othellos_first_position_is_about_even() {
    for depth in ["2", "5", "8"] {
        let found = chances(&json(&["analyze", "reversixt", "--variant", "standard", "--depth", depth]));
        assert!((found[0] - 0.5).abs() < 0.1, "depth {depth}: {found:?}");
    }
}

#[test]
fn what_is_proven_is_certain_and_what_is_over_is_a_result() {
    let decided = ["analyze", "isola", "--variant", "cols=3,rows=3,mover=king", "--depth", "20"];
    let document = json(&decided);
    let found = chances(&document);
    assert!(found == [1.0, 0.0] || found == [0.0, 1.0], "{document}");
    let winner = if found[0] == 1.0 { "X" } else { "O" };
    let turns = document["plies_to_end"].as_u64().expect("a distance");
    let shown = text(&decided);
    assert!(shown.contains(&format!("{winner} wins in {turns} turns")), "{shown}");
    let over =
        ["--position", "11111111/11111111/11111111/11111111/11111111/11111111/11111111/11111112 2 - o=0,0 b=0,0 out=-"];
    let document = json(&[&["analyze", "reversixt"], &over[..]].concat());
    assert_eq!(chances(&document), [1.0, 0.0]);
}

#[test]
fn a_game_is_replayed_with_chances_and_words() {
    let words = ["replay", "isola", "--variant", "cols=4,rows=4", "--moves", "b2 c3 a2", "--analyze"];
    let lines: Vec<Value> = text(&[&words[..], &["--json"]].concat())
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON lines"))
        .collect();
    assert_eq!(lines.len(), 4);
    lines.iter().for_each(|line| assert_eq!(chances(line).len(), 2));
    assert!(lines[0]["analysis"]["best"].is_string());
    let shown = text(&words);
    assert!(shown.contains("gave away") && shown.contains("at the end:"), "{shown}");
    let dice = ["replay", "einstein", "--variant", "tiny", "--moves", "1:1d 2:2d", "--analyze", "--json"];
    for line in text(&dice).lines() {
        assert_eq!(chances(&serde_json::from_str(line).expect("JSON lines")).len(), 2);
    }
    let three = ["replay", "reversixt", "--map", "ring", "--analyze", "--json"];
    assert_eq!(chances(&serde_json::from_str(&text(&three)).expect("one JSON line")).len(), 3);
}

#[test]
fn tables_are_fitted_written_and_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("chances.txt");
    let out = file.to_str().expect("a plain path");
    let words = ["calibrate", "isola", "--variant", "cols=5,rows=5", "--games", "12", "--nodes", "100", "--out", out];
    let document = json(&words);
    assert_eq!((&document["board"], &document["players"]), (&Value::from("trail-queen"), &Value::from(2)));
    assert!(document["mean_error"].is_number() && !document["model"]["rows"].as_array().expect("rows").is_empty());
    let first = fs::read_to_string(&file).expect("a file");
    assert!(
        first.contains("# plyground calibrate isola --variant \"cols=5,rows=5\" --games 12 --seed 1 --nodes 100"),
        "{first}"
    );
    assert!(fs::read_to_string(file.with_extension("svg")).expect("a plot").starts_with("<svg"));
    json(&words);
    assert_eq!(fs::read_to_string(&file).expect("a file"), first, "the same command writes the same section again");
    json(&["calibrate", "einstein", "--variant", "tiny", "--games", "5", "--nodes", "50", "--out", out]);
    let both = fs::read_to_string(&file).expect("a file");
    assert!(both.contains("trail-queen 2 rooms") && both.contains("any 2 distribution"), "{both}");
    fs::write(&file, "nonsense\n").expect("a file");
    refused(&words, "is no file of chance tables: line 1");
    refused(
        &["calibrate", "isola", "--variant", "columbia", "--variant", "classic", "--games", "2"],
        "different tables",
    );
    refused(&["calibrate", "isola", "--games", "0"], "games");
    refused(&["calibrate", "chess"], "there is no game `chess`");
}

#[test]
fn fresh_games_agree_with_the_tables_of_the_program() {
    // Seeds other than those of the tables; errors of so few games are larger than those in docs/chances.md.
    let cases: &[(&[&str], &str, f64)] = &[
        (&["isola"], "150", 0.08),
        (&["einstein"], "120", 0.08),
        (&["reversixt"], "80", 0.10),
        (&["reversixt", "--variant", "seed={},players=3"], "20", 0.10),
        (&["reversixt", "--variant", "seed={},players=8"], "10", 0.10),
    ];
    for (place, games, allowed) in cases {
        let words =
            [&["calibrate"], *place, &["--check", "--seed", "4711", "--games", games, "--nodes", "200", "--json"]]
                .concat();
        let output = plyground().args(&words).output().expect("the program runs");
        let document: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
        let error = document["reliability"]["mean_error"].as_f64().expect("an error");
        assert!(error < *allowed, "{words:?}: {error}");
        let passed = document["mean_error"].as_f64().expect("an error") <= 0.03;
        assert_eq!(document["calibrated"], passed);
        assert_eq!(output.status.code(), Some(i32::from(!passed)));
    }
}

#[test]
fn facts_are_told_for_every_game() {
    for (place, players) in [(&["isola"][..], 2), (&["einstein"], 2), (&["reversixt", "--map", "ring"], 3)] {
        let document = json(&[&["facts"], place, &["--games", "6"]].concat());
        let random = &document["random"];
        assert_eq!((&document["players"], &random["games"]), (&Value::from(players), &Value::from(6)));
        assert_eq!(random["first_places"].as_array().expect("shares").len(), players);
        for field in ["branching", "length", "draws", "first_player_advantage"] {
            let (mean, ends) = (random[field]["mean"].as_f64(), random[field]["ci95"].as_array());
            let ends: Vec<f64> = ends.expect("an interval").iter().filter_map(Value::as_f64).collect();
            assert!(ends[0] <= mean.expect("a mean") && mean.expect("a mean") <= ends[1], "{field}: {random}");
        }
        let counted = json(&[&["perft"], place, &["--depth", "2"]].concat());
        assert_eq!(document["perft"][0], counted["counts"][0]);
        assert_eq!(document["perft"][1], counted["counts"][1]);
    }
    let engine = json(&["facts", "isola", "--variant", "cols=4,rows=4", "--games", "3", "--player", "search(depth=1)"]);
    assert_eq!(engine["engine"]["games"], 3);
    let shown = text(&["facts", "isola", "--games", "3"]);
    assert!(shown.contains("advantage of the first player") && shown.contains("95 % interval"), "{shown}");
    refused(&["facts", "isola", "--games", "3", "--player", "expectimx"], "expectimax");
}

#[test]
fn a_review_says_why_a_move_was_bad() {
    // Player 1 plays beside the corner and loses it; two other moves give nothing away.
    let start = "00000000/00000000/00200000/00011000/00002000/00000000/00000000/00000000 1 1 o=0,0 b=0,0 out=-";
    let words =
        ["replay", "reversixt", "--position", start, "--moves", "1,1", "--analyze", "--player", "search(depth=3)"];
    let shown = text(&words);
    assert!(shown.contains("the move lets the opponent take a corner"), "{shown}");
    let lines = text(&[&words[..], &["--json"]].concat());
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert!(first["analysis"]["reason"].as_str().is_some_and(|reason| reason.contains("corner")), "{first}");
}
