//! `play` from the outside.

mod common;
use common::{plyground, refused};

fn play(words: &[&str], typed: &str) -> String {
    let assert = plyground().args(words).write_stdin(typed).assert().code(0);
    String::from_utf8(assert.get_output().stdout.clone()).expect("we print UTF-8")
}

#[test]
fn machines_finish_a_game_of_each_kind_and_repeat_it_with_the_same_seed() {
    for game in ["isola", "einstein", "reversixt"] {
        let words = ["play", game, "--player", "random", "--player", "greedy", "--seed", "7", "--depth", "1"];
        let first = play(&words, "");
        assert!(first.contains("the game is over"), "{game}: {first}");
        assert_eq!(first, play(&words, ""), "{game}");
        let other =
            play(&["play", game, "--player", "random", "--player", "greedy", "--seed", "8", "--depth", "1"], "");
        assert_ne!(first, other, "{game}: the seed must matter");
    }
}

#[test]
fn a_person_is_corrected_helped_and_may_take_back() {
    let words =
        ["play", "isola", "--variant", "cols=3,rows=3", "--player", "human", "--player", "first", "--seed", "1"];
    let output = play(&words, "help\nz9\na1\nundo\nmoves\nb1\nundo\nb1\nquit\n");
    assert!(output.contains("take back your last move"), "{output}");
    assert!(output.contains("`z9`"), "{output}");
    assert!(output.contains("there is no move of yours to take back"), "{output}");
    assert!(output.contains("the game is not finished"), "{output}");
    // After the take-back the same first position is on the board again, so b1 is legal twice.
    assert_eq!(output.matches("plays").count(), 2, "{output}");
}

#[test]
fn the_end_of_the_input_ends_the_game_politely() {
    let output = play(&["play", "einstein", "--player", "human", "--seed", "3"], "");
    assert!(output.contains("go on later from here"), "{output}");
}

#[test]
fn a_real_die_is_asked_for_and_checked() {
    let words = ["play", "einstein", "--player", "human", "--player", "first", "--real-die"];
    let output = play(&words, "7\nsix\n6\nr6c5-d4\n");
    assert_eq!(output.matches("a roll is a number from 1 to 6").count(), 2, "{output}");
    assert!(output.contains("has rolled 6"), "{output}");
}

#[test]
fn a_recorded_game_replays() {
    let folder = tempfile::tempdir().unwrap();
    for (game, extra) in [("isola", vec![]), ("einstein", vec!["--deal"]), ("reversixt", vec!["--map", "duel"])] {
        let file = folder.path().join(format!("{game}.json"));
        let file = file.to_str().unwrap();
        let mut words = vec!["play", game, "--player", "random", "--player", "random", "--seed", "5", "--record", file];
        words.extend(extra);
        play(&words, "");
        let replayed = common::text(&["replay", game, "--record", file, "--json"]);
        let last: serde_json::Value = serde_json::from_str(replayed.lines().last().unwrap()).unwrap();
        assert_eq!(last["over"], true, "{game}");
        let other = if game == "isola" { "einstein" } else { "isola" };
        refused(&["replay", other, "--record", file], &format!("it is a game of {game}, not of {other}"));
    }
}

/// The moves of a record, which must be whole and replayable at any time.
fn recorded_moves(file: &str) -> usize {
    let text = std::fs::read_to_string(file).expect("a record");
    let document: serde_json::Value = serde_json::from_str(&text).expect("a whole record");
    common::text(&["replay", "isola", "--record", file]);
    document["moves"].as_str().expect("moves").split_whitespace().count()
}

#[test]
fn a_record_survives_ctrl_c_a_lost_terminal_and_a_failing_engine() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    for signal in ["-INT", "-KILL", "-HUP"] {
        let file = path(&format!("game{signal}.json"));
        let words = ["play", "isola", "--player", "human", "--player", "first", "--record", &file];
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let legal = common::json(&["show", "isola"])["legal"][0].as_str().unwrap().to_string();
        writeln!(child.stdin.as_mut().unwrap(), "{legal}").unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // The engine has answered when the person is asked again.
        let (mut text, mut asked) = (Vec::new(), 0);
        while asked < 2 {
            text.clear();
            assert_ne!(output.read_until(b':', &mut text).unwrap(), 0, "the program ended too early");
            asked += usize::from(text.ends_with(b"your move:"));
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        child.wait().unwrap();
        assert_eq!(recorded_moves(&file), 2, "{signal}");
    }
    let file = path("failed.json");
    let engine = "process(\"/bin/false\", protocol=ugi)";
    let words = ["play", "isola", "--player", "human", "--player", engine, "--record", &file];
    let legal = common::json(&["show", "isola"])["legal"][0].as_str().unwrap().to_string();
    common::plyground().args(words).write_stdin(format!("{legal}\n")).assert().code(2);
    assert_eq!(recorded_moves(&file), 1, "an engine that fails");
    let nowhere = path("nowhere/game.json");
    let words = ["play", "isola", "--player", "first", "--player", "first", "--record", &nowhere];
    common::plyground().args(words).assert().code(2);
}

#[test]
fn seats_and_specs_are_checked() {
    refused(&["play", "isola", "--player", "random", "--player", "random", "--player", "random"], "2 seats");
    refused(&["play", "isola", "--player", "randm"], "did you mean `random`?");
    refused(&["play", "isola", "--player", "greedy(evil=mobility)"], "did you mean `eval`?");
    refused(&["play", "isola", "--player", "greedy(eval=mobilty)"], "did you mean `mobility`?");
    refused(&["play", "isola", "--player", "greedy(", "--player", "random"], "at character 8");
}
