//! Max^n and best-reply search against naive ones, on trees with many players, some of them skipped or eliminated.

use plyground_core::{Bounds, Evaluation, Game, PlayerId, Turn};
use plyground_search::expectimax::{Config, Expectimax};
use plyground_search::multiplayer::{BestReply, BestReplyConfig, MaxN, MaxNConfig, Replies};
use plyground_search::{Limits, Report, Search, SearchRequest, StopReason, Tie};
use plyground_testkit::dice::{
    DiceEval, Literal, LiteralEval, RandomTree, TreeMove, TreePosition, TreeShape, choose, end, roll,
};
use plyground_testkit::naive;

fn maxn<G: Game, E: Evaluation<G>>(
    game: &G,
    eval: E,
    position: &G::Position,
    limits: Limits,
    config: MaxNConfig,
) -> Report<G::Move> {
    MaxN::with_config(config, eval)
        .search(SearchRequest::new(game, position).within(limits))
        .expect("max^n plays every game")
}

fn best_reply<G: Game, E: Evaluation<G>>(
    game: &G,
    eval: E,
    position: &G::Position,
    limits: Limits,
    config: BestReplyConfig,
) -> Report<G::Move> {
    BestReply::with_config(config, eval)
        .search(SearchRequest::new(game, position).within(limits))
        .expect("a game for this search")
}

/// A beam that lets every move of these trees through.
const WIDE: usize = 20;

fn maxn_configs() -> Vec<MaxNConfig> {
    let base = MaxNConfig { move_score: false, ..MaxNConfig::default() };
    vec![
        MaxNConfig { shallow: false, ..base },
        MaxNConfig { shallow: false, move_score: true, ..base },
        base,
        MaxNConfig { move_score: true, ..base },
        MaxNConfig { move_score: true, tie: Tie::Random, ..base },
        MaxNConfig { every_move: true, ..base },
        MaxNConfig { move_score: true, beam: Some(WIDE), ..base },
    ]
}

fn best_reply_configs() -> Vec<BestReplyConfig> {
    let mut all = Vec::new();
    for replies in Replies::ALL {
        let base = BestReplyConfig { replies, move_score: false, ..BestReplyConfig::default() };
        all.push(BestReplyConfig { cuts: false, ..base });
        all.push(base);
        all.push(BestReplyConfig { move_score: true, ..base });
        all.push(BestReplyConfig { move_score: true, tie: Tie::Random, ..base });
        all.push(BestReplyConfig { every_move: true, ..base });
        all.push(BestReplyConfig { move_score: true, beam: Some(WIDE), ..base });
    }
    all
}

/// Trees for two to five players, each with an opinion that suits it.
fn forest(trees: u64) -> Vec<(RandomTree, DiceEval)> {
    let evals = [DiceEval::Coins(2), DiceEval::Share, DiceEval::Selfish(3), DiceEval::Coins(6)];
    let shape = |seed: u64| TreeShape {
        seed,
        players: 2 + seed as usize % 4,
        chance: [0.0, 0.0, 0.4][seed as usize % 3],
        moves: [3, 5][seed as usize / 16 % 2],
        groups: seed.is_multiple_of(2),
        outcomes: 3,
        skips: [0.0, 0.5][seed as usize / 2 % 2],
        eliminations: [0.0, 0.15][seed as usize / 3 % 2],
        early: 0.1,
        levels: 6,
        ..TreeShape::default()
    };
    (0..trees).map(|seed| (RandomTree::new(shape(seed)), evals[seed as usize / 4 % 4])).collect()
}

/// The root and the positions after two turns, where somebody else is to move or to roll.
fn roots(tree: &RandomTree) -> Vec<TreePosition> {
    let mut roots = vec![tree.start()];
    let mut position = tree.start();
    for _ in 0..2 {
        if tree.turn(&position) == Turn::Chance {
            let possible = tree.outcomes(&position).iter().position(|probability| *probability > 0.0);
            tree.roll(&mut position, possible.expect("an outcome"));
            roots.push(position);
        }
        let mut moves = Vec::new();
        tree.moves(&position, &mut moves);
        if let Some(mv) = moves.last() {
            tree.make(&mut position, *mv);
        }
    }
    roots.push(position);
    roots
}

/// Compares one player's choice with the naive values of their moves.
fn check_choice(best: Option<TreeMove>, value: f64, truth: &[(TreeMove, f64)], tie: Tie, context: &str) {
    let top = truth.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    assert_eq!(value, top, "{context}");
    let tied: Vec<TreeMove> = truth.iter().filter(|(_, value)| *value == top).map(|(mv, _)| *mv).collect();
    match tie {
        Tie::First => assert_eq!(best, Some(tied[0]), "{context}"),
        Tie::Random => assert!(tied.contains(&best.expect("a move")), "{context}"),
    }
}

/// Compares a report with what `truth` says of the moves of a player's turn.
fn check(
    tree: &RandomTree,
    position: &TreePosition,
    report: &Report<TreeMove>,
    tie: Tie,
    context: &str,
    mut truth: impl FnMut(&TreePosition, PlayerId) -> Vec<(TreeMove, f64)>,
) {
    match tree.turn(position) {
        Turn::Over => assert_eq!((report.stopped, report.exact), (StopReason::Solved, true), "{context}"),
        Turn::Player(me) => {
            let truth = truth(position, me);
            check_choice(report.best, report.value, &truth, tie, context);
            for root in &report.moves {
                let (_, value) = truth.iter().find(|(mv, _)| *mv == root.mv).expect("a legal move");
                assert!(if root.exact { root.value == *value } else { root.value >= *value }, "{root:?}: {context}");
            }
        }
        Turn::Chance => {
            let mut sum = 0.0;
            for (outcome, probability) in tree.outcomes(position).iter().enumerate() {
                let value = report.outcome_values[outcome];
                assert_eq!(value.is_some(), *probability > 0.0, "{context}");
                let Some(value) = value else { continue };
                sum += probability * value;
                let mut rolled = *position;
                tree.roll(&mut rolled, outcome);
                let truth = truth(&rolled, tree.mover(&rolled).expect("a player"));
                check_choice(report.by_outcome[outcome], value, &truth, tie, context);
            }
            assert_eq!(report.value, sum, "{context}");
        }
    }
}

#[test]
fn max_n_agrees_with_the_naive_one() {
    for (tree, eval) in forest(192) {
        for position in roots(&tree) {
            for depth in 1..=4 {
                for config in maxn_configs() {
                    let context = format!("{config:?} {eval:?} depth {depth} at {position:?} of {:?}", tree.shape());
                    let report = maxn(&tree, eval, &position, Limits::depth(depth), config);
                    let mut eval = eval;
                    if config.tie == Tie::First && tree.turn(&position) != Turn::Over {
                        let truth = naive::maxn(&tree, &mut eval, &position, report.depth);
                        assert_eq!(report.by_player, truth, "{context}");
                    }
                    check(&tree, &position, &report, config.tie, &context, |at, me| {
                        let moves = naive::maxn_moves(&tree, &mut eval, at, report.depth);
                        moves.into_iter().map(|(mv, values)| (mv, values[me.index()])).collect()
                    });
                }
            }
        }
    }
}

#[test]
fn best_reply_search_agrees_with_the_naive_one() {
    for (tree, eval) in forest(96) {
        for position in roots(&tree) {
            for depth in 1..=5 {
                for config in best_reply_configs() {
                    let context = format!("{config:?} {eval:?} depth {depth} at {position:?} of {:?}", tree.shape());
                    let report = best_reply(&tree, eval, &position, Limits::depth(depth), config);
                    let mut eval = eval;
                    let replies = match config.replies {
                        Replies::MoveScore => naive::Replies::MoveScore,
                        Replies::Greedy => naive::Replies::Greedy,
                    };
                    check(&tree, &position, &report, config.tie, &context, |at, me| {
                        naive::best_reply_moves(&tree, &mut eval, at, report.depth, me, replies)
                    });
                }
            }
        }
    }
}

#[test]
fn two_players_leave_best_reply_search_nothing_to_guess() {
    for seed in 0..30 {
        let tree = RandomTree::new(TreeShape { seed, chance: 0.5, levels: 5, skips: 0.2, ..TreeShape::default() });
        let limits = Limits::depth(1 + seed as u32 % 5);
        let reply = best_reply(&tree, DiceEval::Even(3), &tree.start(), limits, BestReplyConfig::default());
        let config = Config { table_bytes: 0, ..Config::default() };
        let mut search = Expectimax::with_config(config, DiceEval::Even(3)).expect("memory for the table");
        let full =
            search.search(SearchRequest::new(&tree, &tree.start()).within(limits)).expect("a game for this search");
        assert_eq!((reply.value, reply.best, reply.exact), (full.value, full.best, full.exact), "{seed}");
        assert_eq!(reply.by_outcome, full.by_outcome);
    }
}

fn three(a: f64, b: f64, c: f64) -> Literal {
    end(&[a, b, c])
}

const TEN: LiteralEval = LiteralEval(Bounds { low: 0.0, high: 10.0, sum: Some(10.0) });

#[test]
fn max_n_worked_out_by_hand() {
    // Player 2 does not care about their first two moves, so the first counts, and player 1 must live with it.
    let indifferent = choose(2, vec![three(1.0, 5.0, 4.0), three(4.0, 5.0, 1.0), three(9.0, 0.0, 1.0)]);
    let modest = choose(2, vec![three(2.0, 4.0, 4.0), three(8.0, 2.0, 0.0)]);
    let dice = roll(vec![(0.5, modest), (0.5, choose(3, vec![three(0.0, 2.0, 8.0), three(3.0, 0.0, 7.0)]))]);
    let game = choose(1, vec![indifferent, dice, three(0.5, 9.0, 0.5)]);
    for config in maxn_configs() {
        let report = maxn(&game, TEN, &game.start(), Limits::default(), config);
        assert_eq!((report.best, report.value, report.exact), (Some(0), 1.0, true), "{config:?}");
        assert_eq!(report.by_player, [1.0, 5.0, 4.0]);
        assert_eq!(report.stopped, StopReason::Solved);
        assert_eq!(naive::maxn(&game, &mut TEN.clone(), &game.start(), 9), report.by_player);
    }
}

#[test]
fn shallow_pruning_cuts_only_what_the_player_before_will_not_enter() {
    // With 6 of 10 in hand player 2 leaves at most 4 to player 1, who has 5 elsewhere.
    let pruned = choose(2, vec![three(2.0, 6.0, 2.0), three(0.0, 10.0, 0.0), three(0.0, 9.0, 1.0)]);
    let game = choose(1, vec![three(5.0, 3.0, 2.0), pruned]);
    let nodes = |shallow, eval| {
        let config = MaxNConfig { shallow, move_score: false, ..MaxNConfig::default() };
        let report = maxn(&game, eval, &game.start(), Limits::depth(2), config);
        assert_eq!((report.best, report.value), (Some(0), 5.0));
        report.nodes
    };
    assert_eq!(nodes(true, TEN) + 2, nodes(false, TEN));
    // Without a known sum nothing may be concluded.
    let unknown = LiteralEval(Bounds { sum: None, ..TEN.0 });
    assert_eq!(nodes(true, unknown), nodes(false, unknown));
}

#[test]
fn a_roll_may_end_the_game() {
    let game =
        roll(vec![(0.25, three(4.0, 0.0, 0.0)), (0.75, choose(1, vec![three(0.0, 1.0, 2.0), three(8.0, 0.0, 0.0)]))]);
    for config in maxn_configs() {
        let report = maxn(&game, TEN, &game.start(), Limits::default(), config);
        assert_eq!((report.value, report.by_player), (7.0, vec![7.0, 0.0, 0.0]), "{config:?}");
    }
    for config in best_reply_configs() {
        let report = best_reply(&game, TEN, &game.start(), Limits::default(), config);
        assert_eq!((report.value, report.by_outcome), (7.0, vec![None, Some(1)]), "{config:?}");
    }
}

#[test]
fn nobody_is_his_own_rival() {
    // Player 2 is skipped: with 6 in hand player 1 leaves 4 to the others, but player 1 may still find 8.
    let again = choose(1, vec![three(6.0, 2.0, 2.0), three(8.0, 1.0, 1.0)]);
    let game = choose(1, vec![three(5.0, 3.0, 2.0), again]);
    for config in maxn_configs() {
        let report = maxn(&game, TEN, &game.start(), Limits::depth(2), config);
        assert_eq!((report.best, report.by_player), (Some(1), vec![8.0, 1.0, 1.0]), "{config:?}");
    }
}

#[test]
fn only_one_opponent_departs_in_a_round() {
    // Three players; by the moves' order everyone usually takes their first move. Together both opponents could hold
    // player 1 to 0, but one alone only to 4 or 3.
    let round = choose(
        2,
        vec![
            choose(3, vec![three(9.0, 0.0, 0.0), three(4.0, 0.0, 0.0)]),
            choose(3, vec![three(3.0, 0.0, 0.0), three(0.0, 0.0, 0.0)]),
        ],
    );
    let game = choose(1, vec![round, three(2.0, 0.0, 0.0)]);
    for config in best_reply_configs() {
        let report = best_reply(&game, TEN, &game.start(), Limits::depth(3), config);
        assert_eq!((report.best, report.value), (Some(0), 3.0), "{config:?}");
        assert!(!report.exact, "a guess about opponents proves nothing");
    }
}

#[test]
fn a_round_ends_where_the_root_player_is_skipped() {
    // Player 1 is skipped between both pairs of opponents, so each pair may depart once.
    let last = |usual| choose(3, vec![three(usual, 0.0, 0.0), three(usual - 1.0, 0.0, 0.0)]);
    let second = |usual| choose(2, vec![last(usual), last(usual - 3.0)]);
    let first = |usual| choose(3, vec![second(usual), second(usual - 2.0)]);
    let game = choose(1, vec![choose(2, vec![first(9.0), first(8.5)]), three(0.0, 0.0, 0.0)]);
    for config in best_reply_configs() {
        // Of the first pair player 3 departs (-2 instead of -0.5), of the second player 2 (-3 instead of -1).
        let report = best_reply(&game, TEN, &game.start(), Limits::depth(5), config);
        assert_eq!(report.value, 4.0, "{config:?}");
    }
}

/// What a beam of one move sees: the root's best at first sight, then whatever promises most.
fn single_file(tree: &RandomTree, mut eval: DiceEval, depth: u32) -> Option<(TreeMove, f64)> {
    let me = tree.turn(&tree.start()).player()?;
    let worth = |eval: &mut DiceEval, position: &TreePosition| match tree.turn(position) {
        Turn::Over => eval.expected_result(tree, position, me),
        _ => eval.expectation(tree, position, me),
    };
    let moves_of = |position: &TreePosition| {
        let mut moves = Vec::new();
        tree.moves(position, &mut moves);
        moves
    };
    let after = |position: &TreePosition, mv: TreeMove| {
        let mut next = *position;
        tree.make(&mut next, mv);
        next
    };
    let (mut first, mut top) = (None, f64::NEG_INFINITY);
    for mv in moves_of(&tree.start()) {
        let value = worth(&mut eval, &after(&tree.start(), mv));
        if value > top {
            (first, top) = (Some(mv), value);
        }
    }
    let mut position = after(&tree.start(), first?);
    for _ in 1..depth {
        let (mut next, mut most) = (None, i32::MIN);
        for mv in moves_of(&position) {
            let move_score = eval.move_score(tree, &position, mv);
            if next.is_none() || move_score > most {
                (next, most) = (Some(mv), move_score);
            }
        }
        let Some(mv) = next else { break };
        position = after(&position, mv);
    }
    Some((first?, worth(&mut eval, &position)))
}

#[test]
fn a_beam_of_one_follows_what_promises_most() {
    let mut narrowed = 0;
    for seed in 0..60 {
        let players = 2 + seed as usize % 4;
        let shape = TreeShape { seed, players, chance: 0.0, moves: 5, skips: 0.2, ..TreeShape::default() };
        let (tree, eval) = (RandomTree::new(shape), DiceEval::Coins(3));
        for depth in 1..=5 {
            let Some(truth) = single_file(&tree, eval, depth) else { continue };
            let config = MaxNConfig { beam: Some(1), ..MaxNConfig::default() };
            let one = maxn(&tree, eval, &tree.start(), Limits::depth(depth), config);
            let config = BestReplyConfig { beam: Some(1), ..BestReplyConfig::default() };
            let two = best_reply(&tree, eval, &tree.start(), Limits::depth(depth), config);
            let mut moves = Vec::new();
            tree.moves(&tree.start(), &mut moves);
            for report in [one, two] {
                assert_eq!((report.best, report.value), (Some(truth.0), truth.1), "depth {depth} of {shape:?}");
                if report.depth > 1 && moves.len() > 1 {
                    assert_eq!((report.moves.len(), report.exact), (1, false), "{shape:?}");
                    narrowed += 1;
                }
            }
        }
    }
    assert!(narrowed > 100, "{narrowed} cases only");
}

#[test]
fn a_stopped_iteration_gives_the_best_that_it_found() {
    // One turn ahead the first move looks best; two turns ahead it loses to the second one, and the third is long.
    let bad = choose(2, vec![three(1.0, 0.0, 0.0), three(9.0, 0.0, 0.0)]);
    let good = choose(2, vec![three(5.0, 0.0, 0.0), three(6.0, 0.0, 0.0)]);
    let long = choose(2, (0..9).map(|_| three(0.0, 0.0, 0.0)).collect());
    let game = choose(1, vec![bad, good, long]);
    let config = BestReplyConfig { move_score: false, ..BestReplyConfig::default() };
    let full = best_reply(&game, TEN, &game.start(), Limits::depth(2), config);
    assert_eq!((full.best, full.value), (Some(1), 5.0));
    let limits = Limits { nodes: Some(full.nodes - 1), ..Limits::depth(2) };
    let cut = best_reply(&game, TEN, &game.start(), limits, config);
    assert_eq!((cut.depth, cut.best, cut.value), (1, Some(1), 5.0));
}

#[test]
fn pruning_pays() {
    let mut nodes = [0; 4];
    for seed in 0..20 {
        let tree = RandomTree::new(TreeShape { seed, players: 4, chance: 0.0, moves: 5, ..TreeShape::default() });
        for (index, shallow) in [false, true].into_iter().enumerate() {
            let config = MaxNConfig { shallow, ..MaxNConfig::default() };
            nodes[index] += maxn(&tree, DiceEval::Coins(3), &tree.start(), Limits::depth(5), config).nodes;
        }
        for (index, cuts) in [false, true].into_iter().enumerate() {
            let config = BestReplyConfig { cuts, ..BestReplyConfig::default() };
            nodes[2 + index] += best_reply(&tree, DiceEval::Coins(3), &tree.start(), Limits::depth(5), config).nodes;
        }
    }
    eprintln!("max^n without and with shallow pruning, best reply without and with cuts: {nodes:?}");
    let [full, shallow, replies, cut] = nodes;
    assert!(shallow < full && replies < full / 2 && cut < replies, "{nodes:?}");
}

#[test]
fn node_limits_are_exact_and_answers_repeat() {
    for (tree, eval) in forest(12) {
        for limit in (0..40).chain([200, 1000]) {
            let limits = Limits { nodes: Some(limit), ..Limits::depth(4) };
            let ask = || {
                let config = MaxNConfig { tie: Tie::Random, ..MaxNConfig::default() };
                let one = maxn(&tree, eval, &tree.start(), limits, config);
                let config = BestReplyConfig { tie: Tie::Random, ..BestReplyConfig::default() };
                let two = best_reply(&tree, eval, &tree.start(), limits, config);
                [one, two].map(|report| {
                    assert!(report.nodes <= limit);
                    assert_eq!(report.stopped == StopReason::Nodes, report.nodes == limit && report.depth < 4);
                    (report.best, report.by_outcome, report.value, report.nodes, report.depth)
                })
            };
            assert_eq!(ask(), ask());
        }
    }
}
