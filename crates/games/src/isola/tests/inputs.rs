//! Text from outside that is wrong, and what is said about it.

use super::{Conformance, Isola, Variant, setup, wide};
use plyground_core::{Game, GameKind, MapText, Notation, Setup, SetupError};
use plyground_testkit::conformance::Trials;
use proptest::prelude::*;

fn refusal(variant: &str, position: &str) -> String {
    match Isola::open(&setup(variant, position), Conformance(Trials { games: 0, seed: 0 })) {
        Ok(()) => panic!("`{variant}` with `{position}` is accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn wrong_variants_are_explained() {
    let cases = [
        ("columbus", "did you mean `columbia`?"),
        ("chess", "there are: columbia, classic"),
        ("isolation-knigth", "did you mean `isolation-knight`?"),
        ("", "neither the name of a variant"),
        ("cols=8,colour=3", "there is no parameter `colour`"),
        ("rosw=8", "did you mean `rows`?"),
        ("cols=8,rows", "`rows` is not key=value"),
        ("cols=8,", "`` is not key=value"),
        ("cols=5,cols=5", "cols is given twice"),
        ("cols=1,rows=5", "at least 2 columns and 2 rows, not 1x5"),
        ("cols=0", "at least 2"),
        ("cols=-3", "cols=-3 is not a number"),
        ("cols=+8", "cols=+8 is not a number"),
        ("cols=27,rows=2", "at most 26 columns"),
        ("cols=11,rows=12", "at most 121 squares, 11x12 is too large"),
        ("cols=1000,rows=1000", "at most 26 columns"),
        ("cols=2,rows=9999", "at most 121 squares"),
        ("cols=99999999999999999999999", "is not a number of squares"),
        ("mover=rook", "`rook` is no mover; there are: king, queen, knight"),
        ("mover=quen", "did you mean `queen`?"),
        ("mode=romove", "did you mean `remove`?"),
        ("start=a1:a1", "both pieces would start on a1"),
        ("start=a1", "start=a1 is neither two squares"),
        ("start=a1:i1", "i1 is not on the board of 8x8, which ends at h8"),
        ("start=a1:a9", "a9 is not on the board"),
        ("start=a1:b2:c3", "`b2:c3` is not a square"),
        ("start=a1:A2", "`A2` is not a square such as a1 or h8"),
        ("start=a01:b2", "`a01` is not a square"),
        ("permanent=a1", "permanent squares exist only with mode=remove"),
        ("mode=remove,permanent=a1:a1", "a1 is given twice"),
        ("mode=remove,permanent=a1::b1", "`` is not a square"),
        ("mode=remove,permanent=a99", "a99 is not on the board"),
    ];
    for (text, part) in cases {
        let said = Variant::parse(text, None).map_err(|error| error.to_string());
        assert!(said.as_ref().is_err_and(|said| said.contains(part)), "`{text}`: {said:?} instead of {part}");
    }
    let long = format!("mode=remove,permanent={}", "a1:".repeat(1_000_000));
    let said = Variant::parse(&long, None).unwrap_err().to_string();
    assert!(said.contains("too long") && said.len() < 200, "{said}");
}

#[test]
fn wrong_positions_are_explained() {
    let trail = "mover=queen,mode=trail";
    let remove = "mover=king,mode=remove";
    let cases = [
        (trail, "X../.X./..O X", "two pieces X, on a1 and b2"),
        (remove, "X../.O./..o X", "two pieces O, on b2 and c3"),
        (trail, "X../../..O X", "row 2 has 2 squares instead of 3"),
        (trail, "X../..../..O X", "row 2 has 4 squares instead of 3"),
        (trail, "X../.../ X", "row 3 has 0 squares instead of 3"),
        (trail, "X../..a/..O X", "`a` on c2 is none of . # X O + x o"),
        (trail, "X../..\u{7}/..O X", "on c2 is none of"),
        (trail, "X../..é/..O X", "`é` on c2"),
        (trail, "X../.+./..O X", "`+` on b2 is a permanent square, which only mode=remove has"),
        (trail, "x../.../..O X", "`x` on a1 is a permanent square"),
        (trail, "X../.../..O", "the player to move, X or O, is missing"),
        (trail, "X../.../..O x", "the player to move is X or O, not `x`"),
        (trail, "X../.../..O X O", "something after the end: `O`"),
        (trail, "X../.../..O X 5", "something after the end: `5`"),
        (remove, "x+./###/#+o X 5", "something after the end: `5`"),
        (remove, "x+#/###/#+o X 101", "a number from 1 to 100, not `101`"),
        (remove, "x+#/###/#+o X 0", "a number from 1 to 100, not `0`"),
        (remove, "x+#/###/#+o X 5 5", "something after the end"),
        (trail, " ", "at least 2 columns and 2 rows, not 0x1"),
        (trail, "X.O X", "at least 2 columns and 2 rows, not 3x1"),
        (trail, "X/O X", "at least 2 columns and 2 rows, not 1x2"),
        ("columbia", "X../.../..O X", "the board of this variant is 8x8, that of the position is 3x3"),
        ("cols=4", "X../.../..O X", "the board of this variant is 4x3, that of the position is 3x3"),
    ];
    for (variant, position, part) in cases {
        let said = refusal(variant, position);
        assert!(said.starts_with("position `") && said.contains(part), "`{position}`: {said} instead of {part}");
    }
    let million = vec![".".repeat(1000); 1000].join("/") + " X";
    for text in [million, "/".repeat(200), vec![".".repeat(12); 12].join("/") + " X"] {
        let said = refusal(trail, &text);
        assert!(said.contains("at most 121 squares") || said.contains("at least 2"), "{said}");
        assert!(said.len() < 300);
    }
}

#[test]
fn maps_are_refused() {
    let map = Some(MapText { name: "island".to_string(), text: String::new() });
    let said = Isola::open(&Setup { map, ..Setup::default() }, Conformance(Trials::default()));
    assert!(matches!(said, Err(SetupError::Unsuitable(_))), "{said:?}");
}

#[test]
fn wrong_moves_are_explained() {
    let cases = [
        ("columbia", "", "e6", "a queen on a1 cannot step to e6"),
        ("columbia", "", "h8", "O stands on h8"),
        ("columbia", "", "a1", "X stands on a1"),
        ("columbia", "", "h9", "h9 is not on the board of 8x8"),
        ("columbia", "", "i1", "i1 is not on the board"),
        ("columbia", "", "c", "`c` is not a square such as a1 or h8"),
        ("columbia", "", "c3 ", "`c3 ` is not a square"),
        ("columbia", "", "c3-c4", "this variant blocks the square just left"),
        ("columbia", "", "@c3", "X is on the board already"),
        ("columbia", "", "c99999999999", "is not a square"),
        ("isolation-queen", "", "c3", "X is not on the board yet and must be placed, as in @a1"),
        ("isolation-queen", "", "@", "`` is not a square"),
        ("cols=3,rows=3,mover=king,mode=remove,permanent=b2", "", "b1", "the square to remove is missing, as in b1-a1"),
        ("cols=3,rows=3,mover=king,mode=remove,permanent=b2", "", "b1-", "`` is not a square"),
        ("cols=3,rows=3,mover=king,mode=remove,permanent=b2", "", "b1-b1", "b1 is where the piece goes"),
        ("cols=3,rows=3,mover=king,mode=remove,permanent=b2", "", "b1-b2", "b2 is permanent"),
        ("cols=3,rows=3,mover=king,mode=remove,permanent=b2", "", "b1-c3", "c3 is occupied"),
        ("cols=3,rows=3,mover=king,mode=remove", "X.#/..#/..O X", "b1-c1", "c1 is blocked already"),
        ("cols=3,rows=3,mover=king,mode=remove", "X#./..#/..O X", "b1-c1", "b1 is blocked"),
        ("cols=3,rows=3,mover=king", "X#./###/..O X", "c1", "the game is over"),
    ];
    for (variant, position, mv, part) in cases {
        let game = wide(variant);
        let start = if position.is_empty() { game.start() } else { game.parse_position(position).unwrap() };
        let said = game.parse_move(&start, mv).unwrap_err().to_string();
        assert!(said.contains(part), "`{mv}` in `{}`: {said} instead of {part}", game.position_text(&start));
    }
}

/// Text made of what positions, moves and variants are made of.
fn almost_right() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,40}",
        "[.#XO+xo]{2,5}(/[.#XO+xo]{2,5}){1,4} [XO]( [0-9]{1,3})?",
        "@?[a-z][0-9]{1,3}(-[a-z][0-9]{1,3})?",
        "(cols|rows|mover|mode|start|permanent)=[a-z0-9:]{0,12}(,(cols|rows|mover|mode|start|permanent)=[a-z0-9:]{0,12}){0,3}",
    ]
}

proptest! {
    #[test]
    fn no_text_causes_a_panic(variant in almost_right(), position in almost_right(), mv in almost_right()) {
        // Whatever is accepted obeys every law.
        for variant in [Some(variant.clone()), Some("mover=king,mode=remove".to_string()), None] {
            for position in [Some(position.clone()), None] {
                let setup = Setup { variant: variant.clone(), position, ..Setup::default() };
                _ = Isola::open(&setup, Conformance(Trials { games: 0, seed: 0 }));
            }
        }
        for game in [wide("columbia"), wide("classic"), wide("isolation-knight")] {
            let start = game.start();
            if let Ok(parsed) = game.parse_move(&start, &mv) {
                prop_assert_eq!(game.move_text(&start, parsed), mv.clone());
                prop_assert!(game.is_legal(&start, parsed));
            }
        }
    }

    #[test]
    fn accepted_positions_are_written_as_they_were_read(
        position in "[.#+]{3}/[.#+]{3}/[.#X]{3}/[.#o]{3} [XO]"
    ) {
        let game = wide("cols=3,rows=4,mover=king,mode=remove");
        if let Ok(parsed) = game.parse_position(&position) {
            prop_assert_eq!(game.position_text(&parsed), position);
            prop_assert_eq!(game.key(&parsed), Some(game.recomputed_key(&parsed)));
        }
    }

    #[test]
    fn accepted_variants_are_read_back(
        cols in 2usize..12, rows in 2usize..12, mover in "king|queen|knight", mode in "trail|remove",
        start in "none|[a-c][1-3]:[a-c][1-3]"
    ) {
        let text = format!("cols={cols},rows={rows},mover={mover},mode={mode},start={start}");
        if let Ok(variant) = Variant::parse(&text, None) {
            prop_assert_eq!(Variant::parse(&variant.text(), None).unwrap(), variant);
        }
    }
}
