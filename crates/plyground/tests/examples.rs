//! The examples of the library run, and what they print is true.

use std::path::PathBuf;
use std::process::Command;

/// Runs an example. They are built into the folder next to the one of this test, by `cargo test` without `--test` or by
/// `cargo build --examples`.
fn example(name: &str) -> String {
    let mut path: PathBuf = std::env::current_exe().expect("a test has a file");
    path.pop();
    path.set_file_name("examples");
    path.push(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let output =
        Command::new(&path).output().unwrap_or_else(|error| panic!("{}: {error}; is it built?", path.display()));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{name}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// The number before a word, `28336` in `value +0  28336 nodes`.
fn number_before(line: &str, word: &str) -> f64 {
    let before = line.split(word).next().unwrap_or_default();
    let number = before.split_whitespace().last().unwrap_or_default();
    number.parse().unwrap_or_else(|_| panic!("no number before {word:?} in {line:?}"))
}

#[test]
fn connect_four_is_played_to_its_end() {
    let text = example("connect_four");
    let moves = text.lines().filter(|line| line.starts_with("player ")).count();
    assert!((7..=42).contains(&moves), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("Payoffs")), "{text}");
}

#[test]
fn pig_is_rolled_on_and_then_held() {
    let text = example("pig");
    let score = text.lines().last().expect("a last line");
    assert!(score.starts_with("final score"), "{text}");
    // In the hand before each choice: what the last roll left there.
    let lines: Vec<&str> = text.lines().collect();
    let mut early = 0;
    for pair in lines.windows(2).filter(|pair| pair[0].contains("rolls") && pair[1].starts_with("player")) {
        let hand = number_before(pair[0], "in the hand");
        if hand > 0.0 && hand < 14.0 && !pair[1].contains("Hold") {
            early += 1;
        }
        assert!(hand < 30.0 || pair[1].contains("Hold"), "rolls on with {hand}: {text}");
    }
    assert!(early > 0, "nobody rolls twice: {text}");
}

#[test]
fn a_match_of_two_searches_has_an_interval_around_its_score() {
    let text = example("tournament");
    assert_eq!(text.lines().count(), 2, "{text}");
    for line in text.lines() {
        let (score, low, high) =
            (number_before(line, "% of 200"), number_before(line, "to"), number_before(line, "%),"));
        assert!(low < score && score < high, "{line}");
    }
}

#[test]
fn pruning_changes_the_nodes_and_not_the_value() {
    let text = example("xray");
    let head = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
    let (minimax, alphabeta) = (head("Minimax:"), head("AlphaBeta:"));
    // Of 6 stones take 2: four are left, a loss for the player to move.
    assert!(minimax.contains("best Some(2)") && alphabeta.contains("best Some(2)"), "{minimax}\n{alphabeta}");
    assert!(number_before(alphabeta, "nodes") < number_before(minimax, "nodes"), "{minimax}\n{alphabeta}");
}
