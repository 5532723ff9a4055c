//! Contest records and turns of our own records.

use super::*;
use crate::einstein::setup::Placement;
use crate::einstein::wtn::{Record, Turn};
use crate::einstein::{BLUE, RED, parse_turn, turn_text};
use plyground_core::{GameKind, NotationError, RecordedGame, Rng, Setup};

const EXAMPLE: &str = "\
#[WTN][Alpha Team R][Beta B][先手胜][2019.08.04 14:00 Beijing][2019 CCGC];
R:A5-6;B5-2;C5-4;A4-1;B4-5;A3-3
B:E3-3;D2-5;E2-1;C1-4;D1-2;E1-6
1:5;(R5,C3)
2:3;(B3,D4)
";

#[test]
fn the_customary_form_is_read() {
    let record = Record::parse(EXAMPLE).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(record.teams, ["Alpha Team", "Beta"]);
    assert_eq!((record.first, record.winner), (RED, Some(RED)));
    assert_eq!((record.occasion.as_str(), record.event.as_str()), ("2019.08.04 14:00 Beijing", "2019 CCGC"));
    assert_eq!(record.setups.map(|setup| setup.to_string()), ["624153", "624153"]);
    assert_eq!(record.turns.len(), 2);
    assert_eq!(record.turns[0].die, Some(4));
    let game = record.game();
    assert_eq!(game.position_text(&record.start()), "r6r2r4../r1r5.../r3...b3/...b5b1/..b4b2b6 r -");
    assert_eq!(record.file_name(), "WTN-Alpha Team vs Beta-先手胜-2019.08.04 14_00 Beijing-2019 CCGC.txt");
}

#[test]
fn what_is_written_reads_back() {
    let record = Record::parse(EXAMPLE).unwrap();
    let text = record.to_string();
    // Cells are written in the order of set-up strings.
    assert!(text.contains("\nB:E1-6;D1-2;C1-4;E2-1;D2-5;E3-3\n"), "{text}");
    assert!(text.starts_with("#[WTN][Alpha Team R][Beta B][先手胜][2019.08.04 14:00 Beijing][2019 CCGC];\n"), "{text}");
    assert!(text.ends_with("1:5;(R5,C3)\n2:3;(B3,D4)\n"), "{text}");
    assert_eq!(Record::parse(&text), Ok(record));
}

fn random_record(index: u64) -> Record {
    let mut rng = Rng::part(31, index);
    let mut record = Record {
        teams: [format!("Team {index}"), "[B] 队、伍".to_string()],
        first: if index.is_multiple_of(2) { RED } else { BLUE },
        winner: None,
        occasion: "2020.01.01 9:30".to_string(),
        event: String::new(),
        setups: [Placement::random(6, &mut rng), Placement::random(6, &mut rng)],
        turns: Vec::new(),
    };
    let game = record.game();
    let mut position = record.start();
    while position.winner().is_none() {
        let face = rng.below(6);
        let alone = position.stones(position.mover()).count() == 1;
        game.roll(&mut position, face);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mv = moves[rng.below(moves.len())];
        record.turns.push(Turn { die: (!alone).then_some(face), mv });
        game.make(&mut position, mv);
    }
    record.winner = position.winner();
    record
}

#[test]
fn random_records_survive_the_round_trip() {
    for index in 0..60 {
        let record = random_record(index);
        let text = record.to_string();
        let read = Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let expected = Record { teams: [record.teams[0].clone(), "(B) 队、伍".to_string()], ..record };
        assert_eq!(read, expected);
        assert_eq!(read.to_string(), text, "writing is stable");
    }
}

#[test]
fn sloppy_punctuation_is_forgiven() {
    let sloppy = "\u{feff}# a remark without a field\r\n\
        【WTN】【Alpha Team Ｒ】【Beta：b】【先手胜】【2019.08.04 14:00 Beijing】【2019 CCGC】【and more】\r\n\
        r： a5-6， b5-2、c5-4 a4-1 b4-5 a3-3；\r\n\r\n\
        B:E3-3,D2-5,E2-1,C1-4,D1-2,E1-6,\r\n\
        1：5；（R5，C3） 2 : 3 ; ( b3 , d4 ) ;\r\n";
    assert_eq!(Record::parse(sloppy), Record::parse(EXAMPLE));
}

#[test]
fn an_unreadable_result_is_taken_from_the_moves() {
    let record = random_record(3);
    for garbled in ["\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}", "", "ÏÈÊÖÊ¤"] {
        let text = record.to_string().replace("先手胜", garbled).replace("后手胜", garbled);
        assert_eq!(Record::parse(&text).map(|read| read.winner), Ok(record.winner), "{garbled}");
    }
    // Broken off, and nobody knows who won.
    let text = EXAMPLE.replace("先手胜", "??");
    let read = Record::parse(&text).unwrap();
    assert_eq!(read.winner, None);
    assert_eq!(Record::parse(&read.to_string()), Ok(read));
}

#[test]
fn blue_may_be_named_first_and_letters_may_be_missing() {
    let swapped = EXAMPLE.replace("Team R", "Team B").replace("Beta B", "Beta R");
    let swapped = swapped.replace("1:5;(R5,C3)\n2:3;(B3,D4)", "1:3;(B3,D4)\n2:5;(R5,C3)");
    let record = Record::parse(&swapped).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((record.first, record.winner), (BLUE, Some(BLUE)));
    let silent = swapped.replace("Team B]", "Team]").replace("Beta R]", "Beta]");
    assert_eq!(Record::parse(&silent).unwrap().first, BLUE, "the player who makes the first move");
}

#[test]
fn broken_records_are_refused_with_line_and_reason() {
    let long = "#".repeat(70_000);
    let over = random_record(2).to_string();
    let turns = over.lines().count() - 3;
    let beyond = format!("{over}{}:1;(R1,C3)\n", turns + 1);
    let contradiction = if over.contains("先手胜") {
        over.replace("先手胜", "后手胜")
    } else {
        over.replace("后手胜", "先手胜")
    };
    let replaced = |from: &str, to: &str| EXAMPLE.replace(from, to);
    for (text, reason) in [
        (String::new(), "no header"),
        (long, "at most"),
        (replaced("#[WTN]", "hello [WTN]"), "line 1"),
        (replaced("[Alpha Team R][Beta B][先手胜][2019.08.04 14:00 Beijing][2019 CCGC]", "[x]"), "names both teams"),
        (replaced("Beta B", "Beta R"), "same stones"),
        (format!("{EXAMPLE}#[WTN][a R][b B]"), "line 6: `#[WTN][a R][b B]`: a second header"),
        (replaced("R:A5-6;B5-2;C5-4;A4-1;B4-5;A3-3\n", ""), "no set-ups of both"),
        (replaced("R:A5-6", "R:A5-2"), "stone 2 is placed twice"),
        (replaced("R:A5-6", "R:A5-7"), "not the number of a stone"),
        (replaced("R:A5-6", "R:B5-6"), "B5 holds two stones"),
        (replaced("R:A5-6", "R:E1-6"), "no home cell of red"),
        (replaced("R:A5-6;", "R:"), "places 6 stones"),
        (replaced("B:E3-3", "R:E3-3"), "no home cell of red"),
        (replaced("1:5;(R5,C3)", "1:5;(R5,C2)"), "line 4"),
        (replaced("1:5;(R5,C3)", "1:5;(R4,D4)"), "does not allow stone 4"),
        (replaced("1:5;(R5,C3)", "1:7;(R5,C3)"), "from 1 to 6"),
        (replaced("1:5;(R5,C3)", "1:-;(R5,C3)"), "single stone"),
        (replaced("1:5;(R5,C3)", "2:5;(R5,C3)"), "turn 1 is numbered `2`"),
        (replaced("2:3;(B3,D4)", "2:3;(R3,B2)"), "it is blue's turn"),
        (replaced("2:3;(B3,D4)", "2:3;(B3,Z9)"), "`Z9` is no cell"),
        (replaced("2:3;(B3,D4)", "2:3;(B9,D4)"), "stone 9 is off the board"),
        (replaced("2:3;(B3,D4)", "2:3;(B0,D4)"), "stone 0 is off the board"),
        (replaced("2:3;(B3,D4)", "2:3 B3 D4"), "written like"),
        (replaced("2:3;(B3,D4)", "2:3;(B3,D4)x"), "line 5"),
        (replaced("2:3;(B3,D4)", "what?"), "neither a header"),
        (beyond, "over before this turn"),
        (contradiction, "different winners"),
    ] {
        let error = Record::parse(&text).expect_err(&text).to_string();
        assert!(error.contains(reason), "expected `{reason}`: {error}\n{text}");
    }
}

fn import(text: &str) -> Option<Result<RecordedGame, NotationError>> {
    Einstein::record_formats().into_iter().find_map(|format| (format.read)(text))
}

#[test]
fn imported_records_replay_to_the_same_end() {
    for index in 0..20 {
        let record = random_record(index);
        let imported = import(&record.to_string()).expect("a record").unwrap();
        let game = game(imported.setup.variant.as_deref().unwrap());
        let mut position = at(&game, imported.setup.position.as_deref().unwrap());
        let turns = parse_moves(&game, &mut position, &imported.moves).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(turns.len(), record.turns.len());
        assert_eq!(position.winner(), record.winner);
    }
    assert_eq!(import("1. 6 r6c5-d4"), None);
    assert_eq!(import("# [GameEvent \"x\"]"), None);
    assert!(import("#[WTN]").unwrap().is_err());
}

#[test]
fn a_game_is_written_in_the_format_or_refused_with_the_reason() {
    let format = Einstein::record_formats().remove(0);
    let recorded = |variant: &str, position: Option<&str>, moves: &str| RecordedGame {
        setup: Setup { variant: Some(variant.to_string()), position: position.map(String::from), ..Setup::default() },
        moves: moves.to_string(),
    };
    let text = (format.write)(&recorded("standard", None, "6:r6c5-d4 3:3d")).expect("a game of the contest");
    assert!(text.contains("1:6;(R6,") && text.contains("2:3;(B3,"), "{text}");
    let read = (format.read)(&text).expect("its own format").expect("what it wrote");
    assert_eq!(read.moves.split_whitespace().count(), 2, "{}", read.moves);
    for (game, reason) in [
        (recorded("tiny", None, ""), "5x5 boards"),
        (recorded("standard", Some("r1r2.../r4r3.r6./r5.b3.b5/....b4/..b6b2b1 r -"), ""), "all stones at home"),
        (recorded("standard", None, "9:x"), "9"),
        (recorded("nowhere", None, ""), "nowhere"),
    ] {
        let error = (format.write)(&game).expect_err(reason).to_string();
        assert!(error.contains(reason), "expected `{reason}`: {error}");
    }
}

#[test]
fn a_turn_of_our_own_records_reads_back() {
    let game = Einstein::standard();
    let mut position = game.start();
    let (ply, face, mv) = parse_turn(&game, &position, "1. 6 r6c5-d4").unwrap();
    assert_eq!((ply, face), (1, Some(5)));
    game.roll(&mut position, 5);
    assert_eq!(turn_text(&game, &position, ply, mv), "1. 6 r6c5-d4");

    let alone = at(&game, "r1..../...../...../b2...b3/..... r");
    let (ply, face, mv) = parse_turn(&game, &alone, "12. - r1a5-b4").unwrap();
    assert_eq!((ply, face), (12, None));
    assert_eq!(turn_text(&game, &alone, ply, mv), "12. - r1a5-b4");
    for (text, reason) in [
        ("", "a turn is written"),
        ("1 6 r6c5-d4", "a turn is written"),
        ("1. 6 r6c5-d4 x", "a turn is written"),
        ("1. 7 r6c5-d4", "from 1 to 6"),
        ("1. - r6c5-d4", "single stone"),
        ("1. 5 r6c5-d4", "moves stone 5 only"),
    ] {
        let error = parse_turn(&game, &game.start(), text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn games_of_ours_become_records() {
    let game = Einstein::new(crate::einstein::Variant::parse("setup=126435:654321,first=b").unwrap());
    let start = game.start();
    let mut position = start;
    let events = plyground_core::parse_moves(&game, &mut position, "6:6d 3:3d").unwrap();
    let turns: Vec<_> = events.iter().filter_map(plyground_core::GameEvent::turn).collect();
    let mut record = Record::of_game(&game, &start, &turns).unwrap();
    record.teams = ["Alpha".to_string(), "Beta".to_string()];
    let text = record.to_string();
    assert!(text.starts_with("#[WTN][Alpha B][Beta R]"), "{text}");
    assert!(text.contains("R:A5-1;B5-2;C5-6;A4-4;B4-3;A3-5"), "{text}");
    let again = Record::parse(&text).unwrap();
    assert_eq!((again.setups, again.turns, again.first), (record.setups, record.turns, record.first));
    for (variant, position, reason) in [
        ("small", None, "5x5 boards with six stones"),
        ("die=0.5:0.1:0.1:0.1:0.1:0.1", None, "a fair die"),
        ("standard", Some("r1r2r6../r4r3.../....b5/...b3b4/..b6b2b1 r -"), "all stones at home"),
        ("standard", Some("r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r 3"), "nothing rolled"),
    ] {
        let game = Einstein::new(crate::einstein::Variant::parse(variant).unwrap());
        let start = position.map_or(game.start(), |text| game.parse_position(text).unwrap());
        let error = Record::of_game(&game, &start, &[]).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}
