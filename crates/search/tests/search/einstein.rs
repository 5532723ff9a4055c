//! Expectiminimax on a real game with dice: exact endgames, agreement with the naive search, and what pruning saves.

use plyground_core::{Evaluated, Game, Informed, Notation, Oracle, PlayerId, Rng, Turn};
use plyground_games::einstein::{Einstein, Move, Position, Variant};
use plyground_search::expectimax::{Config, Expectimax, Objective, Pruning, solve_chance};
use plyground_search::time::Prediction;
use plyground_search::{Control, Limits, Report, Search, SearchRequest, StopReason};
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
    let mut search =
        Expectimax::with_config(config, game.eval(eval).expect("an evaluation")).expect("memory for the table");
    search.search(SearchRequest::new(game, position).within(limits)).expect("a game for this search")
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
        let mut position = game.random_start(&mut rng);
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
            for eval in game.evals() {
                let Some(mut naive) = game.eval(eval.name) else { continue };
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

/// Positions after the roll, from random games.
fn rolled_positions(game: &Einstein, count: usize) -> Vec<Position> {
    let mut rng = Rng::seeded(77);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = game.random_start(&mut rng);
        let mut left = rng.below(8);
        while game.turn(&position) != Turn::Over {
            game.roll(&mut position, rng.below(6));
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            if left == 0 && moves.len() > 2 {
                found.push(position);
                break;
            }
            left = left.saturating_sub(1);
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
    }
    found
}

#[test]
fn what_an_unfinished_iteration_found_is_used_and_never_worse() {
    let game = Einstein::standard();
    let config = Config { table_bytes: 0, ..Config::default() };
    let (mut stopped, mut switched) = (0, 0);
    for position in rolled_positions(&game, 12) {
        let think = |config: Config, limits: Limits| {
            let mut search = Expectimax::with_config(config, game.eval("distribution").expect("an evaluation"))
                .expect("memory for the table");
            search.search(SearchRequest::new(&game, &position).within(limits)).expect("a game for this search")
        };
        let deep = think(Config { every_move: true, ..config }, Limits::depth(3));
        let value = |mv: Move| deep.moves.iter().find(|root| root.mv == mv).expect("a legal move").value;
        let shallow = think(config, Limits::depth(2));
        let whole = think(config, Limits::depth(3)).nodes;
        let before = shallow.best.expect("a move");
        for share in 1..20 {
            let nodes = shallow.nodes + (whole - shallow.nodes) * share / 20;
            let report = think(config, Limits::nodes(nodes));
            let best = report.best.expect("a move");
            assert_eq!((report.depth, report.stopped), (2, StopReason::Nodes));
            assert!(value(best) >= value(before), "an unfinished iteration made it worse");
            assert_eq!(report.moves[0].mv, best);
            stopped += 1;
            switched += u32::from(best != before);
        }
    }
    assert!(switched > 0, "none of {stopped} unfinished iterations changed the move");
}

#[test]
fn predictions_end_the_search_before_the_time_does() {
    let game = Einstein::standard();
    let limits = Limits::time(std::time::Duration::from_secs(3600));
    let config = Config { prediction: Prediction::Half, table_bytes: 0, ..Config::default() };
    let mut search = Expectimax::with_config(config, game.eval("distribution").expect("an evaluation"))
        .expect("memory for the table");
    // A clock that jumps with every iteration.
    let clock = plyground_search::ManualClock::default();
    let mut control = Control::with_clock(&limits, Box::new(clock.clone()));
    let mut iterations = 0;
    let position = rolled_positions(&game, 1)[0];
    let mut sink = |_: &plyground_search::Iteration<Move>| {
        iterations += 1;
        clock.set(std::time::Duration::from_secs(1000 * iterations));
    };
    let report = search
        .run(SearchRequest::new(&game, &position).within(limits).telling(&mut sink), &mut control)
        .expect("a game for this search");
    assert_eq!((report.stopped, report.depth), (StopReason::Time, 2), "none is begun after half of the time");
    assert_eq!(iterations, 2);
}

/// Knows positions with few stones, by solving them.
struct Solver(usize);

impl Oracle<Einstein> for Solver {
    fn win(&self, game: &Einstein, position: &Position, player: PlayerId) -> Option<f64> {
        let stones: usize = PlayerId::all(2).map(|player| position.stones(player).count()).sum();
        if stones > self.0 || game.turn(position) != Turn::Chance {
            return None;
        }
        let mut control = Control::new(&Limits::nodes(10_000_000));
        let solution = solve_chance(game, position, Objective::FirstPlace, 1 << 20, &mut control).ok()?;
        Some(if solution.player == player { solution.value } else { 1.0 - solution.value })
    }
}

#[test]
fn certain_knowledge_makes_values_exact_sooner() {
    let game = Einstein::standard();
    for text in ["...../.r2.../.r5b1../..b3../..... r 2", "...../...r3./.r2b4../...../...b1. b 4"] {
        let position = game.parse_position(text).expect("legal");
        let limits = Limits::depth(30);
        let think = |oracle: Option<std::sync::Arc<dyn Oracle<Einstein>>>| {
            let eval = Informed::new(game.eval("distribution").expect("an evaluation"), oracle);
            let mut search = Expectimax::with_config(Config { every_move: true, ..Config::default() }, eval)
                .expect("memory for the table");
            search.search(SearchRequest::new(&game, &position).within(limits)).expect("a game for this search")
        };
        let (told, alone) = (think(Some(std::sync::Arc::new(Solver(3)))), think(None));
        assert!(told.exact && alone.exact, "{text}");
        assert!((told.value - alone.value).abs() < 1e-9, "{text}: {} {}", told.value, alone.value);
        assert!(told.nodes < alone.nodes && told.depth <= alone.depth, "{text}");
    }
}
