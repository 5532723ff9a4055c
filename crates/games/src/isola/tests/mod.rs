//! Laws, data and bad input for Isola.

mod agreement;
mod inputs;
mod opinions;
mod rooms;
mod rules;
mod symmetry;
mod vectors;

use super::{Isola, Variant, Word};
use plyground_core::{Game, GameKind, GameVisitor, Notation, Playable, Rng, Setup};
use plyground_testkit::conformance::{self, Trials};
use plyground_testkit::{perft_file, playthrough};
use std::path::Path;

/// The variant of this text.
fn variant(text: &str) -> Variant {
    Variant::parse(text, None).unwrap_or_else(|error| panic!("{error}"))
}

/// The game of this variant in the wider kind of word, which holds every board.
fn wide(text: &str) -> Isola<u128> {
    Isola::new(variant(text))
}

/// The set-up of this variant and, unless empty, position.
fn setup(variant: &str, position: &str) -> Setup {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_string());
    Setup { variant: text(variant), position: text(position), ..Setup::default() }
}

/// The names of all named variants.
fn names() -> Vec<&'static str> {
    Isola::info().variants.iter().map(|variant| variant.name).collect()
}

/// Plays up to this many random moves from the start.
fn wander<W: Word>(game: &Isola<W>, turns: usize, rng: &mut Rng) -> <Isola<W> as Game>::Position {
    let mut position = game.start();
    let mut moves = Vec::new();
    for _ in 0..turns {
        moves.clear();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        game.make(&mut position, moves[rng.below(moves.len())]);
    }
    position
}

struct Conformance(Trials);

impl GameVisitor for Conformance {
    type Output = ();
    fn visit<G: Playable>(self, game: G, start: G::Position) {
        conformance::check(&game, &start, self.0);
    }
}

#[test]
fn named_variants_obey_the_laws_of_games() {
    for name in names() {
        Isola::open(&setup(name, ""), Conformance(Trials { games: 6, ..Trials::default() })).unwrap();
    }
}

#[test]
fn odd_boards_obey_the_laws_of_games() {
    let boards = [
        ("cols=2,rows=2", ""),
        ("cols=2,rows=2,mover=knight,mode=remove,start=none", ""),
        ("cols=2,rows=60,mode=remove", ""),
        ("cols=26,rows=4,mover=queen", ""),
        ("cols=3,rows=5,mover=king,mode=remove", ""),
        ("cols=5,rows=3,mover=knight,start=none", ""),
        ("cols=8,rows=8,mover=queen,mode=remove,start=none,permanent=a1:d4:d5:h8", ""),
        ("cols=13,rows=5,mover=queen,start=m5:a1", ""),
        ("cols=11,rows=11,mover=queen", ""),
        ("cols=11,rows=11,mover=king,mode=remove,start=f6:f7,permanent=a1:f6:k11", ""),
        ("cols=11,rows=9,mover=queen,start=none", ""),
        // Nothing but a ring of permanent squares is left: the game goes round and round until it is drawn.
        ("mover=king,mode=remove", "x++/+#+/++o X"),
        ("mover=king,mode=remove", "x++#/+##./#O.. O"),
        ("mover=king", "X../.../..O X"),
        ("", "X..../...../....O O"),
    ];
    for (variant, position) in boards {
        Isola::open(&setup(variant, position), Conformance(Trials { games: 3, ..Trials::default() }))
            .unwrap_or_else(|error| panic!("{variant} {position}: {error}"));
    }
}

#[test]
fn perft_counts_are_those_of_the_tables() {
    // Counts above the limit are in the file for the command line.
    let compared = perft_file::check::<Isola>(include_str!("../data/perft.txt"), 3_000_000, |_| None);
    assert!(compared >= 70, "only {compared} counts compared");
}

#[test]
fn recorded_games_are_played_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/isola/data");
    for name in ["columbia", "classic", "isolation-knight"] {
        let game = wide(name);
        playthrough::check(&game, &game.start(), 1, &folder.join(format!("playthrough-{name}.txt")));
    }
}

#[test]
fn variants_are_named_or_spelled_out_and_read_back() {
    for name in names() {
        assert_eq!(wide(name).variant_text(), name);
    }
    let spelled = [
        ("cols=8,rows=8", "columbia"),
        ("rows=6,cols=8,mode=remove,mover=king,permanent=h4:a3,start=a3:h4", "classic"),
        ("mode=remove", "cols=8,rows=8,mover=queen,mode=remove"),
        (" cols = 5 , rows=4,start=b2:a1 ", "cols=5,rows=4,mover=queen,mode=trail,start=b2:a1"),
        ("cols=5,rows=4,start=a1:e4", "cols=5,rows=4,mover=queen,mode=trail"),
        ("cols=7,rows=7,start=none,permanent=none", "isolation-queen"),
        (
            "cols=4,rows=4,mover=knight,mode=remove,start=none,permanent=d4:a1",
            "cols=4,rows=4,mover=knight,mode=remove,start=none,permanent=a1:d4",
        ),
    ];
    for (given, written) in spelled {
        assert_eq!(variant(given).text(), written);
        assert_eq!(variant(written), variant(given));
    }
}

struct Described;

impl GameVisitor for Described {
    type Output = (String, String);
    fn visit<G: Playable>(self, game: G, start: G::Position) -> (String, String) {
        (game.variant_text(), game.position_text(&start))
    }
}

#[test]
fn a_position_fixes_what_the_variant_leaves_open() {
    let cases = [
        ("", "", "columbia", "X......./......../......../......../......../......../......../.......O X"),
        ("", "X../.../..O X", "cols=3,rows=3,mover=queen,mode=trail", "X../.../..O X"),
        ("mover=king,mode=remove", "X.+/o.# O", "cols=3,rows=2,mover=king,mode=remove", "X.+/o.# O"),
        ("cols=3,mover=knight", "X../O.. X", "cols=3,rows=2,mover=knight,mode=trail", "X../O.. X"),
        ("classic", "......../......../X......./.......O/......../........ O", "classic", ""),
        ("classic", "", "classic", "......../......../x......./.......o/......../........ X"),
        ("isolation-queen", "", "isolation-queen", &format!("{} X", ["......."; 7].join("/"))),
        ("seven", "", "seven", "...O.../......./......./......./......./......./...X... X"),
        ("cols=11,rows=11", "", "cols=11,rows=11,mover=queen,mode=trail", ""),
    ];
    for (variant, position, text, shown) in cases {
        let (found, start) = Isola::open(&setup(variant, position), Described).unwrap();
        assert_eq!(found, text);
        let shown = if shown.is_empty() { position } else { shown };
        assert!(shown.is_empty() || start == shown, "{variant}: {start} instead of {shown}");
    }
}
