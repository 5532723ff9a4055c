//! What holds for every kind of player in every game.

use plyground_core::{GameVisitor, Playable, Rng, Setup, Turn};
use plyground_engine::bench::after_random_plies;
use plyground_engine::{Player, PlayerInfo, Request, SearchRequest, Spec, build, infos};
use plyground_games::registry;
use plyground_search::trace::Recorder;
use plyground_search::{Basis, Iteration, Limits, Report, StopFlag};
use std::time::Duration;

/// Every type of game that the registry opens, and a preset of `best` for each.
const BOARDS: [(&str, &str); 7] = [
    ("reversixt", "standard"),
    ("reversixt", "seed=3,players=2"),
    ("reversixt", "seed=3,players=4"),
    ("einstein", "size=5"),
    ("einstein", "size=4"),
    ("isola", "columbia"),
    ("isola", "isolation-knight-wide"),
];

/// Kinds that need something from outside: a program, a person.
const FROM_OUTSIDE: [&str; 2] = ["process", "human"];

fn kinds() -> impl Iterator<Item = PlayerInfo> {
    infos().into_iter().filter(|kind| !FROM_OUTSIDE.contains(&kind.name))
}

fn on_every_board<V: GameVisitor<Output = usize>>(visitor: impl Fn() -> V) -> usize {
    let visit = |(game, variant): &(&str, &str)| {
        let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
        registry::visit(game, &setup, visitor()).unwrap_or_else(|error| panic!("{error}"))
    };
    BOARDS.iter().map(visit).sum()
}

/// The first position and some later ones; with dice, before and after a roll.
fn positions<G: Playable>(game: &G, start: &G::Position) -> Vec<G::Position> {
    let mut positions: Vec<G::Position> = Vec::new();
    for plies in [0, 5, 12] {
        let position = after_random_plies(game, start, plies, &mut Rng::seeded(plies as u64));
        if game.turn(&position) == Turn::Chance {
            let mut rolled = position.clone();
            game.roll(&mut rolled, 0);
            positions.push(rolled);
        }
        positions.push(position);
    }
    positions.retain(|position| game.turn(position) != Turn::Over);
    positions
}

/// Checks that there is a legal move wherever one is needed, and that the report says where it comes from.
fn check_choice<G: Playable>(game: &G, position: &G::Position, report: &Report<G::Move>, who: &str) {
    assert_eq!(report.depth == 0, report.basis == Basis::Static, "{who}: depth {}, {:?}", report.depth, report.basis);
    assert!(report.value.is_finite(), "{who}: {}", report.value);
    match game.turn(position) {
        Turn::Over => {}
        Turn::Player(_) => {
            let best = report.best.unwrap_or_else(|| panic!("{who}: no move"));
            assert!(game.is_legal(position, best), "{who}: {}", game.move_text(position, best));
        }
        Turn::Chance => {
            for (outcome, probability) in game.outcomes(position).iter().enumerate() {
                let best = report.by_outcome.get(outcome).copied().flatten();
                assert_eq!(best.is_some(), *probability > 0.0, "{who}: outcome {outcome}");
                let mut rolled = position.clone();
                game.roll(&mut rolled, outcome);
                assert!(best.is_none_or(|best| game.is_legal(&rolled, best)), "{who}: outcome {outcome}");
            }
        }
    }
}

struct Stopped;

impl GameVisitor for Stopped {
    type Output = usize;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> usize {
        let stop = StopFlag::default();
        stop.stop();
        let mut checked = 0;
        let more = ["search(opponents=maxn)", "search(opponents=brs)", "search(threads=2)", "search(algorithm=mtdf)"];
        let specs = kinds().map(|kind| kind.name.to_string()).chain(more.map(String::from));
        for text in specs.chain(["MrBlack(4)", "MrMonte(0, 100000)", "MrMonte(2, 1000)"].map(String::from)) {
            let spec: Spec = text.parse().expect("a spec");
            let Ok(mut player) = build(&spec, &game, 1) else { continue };
            for position in positions(&game, &start) {
                let who = format!("{text} at {}", game.position_text(&position));
                let stopped = player.think(Request::from(SearchRequest::new(&game, &position).until(&stop)));
                check_choice(&game, &position, &stopped, &who);
                // Rock'n'Roll's players think to a depth, whatever the time.
                if kinds().any(|kind| kind.name == spec.name && kind.params.iter().any(|param| param.name == "time")) {
                    let hurried = player.think(Request::from(
                        SearchRequest::new(&game, &position).within(Limits::time(Duration::ZERO)),
                    ));
                    check_choice(&game, &position, &hurried, &who);
                }
                if let Turn::Player(_) = game.turn(&position) {
                    let choice = player.choose(Request::from(SearchRequest::new(&game, &position).until(&stop)));
                    assert!(choice.mv.is_some_and(|mv| game.is_legal(&position, mv)), "{who}");
                }
                checked += 1;
            }
        }
        checked
    }
}

#[test]
fn a_request_that_is_over_before_it_begins_gets_a_legal_move_and_says_that_nothing_was_searched() {
    assert!(on_every_board(|| Stopped) > 300);
}

struct StaticIsSensible;

impl GameVisitor for StaticIsSensible {
    type Output = usize;

    /// A static choice is the best by the evaluation among the moves that look best, so it is not worse than the first.
    fn visit<G: Playable>(self, game: G, start: G::Position) -> usize {
        let stop = StopFlag::default();
        stop.stop();
        let mut player = build(&"best".parse().expect("a spec"), &game, 1).expect("best plays everything");
        let mut checked = 0;
        for position in positions(&game, &start) {
            if game.turn(&position) == Turn::Chance {
                continue;
            }
            let report = player.think(Request::from(SearchRequest::new(&game, &position).until(&stop)));
            let values: Vec<f64> = report.moves.iter().map(|root| root.value).collect();
            assert_eq!(report.basis, Basis::Static);
            assert_eq!(Some(&report.value), values.first());
            assert!(values.iter().all(|value| *value <= report.value), "{values:?}");
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            assert_eq!(report.moves.len(), moves.len(), "every move is listed");
            checked += 1;
        }
        checked
    }
}

#[test]
fn a_static_choice_is_the_best_of_what_was_looked_at() {
    assert!(on_every_board(|| StaticIsSensible) > 12);
}

/// A small search, by whatever a kind counts.
fn small() -> Limits {
    Limits { depth: Some(2), nodes: Some(2000), iterations: Some(40), ..Limits::default() }
}

/// Everything of a report that a setting could change.
fn essence<G: Playable>(game: &G, position: &G::Position, spec: &Spec) -> Option<String> {
    let mut player = build(spec, game, 1).ok()?;
    let report = player.think(Request::from(SearchRequest::new(game, position).within(small())));
    let Report { best, by_outcome, value, depth, nodes, stopped, moves, table, .. } = report;
    let unit = player.unit();
    Some(format!("{best:?} {by_outcome:?} {value} {depth} {nodes} {stopped:?} {moves:?} {table:?} {unit}"))
}

struct Defaults;

impl GameVisitor for Defaults {
    type Output = usize;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> usize {
        let position = after_random_plies(&game, &start, 4, &mut Rng::seeded(1));
        let mut checked = 0;
        for kind in kinds() {
            let plain = Spec::named(kind.name);
            let Some(expected) = essence(&game, &position, &plain) else { continue };
            for param in kind.params.iter().filter(|param| !param.default.is_empty()) {
                // What belongs to another kind of game has no default here.
                let text = format!("{}({}={})", kind.name, param.name, param.default);
                let spec: Spec = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                if kind.name == "best" && param.name == "endgame" && !game.facts().chance {
                    continue;
                }
                let told = build(&spec, &game, 1).err().map(|error| error.to_string());
                assert_eq!(told, None, "{text}: the printed default is no value");
                assert_eq!(essence(&game, &position, &spec).as_ref(), Some(&expected), "{text}");
                checked += 1;
            }
        }
        checked
    }
}

#[test]
fn the_printed_default_of_every_parameter_is_what_leaving_it_out_means() {
    assert!(on_every_board(|| Defaults) > 150);
}

/// A switch without a default would be on or off without saying so; only what may be absent has none.
#[test]
fn only_what_may_be_absent_has_no_default() {
    for kind in infos() {
        for param in kind.params.iter().filter(|param| param.default.is_empty()) {
            assert!(!param.values.contains("on|off"), "{}: {} is on or off", kind.name, param.name);
        }
    }
}

struct Limited;

impl GameVisitor for Limited {
    type Output = usize;

    fn visit<G: Playable>(self, game: G, _: G::Position) -> usize {
        let mut refused = 0;
        for kind in kinds() {
            for (name, instead) in [("iterations", "nodes"), ("depth", "iterations")] {
                let declared = kind.params.iter().any(|param| param.name == name);
                let can_play = build(&Spec::named(kind.name), &game, 1).is_ok();
                let counts = kind.params.iter().any(|param| param.name == instead);
                if declared || !can_play || !counts || kind.game == Some("einstein") {
                    continue;
                }
                let text = format!("{}({name}=5)", kind.name);
                let error = build(&text.parse().expect("a spec"), &game, 1).err().map(|error| error.to_string());
                let error = error.unwrap_or_else(|| panic!("{text} is accepted"));
                assert!(error.contains(&format!("use `{instead}`")), "{text}: {error}");
                refused += 1;
            }
        }
        refused
    }
}

#[test]
fn a_limit_that_means_nothing_to_a_kind_is_refused_with_the_nearest_that_does() {
    assert!(on_every_board(|| Limited) > 20);
}

#[test]
fn best_refuses_a_limit_that_means_nothing_to_the_player_behind_it() {
    struct Refused;
    impl GameVisitor for Refused {
        type Output = usize;
        fn visit<G: Playable>(self, game: G, _: G::Position) -> usize {
            // Among several players a tree is grown, elsewhere a search deepens.
            let (limit, instead) =
                if game.facts().players > 2 { ("depth", "iterations") } else { ("iterations", "nodes") };
            let text = format!("best({limit}=5)");
            let error = build(&text.parse().expect("a spec"), &game, 1).err().expect("it searches").to_string();
            assert!(error.contains(&format!("best: `5` is no value for {limit}")), "{error}");
            assert!(error.ends_with(&format!("use `{instead}`")), "{error}");
            1
        }
    }
    assert_eq!(on_every_board(|| Refused), BOARDS.len());
}

struct Recorded;

impl GameVisitor for Recorded {
    type Output = usize;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> usize {
        let mut player: Box<dyn Player<G>> = build(&"best".parse().expect("a spec"), &game, 1).expect("best plays");
        let mut recorder = Recorder::new(1000, 20);
        let mut told = 0;
        let mut sink = |_: &Iteration<G::Move>| told += 1;
        let limits = Limits { depth: Some(2), nodes: Some(50_000), ..Limits::default() };
        let request =
            Request::from(SearchRequest::new(&game, &start).within(limits).recording(&mut recorder).telling(&mut sink));
        let report = player.think(request);
        let grown = recorder.growth().map_or(0, |growth| growth.nodes.len());
        assert!(recorder.nodes().len() + grown > 1, "{}: {:?}", game.variant_text(), report.stopped);
        assert_eq!(told, report.iterations.len(), "{}", game.variant_text());
        1
    }
}

#[test]
fn the_best_player_of_every_game_records_its_tree() {
    assert_eq!(on_every_board(|| Recorded), BOARDS.len());
}

struct Bound;

impl GameVisitor for Bound {
    type Output = usize;

    /// No clock is read here: a ceiling of nothing ends what a spec's own limits would let run for hours.
    fn visit<G: Playable>(self, game: G, start: G::Position) -> usize {
        let mut bound = 0;
        let specs =
            ["search(depth=60)", "expectimax(depth=60)", "mcts(iterations=1000000000)", "best(nodes=90000000000)"];
        for text in specs.into_iter().chain(["MrMonte(0, 1000000000)", "MrBlack(20)", "original(depth=40)"]) {
            let Ok(mut player) = build(&text.parse().expect("a spec"), &game, 1) else { continue };
            let report = player.think(Request::new(&game, &start).at_most(Duration::ZERO));
            check_choice(&game, &start, &report, text);
            bound += 1;
        }
        bound
    }
}

#[test]
fn a_ceiling_binds_whatever_a_spec_says_about_itself() {
    assert!(on_every_board(|| Bound) > 15);
}

struct RatedLeaves;

impl GameVisitor for RatedLeaves {
    type Output = usize;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> usize {
        let make = |text: &str| build(&text.parse().expect("a spec"), &game, 1);
        let text = "mcts(selection=puct, prior=share, leaf=value, beam=20, last-resorts=off, nodes=3000)";
        let report = make(text).expect("it plays every game").think(Request::new(&game, &start));
        check_choice(&game, &start, &report, text);
        assert!((0.0..=1.0).contains(&report.value), "{}: {}", game.variant_text(), report.value);
        let again = make(text).expect("it plays every game").think(Request::new(&game, &start));
        assert_eq!((again.best, again.nodes, again.value), (report.best, report.nodes, report.value));
        for (text, hint) in [
            ("mcts(selection=puct)", "it needs ratings on the scale of results: prior=share"),
            ("mcts(selection=puct, prior=value)", "it needs ratings on the scale of results: prior=share"),
            ("mcts(beam=5)", "without a prior nothing says which moves are the best: prior=move-score"),
            ("mcts(last-resorts=off)", "without a prior nothing says which moves these are: prior=move-score"),
            ("mcts(beam=0)", "a number of moves from 1 on or off is expected"),
            ("mcts(beam=many)", "a number of moves from 1 on or off is expected"),
        ] {
            let error = make(text).err().expect("refused").to_string();
            assert!(error.ends_with(hint), "{text}: {error}");
        }
        1
    }
}

#[test]
fn leaves_can_be_rated_by_the_evaluation_of_any_game() {
    assert_eq!(on_every_board(|| RatedLeaves), BOARDS.len());
}
