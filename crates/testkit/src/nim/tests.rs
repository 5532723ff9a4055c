use super::*;
use crate::conformance::{self, Trials};
use crate::{perft_file, playthrough, registry};
use plyground_core::{OpenError, Playable, PlayerId, Turn};
use std::path::Path;

const VARIANTS_TESTED: [&str; 8] = [
    "classic",
    "dice",
    "trio",
    "heaps=1",
    "heaps=20:1",
    "heaps=2:2:2:2:2:2:2:2,players=8",
    "heaps=6,die=0.5:0:0.5",
    "heaps=3:3,die=2,players=4",
];

fn setup(variant: &str) -> Setup {
    Setup { variant: Some(variant.to_string()), ..Setup::default() }
}

struct Conformance;

impl GameVisitor for Conformance {
    type Output = String;
    fn visit<G: Playable>(self, game: G, start: G::Position) -> String {
        conformance::check(&game, &start, Trials::default());
        game.variant_text()
    }
}

#[test]
fn every_variant_conforms() {
    for variant in VARIANTS_TESTED {
        let text = registry::visit("nim", &setup(variant), Conformance).expect("valid");
        let again = registry::visit("nim", &setup(&text), Conformance).expect("valid");
        assert_eq!(text, again, "the text of {variant} restores it");
    }
}

#[test]
fn perft_agrees_with_the_table() {
    assert!(perft_file::check::<Nim>(include_str!("data/perft.txt"), 1_000_000, |_| None) > 50);
}

struct Playthrough(&'static str);

impl GameVisitor for Playthrough {
    type Output = ();
    fn visit<G: Playable>(self, game: G, start: G::Position) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/nim/data").join(self.0);
        playthrough::check(&game, &start, 1, &file);
    }
}

#[test]
fn playthroughs_are_unchanged() {
    Nim::open(&setup("classic"), Playthrough("playthrough.txt")).expect("valid");
    Nim::open(&setup("dice"), Playthrough("playthrough-dice.txt")).expect("valid");
}

#[test]
fn the_registry_knows_nim_and_nothing_else() {
    assert_eq!(registry::names(), ["nim"]);
    assert_eq!(registry::infos()[0].name, "nim");
    assert!(matches!(registry::visit("chess", &Setup::default(), Conformance), Err(OpenError::Unknown { .. })));
}

#[test]
fn boutons_theory_is_the_exact_value_without_a_die() {
    let game = Nim::new(&[4, 5, 6]).expect("valid");
    for (a, b, c) in (0..=4).flat_map(|a| (0..=5).flat_map(move |b| (0..=6).map(move |c| (a, b, c)))) {
        let position = game.position(&[a, b, c], PlayerId::SECOND, None);
        let won = f64::from(u8::from(nim_sum(&position) != 0));
        assert_eq!(win_probability(&game, &position, PlayerId::SECOND), won, "{a}:{b}:{c}");
        assert_eq!(win_probability(&game, &position, PlayerId::FIRST), 1.0 - won, "{a}:{b}:{c}");
    }
}

#[test]
fn small_dice_games_have_the_value_counted_by_hand() {
    // Two faces, heap of 2: a 2 wins at once, a 1 leaves the last object to the opponent.
    // Heap of 3: after a 1 the opponent has 2 left (wins half the time); after a 2 taking either 1 or 2 leaves them
    // 2 or 1, and 2 is better: 1/2 in both cases.
    let game = Nim::new(&[3]).expect("valid").with_die(&[0.5, 0.5]);
    let value = |left: u8| win_probability(&game, &game.position(&[left], PlayerId::FIRST, None), PlayerId::FIRST);
    assert_eq!([value(1), value(2), value(3)], [1.0, 0.5, 0.5]);
}

#[test]
fn the_last_taker_of_three_wins() {
    let game = Nim::new(&[1, 1]).expect("valid").for_players(3);
    let mut position = game.start();
    game.make(&mut position, Take { heap: 0, count: 1 });
    game.make(&mut position, Take { heap: 1, count: 1 });
    assert_eq!(game.turn(&position), Turn::Over);
    assert_eq!(game.payoffs(&position).as_slice(), [-1.0, 1.0, -1.0]);
}

#[test]
fn bad_input_gets_one_sentence() {
    for (variant, expected) in [
        ("clasic", "did you mean `classic`?"),
        ("heap=3", "did you mean `heaps`?"),
        ("heaps=3:x", "such as 3:4:5"),
        ("heaps=21", "such as 3:4:5"),
        ("heaps=1:1:1:1:1:1:1:1:1", "such as 3:4:5"),
        ("heaps=0", "must hold something"),
        ("heaps=", "such as 3:4:5"),
        ("players=9", "from 2 to 8"),
        ("die=0", "from 1 to 20"),
        ("die=0.5:0.6", "probabilities such as"),
        ("die=NaN:1", "probabilities such as"),
        ("die=-1:2", "probabilities such as"),
        ("heaps=3,", "key=value"),
    ] {
        let error = Nim::open(&setup(variant), Conformance).expect_err(variant).to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{variant}: {error}");
    }
    for (variant, position, expected) in [
        ("classic", "3:4:6 1", "at most 3:4:5"),
        ("classic", "3:4 1", "at most 3:4:5"),
        ("classic", "3:4:5 3", "from 1 to 2"),
        ("classic", "3:4:5", "such as `3:4:5 1`"),
        ("dice", "4:5 1", "such as `3:4:5 1 -`"),
        ("dice", "4:5 1 4", "from 1 to 3"),
        ("dice", "0:0 1 2", "game is over"),
        ("heaps=6,die=0.5:0:0.5", "6 1 2", "a roll is"),
    ] {
        let where_to = Setup { position: Some(position.to_string()), ..setup(variant) };
        let error = Nim::open(&where_to, Conformance).expect_err(position).to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{position}: {error}");
    }
    let game = Nim::new(&[3, 4]).expect("valid").with_die(&[0.5, 0.5]);
    let position = game.parse_position("0:4 1 2").expect("valid");
    for (mv, expected) in [
        ("b3", "at most 2"),
        ("a1", "empty"),
        ("c1", "a to b"),
        ("b", "such as `a2`"),
        ("b999999999999", "at most 2"),
        ("b+1", "such as `a2`"),
    ] {
        let error = game.parse_move(&position, mv).expect_err(mv).to_string();
        assert!(error.contains(expected), "{mv}: {error}");
    }
}
