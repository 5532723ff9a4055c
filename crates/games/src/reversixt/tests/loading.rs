//! Map files: what loads, what is refused and why, and that nothing makes the reader fall over.

use super::*;
use crate::reversixt::generator::{Recipe, generate};
use crate::reversixt::{MAX_SIDE, MapFault, maps};
use plyground_core::Rng;
use proptest::prelude::*;

#[test]
fn white_space_is_free() {
    let conventional = "2\n1\n3 4\n1 4\n0 2 1 0\n0 0 6 <-> 3 0 2\n";
    let map = MapFile::parse(conventional, Reading::Strict).unwrap().map;
    assert_eq!(map.write(), conventional);
    for text in [
        "2 1 3 4 1 4 0 2 1 0 0 0 6 <-> 3 0 2",
        "\r\n2\r\n\r\n1\r\n3 4\r\n1 4\r\n0 2 1 0 \r\n0 0 6 <-> 3 0 2",
        "2\t1\t3\t4\t1\t4\n0\n2\n1\n0\n\n0 0 6\n<->\n3 0 2\n\n\n",
    ] {
        assert_eq!(MapFile::parse(text, Reading::Strict).unwrap().map, map, "{text:?}");
    }
}

#[test]
fn height_comes_before_width_and_x_before_y() {
    let map = read("2 / 0 / 1 0 / 2 3 / 0 2 1 / b 0 0 / 2 0 2 <-> 0 1 6", Reading::Strict).unwrap().map;
    assert_eq!((map.width(), map.height()), (3, 2));
    assert_eq!(map.tiles()[3].to_char(), 'b');
    assert_eq!((map.index(map.transitions()[0].from), map.index(map.transitions()[0].to)), (2, 3));
}

#[test]
fn a_transition_may_be_a_mirror_or_join_two_sides_of_one_tile() {
    let map = read("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 0 6 <-> 0 0 6 / 2 0 1 <-> 2 0 3", Reading::Strict).unwrap().map;
    assert_eq!(map.facts().transitions, 2);
}

/// Text (slashes for line ends), line and column of the complaint, and what it says.
const REFUSED: &[(&str, usize, usize, &str)] = &[
    ("", 1, 1, "the text ends where the number of players should stand"),
    ("two / 0 / 0 0 / 1 3 / 0 2 1", 1, 1, "`two`: the number of players must be a whole number written in digits"),
    ("1 / 0 / 0 0 / 1 3 / 0 2 1", 1, 1, "the number of players must lie between 2 and 8"),
    ("9 / 0 / 0 0 / 1 3 / 0 2 1", 1, 1, "the number of players must lie between 2 and 8"),
    ("+2 / 0 / 0 0 / 1 3 / 0 2 1", 1, 1, "the number of players must be a whole number written in digits"),
    ("2 / -1 / 0 0 / 1 3 / 0 2 1", 2, 2, "the number of override stones must not be negative"),
    ("2 / 99999999999999999999999 / 0 0 / 1 3 / 0 2 1", 2, 2, "override stones must lie between 0 and 2147483647"),
    ("2 / 0 / 0 70000 / 1 3 / 0 2 1", 3, 4, "the strength of bombs must lie between 0 and 65535"),
    ("2 / 0 / 0 0 / 0 3", 4, 2, "the height must lie between 1 and 1000"),
    ("2 / 0 / 0 0 / 1000000000 1000000000 / 0 2 1", 4, 2, "the height must lie between 1 and 1000"),
    ("2 / 0 / 0 0 / 1000 1001 / 0 2 1", 4, 7, "the width must lie between 1 and 1000"),
    ("2 / 0 / 0 0 / 1000 1000 / 0 2 1", 5, 7, "the text ends after 3 of 1000000 tiles"),
    ("2 / 0 / 0 0 / 3", 4, 3, "the text ends where the width should stand"),
    ("2 / 0 / 0 0 / 1 4 / 0 2 1", 5, 7, "the text ends after 3 of 4 tiles"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 z", 5, 6, "`z`: a tile is one of"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 C", 5, 6, "`C`: a tile is one of"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 9", 5, 6, "`9`: a tile is one of"),
    ("2 / 0 / 0 0 / 1 3 / 0 21", 5, 4, "`21`: each tile is a single character"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 3", 5, 6, "`3`: a stone of a player who does not take part: the map is for 2"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 0 6 <->", 6, 2, "`0`: a transition is written"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 0 6 <-> 2 0 2 / garbage", 7, 2, "`garbage`: a transition is written"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 0 6 <-> 2 0 2 7", 6, 18, "`7`: a transition is written"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 0 6 <=> 2 0 2", 6, 8, "`<=>`: a transition has `<->` in the middle"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 0 6<-> 2 0 2 0", 6, 11, "`2`: a transition has `<->` in the middle"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 3 0 6 <-> 2 0 2", 6, 2, "a transition ends at 3,0, which is not on the board"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 0 6 <-> 2 1 2", 6, 12, "a transition ends at 2,1, which is not on the board"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 0 8 <-> 2 0 2", 6, 6, "a direction is a number from 0 (up) to 7 (up-left)"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 -1 0 <-> 2 0 2", 6, 4, "`-1`: a coordinate or direction must not be negative"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 0 2 <-> 2 0 2", 6, 2, "leaves 0,0 in direction 2, but there is a neighbouring"),
    ("2 / 0 / 0 0 / 1 4 / 0 2 1 - / 3 0 2 <-> 0 0 6", 6, 2, "a transition ends at 3,0, which is a hole"),
    ("2 / 0 / 0 0 / 1 3 / 0 2 1 / 0 0 6 <-> 2 0 2 / 0 0 6 <-> 2 0 1", 7, 2, "side 6 of 0,0 already has a transition"),
];

#[test]
fn refusals_name_place_token_and_reason() {
    for (text, line, column, words) in REFUSED {
        let error = read(text, Reading::Strict).unwrap_err();
        let message = error.to_string();
        assert_eq!((error.line, error.column), (Some(*line), *column), "{text}: {message}");
        assert!(message.contains(words), "{text}: {message}");
    }
}

#[test]
fn a_map_that_is_over_before_it_begins_is_refused() {
    for text in
        ["2 / 0 / 0 0 / 1 3 / 0 1 0", "2 / 5 / 0 3 / 1 3 / 1 0 2", "2 / 0 / 256 0 / 1 1 / 0", "2 / 0 / 9 9 / 1 2 / - -"]
    {
        for reading in [Reading::Strict, Reading::Lenient] {
            assert_eq!(read(text, reading).unwrap_err().fault, MapFault::Final, "{text}");
        }
    }
}

#[test]
fn a_text_longer_than_any_map_is_refused_unread() {
    let text = " ".repeat((64 << 20) + 1);
    assert_eq!(MapFile::parse(&text, Reading::Strict).unwrap_err().fault, MapFault::TooLong(text.len()));
}

#[test]
fn long_and_wild_tokens_are_quoted_tamely() {
    let message =
        read(&format!("2 / 0 / 0 0 / 1 3 / 0 2 \u{1b}{}", "z".repeat(5000)), Reading::Strict).unwrap_err().to_string();
    assert!(message.len() < 200 && message.contains("`\\u{1b}zzz") && message.contains('…'), "{message}");
}

#[test]
fn lenient_reading_forgives_what_has_an_obvious_meaning() {
    let text = "2 / 0 / 1 0 / 2 4 / 0 2 1 C / 0B-X / 9 9 9 <-> 0 0 0 / 0 0 6 <-> 3 0 2 / rest of the file";
    assert!(read(text, Reading::Strict).is_err());
    let loaded = read(text, Reading::Lenient).unwrap();
    assert_eq!(loaded.map.write(), "2\n0\n1 0\n2 4\n0 2 1 c\n0 b - x\n0 0 6 <-> 3 0 2\n");
    let lines: Vec<_> = loaded.warnings.iter().map(|warning| warning.line).collect();
    assert_eq!(lines, [Some(5), Some(6), Some(6), Some(6), Some(7), Some(9)], "{:?}", loaded.warnings);
    assert_eq!(loaded.warnings[0].to_string(), "line 5: `C` in upper case");
}

#[test]
fn large_maps_and_large_numbers_are_worth_a_warning() {
    let row = "0 ".repeat(50) + "2";
    let loaded = read(&format!("2 / 256 / 0 300 / 2 51 / {row} / 1 2 {}", "0 ".repeat(49)), Reading::Strict).unwrap();
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert!(warnings[0].contains("in eight bits that is 0"), "{warnings:?}");
    assert!(warnings[2].contains("2x51 is larger than the 50x50"), "{warnings:?}");
    assert_eq!(loaded.map.strength(), 300);
}

#[test]
fn warnings_do_not_grow_with_the_faults() {
    let text = format!("2 / 0 / 1 0 / 1 3 / 0 2 1 {}", "/ 0 0 6 <-> 9 9 2".repeat(5000));
    assert_eq!(read(&text, Reading::Lenient).unwrap().warnings.len(), 101);
}

#[test]
fn the_largest_board_loads_and_plays() {
    let recipe = Recipe { cols: MAX_SIDE, rows: MAX_SIDE, transitions: 1, ..Recipe::default() };
    let game = ReversiGame::new(generate(recipe, 1), "largest");
    let mut position = game.start();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    assert!(moves.len() > 10_000);
    game.make(&mut position, moves[0]);
    assert_eq!(game.key(&position), Some(position.recomputed_key(&game.board.keys)));
    assert_eq!(game.parse_position(&game.position_text(&position)), Ok(position));
}

#[test]
fn what_is_written_reads_back_the_same() {
    for seed in 0..100 {
        let mut rng = Rng::part(21, seed);
        let recipe = Recipe {
            players: 2 + rng.below(7),
            cols: 1 + rng.below(20),
            rows: 1 + rng.below(20),
            transitions: rng.below(101),
            ..Recipe::default()
        };
        let map = generate(recipe, seed);
        assert_eq!(map, generate(recipe, seed), "one seed, one map");
        let again = MapFile::parse(&map.write(), Reading::Strict).unwrap();
        assert_eq!((again.map, again.warnings.len()), (map, 0));
    }
}

#[test]
fn built_in_maps_load_without_a_word() {
    for map in maps::ALL {
        let loaded = MapFile::parse(map.text, Reading::Strict).unwrap_or_else(|error| panic!("{}: {error}", map.name));
        assert!(loaded.warnings.is_empty(), "{}: {:?}", map.name, loaded.warnings);
        assert_eq!(loaded.map.write(), map.text, "{} is not in the conventional layout", map.name);
        assert!(map.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{}", map.name);
        assert_eq!(maps::find(map.name), Some(map), "two maps are called {}", map.name);
    }
}

#[test]
fn maps_of_the_course_load_and_are_as_listed() {
    let Some(folder) = shared("reversixt/maps") else { return };
    let index = std::fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
    let files = map_files(&folder);
    assert_eq!(files.len(), index.lines().count() - 1);
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let text = &files.iter().find(|(name, _)| name == fields[0]).unwrap().1;
        let map = MapFile::parse(text, Reading::Strict).unwrap_or_else(|error| panic!("{}: {error}", fields[0])).map;
        let facts = map.facts();
        let found = [
            map.players().to_string(),
            format!("{}x{}", map.height(), map.width()),
            map.overrides().to_string(),
            map.bombs().to_string(),
            map.strength().to_string(),
            facts.transitions.to_string(),
            facts.choice.to_string(),
            facts.inversion.to_string(),
            facts.bonus.to_string(),
            facts.expansion.to_string(),
        ];
        assert_eq!(found, fields[1..11], "{}", fields[0]);
        assert_eq!(MapFile::parse(&map.write(), Reading::Strict).unwrap().map, map);
    }
}

#[test]
fn maps_that_others_drew_wrongly_are_refused_for_the_right_reason() {
    let Some(folder) = shared("reversixt/maps_rejected") else { return };
    let files = map_files(&folder);
    assert!(files.len() >= 5);
    for (name, text) in files {
        let fault = MapFile::parse(&text, Reading::Strict).expect_err(&name).fault;
        let expected = match fault {
            MapFault::EndOnHole(..) => "end-on-hole",
            MapFault::NeighbourExists { .. } => "neighbour-exists",
            _ => panic!("{name}: {fault}"),
        };
        assert_eq!(name.split("__").next(), Some(expected));
        assert!(!MapFile::parse(&text, Reading::Lenient).unwrap().warnings.is_empty(), "{name}");
    }
}

proptest! {
    #[test]
    fn no_text_upsets_the_reader(text in "\\PC{0,200}", tokens in proptest::collection::vec("[0-9cibx<>-]{1,3}|\n", 0..80)) {
        for text in [text, tokens.join(" "), format!("2 0 1 0 2 4 0 2 1 0 0 0 0 0 {}", tokens.join(" "))] {
            for reading in [Reading::Strict, Reading::Lenient] {
                if let Ok(loaded) = MapFile::parse(&text, reading) {
                    let written = loaded.map.write();
                    let again = MapFile::parse(&written, reading);
                    prop_assert_eq!(again.map(|again| again.map), Ok(loaded.map.clone()));
                    let game = ReversiGame::new(loaded.map, "random");
                    prop_assert!(game.turn(&game.start()) != Turn::Over);
                }
            }
        }
    }

    #[test]
    fn a_damaged_map_is_read_or_refused(seed in 0u64..50, cut in 0usize..400, junk in "\\PC{0,3}") {
        let mut text = generate(Recipe { cols: 6, rows: 6, transitions: 30, ..Recipe::default() }, seed).write();
        let place = cut.min(text.len());
        text.replace_range(place..(place + 1).min(text.len()), &junk);
        for reading in [Reading::Strict, Reading::Lenient] {
            if let Err(error) = MapFile::parse(&text, reading) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}
