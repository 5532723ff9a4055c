//! Every combination of switches gives the values of naive minimax at every depth.
//!
//! What is claimed with a transposition table: entries of just the wanted depth (`exact_depth`) never change a value.
//! Deeper entries do change values of a fixed depth wherever positions are met again (they know more); there the
//! claims are that games followed to their ends get their true value, and that trees without transpositions, where no
//! deeper entry can be met, get the value of the fixed depth.

use super::settings::{ALGORITHMS, TABLES, all, orders, plain, think};
use plyground_core::{Evaluation, Game, Rng, WIN};
use plyground_search::alphabeta::{Algorithm, Config};
use plyground_search::table::TableConfig;
use plyground_search::{Report, StopReason};
use plyground_testkit::hashed::HashEval;
use plyground_testkit::naive::minimax::Minimax;
use plyground_testkit::trees::{Shape, Tree, TreeEval};

/// The true values of all moves at depths 1, 2, …
struct Truth<M>(Vec<Vec<(M, i32)>>);

impl<M: Copy + Eq + std::fmt::Debug> Truth<M> {
    fn new<G: Game<Move = M>, E: Evaluation<G>>(game: &G, position: &G::Position, eval: &E, depth: u32) -> Self {
        let mut eval = eval.clone();
        Truth((1..=depth).map(|depth| Minimax::new(depth).moves(game, position, &mut eval)).collect())
    }

    fn value(&self, depth: u32) -> i32 {
        self.0[depth as usize - 1].iter().map(|(_, value)| *value).max().unwrap()
    }

    fn of(&self, depth: u32, mv: M) -> i32 {
        self.0[depth as usize - 1].iter().find(|(other, _)| *other == mv).unwrap().1
    }

    fn check(&self, report: &Report<M>, context: &dyn Fn() -> String) {
        for iteration in &report.iterations {
            let value = self.value(iteration.depth);
            assert_eq!(iteration.value, f64::from(value), "depth {}: {}", iteration.depth, context());
            assert_eq!(iteration.best, Some(iteration.moves[0].mv), "{}", context());
            assert_eq!(iteration.moves.len(), self.0[0].len());
            assert_eq!(self.of(iteration.depth, iteration.moves[0].mv), value, "best move: {}", context());
            for row in &iteration.moves {
                let truth = f64::from(self.of(iteration.depth, row.mv));
                let fits = if row.exact { row.value == truth } else { row.value >= truth };
                assert!(fits, "depth {}, {row:?} but truth {truth}: {}", iteration.depth, context());
            }
        }
    }
}

fn shapes() -> Vec<Shape> {
    let base = Shape { width: 3, ..Shape::default() };
    vec![
        base,
        Shape { shared: true, levels: 3, ..base },
        Shape { players: 3, shared: true, skips: true, levels: 5, ..base },
        Shape { players: 5, skips: true, decisive: 60, levels: 2, ..base },
        Shape { shared: true, skips: true, decisive: 100, ..base },
    ]
}

#[test]
fn every_combination_of_switches_agrees_on_random_trees() {
    let depth = 6;
    for (seed, shape) in shapes().into_iter().enumerate() {
        let tree = Tree::random(shape, &mut Rng::seeded(seed as u64));
        let truth = Truth::new(&tree, &tree.start(), &TreeEval, depth);
        for config in all() {
            let report = think(config, &TreeEval, &tree, &tree.start(), depth);
            assert_eq!(report.stopped, StopReason::Depth);
            assert_eq!(report.iterations.len(), depth as usize);
            truth.check(&report, &|| format!("{config:?} on {shape:?}"));
        }
    }
}

#[test]
fn many_more_trees_with_the_usual_switches() {
    let depth = 6;
    for seed in 0..150 {
        let shape = shapes()[seed as usize % 5];
        let tree = Tree::random(shape, &mut Rng::seeded(1000 + seed));
        let eval = HashEval::new(1 + seed as u32 % 6);
        let truth = Truth::new(&tree, &tree.start(), &eval, depth);
        for algorithm in ALGORITHMS {
            for table in TABLES {
                let config = Config { algorithm, table, ..Config { order: orders()[12], ..plain() } };
                let report = think(config, &eval, &tree, &tree.start(), depth);
                truth.check(&report, &|| format!("seed {seed}, {config:?}"));
            }
        }
    }
}

#[test]
fn several_lines_are_exact() {
    for seed in 0..40 {
        let shape = Shape { width: 6, depth: 4, shared: true, ..Shape::default() };
        let tree = Tree::random(shape, &mut Rng::seeded(seed));
        let truth = Truth::new(&tree, &tree.start(), &TreeEval, 4);
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
            for lines in 1..=6 {
                let config = Config { algorithm, lines, order: orders()[12], table: TABLES[2], ..plain() };
                let report = think(config, &TreeEval, &tree, &tree.start(), 4);
                truth.check(&report, &|| format!("seed {seed}, {config:?}"));
                let exact = report.moves.iter().take(lines).filter(|row| row.exact).count();
                assert_eq!(exact, lines.min(report.moves.len()), "seed {seed}, {config:?}: {:?}", report.moves);
            }
        }
    }
}

#[test]
fn deeper_table_entries_never_change_the_value_of_a_whole_game() {
    for seed in 0..60 {
        let shape = shapes()[seed as usize % 5];
        let tree = Tree::random(shape, &mut Rng::seeded(seed));
        let depth = tree.facts().longest as u32;
        let truth = Minimax::new(depth).value(&tree, &tree.start(), &mut TreeEval);
        for algorithm in ALGORITHMS {
            for table in TABLES {
                for stop_when_solved in [false, true] {
                    let config = Config {
                        algorithm,
                        table,
                        exact_depth: false,
                        stop_when_solved,
                        order: orders()[12],
                        ..plain()
                    };
                    let report = think(config, &TreeEval, &tree, &tree.start(), depth);
                    assert_eq!(report.value, f64::from(truth), "seed {seed}, {config:?}");
                    assert!(report.exact || shape.players > 2 || table != TableConfig::Off, "seed {seed}, {config:?}");
                }
            }
        }
    }
}

#[test]
fn without_transpositions_deeper_entries_change_nothing() {
    for seed in 0..40 {
        let shape = Shape { shared: false, players: 2 + seed as usize % 3, ..Shape::default() };
        let tree = Tree::random(shape, &mut Rng::seeded(seed));
        let truth = Truth::new(&tree, &tree.start(), &TreeEval, 6);
        for algorithm in ALGORITHMS {
            for table in TABLES {
                let config = Config { algorithm, table, exact_depth: false, order: orders()[12], ..plain() };
                truth.check(&think(config, &TreeEval, &tree, &tree.start(), 6), &|| format!("seed {seed}, {config:?}"));
            }
        }
    }
}

#[test]
fn a_solved_game_stops_early_with_the_right_value_and_distance() {
    let mut early = 0;
    for seed in 0..200 {
        let shape = Shape { decisive: 90, shared: seed % 2 == 0, skips: seed % 3 == 0, ..Shape::default() };
        let tree = Tree::random(shape, &mut Rng::seeded(seed));
        let depth = tree.facts().longest as u32;
        let truth = Minimax::new(depth).value(&tree, &tree.start(), &mut TreeEval);
        let config = Config { stop_when_solved: true, exact_depth: false, table: TABLES[2], ..plain() };
        let report = think(config, &TreeEval, &tree, &tree.start(), depth + 5);
        assert_eq!(report.stopped, StopReason::Solved, "seed {seed}");
        assert!(report.exact);
        assert_eq!(report.value, f64::from(truth), "seed {seed}");
        let distance = WIN - truth.abs();
        assert_eq!(report.plies_to_end, (distance < 1000).then_some(distance as u32), "seed {seed}");
        early += u32::from(report.depth < depth);
    }
    assert!(early > 50, "only {early} of 200 games were solved before their last ply");
}

#[test]
fn beams_agree_with_naive_beams() {
    for seed in 0..60 {
        let shape = Shape { width: 6, depth: 4, ..shapes()[seed as usize % 5] };
        let tree = Tree::random(shape, &mut Rng::seeded(seed));
        for width in 1..=5 {
            for depth in 1..=4 {
                let naive = Minimax { depth, beam: Some(width) };
                let truth = naive.value(&tree, &tree.start(), &mut TreeEval);
                for algorithm in ALGORITHMS {
                    for order in [orders()[0], orders()[12]] {
                        for table in [TABLES[0], TABLES[2]] {
                            let config = Config { algorithm, order, table, beam: Some(width), ..plain() };
                            let report = think(config, &TreeEval, &tree, &tree.start(), depth);
                            assert_eq!(report.value, f64::from(truth), "seed {seed} depth {depth} {config:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_line_leads_to_the_value() {
    for seed in 0..100 {
        let shape = shapes()[seed as usize % 5];
        let tree = Tree::random(shape, &mut Rng::seeded(seed));
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs] {
            for order in [orders()[0], orders()[12]] {
                let config = Config { algorithm, order, ..plain() };
                let report = think(config, &TreeEval, &tree, &tree.start(), 5);
                let root = tree.turn(&tree.start()).player().unwrap();
                let mut spot = tree.start();
                for mv in &report.line {
                    assert!(tree.is_legal(&spot, *mv));
                    tree.make(&mut spot, *mv);
                }
                let plies = report.line.len() as i32;
                let value = if tree.turn(&spot).player().is_none() {
                    let result = TreeEval.result(&tree, &spot, root);
                    if result.abs() == WIN { result - result.signum() * plies } else { result }
                } else {
                    assert_eq!(plies, 5, "the line ends before the horizon");
                    TreeEval.value(&tree, &spot, root)
                };
                assert_eq!(report.value, f64::from(value), "seed {seed}, {config:?}");
            }
        }
    }
}

#[test]
fn tables_of_all_kinds_are_used() {
    let tree = Tree::random(Shape { shared: true, width: 5, depth: 7, ..Shape::default() }, &mut Rng::seeded(3));
    let off = think(Config { exact_depth: false, ..plain() }, &TreeEval, &tree, &tree.start(), 7);
    for table in [TABLES[2], TABLES[4]] {
        let on = think(Config { table, exact_depth: false, ..plain() }, &TreeEval, &tree, &tree.start(), 7);
        let used = on.table.unwrap();
        assert!(used.hits > 0 && used.stores > 0 && used.probes >= used.hits && used.bytes > 0);
        assert!(on.nodes < off.nodes, "{} nodes with a table, {} without", on.nodes, off.nodes);
    }
    assert!(off.table.is_none());
}
