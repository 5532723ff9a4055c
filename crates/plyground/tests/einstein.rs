//! `plyground einstein …`, Rock'n'Roll's players and the luck of a game, as typed.

mod common;

use common::{json, plyground, refused, text};
use serde_json::Value;

#[test]
fn tables_explain_the_published_entry() {
    let document =
        json(&["einstein", "tables", "1", "-", "-", "-", "-", "3", "--against", "2", "2", "-", "-", "-", "-"]);
    assert_eq!(document["entry"]["fraction"], "43/36");
    assert_eq!(document["entry"]["distances"], serde_json::json!([1, null, null, null, null, 3]));
    assert_eq!(document["against"]["entry"]["fraction"], "41/18");
    assert_eq!(document["against"]["fraction"], "565/648");
    let policy = document["entry"]["policy"].as_array().unwrap();
    assert_eq!(policy.len(), 6);
    assert_eq!((&policy[2]["stone"], policy[2]["options"].as_array().unwrap().len()), (&Value::from(1), 2));
    let words = text(&["einstein", "tables", "1", "-", "-", "-", "-", "3"]);
    assert!(words.contains("43/36") && words.contains("0.833333333"), "{words}");
    // Without distances: the start, of any variant; loaded dice have no fractions.
    let start = json(&["einstein", "tables"]);
    assert!((start["entry"]["expected_moves"].as_f64().unwrap() - 10.213_757_060).abs() < 1e-9);
    let loaded = json(&["einstein", "tables", "--variant", "size=6,stones=2,die=0.3:0.7"]);
    assert_eq!(loaded["entry"]["fraction"], Value::Null);
    assert_eq!(loaded["variant"], "size=6,stones=2,die=0.3:0.7");
}

#[test]
fn wrong_distances_and_set_ups_are_refused() {
    refused(&["einstein", "tables", "1", "2"], "6 distances are expected");
    refused(&["einstein", "tables", "1", "2", "3", "4", "5", "1"], "stone 5 has `5`");
    refused(&["einstein", "tables", "--variant", "size=9"], "from 3 to 8");
    refused(&["einstein", "setups", "versus", "123456x"], "6 digits");
    refused(&["einstein", "setups", "rank", "--games", "0"], "0 is not in");
    refused(&["einstein", "setups", "rank", "--player", "MrBlak"], "there is no player `MrBlak`");
    refused(&["einstein", "setups", "rank", "--exact", "--games", "5"], "cannot be used with");
    refused(
        &["einstein", "setups", "versus", "126435", "--exact", "--exact-nodes", "1000"],
        "too large for exact values",
    );
}

#[test]
fn set_ups_are_ranked_by_playing_and_the_study_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let words =
        ["einstein", "setups", "rank", "--variant", "small", "--player", "MrBlack(0)", "--games", "40", "--data", data];
    let first = json(&words);
    let rows = first["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &first["finished"]), (2, &Value::Bool(true)));
    let members: usize = rows.iter().map(|row| row["members"].as_array().unwrap().len()).sum();
    assert_eq!(members, 6);
    assert!(rows.iter().all(|row| row["games"] == 40 && row["ci95"].as_array().unwrap().len() == 2));
    assert!(folder.path().join("setups").is_dir());
    assert_eq!(json(&words), first);
    assert!(text(&words).contains("MrBlack(0)"));
}

#[test]
fn small_boards_are_studied_exactly() {
    let rank = json(&["einstein", "setups", "rank", "--variant", "tiny", "--exact"]);
    let rows = rank["rows"].as_array().unwrap();
    let mean: f64 = rows
        .iter()
        .map(|row| row["score"].as_f64().unwrap() * row["members"].as_array().unwrap().len() as f64)
        .sum::<f64>()
        / 6.0;
    assert!((mean - 0.5).abs() < 1e-9, "all against all is even: {mean}");
    assert_eq!((&rank["exact"], &rank["player"], &rows[0]["ci95"]), (&Value::Bool(true), &Value::Null, &Value::Null));
    let versus = json(&["einstein", "setups", "versus", "213", "--variant", "tiny", "--exact"]);
    assert_eq!(versus["rows"].as_array().unwrap().len(), 3);
    let nash = json(&["einstein", "setups", "nash", "--variant", "tiny", "--exact"]);
    assert!((nash["value"].as_f64().unwrap() - 0.5).abs() < 1e-6);
    let known = json(&["einstein", "setups", "nash", "--variant", "tiny", "--exact", "--starts", "known"]);
    assert!(known["value"].as_f64().unwrap() > 0.5, "whoever begins is ahead");
    let shares = |list: &Value| list.as_array().unwrap().iter().map(|row| row["share"].as_f64().unwrap()).sum::<f64>();
    assert!((shares(&known["mixture"]) - 1.0).abs() < 1e-9 && (shares(&known["second"]) - 1.0).abs() < 1e-9);
}

#[test]
fn a_mixture_comes_from_games_too() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let words = ["einstein", "setups", "nash", "--variant", "tiny", "--player", "MrBlack(1)", "--games", "60"];
    let nash = json(&[&words[..], &["--data", data]].concat());
    assert!((nash["value"].as_f64().unwrap() - 0.5).abs() < 1e-6);
    assert!(nash["standard_error"].as_f64().unwrap() > 0.0);
}

#[test]
fn luck_of_a_game_is_told_per_turn_and_adds_up() {
    let words =
        ["replay", "einstein", "--variant", "tiny", "--moves", "1:1d 2:2d 1:1h", "--analyze", "--nodes", "100000000"];
    let lines: Vec<Value> =
        text(&[&words[..], &["--json"]].concat()).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    let number = |value: &Value| value.as_f64().unwrap();
    for line in &lines[..3] {
        let analysis = &line["analysis"];
        assert_eq!(analysis["exact"], true);
        let (before, rolled, moved) =
            (number(&analysis["before"]), number(&analysis["after_roll"]), number(&analysis["after_move"]));
        assert!((number(&analysis["luck"]) - (rolled - before)).abs() < 1e-12);
        assert!((number(&analysis["error"]) - (rolled - moved)).abs() < 1e-12 && moved <= rolled + 1e-12);
    }
    let sums = &lines[3]["luck"];
    assert!(number(&sums["drift"]).abs() < 1e-9, "{sums}");
    assert_eq!(sums["players"].as_array().unwrap().len(), 2);
    let shown = text(&words);
    assert!(shown.contains("luck") && shown.contains("exact"), "{shown}");
    refused(&["replay", "einstein", "--moves", "1:1d", "--analyze", "--player", "MrBlack(1)"], "counts in moves");
    refused(&["replay", "einstein", "--player", "best"], "--analyze");
}

#[test]
fn rock_n_rolls_players_play_matches_and_analyse() {
    let result = json(&[
        "match",
        "einstein",
        "--player",
        "MrBlack(0)",
        "--player",
        "MrMonte(0, 2, FarmerBoy(0), MrRandom)",
        "--games",
        "20",
        "--seed",
        "3",
    ]);
    assert_eq!(result["players"][0]["spec"], "MrBlack(0)");
    assert_eq!(result["games"], 20);
    let report = json(&["analyze", "einstein", "--player", "MrBlack(2)", "--die", "3"]);
    assert_eq!((report["unit"].as_str(), report["depth"].as_u64()), (Some("moves"), Some(3)));
    assert_eq!(report["moves"][0]["move"], report["best"]);
    assert!(report["table"]["probes"].as_u64().unwrap() > 0);
    let players = text(&["players", "einstein"]);
    assert!(["MrRandom", "MrBlack", "FarmerBoy", "MrMonte"].iter().all(|name| players.contains(name)), "{players}");
    assert!(!text(&["players", "isola"]).contains("MrBlack"));
    plyground().args(["analyze", "isola", "--player", "MrBlack"]).assert().code(2);
}

#[test]
fn recorded_games_go_to_the_contest_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let (out, wtn) = (folder.path().join("games.jsonl"), folder.path().join("game.txt"));
    let (out, wtn) = (out.to_str().unwrap(), wtn.to_str().unwrap());
    let players = ["--player", "MrBlack(0)", "--player", "FarmerBoy(0)"];
    json(&[&["match", "einstein", "--games", "1", "--seed", "4", "--out", out], &players[..]].concat());
    let record = text(&["einstein", "wtn", out, "--first", "Alpha", "--event", "Test"]);
    assert!(record.starts_with("#[WTN][Alpha R][second B]"), "{record}");
    std::fs::write(wtn, &record).unwrap();
    let moves = |file: &str| -> Vec<Value> {
        let lines = text(&["replay", "einstein", "--record", file, "--json"]);
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["position"].clone()).collect()
    };
    assert_eq!(moves(wtn), moves(out));
    refused(&["einstein", "wtn", "/nowhere/game.json"], "cannot open");
}
