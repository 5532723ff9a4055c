//! Expectiminimax on a real game with dice: exact endgames, agreement with the naive search, and what pruning saves.

use plyground_core::{Bounds, Evaluated, Evaluation, Game, Notation, PlayerId, Rng, Turn};
use plyground_games::einstein::{Einstein, Move, Position, Variant};
use plyground_search::expectimax::{Config, Expectimax, Objective, Pruning, solve_chance};
use plyground_search::{Control, Limits, NoSink, Report, StopReason};
use plyground_testkit::naive::{expectimax, expectimax_moves};
use serde_json::Value;

/// The endgames with known values, one JSON object per line after the header.
fn exact_positions() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/testdata/einstein/exact_positions.jsonl");
    let text = std::fs::read_to_string(path).expect("test data");
    let lines: Vec<Value> = text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 40);
    lines
}

fn assert_close(found: f64, expected: &Value, what: &str) {
    let expected = expected.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-9, "{what}: {found} instead of {expected}");
}

#[test]
fn endgames_have_their_known_values() {
    let game = Einstein::standard();
    let mut nodes = 0;
    for line in exact_positions() {
        let text = line["pos"].as_str().expect("a position");
        let position = game.parse_position(text).expect("legal");
        let mut control = Control::new(&Limits::nodes(50_000_000));
        let solution = solve_chance(&game, &position, Objective::FirstPlace, 64 << 20, &mut control);
        let solution = solution.expect("small enough");
        nodes += solution.nodes;
        eprintln!("{} {}", line["class"], solution.nodes);
        assert_close(solution.value, &line["value"], text);
        assert_eq!(solution.outcomes.len(), 6);
        for (outcome, expected) in solution.outcomes.iter().zip(line["dice"].as_array().expect("six faces")) {
            let outcome = outcome.as_ref().expect("possible");
            assert_close(outcome.value, &expected["value"], text);
            let moves = expected["moves"].as_object().expect("moves");
            assert_eq!(outcome.moves.len(), moves.len(), "{text}");
            for (mv, value) in &outcome.moves {
                let mv = game.move_text(&position, *mv);
                assert_close(*value, moves.get(&mv).expect("a known move"), &format!("{mv} in {text}"));
            }
        }
    }
    eprintln!("40 endgames solved with {nodes} nodes");
}
