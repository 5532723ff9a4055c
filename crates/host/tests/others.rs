//! The EinStein courses' protocol, the Isola dialogue and the form of the Isola arena.

mod common;

use common::{codingame, dialogue, isola};
use plyground_host::Protocol;

fn ntu(text: &str) -> Vec<String> {
    dialogue("einstein", "greedy", Protocol::Ntu, text).lines().map(String::from).collect()
}

#[test]
fn the_courses_protocol() {
    let said = ntu(
        "name\nversion\ntime_setting 5\nboard_setting 5 6 2\nini R\nini B\nget R 6 E5 D5 D4 E4 E3 C5 A1 B1 B2 A2 A3 C1\nexit\nname\n",
    );
    assert_eq!(said.len(), 5, "settings are not answered, nor anything after exit: {said:?}");
    assert_eq!(said[0], "Plyground");
    assert_eq!(said[2], "A1 B1 B2 A2 A3 C1");
    assert_eq!(said[3], "E5 D5 D4 E4 E3 C5");
    assert!(["C1 D1", "C1 D2", "C1 C2"].contains(&said[4].as_str()), "{said:?}");
}

#[test]
fn the_courses_protocol_survives_nonsense() {
    let said = ntu(
        "hello\nboard_setting 9 9 9\nini X\nget R 6 A1\nget B 1 0 0 0 0 0 0 A1 0 0 0 0 0\nget R 1 0 0 0 0 0 E4 A1 0 0 0 0 0\n",
    );
    assert_eq!(said.len(), 6, "{said:?}");
    assert!(said[..5].iter().all(|line| line.starts_with("error: ")), "{said:?}");
    assert!(said[5].starts_with("A1 "), "{said:?}");
}

#[test]
fn the_isola_dialogue_as_player_one() {
    let said = isola("first", 1, "n\nnonsense\n1 1\n(8 4)\n");
    assert!(said.starts_with("Would you like to start manually?"), "{said}");
    assert!(said.contains("I MOVE TO:  ("), "{said}");
    assert!(said.contains("Incorrect move format, try again.\n"), "{said}");
    assert!(said.contains("Invalid move, try again.\n"), "{said}");
    assert!(said.contains("YOU MOVE TO:  (8 4)\n"), "{said}");
    assert_eq!(said.matches("I MOVE TO:").count(), 2, "{said}");
}

#[test]
fn the_isola_dialogue_as_player_two_with_a_set_up_and_a_take_back() {
    let said = isola("first", 2, "y\n4 4\n5 5\n#\n4 5\n$\n4 6\n");
    assert!(said.contains("YOU MOVE TO:  (4 5)\n") && said.contains("YOU MOVE TO:  (4 6)\n"), "{said}");
    assert_eq!(said.matches("I MOVE TO:").count(), 2, "{said}");
    let drawn: Vec<&str> = said.lines().filter(|line| line.starts_with("Move: ")).collect();
    assert!(drawn.contains(&"Move: 2") && drawn.contains(&"Move: 3") && drawn.contains(&"Move: 4"), "{drawn:?}");
}

#[test]
fn the_isola_dialogue_goes_on_after_junk_and_ends_with_its_input() {
    let said = isola("first", 2, "n\n\u{0}\u{1}\n9 9\n-1 -1\n$\n\n1 1 1 1 1\n");
    assert!(said.ends_with("Please enter a move (row col):  "), "{said}");
    assert_eq!(said.matches("Please enter a move").count(), 7, "one prompt per line, and one more: {said}");
    assert_eq!(said.matches("I MOVE TO:").count(), 0, "{said}");
    assert!(isola("first", 1, "").ends_with("start manually?"));
}

#[test]
fn the_arena_form_as_first_and_as_second() {
    // As X on the left: nobody has moved before us.
    let said = codingame("first", "nine", "0\n4\n8\n4\n-1\n-1\n").unwrap();
    assert_eq!(said, "0 3 0 0\n", "the first move by the rules: one step up, and the first square goes");
    // As O on the right, all numbers on one line; then a second turn.
    let said = codingame("first", "nine", "8 4 1 4 7 4 1 5 7 5").unwrap();
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(said.lines().all(|line| line.split(' ').count() == 4), "{said}");
}

#[test]
fn the_arena_form_plays_a_whole_game_against_itself() {
    let mut said = [String::new(), String::new()];
    let mut heard = ["0 4 8 4 -1 -1\n".to_string(), "8 4\n".to_string()];
    for turn in 0.. {
        let seat = turn % 2;
        let all = codingame("greedy(ties=first)", "nine", &heard[seat]).unwrap();
        let Some(new) = all.strip_prefix(said[seat].as_str()).filter(|new| !new.is_empty()) else {
            assert!(turn > 10, "a game takes longer than {turn} turns");
            return;
        };
        heard[1 - seat].push_str(new);
        said[seat] = all.clone();
    }
}

#[test]
fn the_arena_form_refuses_nonsense_in_a_sentence() {
    for (variant, text, expected) in [
        ("nine", "0 0\n", "no piece stands on 0 0"),
        ("nine", "0 4 8 4 7 7\n", "it is our turn"),
        ("nine", "8 4 5 5 0 0\n", "a king on a5 cannot step to f6"),
        ("nine", "8 4 1 4 1 4\n", "`1 4 1 4` is no move"),
        ("nine", "8 4 30 4 1 4\n", "`30 4 1 4` is no move"),
        ("nine", "8 4 0 4 -1 -1\n", "the opponent has not moved"),
        ("nine", "left right\n", "a coordinate is a whole number"),
        ("columbia", "0 0\n", "as in --variant nine"),
        ("isolation-queen", "0 0\n", "as in --variant nine"),
    ] {
        let refused = codingame("first", variant, text).unwrap_err().to_string();
        assert!(refused.contains(expected), "{text}: {refused}");
    }
    assert_eq!(codingame("first", "nine", "0 4 8").unwrap(), "", "the input ends in the middle");
}
