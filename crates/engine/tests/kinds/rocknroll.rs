//! Against general searches that share no code with these players, and what the specs promise.

use plyground_core::{Game, Notation, PlayerId, Rng, Turn};
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecError, build};
use plyground_games::einstein::{Einstein, Move, Position, Variant};
use plyground_search::{Report, StopFlag, StopReason};

fn game(variant: &str) -> Einstein {
    Einstein::new(Variant::parse(variant).expect("a variant"))
}

fn try_player(spec: &str, game: &Einstein) -> Result<Box<dyn Player<Einstein>>, SpecError> {
    build(&spec.parse::<Spec>()?, game, 7)
}

fn player(spec: &str, game: &Einstein) -> Box<dyn Player<Einstein>> {
    try_player(spec, game).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn look(spec: &str, game: &Einstein, position: &Position) -> Report<Move> {
    player(spec, game).think(Request::new(game, position))
}

/// Rolled positions of random games, every `stride`th.
fn positions(game: &Einstein, games: usize, stride: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::seeded(seed);
    let mut found = Vec::new();
    let mut count = 0;
    for _ in 0..games {
        let mut position = game.random_start(&mut rng);
        while game.turn(&position) != Turn::Over {
            let face = rng.weighted(game.outcomes(&position));
            game.roll(&mut position, face);
            if count % stride == 0 {
                found.push(position);
            }
            count += 1;
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            game.make(&mut position, moves[rng.below(moves.len())]);
        }
    }
    found
}

const BOARDS: [&str; 4] = ["standard", "small", "size=6,stones=4,die=0.1:0.2:0.3:0.4", "size=8,stones=3,die=0.5:0:0.5"];

#[test]
fn values_and_choices_are_those_of_plain_expectimax() {
    for variant in BOARDS {
        let game = game(variant);
        for (name, eval) in [("MrBlack", "schwarz"), ("FarmerBoy", "farmer")] {
            for (depth, stride) in [(0, 3), (1, 9), (2, 43)] {
                let plies = depth + 1;
                let twin = format!("expectimax(eval={eval}, depth={plies}, pruning=none, table=off, every-move=on)");
                for position in positions(&game, 5, stride, 11) {
                    let shown = game.position_text(&position);
                    let ours = look(&format!("{name}({depth})"), &game, &position);
                    let theirs = look(&twin, &game, &position);
                    assert!((ours.value - theirs.value).abs() < 1e-9, "{shown} {} {}", ours.value, theirs.value);
                    assert_eq!(ours.moves.len(), theirs.moves.len(), "{shown}");
                    let best = theirs.moves.iter().filter(|root| root.value > theirs.value - 1e-9);
                    let first = best.map(|root| root.mv).min();
                    assert_eq!(ours.best, first, "{shown}: lower stone first, diagonal first");
                }
            }
        }
    }
}

#[test]
fn tables_change_no_result() {
    for variant in BOARDS {
        let game = game(variant);
        for name in ["MrBlack", "FarmerBoy"] {
            let mut saved = 0;
            for position in positions(&game, 3, 13, 5) {
                let without = look(&format!("{name}(3, off, off)"), &game, &position);
                for sizes in ["1MB, 1MB", "240, 240", "10kB, off", "off, 10kB"] {
                    let with = look(&format!("{name}(3, {sizes})"), &game, &position);
                    assert_eq!((with.best, with.value), (without.best, without.value), "{name} {sizes}");
                    assert!(with.nodes <= without.nodes);
                    saved += without.nodes - with.nodes;
                }
                assert_eq!(without.table, None);
            }
            assert!(saved > 0, "{variant} {name}: a table that never answers is no table");
        }
    }
}

#[test]
fn a_table_that_lasts_for_a_game_changes_no_result_either() {
    let game = game("standard");
    let (mut with, mut without) = (player("MrBlack(2, 1kB, 1kB)", &game), player("MrBlack(2, off, off)", &game));
    for (index, position) in positions(&game, 4, 1, 21).iter().enumerate() {
        if index % 30 == 29 {
            with.new_game(1);
        }
        let request = || Request::new(&game, position);
        assert_eq!(with.think(request()).value, without.think(request()).value);
    }
}

#[test]
fn ties_are_broken_as_the_spec_says() {
    let game = game("size=8,stones=3");
    // Stones 1 and 3 are mirror images. Each has a diagonal and one straight step that bring it nearer by one.
    let text = "......../...r3..../......../.r1....../......../......../......../.......b1 r 2";
    let position = game.parse_position(text).unwrap();
    let chosen = |report: Report<Move>| game.move_text(&position, report.best.unwrap());
    for (ties, expected) in
        [("diagonal", "r1b5-c4"), ("straight", "r1b5-c5"), ("higher", "r3d7-e6"), ("last", "r3d7-d6")]
    {
        assert_eq!(chosen(look(&format!("MrBlack(0, ties={ties})"), &game, &position)), expected, "{ties}");
    }
    let mut lots = player("MrBlack(0, ties=random)", &game);
    let mut drawn = std::collections::BTreeMap::new();
    for _ in 0..800 {
        *drawn.entry(chosen(lots.think(Request::new(&game, &position)))).or_insert(0) += 1;
    }
    // Each 200 times, give or take six standard deviations.
    assert!(drawn.len() == 4 && drawn.values().all(|count| (126..274).contains(count)), "{drawn:?}");
}

#[test]
fn mr_random_takes_a_win_and_else_anything() {
    let game = game("standard");
    let winning = game.parse_position("...../...../..b1../...r3./...r5b2 r 4").unwrap();
    let other = game.parse_position("r3..../...../..b1../...../....b2 r 4").unwrap();
    // One ply deeper it also sees that a step beside the hostile stone can cost its last one.
    for (spec, varied) in [("MrRandom", 3), ("MrRandom(0)", 3), ("MrRandom(1)", 2)] {
        let mut random = player(spec, &game);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..60 {
            let mv = random.think(Request::new(&game, &winning)).best.unwrap();
            let text = game.move_text(&winning, mv);
            assert!(text.ends_with("e1"), "{spec}: {text}");
            seen.insert(random.think(Request::new(&game, &other)).best.unwrap());
        }
        assert_eq!(seen.len(), varied, "{spec}");
    }
}

/// The share of games that `mover` wins from here, by players built for any game in the plainest loop.
fn slow_share(game: &Einstein, from: &Position, policies: [&str; 2], mover: PlayerId, count: u64) -> f64 {
    let mut players = policies.map(|spec| player(spec, game));
    let mut rng = Rng::seeded(99);
    let mut won = 0u64;
    for number in 0..count {
        players.iter_mut().zip(0..).for_each(|(player, seat)| player.new_game(2 * number + seat));
        let mut position = *from;
        while position.winner().is_none() {
            match game.turn(&position) {
                Turn::Player(who) => {
                    let mv = players[who.index()].think(Request::new(game, &position)).best.expect("a move");
                    game.make(&mut position, mv);
                }
                _ => {
                    let face = rng.weighted(game.outcomes(&position));
                    game.roll(&mut position, face);
                }
            }
        }
        won += u64::from(position.winner() == Some(mover));
    }
    won as f64 / count as f64
}

#[test]
fn mr_monte_counts_what_his_players_win() {
    for variant in ["standard", "small,die=0.2:0.3:0.5"] {
        let game = game(variant);
        let position = positions(&game, 2, 9, 3)[1];
        for (inner, twins) in [
            ("random", ["random", "random"]),
            ("MrBlack(0)", ["greedy(eval=schwarz, ties=first)"; 2]),
            ("FarmerBoy(0), random", ["greedy(eval=farmer, ties=first)", "random"]),
            ("MrRandom", ["MrRandom(0)"; 2]),
        ] {
            let count = 4000;
            let report = look(&format!("MrMonte(0, {count}, {inner})"), &game, &position);
            for root in &report.moves {
                let mut after = position;
                game.make(&mut after, root.mv);
                if after.winner().is_none() {
                    let slow = slow_share(&game, &after, twins, position.mover(), count);
                    // Five standard deviations of a difference of two shares of 4000.
                    assert!((root.value - slow).abs() < 0.056, "{variant} {inner}: {} {slow}", root.value);
                }
            }
        }
    }
}

#[test]
fn mr_monte_rates_decided_games_and_replies_by_the_rules_of_search() {
    let game = game("standard");
    let winning = game.parse_position("...../...../..b1../...r3./..... r 4").unwrap();
    assert_eq!(look("MrMonte(0, 3, MrBlack(0))", &game, &winning).value, 1000.0);
    // Blue to reply wins with every roll.
    let lost = game.parse_position("r3..../.b1.../...../...../..... r 4").unwrap();
    let report = look("MrMonte(1, 3, MrBlack(0))", &game, &lost);
    let worst = report.moves.iter().map(|root| root.value).fold(f64::INFINITY, f64::min);
    assert!((worst + 1000.0).abs() < 1e-9, "{worst}");
}

#[test]
fn nested_players_and_defaults() {
    let game = game("tiny");
    let start = positions(&game, 1, 1, 1)[0];
    for spec in [
        "MrMonte",
        "MrMonte(0)",
        "MrMonte(0, 20, MrMonte(0))",
        "MrMonte(1, 5, MrBlack(1), FarmerBoy(0))",
        "MrMonte(0, 3, MrMonte(0, 2, MrMonte(0, 2, MrRandom)), greedy)",
        "MrMonte(0, 3, blue=MrBlack(2))",
        "MrRandom(2)",
        "MrBlack(1, scale=100)",
    ] {
        let [first, second] = [0, 1].map(|_| look(spec, &game, &start));
        assert_eq!((first.best, first.value), (second.best, second.value), "{spec}: the same seed");
        assert!(first.best.is_some_and(|mv| game.is_legal(&start, mv)), "{spec}");
    }
}

#[test]
fn before_the_roll_there_is_a_move_for_every_face_that_can_come() {
    let game = game("small,die=0.5:0:0.5");
    let start = game.start();
    for spec in ["MrRandom", "MrBlack(1)", "MrMonte(0, 5, MrBlack(0))"] {
        let report = look(spec, &game, &start);
        assert_eq!(report.by_outcome.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true], "{spec}");
        assert_eq!(report.best, None);
    }
    let report = look("MrBlack(1)", &game, &start);
    let theirs = look("expectimax(eval=schwarz, depth=2)", &game, &start);
    assert!((report.value - theirs.value).abs() < 1e-9);
}

#[test]
fn a_stop_flag_ends_what_would_take_for_ever() {
    let game = game("standard");
    let position = positions(&game, 1, 1, 1)[0];
    for spec in ["MrBlack(20)", "MrMonte(0, 1000000000, MrBlack(0))", "MrMonte(3, 1000, MrMonte(1))"] {
        let stop = StopFlag::default();
        stop.stop();
        let request = Request::from(SearchRequest::new(&game, &position).until(&stop));
        let report = player(spec, &game).think(request);
        assert!(report.best.is_some_and(|mv| game.is_legal(&position, mv)), "{spec}");
        if spec.starts_with("MrBlack") {
            assert_eq!(report.stopped, StopReason::Asked);
        }
    }
}

#[test]
fn mistakes_are_answered_with_a_sentence() {
    let einstein = game("standard");
    for (spec, reason) in [
        ("MrBlack(-1)", "a whole number from 0 to 80"),
        ("MrBlack(81)", "a whole number from 0 to 80"),
        ("MrBlack(x)", "a whole number"),
        ("MrBlack(2, upper=500GB)", "at most"),
        ("MrBlack(ties=lst)", "did you mean `last`?"),
        ("MrBlack(scale=0)", "a number above 0"),
        ("MrBlack(scale=nan)", "a number above 0"),
        ("FarmerBoy(lowr=1MB)", "did you mean `lower`?"),
        ("MrMonte(0, 0)", "a whole number from 1"),
        ("MrMonte(0, 5, MrBlak(0))", "there is no player `MrBlak`"),
        ("MrMonte(0, 5, MrBlack(-3))", "MrBlack: `-3` is no value for depth"),
        ("MrMonte(0, 5, \"MrBlack\")", "without quotes"),
        ("mrblack", "did you mean `MrBlack`?"),
    ] {
        let error = try_player(spec, &einstein).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(reason), "{spec}: {error}");
    }
}

#[test]
fn other_games_are_refused() {
    use plyground_core::{GameVisitor, Playable, Setup};
    struct Refuse;
    impl GameVisitor for Refuse {
        type Output = Option<SpecError>;
        fn visit<G: Playable>(self, game: G, _: G::Position) -> Self::Output {
            build(&Spec::named("MrBlack"), &game, 1).err()
        }
    }
    for other in ["isola", "reversixt"] {
        let error = plyground_games::registry::visit(other, &Setup::default(), Refuse).unwrap();
        assert_eq!(error.unwrap().to_string(), "MrBlack cannot play this game: it only knows einstein");
    }
}
