//! Levels, and players who blunder now and then.

use plyground_core::{Game, LEVELS, PlayerId, Rng, Setup, Turn};
use plyground_engine::{Request, Spec, SpecPolicy, build};
use plyground_games::registry;
use plyground_search::{Limits, SearchRequest};

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

#[test]
fn every_level_is_built_on_every_kind_of_board() {
    let boards = [
        ("reversixt", "standard"),
        ("reversixt", "seed=3,players=4"),
        ("einstein", "size=5"),
        ("einstein", "size=4,stones=3"),
        ("isola", "columbia"),
        ("isola", "classic"),
    ];
    for (game, variant) in boards {
        let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
        let (game, start) = registry::open(game, &setup).expect("a board");
        for level in 1..=LEVELS {
            let spec = spec(&format!("level({level}, nodes=50, table=1MB)"));
            let mut player = build(&spec, &game, 1).unwrap_or_else(|error| panic!("{variant}: {error}"));
            let report = player.think(Request::from(SearchRequest::new(&game, &start)));
            let answers = report.best.is_some() || report.by_outcome.iter().any(Option::is_some);
            assert!(answers, "level {level} has no move on {variant}");
        }
    }
}

#[test]
fn wrong_levels_are_refused_with_a_sentence() {
    let (game, _) = registry::open("isola", &Setup::default()).expect("a board");
    for (text, reason) in [("level(9)", "1 to 8"), ("level(0)", "1 to 8"), ("level(two)", "1 to 8")] {
        let error = build(&spec(text), &game, 1).err().expect("no such level").to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let error = build(&spec("blunder(best, rate=2)"), &game, 1).err().expect("no such rate").to_string();
    assert!(error.contains("from 0 to 1"), "{error}");
    assert!(build(&spec("blunder(nobody)"), &game, 1).is_err());
}

#[test]
fn a_page_may_not_hide_a_costly_player_inside() {
    let policy = SpecPolicy::server(false);
    assert!(policy.check(&spec("level(8)")).is_ok() && policy.check(&spec("blunder(best, rate=0.5)")).is_ok());
    assert!(policy.check(&spec("blunder(search(table=100GB))")).is_err());
    assert!(policy.check(&spec("blunder(blunder(best(time=1h)))")).is_err());
    assert!(policy.check(&spec("level(8, time=1h)")).is_err());
}

#[test]
fn blunders_are_as_frequent_as_asked_for_and_random() {
    // `first` always plays the first move, so every other move is a blunder.
    let (game, start) = registry::open("isola", &Setup::default()).expect("a board");
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    assert!(moves.len() > 2 && game.turn(&start) == Turn::Player(PlayerId::FIRST));
    let others = 1.0 - 1.0 / moves.len() as f64;
    for rate in [0.0, 0.25, 1.0] {
        let mut player = build(&spec(&format!("blunder(first, rate={rate})")), &game, 1).expect("a player");
        let mut counts = vec![0.0; moves.len()];
        let rounds = 4000;
        for round in 0..rounds {
            player.new_game(Rng::part(5, round).bits());
            let mv = player.choose(Request::new(&game, &start)).mv.expect("a move");
            counts[moves.iter().position(|other| *other == mv).expect("a legal one")] += 1.0;
        }
        let blunders: f64 = counts[1..].iter().sum::<f64>() / rounds as f64;
        assert!((blunders - rate * others).abs() < 0.03, "{rate}: {blunders}");
        let least = counts[1..].iter().copied().fold(f64::INFINITY, f64::min);
        let most = counts[1..].iter().copied().fold(0.0, f64::max);
        assert!(rate < 1.0 || least > 0.6 * most, "{rate}: {counts:?}");
    }
}

#[test]
fn the_top_level_is_best() {
    let (game, start) = registry::open("isola", &Setup::default()).expect("a board");
    let answer = |text: &str| {
        let mut player = build(&spec(text), &game, 1).expect("a player");
        let report = player.think(Request::from(SearchRequest::new(&game, &start).within(Limits::nodes(2000))));
        (report.best, report.value, report.nodes)
    };
    assert_eq!(answer("level(8)"), answer("best"));
}
