//! What recorders hold: the same search as without one, every search of the root, and trees of play-outs.

use plyground_core::Game;
use plyground_search::alphabeta::{Algorithm, AlphaBeta, Aspiration, Config};
use plyground_search::montecarlo::{Flat, FlatConfig, Mcts, MctsConfig, Uniform};
use plyground_search::multiplayer::{BestReply, MaxN};
use plyground_search::table::TableConfig;
use plyground_search::trace::{Ending, KnownBound, Recorder, VisitKind};
use plyground_search::{Limits, Method, Report, Search, SearchRequest};
use plyground_testkit::dice::{DiceEval, RandomTree, TreeShape};
use plyground_testkit::hashed::HashEval;
use plyground_testkit::nim::Nim;

/// The report and the record; without a recorder the search must say the same.
fn recorded<G: Game, S: Search<G>>(
    mut make: impl FnMut() -> S,
    game: &G,
    limits: Limits,
) -> (Report<G::Move>, Recorder<G::Move>) {
    let start = game.start();
    let request = || SearchRequest::new(game, &start).within(limits);
    let bare = make().search(request()).expect("a game for this search");
    let mut recorder = Recorder::new(1_000_000, 100);
    let report = make().search(request().recording(&mut recorder)).expect("a game for this search");
    assert_eq!((report.best, report.value), (bare.best, bare.value));
    (report, recorder)
}

fn alpha_beta(config: Config) -> impl FnMut() -> AlphaBeta<Nim, HashEval> {
    move || AlphaBeta::with_config(config, HashEval::new(40)).expect("a small table")
}

#[test]
fn every_search_of_the_root_is_kept_with_its_window_and_outcome() {
    let game = Nim::new(&[3, 4, 5]).expect("three heaps");
    let base = Config { table: TableConfig::Bucketed { bytes: 1 << 20 }, ..Config::default() };
    let (report, recorder) =
        recorded(alpha_beta(Config { aspiration: Aspiration::Fixed(2), ..base }), &game, Limits::depth(4));
    assert_eq!(recorder.method(), Some(Method::AlphaBeta));
    let failed: u32 = report.iterations.iter().map(|one| one.fail_low + one.fail_high).sum();
    assert!(failed > 0, "windows this narrow fail");
    assert_eq!(recorder.searches().len(), report.iterations.len() + failed as usize);
    let missed = recorder.searches().iter().filter(|search| {
        let value = search.value.expect("nothing stopped it");
        value <= search.window.0 || value >= search.window.1
    });
    assert_eq!(missed.count(), failed as usize);
    assert_eq!(recorder.searches().last().and_then(|search| search.value), Some(report.value));

    let (report, recorder) =
        recorded(alpha_beta(Config { algorithm: Algorithm::Mtdf, ..base }), &game, Limits::depth(4));
    let proofs: u32 = report.iterations.iter().map(|one| one.fail_low + one.fail_high).sum();
    assert_eq!(recorder.searches().len(), proofs as usize);
    assert!(recorder.searches().iter().all(|search| search.window.1 - search.window.0 == 1.0));
    let visits = || recorder.searches().iter().flat_map(|search| &search.nodes);
    assert!(visits().filter(|node| node.ending != Ending::Beam).all(|node| node.kind == VisitKind::NullWindow));
    // The table answers within the window's question, and the trace says what it knew.
    let answers: Vec<_> = visits().filter(|node| node.ending == Ending::Table).collect();
    assert!(!answers.is_empty());
    for node in answers {
        let answer = node.table.expect("an answer of the table");
        assert_eq!(Some(answer.value), node.value);
        let fits = match answer.bound {
            KnownBound::Exact => true,
            KnownBound::Lower => answer.value >= node.window.1,
            KnownBound::Upper => answer.value <= node.window.0,
        };
        assert!(fits, "{node:?}");
    }
}

#[test]
fn a_move_that_is_searched_again_says_so() {
    let game = Nim::new(&[3, 4, 5]).expect("three heaps");
    let config = Config { table: TableConfig::Off, deepening: false, ..Config::default() };
    let (_, recorder) = recorded(alpha_beta(config), &game, Limits::depth(4));
    let nodes = recorder.nodes();
    let again = nodes.iter().enumerate().filter(|(_, node)| node.kind == VisitKind::Again);
    let mut count = 0;
    for (index, node) in again {
        let before = nodes[..index].iter().rev().find(|other| other.parent == node.parent).expect("an earlier visit");
        assert_eq!((before.edge, before.kind), (node.edge, VisitKind::NullWindow));
        assert!(before.value.is_some_and(|value| value != before.window.0));
        count += 1;
    }
    assert!(count > 0);
    for (index, node) in nodes.iter().enumerate() {
        let above = node.parent.map_or(recorder.depth(), |parent| nodes[parent].depth);
        assert_eq!(node.depth + 1, above, "visit {index}");
    }
}

#[test]
fn several_opponents_and_dice_are_recorded_visit_by_visit() {
    let mut cuts = 0;
    for seed in 0..20 {
        let dice = seed % 2 == 1;
        let chance = if dice { 0.4 } else { 0.0 };
        let shape = TreeShape { seed, players: 3, chance, levels: 5, skips: 0.2, ..TreeShape::default() };
        let tree = RandomTree::new(shape);
        let eval = || DiceEval::Coins(3);
        let (max, max_record) = recorded(|| MaxN::new(eval()), &tree, Limits::depth(3));
        let (brs, brs_record) = recorded(|| BestReply::new(eval()), &tree, Limits::depth(3));
        assert_eq!((max_record.method(), brs_record.method()), (Some(Method::MaxN), Some(Method::BestReply)));
        for (report, recorder) in [(max, max_record), (brs, brs_record)] {
            // Every node is counted when it is entered, and the root once per iteration.
            let visits: usize = recorder.searches().iter().map(|search| search.nodes.len() + 1).sum();
            assert!(dice || visits as u64 == report.nodes, "seed {seed}: {visits} visits, {} nodes", report.nodes);
            let finished = recorder.searches().iter().flat_map(|search| &search.nodes);
            assert!(finished.clone().all(|node| node.value.is_some()), "seed {seed}: every visit was left");
            cuts += finished.filter(|node| matches!(node.ending, Ending::Alpha | Ending::Beta)).count();
        }
    }
    assert!(cuts > 0);
}

/// Play-outs through each root move, by backing up the recorded steps.
fn visits_of_moves<M: Copy>(recorder: &Recorder<M>, steps: usize) -> Vec<u64> {
    let growth = recorder.growth().expect("a tree of play-outs");
    assert_eq!((growth.steps.len(), growth.omitted), (steps, 0));
    let mut visits = vec![0; growth.nodes.len()];
    for step in &growth.steps {
        assert!((0.0..=1.0).contains(&step.reward));
        let mut at = Some(step.node);
        while let Some(node) = at {
            visits[node] += 1;
            at = growth.nodes[node].parent;
        }
    }
    assert_eq!(visits[0], steps as u64, "every play-out begins at the root");
    let tops = growth.nodes.iter().zip(visits).filter(|(node, _)| node.parent == Some(0));
    tops.map(|(_, visits)| visits).collect()
}

#[test]
fn trees_of_play_outs_grow_as_the_report_says() {
    let game = Nim::new(&[5, 6, 7]).expect("three heaps");
    let config = MctsConfig { proofs: false, early: false, ..MctsConfig::default() };
    let (report, recorder) = recorded(|| Mcts::random(config), &game, Limits::iterations(500));
    let mut visits = visits_of_moves(&recorder, 500);
    let mut efforts: Vec<u64> = report.moves.iter().map(|root| root.effort).collect();
    visits.sort_unstable();
    efforts.sort_unstable();
    assert_eq!(visits, efforts);

    let flat = || Flat::with_config(FlatConfig::default(), Uniform::default());
    let (report, recorder) = recorded(flat, &game, Limits::iterations(180));
    let visits = visits_of_moves(&recorder, 180);
    assert_eq!(visits, vec![10; report.moves.len()], "every move in turn");
}
