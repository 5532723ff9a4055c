//! Expectiminimax against a naive one: same values and moves, whatever the pruning, ordering, table and tree.

use plyground_core::{Bounds, Evaluation, Game, PlayerId, Rng, Turn};
use plyground_search::expectimax::{Config, Expectimax, Pruning, Replacement};
use plyground_search::trace::{Edge, Ending, Recorder};
use plyground_search::{Control, Limits, Report, Search, SearchRequest, StopReason, Tie};
use plyground_testkit::dice::{
    DiceEval, Literal, LiteralEval, RandomTree, TreeMove, TreePosition, TreeShape, choose, end, roll,
};
use plyground_testkit::naive::{expectimax, expectimax_moves};

const ONE_ENTRY: usize = 24;
const LARGE: usize = 1 << 20;

fn think<G: Game, E: Evaluation<G>>(
    game: &G,
    eval: E,
    position: &G::Position,
    limits: Limits,
    config: Config,
) -> Report<G::Move> {
    let mut control = Control::new(&limits);
    let mut search = Expectimax::with_config(config, eval).expect("memory for the table");
    search.run(SearchRequest::new(game, position).within(limits), &mut control).expect("a game for this search")
}

fn plain(pruning: Pruning) -> Config {
    Config { pruning, table_bytes: 0, table_depth: 1, move_score: false, ..Config::default() }
}

/// Every way of pruning with every kind of table and ordering.
fn configs() -> Vec<Config> {
    let mut all = Vec::new();
    for pruning in Pruning::ALL {
        all.push(plain(pruning));
        all.push(Config { move_score: true, tie: Tie::Random, ..plain(pruning) });
        all.push(Config { every_move: true, ..plain(pruning) });
        for replacement in Replacement::ALL {
            for table_bytes in [ONE_ENTRY, LARGE] {
                let move_score = replacement == Replacement::Pair;
                let table_move = replacement != Replacement::Recent;
                let base = plain(pruning);
                let table_depth = if move_score { 2 } else { 1 };
                all.push(Config { table_bytes, replacement, move_score, table_move, table_depth, ..base });
            }
        }
    }
    all
}

/// Trees of all characters, each with an opinion that suits it.
fn forest(trees: u64) -> Vec<(RandomTree, DiceEval)> {
    let evals = [DiceEval::Even(2), DiceEval::Share, DiceEval::Dwarf, DiceEval::Even(40), DiceEval::Coins(3)];
    let mut forest = Vec::new();
    for seed in 0..trees {
        let shape = TreeShape {
            seed,
            players: 2 + usize::from(seed % 5 == 4), // everyone against the root player
            eliminations: [0.0, 0.0, 0.0, 0.0, 0.2][seed as usize % 5],
            chance: [1.0, 1.0, 0.5][seed as usize % 3],
            groups: seed % 2 == 0,
            width: [1 << 40, 4][seed as usize / 2 % 2],
            early: [0.1, 0.3][seed as usize / 3 % 2],
            skips: [0.0, 0.0, 0.25][seed as usize / 5 % 3],
            levels: 4 + seed as u32 % 3,
            ..TreeShape::default()
        };
        forest.push((RandomTree::new(shape), evals[seed as usize % evals.len()]));
    }
    forest
}

/// A player's turn and a chance node of the tree, as far as there are such near its root.
fn roots(tree: &RandomTree) -> Vec<TreePosition> {
    let mut position = tree.start();
    let mut roots = vec![position];
    if tree.turn(&position) == Turn::Chance {
        let outcome = Rng::seeded(tree.shape().seed).weighted(tree.outcomes(&position));
        tree.roll(&mut position, outcome);
        roots.push(position);
    }
    let mut moves = Vec::new();
    tree.moves(&position, &mut moves);
    tree.make(&mut position, moves[0]);
    roots.push(position); // the second player's turn, or their roll, or the end
    roots
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1e-300)
}

/// What the report says about one player's turn must agree with the naive values of its moves.
fn check_choice(best: Option<TreeMove>, value: f64, truth: &[(TreeMove, f64)], config: &Config, context: &str) {
    let top = truth.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    assert!(close(value, top), "value {value} instead of {top}: {context}");
    let tied: Vec<TreeMove> = truth.iter().filter(|(_, value)| *value == top).map(|(mv, _)| *mv).collect();
    match config.tie {
        Tie::First => assert_eq!(best, Some(tied[0]), "of {truth:?}: {context}"),
        Tie::Random => assert!(tied.contains(&best.expect("a move")), "{best:?} is not among {tied:?}: {context}"),
    }
}

fn check_moves(report: &Report<TreeMove>, truth: &[(TreeMove, f64)], config: &Config, context: &str) {
    assert_eq!(report.moves.len(), truth.len(), "{context}");
    assert_eq!(report.moves[0].mv, report.best.expect("a move"), "the choice comes first: {context}");
    for root in &report.moves {
        let (_, value) = truth.iter().find(|(mv, _)| *mv == root.mv).expect("a legal move");
        if root.exact {
            assert!(close(root.value, *value), "{root:?} instead of {value}: {context}");
        } else {
            assert!(root.value >= *value - 1e-12 * value.abs(), "{root:?} is no upper bound of {value}: {context}");
        }
    }
    let all_exact = report.moves.iter().all(|root| root.exact);
    assert!(all_exact || !(config.every_move || matches!(config.pruning, Pruning::None | Pruning::Unified)));
}

fn check(tree: &RandomTree, eval: DiceEval, position: &TreePosition, depth: u32, config: Config) {
    let context = format!("{config:?} {eval:?} depth {depth} at {position:?} of {:?}", tree.shape());
    let report = think(tree, eval, position, Limits::depth(depth), config);
    let mut eval = eval;
    let truth = |eval: &mut DiceEval, at: &TreePosition, me| expectimax_moves(tree, eval, at, report.depth, me);
    match tree.turn(position) {
        Turn::Over => assert_eq!(report.stopped, StopReason::Solved, "{context}"),
        Turn::Player(me) => {
            let truth = truth(&mut eval, position, me);
            check_choice(report.best, report.value, &truth, &config, &context);
            check_moves(&report, &truth, &config, &context);
        }
        Turn::Chance => {
            let probabilities = tree.outcomes(position);
            assert_eq!((report.by_outcome.len(), report.best), (probabilities.len(), None), "{context}");
            let mut me = PlayerId::FIRST;
            for (outcome, probability) in probabilities.iter().enumerate() {
                let (best, value) = (report.by_outcome[outcome], report.outcome_values[outcome]);
                if *probability == 0.0 {
                    assert_eq!((best, value), (None, None), "{context}");
                    continue;
                }
                let mut rolled = *position;
                tree.roll(&mut rolled, outcome);
                me = tree.turn(&rolled).player().expect("somebody moves");
                let truth = truth(&mut eval, &rolled, me);
                check_choice(best, value.expect("a value"), &truth, &config, &context);
            }
            let truth = expectimax(tree, &mut eval, position, report.depth, me);
            assert!(close(report.value, truth), "value {} instead of {truth}: {context}", report.value);
        }
    }
    // A search that ends early has seen the whole tree, so deeper would be the same.
    assert!(report.depth == depth || report.stopped == StopReason::Solved, "{context}");
}

#[test]
fn all_searches_agree_with_the_naive_one() {
    let configs = configs();
    for (tree, eval) in forest(60) {
        for position in roots(&tree) {
            for depth in 1..=3 {
                for config in &configs {
                    check(&tree, eval, &position, depth, *config);
                }
            }
        }
    }
}

#[test]
fn deep_searches_agree_with_the_naive_one() {
    for (tree, eval) in forest(12) {
        for pruning in Pruning::ALL {
            for table_bytes in [0, 40 * ONE_ENTRY, LARGE] {
                let config = Config { table_bytes, ..plain(pruning) };
                check(&tree, eval, &tree.start(), 4, config);
                check(&tree, eval, &tree.start(), 5, config);
            }
        }
    }
}

#[test]
fn bounds_in_the_table_are_read_from_the_right_side() {
    // Few positions that are reached on many ways, with many windows: bounds of both kinds are asked for all the time.
    for seed in 100..140 {
        let shape = TreeShape { seed, width: 12, moves: 6, outcomes: 3, levels: 7, early: 0.0, ..TreeShape::default() };
        let tree = RandomTree::new(TreeShape { groups: seed % 4 == 0, ..shape });
        for pruning in [Pruning::Star1, Pruning::Star2, Pruning::UnifiedStar] {
            let config = Config { table_bytes: LARGE, ..plain(pruning) };
            check(&tree, DiceEval::Share, &roots(&tree)[1], 5, config);
        }
    }
}

fn sum_up(value: f64) -> Literal {
    end(&[value, -value])
}

const TEN: LiteralEval = LiteralEval(Bounds { low: -10.0, high: 10.0, sum: Some(0.0) });

#[test]
fn a_tree_worked_out_by_hand() {
    let safe = sum_up(3.0);
    let coin = roll(vec![(0.5, sum_up(0.0)), (0.5, sum_up(10.0))]); // 5
    let reply = roll(vec![
        (0.25, choose(2, vec![sum_up(8.0), sum_up(4.0)])),
        (0.0, sum_up(-10.0)), // cannot happen
        (0.75, choose(2, vec![sum_up(6.0), sum_up(7.0)])),
    ]); // 0.25 * 4 + 0.75 * 6
    let game = choose(1, vec![safe, coin, reply.worth(&[-9.0, 9.0])]);
    for config in configs() {
        let shallow = think(&game, TEN, &game.start(), Limits::depth(1), config);
        assert_eq!((shallow.value, shallow.best, shallow.exact), (3.0, Some(0), false), "{config:?}");
        let two = think(&game, TEN, &game.start(), Limits::depth(2), config);
        assert_eq!((two.value, two.best, two.exact), (5.5, Some(2), true), "{config:?}");
        // Nothing is left to find out, so no third iteration begins.
        let endless = think(&game, TEN, &game.start(), Limits::default(), config);
        assert_eq!((endless.depth, endless.stopped), (2, StopReason::Solved), "{config:?}");
    }
}

#[test]
fn a_die_with_one_face_costs_no_depth() {
    fn tree(levels: u32, dice: bool, rng: &mut Rng) -> Literal {
        let opinion = rng.below(9) as f64 - 4.0;
        if levels == 0 {
            return sum_up(opinion);
        }
        let player = 1 + levels as usize % 2;
        let choice = choose(player, (0..3).map(|_| tree(levels - 1, dice, rng)).collect());
        let choice = choice.worth(&[opinion, -opinion]);
        if dice { roll(vec![(1.0, choice)]).worth(&[opinion, -opinion]) } else { choice }
    }
    for seed in 0..10 {
        let bare = tree(5, false, &mut Rng::seeded(seed));
        let rolled = tree(5, true, &mut Rng::seeded(seed));
        for config in configs() {
            for depth in 1..=5 {
                let bare = think(&bare, TEN, &bare.start(), Limits::depth(depth), config);
                let rolled = think(&rolled, TEN, &rolled.start(), Limits::depth(depth), config);
                assert_eq!(bare.value, rolled.value, "{config:?} depth {depth}");
                assert_eq!((bare.depth, rolled.depth), (depth, depth));
                assert_eq!(vec![bare.best], rolled.by_outcome, "{config:?} depth {depth}");
            }
        }
    }
}

#[test]
fn a_roll_may_end_the_game_or_call_for_another() {
    let again = roll(vec![(0.5, sum_up(1.0)), (0.5, choose(1, vec![sum_up(2.0), sum_up(4.0)]))]); // 2.5
    let game = roll(vec![(0.2, again), (0.3, sum_up(-5.0)), (0.5, choose(1, vec![sum_up(1.0), sum_up(3.0)]))]);
    for config in configs() {
        let report = think(&game, TEN, &game.start(), Limits::default(), config);
        assert_eq!(report.outcome_values, [Some(2.5), Some(-5.0), Some(3.0)], "{config:?}");
        assert_eq!(report.by_outcome, [None, None, Some(1)], "{config:?}");
        assert_eq!((report.value, report.exact), (0.5 - 1.5 + 1.5, true), "{config:?}");
    }
}

#[test]
fn hopeless_chance_nodes_are_left_at_once() {
    let good = sum_up(5.5);
    let rest = || choose(2, vec![sum_up(9.0); 8]);
    // Half of -10 and at best half of 10 is less than 5.5, whatever the second face brings.
    let hopeless = roll(vec![(0.5, sum_up(-10.0)), (0.5, rest())]);
    let game = choose(1, vec![good, hopeless]);
    let full = think(&game, TEN, &game.start(), Limits::depth(3), plain(Pruning::None));
    let star = think(&game, TEN, &game.start(), Limits::depth(3), plain(Pruning::Star1));
    assert_eq!((full.value, star.value), (5.5, 5.5));
    assert!(star.nodes + 9 <= full.nodes, "{} and {}", star.nodes, full.nodes);
    assert!(star.star.expect("star counts").low > 0);
    assert_eq!(full.star, None);
}

#[test]
fn one_move_of_every_outcome_may_be_enough() {
    // The opponent rolls; with their first move on either face they already hold player 1 below 5.5.
    let face = || choose(2, vec![sum_up(1.0), sum_up(2.0), sum_up(3.0), sum_up(4.0)]);
    let game = choose(1, vec![sum_up(5.5), roll(vec![(0.5, face()), (0.5, face())])]);
    let one = think(&game, TEN, &game.start(), Limits::depth(2), plain(Pruning::Star1));
    let two = think(&game, TEN, &game.start(), Limits::depth(2), plain(Pruning::Star2));
    assert_eq!((one.value, two.value), (5.5, 5.5));
    assert_eq!(two.star.expect("star counts").probing, 1);
    assert!(two.nodes < one.nodes, "{} and {}", two.nodes, one.nodes);
}

/// Nodes to a fixed depth over a fixed set of trees.
fn total_nodes(shape: TreeShape, depth: u32, config: Config) -> u64 {
    let mut total = 0;
    for seed in 0..25 {
        let tree = RandomTree::new(TreeShape { seed, ..shape });
        total += think(&tree, DiceEval::Share, &tree.start(), Limits::depth(depth), config).nodes;
    }
    total
}

#[test]
fn pruning_pays() {
    for groups in [false, true] {
        let shape = TreeShape { groups, moves: 10, ..TreeShape::default() };
        let nodes = Pruning::ALL.map(|pruning| total_nodes(shape, 3, plain(pruning)));
        let [none, unified, star1, star2, unified_star] = nodes;
        eprintln!("nodes with groups {groups}: {nodes:?} for {:?}", Pruning::ALL);
        assert!(star1 < none / 2 && star2 < none / 2, "{nodes:?}");
        if groups {
            assert!(unified < none / 2 && unified_star < star2 / 2 && unified_star < unified / 3 * 2, "{nodes:?}");
        } else {
            assert_eq!((unified, unified_star), (none, star2), "without groups there is nothing to unify");
        }
    }
}

#[test]
fn a_table_saves_nodes_where_lines_meet() {
    for groups in [false, true] {
        let shape = TreeShape { width: 5, groups, early: 0.02, ..TreeShape::default() };
        for pruning in Pruning::ALL {
            let nodes = |table_bytes| total_nodes(shape, 4, Config { table_bytes, ..plain(pruning) });
            assert!(nodes(LARGE) * 2 < nodes(0), "{pruning:?}: {} of {}", nodes(LARGE), nodes(0));
        }
        let tree = RandomTree::new(shape);
        let config = Config { table_bytes: 1000, ..plain(Pruning::None) };
        let table = think(&tree, DiceEval::Share, &tree.start(), Limits::depth(4), config).table.expect("a table");
        assert!(table.bytes <= 1000 && table.probes > table.hits && table.hits > 0 && table.stores > 0, "{table:?}");
    }
}

#[test]
fn a_node_limit_is_obeyed_exactly_and_leaves_the_last_iteration() {
    let tree = RandomTree::new(TreeShape { groups: true, ..TreeShape::default() });
    for pruning in Pruning::ALL {
        for position in roots(&tree) {
            let config = plain(pruning);
            let whole = think(&tree, DiceEval::Share, &position, Limits::depth(3), config);
            for limit in (0..60).chain((60..whole.nodes).step_by(97)) {
                let limits = Limits { nodes: Some(limit), ..Limits::depth(3) };
                let report = think(&tree, DiceEval::Share, &position, limits, config);
                assert_eq!(report.nodes, limit.min(whole.nodes), "{pruning:?}");
                let completed = whole.iterations.iter().take(report.depth as usize);
                assert!(completed.map(|iteration| iteration.nodes).sum::<u64>() <= limit);
                match report.depth {
                    0 => {} // a legal move all the same, checked below
                    depth => assert_eq!(report.value, whole.iterations[depth as usize - 1].value),
                }
                let legal = report.best.is_some() || report.by_outcome.iter().any(Option::is_some);
                assert!(legal || tree.turn(&position) == Turn::Over);
                assert!(report.stopped == StopReason::Nodes || report.depth == whole.depth, "{report:?}");
            }
        }
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let tree = RandomTree::new(TreeShape { width: 6, ..TreeShape::default() });
    for pruning in Pruning::ALL {
        let config = Config { table_bytes: 100 * ONE_ENTRY, tie: Tie::Random, ..plain(pruning) };
        let mut search = Expectimax::with_config(config, DiceEval::Coins(1)).expect("memory for the table");
        let ask = |search: &mut Expectimax<RandomTree, DiceEval>| {
            let limits = Limits::nodes(3000);
            let mut report =
                search.search(SearchRequest::new(&tree, &tree.start()).within(limits)).expect("a game for this search");
            report.time = Default::default();
            report.iterations.iter_mut().for_each(|iteration| iteration.time = Default::default());
            report
        };
        let first = ask(&mut search);
        search.new_game(1);
        assert_eq!(first, ask(&mut search), "{pruning:?}");
    }
}

#[test]
fn a_search_is_not_confused_by_what_it_thought_before() {
    // The same memory serves positions of both players in any order, stopped searches in between.
    for (tree, eval) in forest(20) {
        for pruning in Pruning::ALL {
            let mut search = Expectimax::with_config(Config { table_bytes: LARGE, ..plain(pruning) }, eval)
                .expect("memory for the table");
            for position in roots(&tree).into_iter().rev() {
                for limits in [Limits::nodes(50), Limits::depth(3), Limits::depth(2)] {
                    let report = search
                        .search(SearchRequest::new(&tree, &position).within(limits))
                        .expect("a game for this search");
                    let fresh = think(&tree, eval, &position, limits, plain(pruning));
                    if limits.nodes.is_none() {
                        assert_eq!((report.value, report.best), (fresh.value, fresh.best), "{pruning:?}");
                        assert_eq!(report.by_outcome, fresh.by_outcome, "{pruning:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn random_ties_reach_every_tied_move() {
    let game = choose(1, vec![sum_up(1.0), sum_up(4.0), sum_up(4.0), sum_up(2.0), sum_up(4.0)]);
    for pruning in Pruning::ALL {
        let mut search =
            Expectimax::with_config(Config { tie: Tie::Random, ..plain(pruning) }, TEN).expect("memory for the table");
        let mut chosen = [0; 5];
        for _ in 0..300 {
            let limits = Limits::depth(1);
            let report =
                search.search(SearchRequest::new(&game, &game.start()).within(limits)).expect("a game for this search");
            chosen[report.best.expect("a move")] += 1;
        }
        assert_eq!(chosen[0] + chosen[3], 0);
        assert!([1, 2, 4].iter().all(|index| chosen[*index] > 60), "{chosen:?}");
    }
}

#[test]
fn a_single_move_is_played_without_thought_unless_a_depth_is_asked_for() {
    let game = choose(1, vec![choose(2, vec![sum_up(1.0), choose(1, vec![sum_up(2.0), sum_up(0.0)])])]);
    let forced = think(&game, TEN, &game.start(), Limits::nodes(1000), plain(Pruning::Star2));
    assert_eq!((forced.best, forced.depth, forced.stopped), (Some(0), 1, StopReason::Forced));
    let asked = think(&game, TEN, &game.start(), Limits::depth(2), plain(Pruning::Star2));
    assert_eq!((asked.depth, asked.stopped), (2, StopReason::Depth));
}

#[test]
fn bounds_that_say_nothing_switch_cuts_off() {
    let endless = LiteralEval(Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY, sum: None });
    let coin = |a, b| roll(vec![(0.5, sum_up(a)), (0.5, choose(2, vec![sum_up(b), sum_up(b + 1.0)]))]);
    let game = choose(1, vec![coin(1.0, 2.0), coin(-1e9, 3.0), coin(4.0, 1.0)]);
    for config in configs() {
        let report = think(&game, endless, &game.start(), Limits::depth(3), config);
        assert_eq!((report.value, report.best), (2.5, Some(2)), "{config:?}");
    }
}

#[test]
fn the_trace_is_the_tree_that_was_searched() {
    // After the first face the coin cannot reach the two points any more.
    let coin = roll(vec![(0.5, end(&[-5.0, 5.0])), (0.5, end(&[5.0, -5.0]))]);
    let game = choose(1, vec![end(&[2.0, -2.0]), coin]);
    let eval = LiteralEval(Bounds { low: -5.0, high: 5.0, sum: Some(0.0) });
    let mut recorder = Recorder::new(100, 10);
    let limits = Limits::depth(2);
    let mut control = Control::new(&limits);
    let mut search = Expectimax::with_config(plain(Pruning::Star1), eval).expect("memory for the table");
    search
        .run(SearchRequest::new(&game, &game.start()).within(limits).recording(&mut recorder), &mut control)
        .expect("a game for this search");
    // Bounds are weaker than real numbers would need by more than rounding can amount to.
    let rounded = |value: Option<f64>| value.map(|value| (value * 1e6).round() / 1e6);
    let rows: Vec<_> =
        recorder.nodes().iter().map(|node| (node.ply, node.edge, rounded(node.value), node.ending)).collect();
    assert_eq!(
        rows,
        vec![
            (1, Edge::Move(0), Some(2.0), Ending::Terminal),
            (1, Edge::Move(1), Some(0.0), Ending::Star),
            (2, Edge::Roll(0), Some(-5.0), Ending::Terminal),
        ]
    );
    assert_eq!(recorder.nodes()[1].window, (2.0, f64::INFINITY));
}

#[test]
fn watching_changes_nothing_and_sees_every_node() {
    for (tree, eval) in forest(30) {
        let start = tree.start();
        if !matches!(tree.turn(&start), Turn::Player(_)) {
            continue; // a roll at the root is no node of its own
        }
        for pruning in [Pruning::None, Pruning::Unified, Pruning::Star1, Pruning::Star2, Pruning::UnifiedStar] {
            let limits = Limits::depth(3);
            let unwatched = think(&tree, eval, &start, limits, plain(pruning));
            let mut recorder = Recorder::new(usize::MAX, u32::MAX);
            let mut control = Control::new(&limits);
            let mut search = Expectimax::with_config(plain(pruning), eval).expect("memory for the table");
            let watched = search
                .run(SearchRequest::new(&tree, &start).within(limits).recording(&mut recorder), &mut control)
                .expect("a game for this search");
            assert_eq!(
                (watched.best, watched.value, watched.nodes),
                (unwatched.best, unwatched.value, unwatched.nodes)
            );
            assert_eq!(recorder.omitted(), 0);
            assert!(recorder.nodes().iter().all(|node| node.value.is_some()), "every visit was left");
            if matches!(pruning, Pruning::None | Pruning::Unified | Pruning::Star1) {
                let last = watched.iterations.last().map_or(0, |iteration| iteration.nodes);
                assert_eq!(last, recorder.nodes().len() as u64 + 1, "the root is not below itself");
            }
        }
    }
}
