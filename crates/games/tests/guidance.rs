//! What games tell the people who play them holds in every position: each impossible click has a reason, each turn a prompt, and the
//! changes of a move are exactly what differs between the pictures before and after it.

use plyground_core::{
    AnyGame, AnyMove, AnyPosition, CellKind, ChangeKind, Click, Drawable, Game, MapText, Notation, PlayerId, Rng,
    Scene, Setup, Turn,
};
use plyground_games::registry;
use std::collections::BTreeSet;

/// The games with boards that have every kind of square and move.
fn boards() -> Vec<(&'static str, Setup)> {
    let variant = |text: &str| Setup { variant: Some(text.to_string()), ..Setup::default() };
    let specials = "3\n2\n2 1\n5 6\n0 1 2 3 b 0\n0 2 3 1 0 i\nc 3 1 2 x 0\n0 0 - 0 0 b\n0 1 0 2 0 3\n0 0 0 <-> 5 4 4\n";
    let map = MapText { name: "specials".to_string(), text: specials.to_string() };
    vec![
        ("isola", Setup::default()),
        ("isola", variant("cols=5,rows=5,mover=knight,mode=remove")),
        ("isola", variant("cols=5,rows=5,mover=queen,mode=trail")),
        ("einstein", Setup::default()),
        ("reversixt", Setup::default()),
        ("reversixt", Setup { map: Some(map), ..Setup::default() }),
    ]
}

fn opened(name: &str, setup: &Setup) -> (AnyGame, AnyPosition) {
    registry::open(name, setup).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Calls `visit` in every position of a few random games, with the moves there.
fn each_position(mut visit: impl FnMut(&AnyGame, &AnyPosition, &[AnyMove])) {
    for (name, setup) in boards() {
        let (game, start) = opened(name, &setup);
        for seed in 0..4 {
            let mut rng = Rng::seeded(seed);
            let mut position = start.clone();
            loop {
                match game.turn(&position) {
                    Turn::Over => break,
                    Turn::Chance => {
                        let face = rng.weighted(game.outcomes(&position));
                        game.roll(&mut position, face);
                    }
                    Turn::Player(_) => {
                        let mut moves = Vec::new();
                        game.moves(&position, &mut moves);
                        visit(&game, &position, &moves);
                        let mv = moves[rng.below(moves.len())];
                        game.make(&mut position, mv);
                    }
                }
            }
        }
    }
}

fn cell(click: Option<&Click>) -> Option<usize> {
    if let Some(Click::Cell(cell)) = click { Some(*cell) } else { None }
}

#[test]
fn every_turn_has_a_prompt_and_every_impossible_click_a_reason() {
    each_position(|game, position, moves| {
        let prompts = game.prompts(position);
        assert!(!prompts.is_empty() && prompts.iter().all(|prompt| !prompt.ends_with('.')), "{prompts:?}");
        let clicks: Vec<Vec<Click>> = moves.iter().map(|mv| game.clicks(position, *mv)).collect();
        let cells = game.scene(position).cells.len();
        let offered: BTreeSet<usize> = clicks.iter().filter_map(|list| cell(list.first())).collect();
        for other in (0..cells).filter(|cell| !offered.contains(cell)) {
            let reason = game.refusal(position, &[Click::Cell(other)]);
            assert!(reason.as_ref().is_some_and(|reason| reason.ends_with('.')), "cell {other}: {reason:?}");
        }
        // The second click of the first move that has one.
        let Some(first) = clicks.iter().find(|list| cell(list.get(1)).is_some()).map(|list| list[0].clone()) else {
            return;
        };
        let seconds: BTreeSet<usize> =
            clicks.iter().filter(|list| list[0] == first).filter_map(|list| cell(list.get(1))).collect();
        for other in (0..cells).filter(|cell| !seconds.contains(cell)) {
            let reason = game.refusal(position, &[first.clone(), Click::Cell(other)]);
            assert!(reason.is_some(), "cell {other} after {first:?}");
        }
    });
}

#[test]
fn the_changes_of_a_move_are_what_differs_between_the_pictures() {
    each_position(|game, position, moves| {
        let before = game.scene(position);
        for mv in moves.iter().step_by(1 + moves.len() / 8) {
            let mut after = position.clone();
            game.make(&mut after, *mv);
            let changes = game.changes(position, *mv);
            let mut told: BTreeSet<usize> = changes.iter().map(|change| change.cell).collect();
            for change in &changes {
                if let ChangeKind::Slide { from } = change.kind {
                    told.insert(from);
                }
            }
            assert_eq!(told, different(&before, &game.scene(&after)), "{changes:?}");
            assert!(changes.is_sorted_by_key(|change| change.step));
        }
    });
}

/// The cells whose piece differs, or that were closed or torn out.
fn different(before: &Scene, after: &Scene) -> BTreeSet<usize> {
    let is_lost = |cell: usize| {
        let ground = after.cells[cell].ground;
        ground != before.cells[cell].ground && matches!(ground, CellKind::Blocked | CellKind::Hole)
    };
    let differs = |cell: &usize| before.cells[*cell].piece != after.cells[*cell].piece || is_lost(*cell);
    (0..before.cells.len()).filter(differs).collect()
}

/// A map of one filled row; the other rows are empty.
fn row(text: &str, overrides: usize) -> (AnyGame, AnyPosition) {
    let tiles: Vec<String> = text.chars().map(String::from).collect();
    let empty = vec!["0"; text.len()].join(" ");
    let text = format!("2\n{overrides}\n0 0\n3 {}\n{}\n{empty}\n{empty}\n", text.len(), tiles.join(" "));
    opened("reversixt", &Setup { map: Some(MapText { name: "row".to_string(), text }), ..Setup::default() })
}

#[test]
fn players_without_a_move_are_told_to_have_passed() {
    let (game, start) = row("1200021", 0);
    for text in ["2,0", "4,0"] {
        let mv = game.parse_move(&start, text).expect("a legal move");
        assert_eq!(game.passed(&start, mv), [PlayerId::SECOND], "{text}: the second player cannot enclose anything");
    }
    assert_eq!(game.score(&start), [2, 2]);
    let (game, start) = row("0121000", 0);
    assert_eq!(game.turn(&start), Turn::Player(PlayerId::SECOND), "the first player can enclose nothing");
    let reason = game.refusal(&start, &[Click::Cell(6)]).expect("a reason");
    assert!(reason.contains("capture nothing"), "{reason}");
}

#[test]
fn a_move_says_what_it_costs_and_a_taken_square_what_is_missing() {
    let (game, start) = row("1210000", 1);
    let dear = game.parse_move(&start, "2,0").expect("an override stone on a stone of one's own");
    assert_eq!(game.notice(&start, dear).as_deref(), Some("This costs your last override stone."));
    let (game, start) = row("1200012", 0);
    let cheap = game.parse_move(&start, "2,0").expect("a legal move");
    assert_eq!(game.notice(&start, cheap), None);
    let reason = game.refusal(&start, &[Click::Cell(1)]).expect("a reason");
    assert!(reason.contains("no override stone"), "{reason}");
}

#[test]
fn a_wrong_stone_is_refused_with_the_roll() {
    let (game, mut start) = opened("einstein", &Setup::default());
    game.roll(&mut start, 2);
    let scene = game.scene(&start);
    let of = |player: PlayerId, label: &str| {
        let is_it = |cell: &plyground_core::Cell| {
            cell.piece.as_ref().is_some_and(|piece| piece.owner == Some(player) && piece.label == label)
        };
        scene.cells.iter().position(is_it).expect("all stones are on the board")
    };
    let mover = game.mover(&start).expect("a player");
    let refusal = |cell: usize| game.refusal(&start, &[Click::Cell(cell)]).expect("a reason");
    assert_eq!(refusal(of(mover, "5")), "The die shows 3, so stone 3 has to move.");
    assert_eq!(refusal(of(mover.opponent(), "5")), "That stone is your opponent's.");
    assert_eq!(game.prompts(&start)[0], "Move stone 3");
}

#[test]
fn every_introduction_can_be_played_as_it_is_told() {
    for info in registry::infos() {
        assert!(info.introduction.len() >= 3, "{} has an introduction", info.name);
        for (number, step) in info.introduction.iter().enumerate() {
            let place = format!("{} {}", info.name, number + 1);
            let (game, start) = opened(info.name, &step.setup());
            assert!(matches!(game.turn(&start), Turn::Player(_)), "{place}: a person moves");
            let mut legal = Vec::new();
            game.moves(&start, &mut legal);
            assert!(!legal.is_empty(), "{place}");
            for text in step.moves {
                let mv = game.parse_move(&start, text).unwrap_or_else(|error| panic!("{place}: {error}"));
                assert_eq!(game.move_text(&start, mv), *text, "{place}: as the server compares it");
            }
            assert_eq!(step.moves.is_empty(), step.hint.is_empty(), "{place}: a hint where a move can be wrong");
            let sentences = [step.task, step.outcome];
            assert!(sentences.iter().all(|text| text.ends_with('.')), "{place}");
        }
    }
}

#[test]
fn introductions_end_as_they_say() {
    for (name, step, text) in [("isola", 2, "c3-b1"), ("einstein", 3, "r3d2xe1"), ("reversixt", 5, "4,4")] {
        let info = registry::info(name).expect("a game");
        let (game, mut position) = opened(name, &info.introduction[step].setup());
        let mv = game.parse_move(&position, text).expect("a legal move");
        game.make(&mut position, mv);
        assert_eq!(game.turn(&position), Turn::Over, "{name}");
        assert_eq!(game.payoffs(&position).winner(), Some(PlayerId::FIRST), "{name}: the reader has won");
    }
    let info = registry::info("reversixt").expect("a game");
    for (step, text, stones) in [(0, "4,2", [4, 0]), (2, "3,2:2", [7, 3]), (3, "2,2", [3, 0]), (4, "1,0", [3, 0])] {
        let (game, mut position) = opened("reversixt", &info.introduction[step].setup());
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.make(&mut position, mv);
        assert_eq!(game.score(&position), stones, "step {}", step + 1);
    }
}
