//! Texts from outside: what is read, what is refused, and that nothing panics.

use super::*;
use crate::einstein::wtn::Record;
use plyground_core::{Drawable, GameKind, GameVisitor, MapText, Playable, Setup, SetupError, Turn};
use proptest::prelude::*;

const START: &str = "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r -";

#[test]
fn the_usual_start_is_the_documented_one() {
    let game = Einstein::standard();
    assert_eq!(game.position_text(&game.start()), START);
    assert_eq!(game.variant_text(), "standard");
}

#[test]
fn a_missing_die_and_capital_letters_are_understood() {
    let game = Einstein::standard();
    assert_eq!(at(&game, "R1r2r6../r4r3.../r5...B5/...b3b4/..b6b2b1  R"), game.start());
    let rolled = at(&game, "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r 6");
    assert_eq!(rolled.die(), Some(5));
    for text in ["r6c5-d4", "R6C5-D4", "6d", "6D", "r6d", "R6D"] {
        let mv = game.parse_move(&rolled, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.move_text(&rolled, mv), "r6c5-d4");
    }
    assert_eq!(game.move_text(&rolled, game.parse_move(&rolled, "6h").unwrap()), "r6c5-d5");
    assert_eq!(game.move_text(&rolled, game.parse_move(&rolled, "6v").unwrap()), "r6c5-c4");
}

#[test]
fn finished_games_are_positions_too() {
    let game = Einstein::standard();
    for (text, red_won) in [
        ("...../...../...../..b3../....r1 b -", true),
        ("b2..../...../...../...../..r1.. r -", false),
        ("r2..../...../...../...../..r1.. b -", true),
        ("...../...../..b1../...../..... r -", false),
    ] {
        let position = at(&game, text);
        assert_eq!(game.turn(&position), Turn::Over, "{text}");
        assert_eq!(game.position_text(&position), text);
        assert_eq!(game.payoffs(&position).as_slice()[0], if red_won { 1.0 } else { -1.0 }, "{text}");
    }
}

#[test]
fn wrong_positions_are_refused_with_a_reason() {
    let game = Einstein::standard();
    let long = ".".repeat(400);
    for (text, reason) in [
        ("", "a position is"),
        ("r1..../...../...../...../....b1", "player to move is missing"),
        ("r1..../...../...../...../....b1 x", "`r` or `b`"),
        ("r1..../...../...../...../....b1 red", "`r` or `b`"),
        ("r1..../...../...../....b1 r", "5 ranks, separated by `/`, not 4"),
        ("r1..../...../...../...../...../....b1 r", "not 6"),
        ("r1.../...../...../...../....b1 r", "rank 5: `r1...`: 4 cells in a rank of 5"),
        ("r1...../...../...../...../....b1 r", "more than 5 cells"),
        ("r1..../..q../...../...../....b1 r", "rank 4: `..q..`: `q` is no cell"),
        ("r7..../...../...../...../....b1 r", "1 to 6"),
        ("r0..../...../...../...../....b1 r", "1 to 6"),
        ("r..../...../...../...../....b1 r", "1 to 6"),
        ("....r/...../...../...../....b1 r", "1 to 6"),
        ("r1r1.../...../...../...../....b1 r", "red stone 1 is on the board twice"),
        ("r1..../...../b2..../b2..../..... r", "blue stone 2 is on the board twice"),
        ("...../...../...../...../..... r", "neither player has a stone"),
        ("b1..../...../...../...../....r1 r", "both players stand on their goals"),
        ("r1..../...../...../...../....b1 r 7", "from 1 to 6"),
        ("r1..../...../...../...../....b1 r 0", "from 1 to 6"),
        ("r1..../...../...../...../....b1 r x", "from 1 to 6"),
        ("r1..../...../...../...../....b1 r 3 3", "nothing follows the die"),
        ("...../...../...../..b3../....r1 b 3", "the game is over"),
        (long.as_str(), "too long"),
    ] {
        let error = game.parse_position(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let error = super::game("small").parse_position("r4.../..../..../...b1 r").unwrap_err().to_string();
    assert!(error.contains("1 to 3"), "{error}");
}

#[test]
fn wrong_moves_are_refused_with_a_reason() {
    let game = Einstein::standard();
    let rolled = "r1r2r6../r4.r3../r5..../...b3b4/..b6b2b1 r 6";
    for (position, text, reason) in [
        (rolled, "", "a move is written like"),
        (rolled, "c5-d4", "a move is written like"),
        (rolled, "6x", "a move is written like"),
        (rolled, "r6c5=d4", "a move is written like"),
        (rolled, "6c5-d4", "a move is written like"),
        (rolled, "r6c5-d44", "a move is written like"),
        (rolled, "r6ä-d4", "a move is written like"),
        (rolled, "b6c1-b1", "it is red's turn"),
        (rolled, "r7c5-d4", "numbered 1 to 6"),
        (rolled, "0d", "numbered 1 to 6"),
        (rolled, "1d", "a roll of 6 moves stone 6 only"),
        (rolled, "r6d5-d4", "red stone 6 stands on c5"),
        (rolled, "r6c5-b5", "right, down or right-down"),
        (rolled, "r6c5-e5", "right, down or right-down"),
        (rolled, "r6c5-c5", "right, down or right-down"),
        (rolled, "r6c5-z9", "`z9` is no cell"),
        (rolled, "r6c5xd4", "nothing to capture on d4"),
        ("r1r2r6../r4.r3../r5..../...b3b4/..b6b2b1 r 2", "r2b5-c5", "c5 is occupied"),
        ("r1r2r6../r4.r3../r5..../...b3b4/..b6b2b1 r", "6d", "has not been rolled"),
        ("r1r2.../r4.r3../r5..../...b3b4/..b6b2b1 r 6", "6d", "red stone 6 is off the board"),
        ("r1r2.../r4.r3../...../...b3b4/..b6b2b1 b 5", "3d", "a roll of 5 moves stone 4 or 6 only"),
        ("...../...../..r1../...../b1.... b 1", "1d", "leaves the board"),
        ("...../...../..r1../...../b1.... b 1", "b1a1-b2", "left, up or left-up"),
        ("...../...../...../..b3../....r1 b -", "3d", "the game is over"),
    ] {
        let error = game.parse_move(&at(&game, position), text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn turns_with_their_faces_lead_where_they_should() {
    let game = Einstein::standard();
    let position = after(&game, START, "6:r6c5-d4 3:b3d2-c3 2:2d 6:6v");
    assert_eq!(game.position_text(&position), "r1..../r4r3r2r6./r5.b3.b5/..b6.b4/...b2b1 r -");
    let mut start = game.start();
    let error = parse_moves(&game, &mut start, "6:6d 7:3d").unwrap_err().to_string();
    assert!(error.contains("move 2") && error.contains("1 to 6"), "{error}");
    let error = parse_moves(&game, &mut game.start(), "6d").unwrap_err().to_string();
    assert!(error.contains("<face>:<move>"), "{error}");
}

/// Says which variant and position were opened.
struct Describe;

impl GameVisitor for Describe {
    type Output = (String, String);
    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        (game.variant_text(), game.position_text(&start))
    }
}

fn open(variant: Option<&str>, position: Option<&str>) -> Result<(String, String), SetupError> {
    let setup =
        Setup { variant: variant.map(str::to_string), position: position.map(str::to_string), ..Setup::default() };
    Einstein::open(&setup, Describe)
}

#[test]
fn a_set_up_from_the_command_line_opens_the_game() {
    assert_eq!(open(None, None).unwrap(), ("standard".into(), START.into()));
    assert_eq!(open(Some("size=4,stones=3"), None).unwrap().1, "r1r2../r3.../...b3/..b2b1 r -");
    assert_eq!(open(Some("tiny"), Some("r1../.../..b3 b 2")).unwrap().1, "r1../.../..b3 b 2");
    // The position fixes the rest: who is to move, and where the stones are.
    assert_eq!(open(Some("setup=654321,first=b"), Some(START)).unwrap().1, START);
    assert!(matches!(open(Some("huge"), None), Err(SetupError::Variant(_))));
    assert!(matches!(open(None, Some("huge")), Err(SetupError::Position(_))));
    let map = Some(MapText { name: "crater".into(), text: String::new() });
    let error = Einstein::open(&Setup { map, ..Setup::default() }, Describe).unwrap_err();
    assert!(error.to_string().contains("no maps"), "{error}");
}

#[test]
fn the_registry_knows_the_game() {
    assert!(crate::registry::names().contains(&"einstein"));
    let info = Einstein::info();
    assert_eq!(info.variants[0].name, "standard");
    for variant in &info.variants {
        assert_eq!(super::game(variant.name).variant_text(), variant.name);
    }
    let found = crate::registry::visit("einstein", &Setup::default(), Describe).expect("registered");
    assert_eq!(found.1, START);
}

#[test]
fn a_picture_shows_stones_homes_goals_and_the_roll() {
    use crate::einstein::{BLUE, RED};
    use plyground_core::{CellKind, Click};
    let game = Einstein::standard();
    let position = at(&game, "r1r2r6../r4.r3../r5..../...b3b4/..b6b2b1 r 6");
    let scene = game.scene(&position);
    assert_eq!(scene.die, Some(6));
    assert_eq!((scene.col_names.concat(), scene.row_names.concat()), ("abcde".into(), "54321".into()));
    assert_eq!((scene.cells[0].ground, scene.cells[24].ground), (CellKind::Goal(BLUE), CellKind::Goal(RED)));
    assert_eq!((scene.cells[1].ground, scene.cells[12].ground), (CellKind::Home(RED), CellKind::Plain));
    let piece = scene.cells[18].piece.clone().unwrap();
    assert_eq!((piece.owner, piece.label.as_str()), (Some(BLUE), "3"));
    assert_eq!(scene.seats[1].holdings, [("stones", 5)]);
    let mv = game.parse_move(&position, "6d").unwrap();
    assert_eq!(game.clicks(&position, mv), [Click::Cell(2), Click::Cell(8)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_never_panic(text in "\\PC{0,60}", near in "[rb.1-7/]{20,40} [rbx] [0-9-]?") {
        let game = Einstein::standard();
        for text in [text, near] {
            if let Ok(position) = game.parse_position(&text) {
                prop_assert_eq!(game.parse_position(&game.position_text(&position)), Ok(position));
            }
        }
    }

    #[test]
    fn moves_never_panic(text in "\\PC{0,12}", near in "[rRbB]?[0-9][a-eA-E][0-6][-xX][a-f][0-6]", short in "[0-9][dhvx]") {
        let game = Einstein::standard();
        let position = at(&game, "r1r2r6../r4.r3../r5..../...b3b4/..b6b2b1 r 5");
        for text in [text, near, short] {
            if let Ok(mv) = game.parse_move(&position, &text) {
                prop_assert!(game.is_legal(&position, mv));
            }
        }
    }

    #[test]
    fn variants_never_panic(text in "\\PC{0,60}", near in "(size|stones|die|setup|first)=[0-9:./eE+-]{0,20}(,(first|stones)=[a-z0-9]{0,3})?") {
        for text in [text, near] {
            if let Ok(variant) = Variant::parse(&text) {
                prop_assert_eq!(Variant::parse(&variant.to_string()), Ok(variant));
            }
        }
    }

    #[test]
    fn records_never_panic(text in "\\PC{0,200}", cut in 0usize..300, change in any::<(usize, char)>()) {
        let example = "#[WTN][A R][B B][先手胜][2019][x];\nR:A5-6;B5-2;C5-4;A4-1;B4-5;A3-3\n\
                       B:E3-3;D2-5;E2-1;C1-4;D1-2;E1-6\n1:5;(R5,C3)\n2:3;(B3,D4)\n";
        let mut characters: Vec<char> = example.chars().take(cut).collect();
        if let Some(slot) = characters.len().checked_sub(1).map(|last| change.0 % (last + 1)) {
            characters[slot] = change.1;
        }
        for text in [text, characters.into_iter().collect()] {
            if let Ok(record) = Record::parse(&text) {
                prop_assert_eq!(Record::parse(&record.to_string()), Ok(record));
            }
        }
    }
}

#[test]
fn named_collections_open_with_different_positions() {
    for (collection, count) in Einstein::collections().into_iter().zip([16, 256]) {
        let texts: std::collections::HashSet<String> = (collection.openings.iter())
            .map(|opening| {
                let game = game(&format!("standard,{opening}"));
                game.position_text(&game.start())
            })
            .collect();
        assert_eq!(texts.len(), count, "{}", collection.name);
    }
}
