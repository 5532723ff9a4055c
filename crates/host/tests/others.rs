//! The EinStein courses' protocol and the Isola dialogue.

mod common;

use common::{dialogue, isola};
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
