//! Foresight, reductions and evaluations that stop early, on Isola, which has all of them.

use super::settings::{ALGORITHMS, plain, think};
use plyground_core::{Evaluated, Game, Rng, Turn};
use plyground_games::isola::{Eval, Isola, Position, Variant};
use plyground_search::alphabeta::{Algorithm, Config};
use plyground_search::ordering::MoveOrdering;
use plyground_search::solve::{Solution, SolveConfig, solve};
use plyground_search::table::TableConfig;
use plyground_search::{Control, DECIDED, Limits};
use plyground_testkit::naive::minimax::Minimax;

/// Positions of random games, with somebody to move.
fn positions(game: &Isola, count: usize, longest: usize, seed: u64) -> Vec<Position<u64>> {
    let mut rng = Rng::seeded(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = game.start();
        for _ in 0..rng.below(longest + 1) {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
        if game.turn(&position) != Turn::Over {
            found.push(position);
        }
    }
    found
}

fn board(variant: &str) -> (Isola, Eval) {
    let game = Isola::new(Variant::parse(variant, None).unwrap());
    let eval = game.eval("rooms").unwrap();
    (game, eval)
}

#[test]
fn an_evaluation_that_stops_early_changes_no_value() {
    for variant in ["columbia", "cols=6,rows=5,mover=king", "isolation-knight"] {
        let (game, mut eval) = board(variant);
        for position in positions(&game, 6, 24, 7) {
            let truth = Minimax::new(3).moves(&game, &position, &mut eval);
            let best = truth.iter().map(|(_, value)| *value).max().unwrap();
            for algorithm in ALGORITHMS {
                for thresholds in [false, true] {
                    let order = MoveOrdering::default();
                    let table = TableConfig::Bucketed { bytes: 1 << 16 };
                    let config = Config { algorithm, order, table, thresholds, ..plain() };
                    let report = think(config, &eval, &game, &position, 3);
                    assert_eq!(report.value, f64::from(best), "{algorithm:?} in {position:?}");
                }
            }
        }
    }
}

/// A search with early results, or one that looks at late moves less deeply, still says nothing wrong about who wins.
#[test]
fn what_is_decided_is_what_the_solver_says() {
    let mut decided = [0; 2];
    let mut exact = 0;
    for (seed, variant) in
        ["cols=5,rows=4", "cols=5,rows=4,mover=king", "cols=5,rows=4,mover=knight"].iter().enumerate()
    {
        let (game, eval) = board(variant);
        for position in positions(&game, 40, 10, seed as u64) {
            let config =
                SolveConfig { table_bytes: 1 << 18, moves: false, early_results: false, ..SolveConfig::default() };
            let mut control = Control::new(&Limits::default());
            let Ok(Solution::Solved(truth)) = solve(&game, &position, &config, &mut control) else {
                panic!("a small board is solved")
            };
            for (early_results, reductions) in [(true, false), (true, true), (false, true)] {
                for algorithm in [Algorithm::Pvs, Algorithm::AlphaBeta, Algorithm::Mtdf] {
                    let table = TableConfig::Bucketed { bytes: 1 << 16 };
                    let config = Config { algorithm, early_results, reductions, table, ..Config::default() };
                    let report = think(config, &eval, &game, &position, 5);
                    if report.value.abs() >= f64::from(DECIDED) {
                        assert_eq!(report.value > 0.0, truth.worth.value > 0, "{config:?} in {position:?}");
                        decided[usize::from(reductions)] += 1;
                    }
                    if report.exact {
                        assert_eq!(report.plies_to_end, truth.worth.plies, "{config:?} in {position:?}");
                        exact += 1;
                    }
                }
            }
        }
    }
    assert!(decided.iter().all(|count| *count > 50), "{decided:?}");
    assert!(exact > 50, "{exact}");
}

#[test]
fn early_results_ends_lines_early_and_reductions_make_them_cheaper() {
    let (game, eval) = board("columbia");
    let mut nodes = [0; 3];
    for position in positions(&game, 6, 20, 3) {
        for (index, (early_results, reductions)) in
            [(false, false), (true, false), (true, true)].into_iter().enumerate()
        {
            let config = Config { early_results, reductions, ..Config::default() };
            nodes[index] += think(config, &eval, &game, &position, 6).nodes;
        }
    }
    assert!(nodes[1] < nodes[0] && nodes[2] < nodes[1], "{nodes:?}");
}

#[test]
fn a_guessed_beam_that_holds_all_moves_changes_nothing_and_a_narrow_one_proves_nothing() {
    let (game, eval) = board("cols=4,rows=4,mover=king,mode=remove");
    for position in positions(&game, 8, 6, 11) {
        let order = MoveOrdering::default();
        let table = TableConfig::Bucketed { bytes: 1 << 16 };
        let whole = Config { algorithm: Algorithm::Pvs, order, table, ..plain() };
        let truth = think(whole, &eval, &game, &position, 3);
        let wide = think(Config { beam: Some(10_000), guessed_beam: true, ..whole }, &eval, &game, &position, 3);
        assert_eq!(wide.value, truth.value, "{position:?}");
        let config = Config { beam: Some(6), guessed_beam: true, stop_when_solved: true, ..whole };
        let narrow = think(config, &eval, &game, &position, 3);
        assert!(narrow.nodes < truth.nodes || truth.nodes < 200, "{} and {} nodes", narrow.nodes, truth.nodes);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert!(moves.len() <= 6 || !narrow.exact, "nothing is proven through a beam: {position:?}");
        assert!(narrow.best.is_some_and(|mv| game.is_legal(&position, mv)));
    }
}
