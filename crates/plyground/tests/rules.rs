//! `show`, `replay` and `perft` from the outside.

mod common;
use common::{json, plyground, refused, text};
use serde_json::{Value, json as expect};

#[test]
fn perft_of_the_three_starts() {
    let isola = json(&["perft", "isola", "--variant", "columbia", "--depth", "5"]);
    assert_eq!(isola["counts"], expect!([20, 377, 7594, 146620, 2760978]));
    assert_eq!(isola["game"], "isola");
    assert_eq!(isola["depth"], 5);
    let reversi = json(&["perft", "reversixt", "--variant", "standard", "--depth", "6"]);
    assert_eq!(reversi["counts"], expect!([4, 12, 56, 244, 1396, 8200]));
    // Each face moves its own stone, and each of the six stones has three steps (taking an own stone is legal).
    let einstein = json(&["perft", "einstein", "--depth", "1"]);
    assert_eq!(einstein["counts"], expect!([18]));
}

#[test]
fn divide_adds_up_to_the_count() {
    for words in [
        vec!["perft", "isola", "--depth", "3", "--divide"],
        vec!["perft", "einstein", "--depth", "2", "--divide"],
        vec!["perft", "reversixt", "--depth", "4", "--divide"],
    ] {
        let document = json(&words);
        let sum: u64 = document["divide"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
        let counts = document["counts"].as_array().unwrap();
        assert_eq!(Some(sum), counts[counts.len() - 1].as_u64(), "{words:?}");
    }
}

#[test]
fn show_gives_the_contracts_fields() {
    let isola = json(&["show", "isola", "--moves", "d4 e5"]);
    assert_eq!(isola["turn"], 1);
    assert_eq!(isola["over"], false);
    assert_eq!(isola["payoffs"], Value::Null);
    assert_eq!(isola["position"], "#......./......../......../...X..../....O.../......../......../.......# X");
    let dice = json(&["show", "einstein"]);
    assert_eq!(dice["position"], "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r -");
    assert_eq!(dice["turn"], 1);
    assert_eq!(dice["legal"]["6"], expect!(["r6c5-d4", "r6c5-d5", "r6c5-c4"]), "{dice}");
    let rolled = json(&["show", "einstein", "--position", "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r 6"]);
    assert!(rolled["legal"].is_array());
    let over = json(&["show", "isola", "--position", "XO/## X"]);
    assert_eq!(over["over"], true);
    assert_eq!(over["turn"], Value::Null);
    assert_eq!(over["payoffs"], expect!([-1, 1]));
}

#[test]
fn a_choice_tile_asks_for_a_player() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("choice.map");
    std::fs::write(&map, "2\n0\n0 0\n1 6\nc 2 1 2 b 0\n").unwrap();
    let map = map.to_str().unwrap();
    let document = json(&["show", "reversixt", "--map", map]);
    assert_eq!(document["legal"], expect!(["0,0:1", "0,0:2", "4,0:20", "4,0:21"]));
    let after = json(&["show", "reversixt", "--map", map, "--moves", "0,0:2"]);
    assert!(after["position"].as_str().unwrap().starts_with("2221b0 "), "{after}");
    refused(&["show", "reversixt", "--map", map, "--moves", "0,0:3"], "0,0:3");
    refused(&["show", "reversixt", "--map", map, "--moves", "0,0"], "0,0");
}

#[test]
fn replay_prints_a_line_per_ply_and_one_for_the_end() {
    let output = text(&["replay", "einstein", "--moves", "6:r6c5-d4 3:b3d2-c3", "--json"]);
    let lines: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["move"], "6:r6c5-d4");
    assert_eq!(lines[1]["move"], "3:b3d2-c3");
    assert_eq!(lines[2].get("move"), None);
    assert_eq!(lines[2]["turn"], 1);
}

#[test]
fn a_wrong_move_stops_a_replay_before_it_prints() {
    refused(&["replay", "isola", "--moves", "d4 h1 d4"], "move 3 (`d4`)");
    refused(&["replay", "einstein", "--moves", "6:r6c5-d4 b3d2-c3"], "the roll is missing");
    refused(&["replay", "einstein", "--moves", "7:r6c5-d4"], "7");
}

#[test]
fn bad_input_gets_one_sentence() {
    refused(&["show", "isolla"], "did you mean `isola`?");
    refused(&["show", "chess"], "there are: reversixt, einstein, isola");
    refused(&["show", "isola", "--variant", "colombia"], "columbia");
    refused(&["show", "isola", "--variant", "cols=1000000,rows=1000000"], "cols");
    refused(&["show", "isola", "--variant", "cols=0,rows=3"], "at least 2 columns");
    refused(&["show", "isola", "--position", "XX/O. X"], "X");
    refused(&["show", "isola", "--map", "crater"], "isola has no maps");
    refused(&["show", "reversixt", "--map", "no/such/file.map"], "no/such/file.map");
    refused(&["show", "einstein", "--variant", "die=0.5:0.5:0.5:0:0:0"], "add up to 1.5, not to 1");
    refused(&["perft", "isola", "--depth", "0"], "0");
    refused(&["perft", "isola", "--depth", "99999999999999999999"], "99999999999999999999");
}

#[test]
fn absurd_maps_are_refused_before_memory_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let huge = write("huge.map", "2\n0\n0 0\n1000000000 1000000000\n0 1 2");
    refused(&["show", "reversixt", "--map", &huge], "1000000000");
    let endless = write("digits.map", &"9".repeat(1 << 20));
    refused(&["show", "reversixt", "--map", &endless], "player");
    let sparse = folder.path().join("sparse.map");
    std::fs::File::create(&sparse).unwrap().set_len(1 << 30).unwrap();
    refused(&["show", "reversixt", "--map", sparse.to_str().unwrap()], "1073741824 bytes");
}

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("plyground"))
        .args(["games"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert_eq!((child.wait().unwrap().code(), error.as_str()), (Some(0), ""));
}

#[test]
fn text_output_has_no_colours_when_nobody_watches() {
    for game in ["isola", "einstein", "reversixt"] {
        assert!(!text(&["show", game]).contains('\u{1b}'), "{game}");
        let always = plyground().args(["show", game, "--color", "always"]).output().unwrap();
        assert!(String::from_utf8_lossy(&always.stdout).contains('\u{1b}'), "{game}");
    }
}

#[test]
fn othello_records_are_read_and_written() {
    // The shortest game in which black takes everything: 13 to 0.
    let record = "(;GM[Othello]PB[A]PW[B]TY[8]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)";
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("game.ggf");
    std::fs::write(&file, record).expect("written");
    let file = file.to_str().expect("a path");
    let shown = text(&["replay", "reversixt", "--record", file]);
    assert!(shown.contains("4,5") && shown.contains("2,4"), "{shown}");
    let written = text(&["replay", "reversixt", "--moves", "4,5 5,3 4,2 5,5 6,4 3,5 4,6 5,4 2,4", "--format", "ggf"]);
    assert!(written.contains("RE[+13.000]") && written.contains("B[e6]W[f4]B[e3]W[f6]"), "{written}");
    assert_eq!(text(&["replay", "reversixt", "--record", file, "--format", "ggf"]), written);
    refused(&["replay", "reversixt", "--map", "duel", "--format", "ggf"], "8x8");
    refused(&["replay", "reversixt", "--format", "pgn"], "cannot be written as `pgn`; there is: ggf");
    refused(&["replay", "isola", "--format", "ggf"], "no format besides the program's own");
}
