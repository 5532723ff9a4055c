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

#[test]
fn seats_and_specs_are_checked() {
    refused(&["play", "isola", "--player", "random", "--player", "random", "--player", "random"], "2 seats");
    refused(&["play", "isola", "--player", "randm"], "did you mean `random`?");
    refused(&["play", "isola", "--player", "greedy(evil=mobility)"], "did you mean `eval`?");
    refused(&["play", "isola", "--player", "greedy(eval=mobilty)"], "did you mean `mobility`?");
    refused(&["play", "isola", "--player", "greedy(", "--player", "random"], "at character 8");
}
