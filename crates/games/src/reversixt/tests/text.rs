//! Positions and moves as text, set-ups, and the picture.

use super::*;
use crate::reversixt::{BitReversi, ReversiXt, maps};
use plyground_core::{
    CellKind, Click, Drawable, Evaluated, Evaluation, GameKind, GameVisitor, MapText, NotationError, Playable, Rng,
    Setup,
};
use proptest::prelude::*;

/// A map with a bit of everything.
const MAP: &str = "3 / 2 / 1 1 / 3 6 / 0 2 1 - 2 3 / c i b x 0 0 / 0 0 0 0 3 0 / 0 0 6 <-> 5 0 2";

/// Text of a position on it, and what the complaint says.
const REFUSED: &[(&str, &str)] = &[
    ("021-23/cibx00/000030 1 1 o=2,2,2 b=1,1,1", "a position has six fields"),
    ("021-23/cibx00/000030 1 1 o=2,2,2 b=1,1,1 out=- more", "a position has six fields"),
    ("021-23/cibx00 1 1 o=2,2,2 b=1,1,1 out=-", "3 rows of 6 tiles"),
    ("021-23/cibx00/00003 1 1 o=2,2,2 b=1,1,1 out=-", "3 rows of 6 tiles"),
    ("021-23/cibx000/00030 1 1 o=2,2,2 b=1,1,1 out=-", "row 1 must have 6 tiles"),
    ("021-23/cibx00/0000é 1 1 o=2,2,2 b=1,1,1 out=-", "3 rows of 6 tiles"),
    ("021-23/cibx00/00003z 1 1 o=2,2,2 b=1,1,1 out=-", "`z` at 5,2 is not a tile"),
    ("021-23/cibx00/000034 1 1 o=2,2,2 b=1,1,1 out=-", "a stone of a player who does not play"),
    ("021023/cibx00/000030 1 1 o=2,2,2 b=1,1,1 out=-", "the map has a hole at 3,0"),
    ("021-23/cibx00/000030 3 1 o=2,2,2 b=1,1,1 out=-", "the phase is 1 or 2"),
    ("021-23/cibx00/000030 1 4 o=2,2,2 b=1,1,1 out=-", "a player is a number from 1 to 3"),
    ("021-23/cibx00/000030 1 0 o=2,2,2 b=1,1,1 out=-", "a player is a number from 1 to 3"),
    ("021-23/cibx00/000030 1 1 o=2,2 b=1,1,1 out=-", "after o= stand 3 numbers from 0 to 255"),
    ("021-23/cibx00/000030 1 1 o=2,2,2,2 b=1,1,1 out=-", "after o= stand 3 numbers from 0 to 255"),
    ("021-23/cibx00/000030 1 1 o=2,2,256 b=1,1,1 out=-", "after o= stand 3 numbers from 0 to 255"),
    ("021-23/cibx00/000030 1 1 b=2,2,2 o=1,1,1 out=-", "after o= stand 3 numbers from 0 to 255"),
    ("021-23/cibx00/000030 1 1 o=2,2,2 b=1,-1,1 out=-", "after b= stand 3 numbers from 0 to 255"),
    ("021-23/cibx00/000030 1 1 o=2,2,2 b=1,1,1 out=", "after out= stand the disqualified players"),
    ("021-23/cibx00/000030 1 1 o=2,2,2 b=1,1,1 out=4", "after out= stand the disqualified players"),
    ("021-23/cibx00/000030 1 1 o=2,2,2 b=1,1,1 out=1", "player 1 is disqualified"),
    ("021-23/cibx00/000030 1 - o=2,2,2 b=1,1,1 out=1,2,3", "the last player cannot be disqualified"),
    ("021-23/cibx00/000030 1 1 o=2,2,2 b=1,1,1 out=2,3", "with one player left the game is over"),
    ("021-23/cibx00/000030 1 - o=2,2,2 b=1,1,1 out=-", "the game is not over, player 1 can move"),
    ("021-23/cibx00/000030 2 1 o=2,2,2 b=1,1,1 out=-", "player 1 can at 3,1"),
    ("021-23/cibx00/000030 1 1 o=2,2,2 b=1,1,1 out=- ", ""),
    ("000-00/000000/000000 1 1 o=2,2,2 b=1,1,1 out=-", "player 1 has no legal move"),
    ("000-00/000000/000000 1 - o=2,2,2 b=0,0,0 out=-", "when nobody can build, the game ends in phase 2"),
    ("000-00/000000/000000 2 1 o=2,2,2 b=0,1,0 out=-", "player 1 has no legal move"),
    ("000-00/000000/000000 2 - o=2,2,2 b=0,1,0 out=-", "the game is not over, player 2 can move"),
    ("------/------/------ 2 2 o=2,2,2 b=0,1,0 out=-", "player 2 has no legal move"),
];

#[test]
fn a_wrong_position_is_answered_with_one_sentence() {
    let game = game(MAP);
    for (text, words) in REFUSED {
        match game.parse_position(text) {
            Ok(position) => assert_eq!(game.position_text(&position), text.trim(), "should say {words}"),
            Err(error) => assert!(!words.is_empty() && error.to_string().contains(words), "{text}: {error}"),
        }
    }
}

#[test]
fn good_positions_come_back_as_written() {
    let game = game(MAP);
    for text in [
        "021-23/cibx00/000030 1 2 o=0,2,255 b=1,0,255 out=-",
        "021-23/cibx00/000030 1 - o=2,0,0 b=1,0,0 out=2,3",
        "-21-23/------/012300 1 1 o=0,0,1 b=1,1,1 out=-",
        "------/------/------ 2 - o=0,0,0 b=1,1,1 out=-",
        "000-00/000000/00000c 2 2 o=0,0,0 b=0,1,0 out=1",
    ] {
        assert_eq!(game.parse_position(text).map(|position| game.position_text(&position)), Ok(text.to_string()));
    }
    // What a disqualified player is said to hold is void.
    let position = game.parse_position("021-23/cibx00/000030 1 2 o=2,2,2 b=1,1,1 out=3").unwrap();
    assert_eq!(game.position_text(&position), "021-23/cibx00/000030 1 2 o=2,2,0 b=1,1,0 out=3");
}

/// What a wrong move on it is told.
const WRONG_MOVES: &[(&str, &str)] = &[
    ("", "a move is written x,y or x,y:special"),
    ("3", "a move is written x,y or x,y:special"),
    ("3;2", "a move is written x,y or x,y:special"),
    ("0,0:", "a move is written x,y or x,y:special"),
    ("0,0:2:2", "a move is written x,y or x,y:special"),
    ("0, 0", "a move is written x,y or x,y:special"),
    ("+0,0", "a move is written x,y or x,y:special"),
    ("0,0:256", "the special value is a number from 0 to 255"),
    ("6,0", "columns 0 to 5 and rows 0 to 2"),
    ("99999999999999999999999,0", "columns 0 to 5 and rows 0 to 2"),
    ("3,0", "there is a hole"),
    ("5,2", "player 1 would not turn any stone there"),
    ("0,0:1", "the special value must be 0"),
];

#[test]
fn a_wrong_move_is_answered_with_the_rule_it_breaks() {
    let game = game(MAP);
    let start = game.start();
    for (text, words) in WRONG_MOVES {
        let error = game.parse_move(&start, text).expect_err(text);
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
    let no_overrides = game.parse_position("021-23/cibx00/000030 1 1 o=0,2,2 b=1,1,1 out=-").unwrap();
    let error = game.parse_move(&no_overrides, "3,1").unwrap_err();
    assert!(error.to_string().contains("player 1 has no override stone"), "{error}");
    let over = game.parse_position("------/------/------ 2 - o=0,0,0 b=0,0,0 out=-").unwrap();
    assert!(game.parse_move(&over, "0,0").unwrap_err().to_string().contains("the game is over"));
}

#[test]
fn a_referee_applies_legal_moves_and_nothing_else() {
    let general = ReversiGame::new(MapFile::parse(maps::STANDARD, Reading::Strict).unwrap().map, "standard");
    let bits = BitReversi::new(general.clone()).unwrap();
    let (mut slow, mut fast) = (general.start(), bits.start());
    for (x, y, special, is_legal) in
        [(0, 0, 0, false), (3, 2, 1, false), (8, 0, 0, false), (3, 3, 0, false), (3, 2, 0, true), (2, 2, 0, true)]
    {
        let before = general.position_text(&slow);
        let verdict = general.apply_raw(&mut slow, x, y, special);
        assert_eq!(verdict.is_ok(), is_legal, "{x},{y}:{special}");
        assert_eq!(bits.apply_raw(&mut fast, x, y, special).err(), verdict.err());
        assert_eq!(general.position_text(&slow) != before, is_legal);
        assert_eq!(bits.position_text(&fast), general.position_text(&slow));
    }
}

#[test]
fn the_registry_knows_the_game_and_its_boards() {
    assert!(crate::registry::names().contains(&"reversixt"));
    let info = ReversiXt::info();
    assert_eq!(info.boards.len(), maps::ALL.len());
    let ring = info.boards.iter().find(|board| board.name == "ring").unwrap();
    assert_eq!((ring.players, ring.cols, ring.rows), (3, 9, 9));
    assert_eq!(info.map("standard").unwrap().text, maps::STANDARD);
    assert_eq!(info.map("rnig").unwrap_err().hint, "did you mean `ring`?");
    let opened = crate::registry::visit("reversixt", &Setup::default(), Opened).unwrap();
    assert_eq!(opened.0, "standard");
}

/// What opening a set-up leads to.
struct Opened;

impl GameVisitor for Opened {
    type Output = (String, String, bool);
    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let is_fast = std::any::TypeId::of::<G>() == std::any::TypeId::of::<BitReversi>();
        (game.variant_text(), game.position_text(&start), is_fast)
    }
}

fn open(
    variant: Option<&str>,
    position: Option<&str>,
    map: Option<(&str, &str)>,
) -> Result<(String, String, bool), String> {
    let setup = Setup {
        variant: variant.map(str::to_string),
        position: position.map(str::to_string),
        map: map.map(|(name, text)| MapText { name: name.to_string(), text: text.replace('/', "\n") }),
        lenient: false,
    };
    ReversiXt::open(&setup, Opened).map_err(|error| error.to_string())
}

#[test]
fn a_setup_picks_the_representation_that_fits() {
    let start = "00000000/00000000/00000000/00021000/00012000/00000000/00000000/00000000 1 1 o=0,0 b=0,0 out=-";
    assert_eq!(open(None, None, None), Ok(("standard".to_string(), start.to_string(), true)));
    assert_eq!(open(Some("standard"), Some(start), None), Ok(("standard".to_string(), start.to_string(), true)));
    // A position with a bomb is no longer plain, though its map is.
    let armed = start.replace("b=0,0", "b=0,1");
    assert_eq!(open(None, Some(&armed), None), Ok(("standard".to_string(), armed, false)));
    let (variant, _, is_fast) = open(None, None, Some(("a map.map", MAP))).unwrap();
    assert_eq!((variant.as_str(), is_fast), ("map=a_map.map", false));
    for map in maps::ALL {
        let variant = format!("map={}", map.name);
        let by_variant = open(Some(&variant), None, None).unwrap();
        assert_eq!(by_variant.0, variant);
        assert_eq!(open(Some(&variant), None, Some((map.name, map.text))), Ok(by_variant));
    }
}

#[test]
fn a_random_map_is_a_variant_that_names_itself() {
    let (variant, position, _) = open(Some("seed=7,players=4,cols=9"), None, None).unwrap();
    assert!(variant.starts_with("seed=7,players=4,cols=9,rows=12,"), "{variant}");
    assert_eq!(open(Some(&variant), Some(&position), None), Ok((variant.clone(), position.clone(), false)));
    assert_ne!(open(Some("seed=8,players=4,cols=9"), None, None).unwrap().1, position);
}

#[test]
fn a_wrong_setup_is_answered_with_one_sentence() {
    for (variant, map, words) in [
        ("standart", None, "a variant is `standard`, `map=<name>`"),
        ("map=dual", None, "did you mean `duel`?"),
        ("seed=x", None, "seed must be a whole number"),
        ("sede=1", None, "did you mean `seed`?"),
        ("players=9", None, "players must lie between 2 and 8"),
        ("cols=1001", None, "cols must lie between 1 and 1000"),
        ("standard", Some(("m", MAP)), "a map is the variant"),
    ] {
        let error = open(Some(variant), None, map).unwrap_err();
        assert!(error.contains(words), "{variant}: {error}");
    }
    let error = open(None, None, Some(("broken", "2 / 0 / 0 0 / 1 3 / 0 2 q"))).unwrap_err();
    assert!(error.starts_with("map broken: line 5, column 6, `q`: a tile is one of"), "{error}");
}

#[test]
fn the_picture_shows_holes_specials_stones_links_and_seats() {
    let game = game(MAP);
    let mut position = game.parse_position("-21-23/cibx00/000030 1 2 o=0,2,1 b=1,1,0 out=-").unwrap();
    let scene = game.scene(&position);
    assert_eq!((scene.cols, scene.rows), (6, 3));
    assert_eq!(scene.cells[0].ground, CellKind::Hole);
    assert_eq!(scene.cells[6].ground, CellKind::Special('c'));
    let piece = scene.cells[9].piece.as_ref().unwrap();
    assert_eq!((piece.owner, piece.label.as_str()), (None, "x"));
    assert_eq!(scene.cells[1].piece.as_ref().unwrap().owner, Some(player(2)));
    assert!(scene.links.is_empty(), "the transition led to a tile that is a hole now");
    let start = game.scene(&game.start());
    assert_eq!((start.links[0].from, start.links[0].to), ((0, 6), (5, 2)));
    assert_eq!(scene.seats[1].holdings, [("stones", 2), ("overrides", 2), ("bombs", 1)]);
    assert_eq!(scene.seats.iter().map(|seat| seat.symbol).collect::<String>(), "123");
    game.disqualify(&mut position, player(3));
    assert!(game.scene(&position).seats[2].eliminated);
    let choice =
        game.parse_move(&game.parse_position("021-23/21bx00/c00030 1 1 o=0,0,0 b=0,0,0 out=-").unwrap(), "0,0");
    assert!(choice.is_ok());
}

#[test]
fn special_tiles_ask_for_a_second_click() {
    let game = game("2 / 0 / 0 0 / 1 6 / c 2 1 2 b 0");
    let start = game.start();
    let clicks = |text| game.clicks(&start, game.parse_move(&start, text).unwrap());
    assert_eq!(clicks("0,0:2"), [Click::Cell(0), Click::Answer("swap with player 2".into())]);
    assert_eq!(clicks("4,0:20"), [Click::Cell(4), Click::Answer("take a bomb".into())]);
    assert_eq!(clicks("4,0:21"), [Click::Cell(4), Click::Answer("take an override stone".into())]);
}

#[test]
fn both_representations_hold_the_same_opinions() {
    let general = ReversiGame::new(MapFile::parse(maps::STANDARD, Reading::Strict).unwrap().map, "standard");
    let bits = BitReversi::new(general.clone()).unwrap();
    for info in bits.evals() {
        let (mut slow, mut fast) = (general.eval(info.name).unwrap(), bits.eval(info.name).unwrap());
        let mut position = bits.start();
        let mut rng = Rng::seeded(3);
        let mut different = std::collections::HashSet::new();
        while bits.turn(&position) != Turn::Over {
            let same = general.parse_position(&bits.position_text(&position)).unwrap();
            let mut moves = Vec::new();
            bits.moves(&position, &mut moves);
            for player in PlayerId::all(2) {
                let value = fast.value(&bits, &position, player);
                assert_eq!(slow.value(&general, &same, player), value, "{}", info.name);
                different.insert(value);
            }
            for square in &moves {
                let mv = bits.to_move(*square);
                assert_eq!(slow.move_score(&general, &same, mv), fast.move_score(&bits, &position, *square));
            }
            bits.make(&mut position, moves[rng.below(moves.len())]);
        }
        assert!(different.len() > 10, "{} hardly ever changes its mind", info.name);
    }
}

#[test]
fn several_opponents_are_weighed_together() {
    let game = game("3 / 0 / 1 0 / 1 9 / 1 1 1 1 2 2 3 0 0");
    let mut position = game.start();
    let mut stones = game.eval("stones").unwrap();
    let mut of = |position: &Position| [1, 2, 3].map(|number| stones.value(&game, position, player(number)));
    assert_eq!(of(&position), [8 - 3, 4 - 5, 2 - 6]);
    game.disqualify(&mut position, player(1));
    assert_eq!(of(&position), [-999_999, 1, -1]);
}

#[test]
fn othello_endgames_load_and_their_best_moves_are_legal() {
    let Some(file) = shared("othello/endgames.jsonl") else { return };
    let game = ReversiGame::new(MapFile::parse(maps::STANDARD, Reading::Strict).unwrap().map, "standard");
    let bits = BitReversi::new(game).unwrap();
    let mut found = 0;
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let board = record["board"].as_str().unwrap().replace('X', "1").replace('O', "2").replace('-', "0");
        let rows: Vec<&str> = (0..8).map(|row| &board[row * 8..row * 8 + 8]).collect();
        let turn = if record["to_move"] == "X" { 1 } else { 2 };
        let text = format!("{} 1 {turn} o=0,0 b=0,0 out=-", rows.join("/"));
        let position = bits.parse_position(&text).unwrap();
        assert_eq!(board.matches('0').count() as u64, record["empties"].as_u64().unwrap());
        for best in record["best_moves"].as_array().unwrap() {
            let name = best.as_str().unwrap().to_lowercase();
            let column = name.as_bytes()[0] - b'a';
            let row = name.as_bytes()[1] - b'1';
            let legal: Result<_, NotationError> = bits.parse_move(&position, &format!("{column},{row}"));
            assert!(legal.is_ok(), "{} {name}: {legal:?}", record["id"]);
            found += 1;
        }
    }
    assert!(found >= 39);
}

proptest! {
    #[test]
    fn no_text_upsets_positions_and_moves(
        text in "\\PC{0,120}",
        board in "[0-9cibx/-]{20}",
        rest in "[12] [1-3-] o=[0-9,]{0,7} b=[0-9,]{0,7} out=[1-3,-]{0,3}",
        mv in "[0-9,:-]{0,8}",
    ) {
        let game = game(MAP);
        let start = game.start();
        for text in [text.clone(), format!("{board} {rest}"), format!("021-23/cibx00/000030 {rest}")] {
            if let Ok(position) = game.parse_position(&text) {
                let written = game.position_text(&position);
                prop_assert_eq!(game.parse_position(&written), Ok(position));
            }
        }
        for text in [text, mv] {
            if let Ok(mv) = game.parse_move(&start, &text) {
                prop_assert!(game.is_legal(&start, mv));
            }
        }
    }
}
