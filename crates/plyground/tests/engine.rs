//! `engine`, `engine check`, `isola pipe` and `process(…)` from the outside: the real binary talks to itself, to
//! Debian's gtp-rhino, and to programs of a few lines of shell that do everything wrong.

// Helpers of tests may unwrap as tests do.
#![allow(clippy::unwrap_used)]

mod common;
use common::{json, plyground, refused, text};
use serde_json::Value;

const RHINO: &str = "/usr/games/gtp-rhino";

/// Our own binary with these arguments as a command line.
fn ourselves(arguments: &str) -> String {
    format!("{} {arguments}", assert_cmd::cargo::cargo_bin("plyground").display())
}

/// A spec that plays through a process.
fn process(command: &str, protocol: &str) -> String {
    format!("process(\"{command}\", protocol={protocol})")
}

/// gtp-rhino's command line, or a word of regret where it is not installed.
fn rhino() -> Option<String> {
    if std::path::Path::new(RHINO).exists() {
        return Some(format!("{RHINO} -l 1"));
    }
    eprintln!("SKIPPED: {RHINO} is not there; `cargo xtask test` installs it (Debian package grhino)");
    None
}

fn play_match(words: &[&str], players: [&str; 2]) -> Value {
    let seats = ["--player", players[0], "--player", players[1]];
    json(&[&["match"], words, &seats, &["--seed", "3", "--jobs", "1", "--depth", "1"]].concat())
}

fn points(document: &Value) -> &Value {
    for player in document["players"].as_array().expect("a list") {
        let ended = player["terminations"].as_object().expect("counts by name");
        assert_eq!(ended.keys().collect::<Vec<_>>(), ["normal"], "{document}");
    }
    &document["players"][0]["points"]
}

#[test]
fn a_player_in_a_process_plays_exactly_as_at_home() {
    let spec = "greedy(ties=first)";
    for (game, extra, arguments, protocol) in [
        ("isola", vec![], "engine isola", "ugi"),
        ("einstein", vec![], "engine einstein", "ugi"),
        ("reversixt", vec![], "engine reversixt", "ugi"),
        ("reversixt", vec!["--map", "duel"], "engine reversixt --map duel", "ugi"),
        ("reversixt", vec!["--variant", "standard"], "engine reversixt --protocol gtp", "gtp"),
        ("einstein", vec![], "engine einstein --protocol ntu", "ntu"),
        ("isola", vec![], "isola pipe", "isola-pipe"),
    ] {
        let words = [&[game, "--games", "4"], extra.as_slice()].concat();
        let away = process(&ourselves(&format!("{arguments} --player '{spec}'")), protocol);
        let away = play_match(&words, [&away, "first"]);
        let home = play_match(&words, [spec, "first"]);
        assert_eq!(points(&away), points(&home), "{arguments}");
    }
}

#[test]
fn programs_that_know_moves_only_are_told_those_of_long_openings() {
    let spec = "greedy(ties=first)";
    for (game, extra, arguments, protocol) in [
        ("isola", vec![], "isola pipe", "isola-pipe"),
        ("reversixt", vec!["--variant", "standard"], "engine reversixt --protocol gtp", "gtp"),
    ] {
        for openings in ["random:9", "random:12"] {
            let words = [&[game, "--games", "4", "--openings", openings], extra.as_slice()].concat();
            let away = process(&ourselves(&format!("{arguments} --player '{spec}'")), protocol);
            let away = play_match(&words, [&away, "first"]);
            let home = play_match(&words, [spec, "first"]);
            assert_eq!(points(&away), points(&home), "{arguments} {openings}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_games_through_a_process() {
    let away = process(&ourselves("engine einstein --player random"), "ugi");
    let first = play_match(&["einstein", "--games", "4"], [&away, "first"]);
    let again = play_match(&["einstein", "--games", "4"], [&away, "first"]);
    assert_eq!(points(&first), points(&again));
    assert_eq!(first["players"][0]["wins"], again["players"][0]["wins"]);
}

#[test]
fn rhino_plays_complete_games_against_us() {
    let Some(command) = rhino() else { return };
    let words = ["reversixt", "--variant", "standard", "--games", "4"];
    for ours in ["random", "greedy"] {
        let played = play_match(&words, [&process(&command, "gtp"), ours]);
        points(&played);
        assert_eq!(played["games"], 4);
    }
}

#[test]
fn rhino_and_we_agree_on_every_position_and_score() {
    let Some(command) = rhino() else { return };
    let checked = json(&["engine", "check", &command, "--protocol", "gtp", "--games", "6"]);
    assert_eq!(checked["bad"], 0, "{checked:#}");
    let questions = checked["questions"].as_array().unwrap();
    assert!(questions.iter().all(|question| question["verdict"] == "good"), "{checked:#}");
    let agreed = questions.iter().find(|question| question["question"] == "agrees on every position and the score");
    let seen = agreed.unwrap()["text"].as_str().unwrap();
    let boards: usize = seen.split_whitespace().nth(3).unwrap().parse().unwrap();
    assert!(boards > 6 * 50, "{seen}");
}

#[test]
fn we_pass_our_own_check_in_every_language() {
    for (arguments, rest) in [
        ("engine isola --player greedy", vec!["isola"]),
        ("engine einstein --player greedy", vec!["einstein"]),
        ("engine reversixt --player greedy", vec!["reversixt"]),
        ("engine reversixt --player greedy --map carousel", vec!["reversixt", "--map", "carousel"]),
        ("engine reversixt --player greedy --protocol gtp", vec!["--protocol", "gtp"]),
        ("engine einstein --player greedy --protocol ntu", vec!["--protocol", "ntu"]),
        ("isola pipe --player greedy", vec!["--protocol", "isola-pipe"]),
    ] {
        let command = ourselves(arguments);
        let said = text(&[&["engine", "check", &command, "--time", "10ms"], rest.as_slice()].concat());
        assert!(said.ends_with("nothing is wrong\n"), "{arguments}: {said}");
        assert!(!said.contains("skipped"), "{arguments}: {said}");
    }
}

/// Runs the check and expects bad answers; returns what was said.
fn found_bad(command: &str, rest: &[&str], patience: &str) -> String {
    let limits = ["--start", patience, "--answer", patience, "--quit", "200ms", "--time", "10ms"];
    let words = [&["engine", "check", command], rest, &limits].concat();
    let assert = plyground().args(&words).assert().code(1);
    String::from_utf8_lossy(&assert.get_output().stdout).into_owned()
}

#[test]
fn an_author_learns_what_is_wrong() {
    let mute = found_bad("cat", &["isola"], "500ms");
    assert!(mute.contains("bad      introduces itself: `ugi` was not answered within 0.5 s"), "{mute}");
    assert!(mute.ends_with("one bad answer\n"), "who is mute is not asked again: {mute}");
    let gone = found_bad("sh -c 'echo cannot find my book >&2; exit 3'", &["--protocol", "gtp"], "20s");
    assert!(gone.contains("ended with exit code 3") && gone.contains("! cannot find my book"), "{gone}");
    // Plays a1 whatever happens, thinks not a moment, and cannot be told to quit.
    let script = "while read -r line; do case \"$line\" in ugi) echo id name fixture; echo ugiok;; isready) echo readyok;; \
                  go*) echo bestmove a1;; query*) echo response false;; esac; done; exit 4";
    let careless = found_bad(&format!("sh -c '{script}'"), &["isola"], "20s");
    for words in [
        "good     is ready when asked",
        "bad      finds a first move: `bestmove a1`",
        "bad      answers queries by the rules",
        "after `go infinite` it said `bestmove` before `stop`",
        "bad      plays whole games: as player 1 in game 1 it answered `bestmove a1`",
        "bad      quits when told: it still runs",
        "bad      ends with its input: it ended with exit code 4 instead of 0",
    ] {
        assert!(careless.contains(words), "{words}: {careless}");
    }
}

#[test]
fn an_engine_talks_until_its_input_ends() {
    let said = plyground().args(["engine", "isola", "--player", "first"]).write_stdin("ugi\ngo\n").assert().code(0);
    let said = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    assert!(said.contains("ugiok\n") && said.lines().last().unwrap().starts_with("bestmove "), "{said}");
    let words = ["engine", "einstein", "--player", "first", "--moves", "6:r6c5-d4"];
    let said = plyground().args(words).write_stdin("position startpos dice 3\ngo\n").assert().code(0);
    let said = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    assert!(said.contains("bestmove b3d2"), "startpos is where WHERE says: {said}");
    let defaults = plyground().args(["engine", "isola", "--depth", "2"]).write_stdin("go\n").assert().code(0);
    let defaults = String::from_utf8_lossy(&defaults.get_output().stdout).into_owned();
    assert!(defaults.contains("info depth 2 ") && !defaults.contains("info depth 3 "), "{defaults}");
}

#[test]
fn a_bot_of_the_arena_answers_with_four_numbers() {
    let words = ["engine", "isola", "--protocol", "codingame", "--player", "greedy(ties=first)"];
    let said = plyground().args(words).write_stdin("0\n4\n8\n4\n-1\n-1\n").assert().code(0);
    let said = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    assert_eq!(said.split_whitespace().filter(|word| word.parse::<u8>().is_ok_and(|n| n < 9)).count(), 4, "{said}");
    let wrong = plyground().args(words).write_stdin("3 3\n").assert().code(2);
    let wrong = String::from_utf8_lossy(&wrong.get_output().stderr).into_owned();
    assert!(wrong.contains("no piece stands on 3 3"), "{wrong}");
    refused(&["engine", "einstein", "--protocol", "codingame"], "about Isola only");
}

#[test]
fn a_wrong_spec_is_complained_about_once() {
    let words = ["match", "isola", "--player", "search(algoritm=pvs)", "--player", "first", "--games", "2"];
    let wrong = plyground().args(words).assert().code(2);
    let wrong = String::from_utf8_lossy(&wrong.get_output().stderr).into_owned();
    assert_eq!(wrong.matches("has no parameter `algoritm`").count(), 1, "{wrong}");
}

#[test]
fn misuse_gets_a_sentence() {
    refused(&["engine"], "GAME");
    refused(&["engine", "isola", "--protocol", "uci"], "did you mean `ugi`?");
    refused(&["engine", "isola", "--protocol", "gtp"], "GTP is spoken about Othello only");
    refused(&["engine", "isola", "--protocol", "isola-pipe"], "plyground isola pipe PLAYER SECONDS");
    refused(&["engine", "einstein", "--variant", "small", "--protocol", "ntu"], "5x5 with six stones");
    refused(&["engine", "isola", "--player", "bset"], "did you mean `best`?");
    refused(&["engine", "check", "cat"], "say which game");
    refused(&["engine", "check", "no-such-engine", "isola"], "there is no program `no-such-engine`");
    refused(&["engine", "check", "cat", "isola", "--protocol", "gtp"], "GTP is spoken about Othello only");
    refused(&["isola", "pipe", "3", "1"], "3");
    refused(&["isola", "pipe", "1", "0"], "0");
    refused(
        &["match", "isola", "--player", "process(\"nope\")", "--player", "first", "--games", "2"],
        "no program `nope`",
    );
}
