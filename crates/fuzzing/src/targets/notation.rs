//! Variants, positions and moves of each game: one line each.

use super::{has_long_sides, text};
use plyground_core::variations::TreeBuilder;
use plyground_core::{GameEvent, GameVisitor, Notation, Playable, Setup, parse_moves, write_moves};
use plyground_games::registry;
use plyground_testkit::conformance;

/// Turns played from an accepted position.
const TURNS: usize = 6;
/// The built-in maps that are small enough to be made again and again.
const SMALL_MAPS: [&str; 4] = ["map=duel", "map=skirmish", "map=helix", "map=moebius"];

pub(super) fn reversixt(bytes: &[u8]) {
    check("reversixt", bytes);
}

pub(super) fn einstein(bytes: &[u8]) {
    check("einstein", bytes);
}

pub(super) fn isola(bytes: &[u8]) {
    check("isola", bytes);
}

fn check(game: &str, bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let mut lines = text.lines();
    let mut line = || lines.next().map(String::from).filter(|line| !line.is_empty());
    let (variant, position, moves) = (line(), line(), line());
    if variant.as_deref().is_some_and(is_huge) {
        return;
    }
    let setup = Setup { variant, position, ..Setup::default() };
    let visit = Visit { game, moves: moves.unwrap_or_default(), seed: bytes.len() as u64 };
    let opened = registry::visit(game, &setup, visit);
    if let Err(error) = opened {
        assert!(!error.to_string().is_empty());
    }
}

fn is_huge(variant: &str) -> bool {
    has_long_sides(variant) || variant.starts_with("map=") && !SMALL_MAPS.contains(&variant)
}

struct Visit<'a> {
    game: &'a str,
    moves: String,
    seed: u64,
}

impl GameVisitor for Visit<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G, start: G::Position) {
        reopens(self.game, &game, &start);
        conformance::check_rules(&game, &start, self.seed, TURNS);
        variations_survive(&game, &start, &self.moves);
        let mut end = start.clone();
        match parse_moves(&game, &mut end, &self.moves) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(events) => {
                survive(&game, &start, &end, &events);
                conformance::check_rules(&game, &end, self.seed, TURNS);
            }
        }
    }
}

/// Whatever of a text can be read as a tree of variations is printed as a text that is read without an error.
fn variations_survive<G: Notation>(game: &G, start: &G::Position, text: &str) {
    let read = |text: &str| {
        let mut builder = TreeBuilder::new(game, start);
        let error = builder.read(text).err().map(|error| error.to_string());
        (builder.finish().text(), error)
    };
    let (printed, error) = read(text);
    assert!(error.is_none_or(|error| error.starts_with("line ")));
    assert_eq!(read(&printed), (printed.clone(), None), "{text}");
}

/// The variant and the position as printed open the same game.
fn reopens<G: Notation>(name: &str, game: &G, start: &G::Position) {
    struct Texts;
    impl GameVisitor for Texts {
        type Output = (String, String);
        fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
            (game.variant_text(), game.position_text(&start))
        }
    }
    let texts = (game.variant_text(), game.position_text(start));
    let setup = Setup { variant: Some(texts.0.clone()), position: Some(texts.1.clone()), ..Setup::default() };
    let opened = registry::visit(name, &setup, Texts);
    assert_eq!(opened, Ok(texts), "variant and position open another game");
}

/// Events are read back from what is printed, and lead to the same position.
pub(super) fn survive<G: Notation>(game: &G, start: &G::Position, end: &G::Position, events: &[GameEvent<G::Move>]) {
    let printed = write_moves(game, start, events.iter().copied());
    let mut again = start.clone();
    match parse_moves(game, &mut again, &printed) {
        Ok(_) => assert!(again == *end, "`{printed}` leads somewhere else"),
        Err(error) => panic!("our own moves do not parse: {error}"),
    }
}
