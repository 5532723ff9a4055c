//! Expectiminimax on a real game with dice: exact endgames, agreement with the naive search, and what pruning saves.

use plyground_core::{Evaluated, Game, Notation, Rng, Turn};
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

fn think(game: &Einstein, eval: &str, position: &Position, depth: Option<u32>, pruning: Pruning) -> Report<Move> {
    let limits = Limits { depth, ..Limits::default() };
    let config = Config { pruning, table_bytes: 4 << 20, ..Config::default() };
    let mut search = Expectimax::new(config, game.eval(eval).expect("an evaluation"));
    search.think(game, position, &limits, &mut Control::new(&limits), &mut NoSink)
}

#[test]
fn searching_on_and_on_solves_small_endgames() {
    let game = Einstein::standard();
    for line in exact_positions().iter().filter(|line| matches!(line["class"].as_str(), Some("1v1" | "2v1" | "1v2"))) {
        let text = line["pos"].as_str().expect("a position");
        let position = game.parse_position(text).expect("legal");
        for pruning in Pruning::ALL {
            let report = think(&game, "distribution", &position, None, pruning);
            assert_eq!((report.stopped, report.exact), (StopReason::Solved, true), "{text}");
            assert_close(report.value, &line["value"], text);
            for (value, expected) in report.outcome_values.iter().zip(line["dice"].as_array().expect("six faces")) {
                assert_close(value.expect("possible"), &expected["value"], text);
            }
        }
    }
}

/// Positions from random games, before their roll.
fn positions(game: &Einstein) -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0..6 {
        let mut rng = Rng::seeded(seed);
        let mut position = game.deal(&mut rng);
        for _ in 0..3 * seed {
            let before = position;
            let outcome = rng.weighted(game.outcomes(&position));
            game.roll(&mut position, outcome);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[rng.below(moves.len())]);
            if game.turn(&position) == Turn::Over {
                position = before;
                break;
            }
        }
        found.push(position);
    }
    found
}

#[test]
fn real_positions_have_their_naive_values() {
    for variant in ["standard", "die=1/2:1/10:0:1/5:0.1:0.1"] {
        let game = Einstein::new(Variant::parse(variant).expect("a variant"));
        for position in positions(&game) {
            let mut rolled = position;
            game.roll(&mut rolled, 3);
            for eval in Einstein::evals() {
                let mut naive = game.eval(eval.name).expect("an evaluation");
                let me = game.mover(&position).expect("a player");
                let before_roll = expectimax(&game, &mut naive, &position, 2, me);
                let truth = expectimax_moves(&game, &mut naive, &rolled, 3, me);
                let best = truth.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
                let first = truth.iter().find(|(_, value)| *value == best).map(|(mv, _)| *mv);
                for pruning in Pruning::ALL {
                    let context = format!("{pruning:?} {} {}", eval.name, game.position_text(&position));
                    let report = think(&game, eval.name, &position, Some(2), pruning);
                    assert_eq!(report.value, before_roll, "{context}");
                    let report = think(&game, eval.name, &rolled, Some(3), pruning);
                    assert_eq!((report.value, report.best), (best, first), "{context}");
                }
            }
        }
    }
}

#[test]
fn every_cut_saves_nodes() {
    let game = Einstein::standard();
    let nodes = Pruning::ALL.map(|pruning| {
        let searches = positions(&game).into_iter().map(|mut position| {
            game.roll(&mut position, 2);
            think(&game, "distribution", &position, Some(4), pruning).nodes
        });
        searches.sum::<u64>()
    });
    let [none, unified, star1, star2, unified_star] = nodes;
    eprintln!("nodes to depth 4: {nodes:?} for {:?}", Pruning::ALL);
    assert!(star1 < none && star2 < star1, "{nodes:?}");
    assert!(unified < none && unified_star < unified / 2 && unified_star < star2, "{nodes:?}");
}
