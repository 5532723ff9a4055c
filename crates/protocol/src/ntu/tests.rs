//! Every message survives printing and parsing, and positions survive the way there and back.

use super::*;
use crate::ProtocolError;
use proptest::prelude::*;
use std::time::Duration;

fn colours() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(Colour::Red), Just(Colour::Blue)]
}

fn cells() -> impl Strategy<Value = Cell> {
    (0..SIDE, 0..SIDE).prop_map(|(col, row)| Cell { col, row })
}

fn gets() -> impl Strategy<Value = RolledPosition> {
    let all: Vec<Cell> = (0..SIDE * SIDE).map(|index| Cell { col: index % SIDE, row: index / SIDE }).collect();
    (colours(), 1usize..=6, Just(all).prop_shuffle(), any::<[bool; 12]>()).prop_map(|(player, roll, cells, there)| {
        let stone = |index: usize| there[index].then_some(cells[index]);
        RolledPosition {
            player,
            roll,
            blue: std::array::from_fn(stone),
            red: std::array::from_fn(|index| stone(index + STONES)),
        }
    })
}

fn commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        Just(Command::Name),
        Just(Command::Version),
        (0u64..600_000_000).prop_map(|millis| Command::TimeSetting(Duration::from_millis(millis))),
        any::<[u32; 3]>().prop_map(Command::BoardSetting),
        colours().prop_map(Command::Ini),
        gets().prop_map(|get| Command::Get(Box::new(get))),
        Just(Command::Exit),
    ]
}

proptest! {
    #[test]
    fn commands_survive_printing(command in commands()) {
        prop_assert_eq!(command.to_string().parse::<Command>(), Ok(command));
    }

    #[test]
    fn positions_survive_both_notations(get in gets()) {
        prop_assert_eq!(RolledPosition::from_position_text(&get.position_text()), Ok(get));
    }

    #[test]
    fn moves_and_set_ups_survive(from in cells(), to in cells(), placement in proptest::array::uniform6(cells())) {
        let step = Step { from, to };
        prop_assert_eq!(step.to_string().parse::<Step>(), Ok(step));
        prop_assert_eq!(Cell::from_name(&from.name()), Some(from));
        prop_assert_eq!(Placement(placement).to_string().parse::<Placement>(), Ok(Placement(placement)));
    }

    #[test]
    fn no_text_panics(text in "((get|ini|R|B|0|[A-F][0-9]|time_setting|r1|b6|/) ?){0,16}\\PC{0,20}") {
        let _ = text.parse::<Command>();
        let _ = text.parse::<Step>();
        let _ = text.parse::<Placement>();
        let _ = RolledPosition::from_position_text(&text);
        let _ = Step::from_move_text(&text);
    }
}

#[test]
fn blue_comes_first_and_rows_count_from_the_top() {
    let get: RolledPosition = "R 6 E5 D5 D4 E4 E3 C5 A1 B1 B2 A2 A3 C1".parse().unwrap();
    assert_eq!(get.position_text(), "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r 6");
    assert_eq!(get.move_text("C1 D2".parse().unwrap()).as_deref(), Some("r6c5-d4"));
    assert_eq!(Step::from_move_text("r6c5-d4").unwrap().to_string(), "C1 D2");
    assert_eq!(get.move_text("C1 B1".parse().unwrap()).as_deref(), Some("r6c5xb5"), "any stone can be captured");
    assert_eq!(get.move_text("E5 D4".parse().unwrap()), None, "that is a stone of blue");
}

#[test]
fn wrong_messages_get_a_sentence() {
    for (text, expected) in [
        ("ini G", "a player is R or B"),
        ("get R 7 0", "a roll is 1 to 6"),
        ("get R 6 A1 A1 0 0 0 0 0 0 0 0 0 0", "two stones stand on one cell"),
        ("get R 6 A1", "twelve cells follow the roll"),
        ("get R 6 F1 0 0 0 0 0 0 0 0 0 0 0", "a cell is A1 to E5"),
        ("time_setting soon", "a number of seconds"),
        ("time_setting -1", "a number of seconds"),
        ("board_setting 5 6", "three numbers"),
        ("nam", "did you mean `name`?"),
    ] {
        let error = text.parse::<Command>().map_err(|error: ProtocolError| error.to_string()).expect_err(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn only_the_game_in_the_box_is_spoken_about() {
    let start = "r1r2r6../r4r3.../r5...b5/...b3b4/..b6b2b1 r -";
    assert_eq!(refuses("standard", start), None);
    assert_eq!(refuses("setup=126435,first=b", start), None);
    assert!(refuses("die=1:0:0:0:0:0", start).is_some());
    assert!(refuses("small", "r1r2../r3.../...b3/..b2b1 r -").is_some());
    assert!(refuses("standard", "00000000/00000000/00000000 1 1").is_some());
}
