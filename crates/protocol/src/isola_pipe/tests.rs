//! What is printed is heard again, however the bytes are cut.

use super::*;
use proptest::prelude::*;

fn cells() -> impl Strategy<Value = Cell> {
    (1..=SIDE, 1..=SIDE).prop_map(|(row, col)| Cell { row, col })
}

fn sayings() -> impl Strategy<Value = ProgramMessage> {
    prop_oneof![
        Just(ProgramMessage::AsksSetup),
        Just(ProgramMessage::AsksMove),
        cells().prop_map(ProgramMessage::Mine),
        cells().prop_map(ProgramMessage::Yours),
        Just(ProgramMessage::Unreadable),
        Just(ProgramMessage::Illegal),
        Just(ProgramMessage::NoMove),
        Just(ProgramMessage::IWin),
        Just(ProgramMessage::YouWin),
    ]
}

fn hear(pieces: &[&[u8]]) -> Vec<ProgramMessage> {
    let mut listener = OutputParser::default();
    let mut out = Vec::new();
    for piece in pieces {
        listener.feed(piece, &mut out);
    }
    out
}

proptest! {
    #[test]
    fn a_dialogue_is_heard_whatever_the_cuts(said in proptest::collection::vec(sayings(), 0..6), at in 0usize..600) {
        let drawn = board("X......./......../...#..../......../......../......../......../.......O X", 3);
        let text: String = said.iter().map(|said| format!("{drawn}{said}")).collect();
        let at = at.min(text.len());
        prop_assert_eq!(hear(&[&text.as_bytes()[..at], &text.as_bytes()[at..]]), said);
    }

    #[test]
    fn lines_survive_printing(cell in cells()) {
        for typed in [UserInput::Move(cell), UserInput::TakeBack, UserInput::EndOfSetup, UserInput::Unreadable] {
            prop_assert_eq!(UserInput::parse(&typed.to_string()), typed);
        }
        prop_assert_eq!(Cell::from_name(&cell.name()), Some(cell));
    }

    #[test]
    fn noise_does_not_panic_and_memory_does_not_grow(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut listener = OutputParser::default();
        let mut out = Vec::new();
        for _ in 0..20 {
            listener.feed(&bytes, &mut out);
            listener.feed(b"I MOVE TO: never", &mut out);
        }
        let shown = format!("{:?}", listener);
        prop_assert!(shown.len() < 2000);
    }
}

#[test]
fn the_programs_ways_of_writing_a_move() {
    let six_three = UserInput::Move(Cell { row: 6, col: 3 });
    for line in ["6 3", "(6 3)", "63", "row 6, column 3 please", "0609 3"] {
        assert_eq!(UserInput::parse(line), six_three, "{line}");
    }
    assert_eq!(Cell { row: 6, col: 3 }.name(), "c6");
    assert_eq!(UserInput::parse("6"), UserInput::Unreadable);
    assert!(UserInput::wants_setup("yes") && !UserInput::wants_setup("n"));
}

#[test]
fn a_lost_game_is_heard() {
    assert_eq!(hear(&[b"(nil nil)\n!!! You win !!!\n"]), [ProgramMessage::NoMove, ProgramMessage::YouWin]);
    assert_eq!(hear(&[b"I MOVE TO:  (nil nil)\n\n"]), [ProgramMessage::NoMove]);
    assert_eq!(refuses("columbia", START), None);
    assert!(refuses("classic", START).is_some());
}

#[test]
fn the_board_has_three_characters_a_cell() {
    let drawn = board("X#....../......../......../......../......../......../......../.......O O", 1);
    assert!(drawn.contains(" 1 |*X*|||||   |"), "{drawn}");
    assert!(drawn.ends_with("Move: 1\n"), "{drawn}");
    assert!(drawn.contains("  1   2   3   4   5   6   7   8"), "{drawn}");
}
