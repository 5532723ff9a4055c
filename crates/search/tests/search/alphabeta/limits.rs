//! Limits, interruptions, repeatability.

use super::settings::{TABLES, orders, plain, think};
use plyground_core::{Game, Rng};
use plyground_search::alphabeta::{Algorithm, AlphaBeta, Aspiration, Config};
use plyground_search::time::Prediction;
use plyground_search::trace::{Edge, Ending, Recorder, TraceNode};
use plyground_search::{Control, Iteration, Limits, ManualClock, Search, SearchRequest, StopFlag, StopReason};
use plyground_testkit::naive::minimax::Minimax;
use plyground_testkit::trees::{Shape, Tree, TreeEval};
use std::time::Duration;

fn large_tree(seed: u64) -> Tree {
    let shape = Shape { width: 8, depth: 8, shared: true, decisive: 5, levels: 40, ..Shape::default() };
    Tree::random(shape, &mut Rng::seeded(seed))
}

#[test]
fn node_limits_are_exact_and_a_move_is_always_in_hand() {
    let tree = large_tree(1);
    for limit in [0, 1, 2, 5, 10, 100, 1000, 5000] {
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf] {
            for order in [orders()[0], orders()[5], orders()[12]] {
                let config = Config { algorithm, order, ..plain() };
                let mut player = AlphaBeta::with_config(config, TreeEval).unwrap();
                let limits = Limits::nodes(limit);
                let mut control = Control::new(&limits);
                let report = player
                    .run(SearchRequest::new(&tree, &tree.start()).within(limits), &mut control)
                    .expect("a game for this search");
                assert_eq!(report.nodes, limit, "{config:?}");
                assert_eq!(report.stopped, StopReason::Nodes);
                assert!(tree.is_legal(&tree.start(), report.best.unwrap()));
                assert_eq!(report.moves[0].mv, report.best.unwrap());
                assert_eq!(report.line[0], report.best.unwrap());
            }
        }
    }
}

#[test]
fn a_search_without_deepening_finds_the_same_in_one_iteration() {
    for seed in 0..6 {
        let tree = large_tree(seed);
        for depth in [1, 3, 5] {
            let deepened = think(plain(), &TreeEval, &tree, &tree.start(), depth);
            let direct = think(Config { deepening: false, ..plain() }, &TreeEval, &tree, &tree.start(), depth);
            assert_eq!((direct.value, direct.depth), (deepened.value, depth));
            assert_eq!((direct.iterations.len(), deepened.iterations.len()), (1, depth as usize));
            assert!(direct.nodes < deepened.nodes || depth == 1);
        }
    }
    let tree = large_tree(1);
    let mut player = AlphaBeta::with_config(Config { deepening: false, ..plain() }, TreeEval).unwrap();
    let limits = Limits::nodes(2000);
    let report =
        player.search(SearchRequest::new(&tree, &tree.start()).within(limits)).expect("a game for this search");
    assert!(report.iterations.len() > 1, "without a depth to begin with it deepens");
}

#[test]
fn the_same_list_twice_in_one_process_gives_the_same_numbers() {
    let config = Config { table: TABLES[2], exact_depth: false, order: orders()[12], ..plain() };
    let mut player = AlphaBeta::with_config(config, TreeEval).unwrap();
    let mut run = |fresh: bool| -> Vec<(u64, Option<u16>, f64)> {
        let mut rows = Vec::new();
        for seed in 0..12 {
            let tree = large_tree(seed);
            let mut spot = tree.start();
            player.new_game(1);
            for nodes in [3_000, 10_000, 777] {
                if tree.turn(&spot).player().is_none() {
                    break;
                }
                if fresh {
                    player = AlphaBeta::with_config(config, TreeEval).unwrap();
                }
                let limits = Limits::nodes(nodes);
                let report =
                    player.search(SearchRequest::new(&tree, &spot).within(limits)).expect("a game for this search");
                rows.push((report.nodes, report.best, report.value));
                tree.make(&mut spot, report.best.unwrap());
            }
        }
        rows
    };
    let first = run(false);
    assert_eq!(first, run(false));
    run(true);
    assert_eq!(first, run(false));
}

#[test]
fn new_game_forgets_everything() {
    let tree = large_tree(5);
    for table in TABLES {
        let config = Config { table, exact_depth: false, order: orders()[12], ..plain() };
        let fresh = think(config, &TreeEval, &tree, &tree.start(), 6);
        let mut player = AlphaBeta::with_config(config, TreeEval).unwrap();
        let limits = Limits::depth(6);
        let run = |player: &mut AlphaBeta<Tree, TreeEval>, tree: &Tree| {
            player.search(SearchRequest::new(tree, &tree.start()).within(limits)).expect("a game for this search")
        };
        run(&mut player, &large_tree(6));
        player.new_game(1);
        let again = run(&mut player, &tree);
        assert_eq!((again.nodes, again.best, again.value), (fresh.nodes, fresh.best, fresh.value));
        assert_eq!(again.table, fresh.table);
    }
}

#[test]
fn an_interrupted_iteration_counts_only_after_the_old_best_move() {
    // Depth 1 prefers the first move; depth 2 shows that the second one is better.
    let tree = Tree::literal("a(b[9](1 2 3) b[5](7 8) b[0](9 9))");
    let best_after = |nodes| {
        let config = Config { order: orders()[1], ..plain() };
        let limits = Limits::nodes(nodes);
        let mut player = AlphaBeta::with_config(config, TreeEval).unwrap();
        let report =
            player.search(SearchRequest::new(&tree, &tree.start()).within(limits)).expect("a game for this search");
        (report.best.unwrap(), report.value, report.depth)
    };
    assert_eq!(best_after(3), (0, 9.0, 1));
    assert_eq!(best_after(5), (0, 9.0, 1), "the old best move is not searched yet");
    assert_eq!(best_after(7), (0, 1.0, 1), "searched: its value is known better now");
    assert_eq!(best_after(10), (1, 7.0, 1), "the second move is better, and the third not known yet");
    assert_eq!(best_after(13), (2, 9.0, 2));
}

#[test]
fn a_stop_from_outside_and_the_clock_end_the_search() {
    let tree = large_tree(2);
    let flag = StopFlag::default();
    flag.stop();
    let mut control = Control::new(&Limits::default());
    control.add(flag);
    let mut player = AlphaBeta::with_config(plain(), TreeEval).unwrap();
    let report = player
        .run(SearchRequest::new(&tree, &tree.start()).within(Limits::default()), &mut control)
        .expect("a game for this search");
    assert_eq!((report.stopped, report.nodes), (StopReason::Asked, 0));
    assert!(report.best.is_some());

    let clock = ManualClock::default();
    let limits = Limits::time(Duration::from_secs(1));
    let mut control = Control::with_clock(&limits, Box::new(clock.clone()));
    let mut news = |iteration: &Iteration<u16>| clock.set(Duration::from_millis(300 * u64::from(iteration.depth)));
    let config = Config { prediction: Prediction::Half, ..plain() };
    let mut player = AlphaBeta::with_config(config, TreeEval).unwrap();
    let report = player
        .run(SearchRequest::new(&tree, &tree.start()).within(limits).telling(&mut news), &mut control)
        .expect("a game for this search");
    assert_eq!((report.stopped, report.depth), (StopReason::Time, 2), "no new iteration after half of the time");
}

#[test]
fn the_soft_limit_ends_beginnings_and_the_hard_one_the_search() {
    let tree = large_tree(2);
    let ends = |limits: Limits, per_iteration: u64, prediction| {
        let clock = ManualClock::default();
        let mut control = Control::with_clock(&limits, Box::new(clock.clone()));
        let mut news =
            |iteration: &Iteration<u16>| clock.set(Duration::from_millis(per_iteration * u64::from(iteration.depth)));
        let mut player = AlphaBeta::with_config(Config { prediction, ..plain() }, TreeEval).unwrap();
        let report = player
            .run(SearchRequest::new(&tree, &tree.start()).within(limits).telling(&mut news), &mut control)
            .expect("a game for this search");
        (report.stopped, report.depth)
    };
    let hard = Limits::time(Duration::from_millis(400));
    let both = Limits { soft: Some(Duration::from_millis(100)), ..hard };
    for prediction in [Prediction::None, Prediction::Half] {
        assert_eq!(ends(both, 20, prediction), (StopReason::Time, 3), "one begins at 40 ms, none at 60 ms");
    }
    assert_eq!(ends(hard, 150, Prediction::None), (StopReason::Time, 3), "the fourth is cut off, at 450 ms");
}

#[test]
fn iterations_report_predictions_windows_and_failures() {
    let tree = large_tree(3);
    let config = Config { aspiration: Aspiration::Fixed(1), ..plain() };
    let report = think(config, &TreeEval, &tree, &tree.start(), 6);
    assert!(report.iterations[0].window.is_none(), "nothing is expected of the first iteration");
    let mut failures = 0;
    for pair in report.iterations.windows(2) {
        let window = pair[1].window.unwrap();
        assert_eq!((window.low, window.high), (pair[0].value - 1.0, pair[0].value + 1.0));
        let (low, high) = (pair[1].fail_low, pair[1].fail_high);
        assert_eq!((low, high), (u32::from(pair[1].value <= window.low), u32::from(pair[1].value >= window.high)));
        failures += low + high;
    }
    assert!(failures > 0, "a window of one point never failed");
    assert_eq!(report.iterations.iter().map(|iteration| iteration.nodes).sum::<u64>(), report.nodes);
    let effort: u64 = report.moves.iter().map(|row| row.effort).sum();
    assert_eq!(effort, report.iterations.last().unwrap().nodes);

    let config = Config { prediction: Prediction::Branching, ..plain() };
    let report = think(config, &TreeEval, &tree, &tree.start(), 4);
    assert!(report.iterations[0].predicted.is_none());
    assert!(report.iterations[1..].iter().all(|iteration| iteration.predicted.is_some()));
}

#[test]
fn one_move_or_none_needs_no_thought() {
    let tree = Tree::literal("a(b(3 a(5 6)))");
    let config = Config { stop_when_forced: true, ..plain() };
    let mut player = AlphaBeta::with_config(config, TreeEval).unwrap();
    let limits = Limits::nodes(1000);
    let report =
        player.search(SearchRequest::new(&tree, &tree.start()).within(limits)).expect("a game for this search");
    assert_eq!((report.stopped, report.best, report.depth), (StopReason::Forced, Some(0), 1));
    let report = think(config, &TreeEval, &tree, &tree.start(), 2);
    assert_eq!((report.stopped, report.depth), (StopReason::Depth, 2), "who asks for a depth wants to see it");
    let mut spot = tree.start();
    tree.make(&mut spot, 0);
    tree.make(&mut spot, 0);
    let report = think(config, &TreeEval, &tree, &spot, 9);
    assert_eq!((report.stopped, report.best), (StopReason::Solved, None));
}

#[test]
fn two_threads_find_the_same_values() {
    for seed in 0..6 {
        let tree = large_tree(seed);
        let truth = Minimax::new(5).value(&tree, &tree.start(), &mut TreeEval);
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf] {
            for table in TABLES {
                // With thresholds each thread has a small table of its own for shallow positions.
                for thresholds in [false, true] {
                    let config = Config { algorithm, table, thresholds, threads: 2, order: orders()[12], ..plain() };
                    let report = think(config, &TreeEval, &tree, &tree.start(), 5);
                    assert_eq!(report.value, f64::from(truth), "seed {seed}, {config:?}");
                    assert_eq!(report.depth, 5);
                }
            }
        }
    }
}

fn move_of<M: Copy>(node: &TraceNode<M>) -> M {
    match node.edge {
        Edge::Move(mv) => mv,
        Edge::Roll(_) => panic!("there are no dice here"),
    }
}

#[test]
fn the_trace_is_the_tree_that_was_searched() {
    let tree = Tree::literal("a(b(3 12 8) b(2 4 6) b(14 5 2))");
    let mut recorder = Recorder::new(1000, 10);
    let mut player = AlphaBeta::with_config(plain(), TreeEval).unwrap();
    let limits = Limits::depth(2);
    let mut control = Control::new(&limits);
    player
        .run(SearchRequest::new(&tree, &tree.start()).within(limits).recording(&mut recorder), &mut control)
        .expect("a game for this search");
    let rows: Vec<_> =
        recorder.nodes().iter().map(|node| (node.ply, move_of(node), node.value.unwrap(), node.ending)).collect();
    use Ending::{Alpha, Complete, Terminal};
    // The second b is cut off after one move, the third after its last.
    assert_eq!(
        rows,
        vec![
            (1, 0, 3.0, Complete),
            (2, 0, 3.0, Terminal),
            (2, 1, 12.0, Terminal),
            (2, 2, 8.0, Terminal),
            (1, 1, 2.0, Alpha),
            (2, 0, 2.0, Terminal),
            (1, 2, 2.0, Alpha),
            (2, 0, 14.0, Terminal),
            (2, 1, 5.0, Terminal),
            (2, 2, 2.0, Terminal),
        ]
    );
    assert_eq!(recorder.nodes()[4].window, (3.0, f64::INFINITY));
    assert_eq!(recorder.nodes()[5].parent, Some(4));
    assert_eq!(recorder.omitted(), 0);
}

#[test]
fn the_trace_shows_what_the_beam_leaves_out() {
    let tree = Tree::literal("a(b[9](a[1](0) a[2](0) a[3](0)) b[0](1))");
    let mut recorder = Recorder::new(1000, 10);
    let mut player = AlphaBeta::with_config(Config { beam: Some(1), ..plain() }, TreeEval).unwrap();
    let limits = Limits::depth(3);
    let mut control = Control::new(&limits);
    player
        .run(SearchRequest::new(&tree, &tree.start()).within(limits).recording(&mut recorder), &mut control)
        .expect("a game for this search");
    let left_out = recorder.nodes().iter().filter(|node| node.ending == Ending::Beam);
    let rows: Vec<_> = left_out.map(|node| (move_of(node), node.parent, node.value)).collect();
    assert_eq!(rows, vec![(1, Some(0), Some(2.0)), (2, Some(0), Some(3.0))]);
}
