use super::*;
use crate::messages::NewEntrant;
use std::time::{Duration, Instant};

fn asked(name: &str, specs: &[&str]) -> NewTournament {
    let entrant = |spec: &&str| NewEntrant { name: String::new(), spec: (*spec).to_string() };
    NewTournament {
        name: name.to_string(),
        game: "einstein".to_string(),
        variant: None,
        map: None,
        players: specs.iter().map(entrant).collect(),
        gauntlet: false,
        repeats: 20,
        openings: None,
        time: None,
        nodes: None,
        depth: None,
        seed: Some(3),
    }
}

fn finished(hall: &Hall, name: &str) -> TournamentState {
    let patience = Instant::now() + Duration::from_secs(120);
    while Instant::now() < patience {
        let state = hall.state(name).expect("it is there");
        if !state.running {
            return state;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("a small tournament takes too long");
}

#[test]
fn a_tournament_is_played_kept_and_read_again() {
    let data = tempfile::tempdir().expect("a folder");
    let hall = Hall::new(data.path(), 2, false);
    assert_eq!(hall.list().expect("an empty list"), []);
    hall.create(&asked("a duel", &["greedy", "random"])).expect("a good plan");
    let state = finished(&hall, "a duel");
    assert_eq!((state.played, state.planned, state.trouble.as_deref()), (40, 40, None));
    let [table] = state.tables.as_slice() else { panic!("one event") };
    assert_eq!(table.rows.iter().map(|row| row.games).collect::<Vec<_>>(), [40, 40]);
    assert_eq!(table.rows[0].name, "greedy");
    let duel = state.duel.expect("two players");
    assert_eq!(duel.points.last().map(|point| point.games), Some(40));
    assert_eq!(state.failed, []);
    // Another server finds it in the archive.
    let later = Hall::new(data.path(), 2, false);
    let again = later.state("a duel").expect("it is in the archive");
    assert_eq!((again.tables, again.running), (state.tables, false));
    let record = later.record("a duel", 3).expect("a finished game");
    assert!(record.contains("\"players\":[\"random\",\"greedy\"]"), "the fourth game has the seats swapped: {record}");
    assert_eq!(later.record("a duel", 40).expect_err("there are forty").reason, "this game has not been finished");
}

#[test]
fn a_paused_tournament_goes_on_to_the_same_end() {
    let data = tempfile::tempdir().expect("a folder");
    let hall = Hall::new(data.path(), 1, false);
    let wish = NewTournament { repeats: 400, ..asked("interrupted", &["MrBlack(1)", "random", "greedy"]) };
    hall.create(&wish).expect("a good plan");
    hall.pause("interrupted");
    let paused = finished(&hall, "interrupted");
    hall.start("interrupted").expect("it can go on");
    let whole = finished(&hall, "interrupted");
    assert!(paused.played <= whole.played && whole.played == whole.planned, "{} then {}", paused.played, whole.played);
    let other = tempfile::tempdir().expect("a folder");
    let undisturbed = Hall::new(other.path(), 1, false);
    undisturbed.create(&wish).expect("a good plan");
    assert_eq!(finished(&undisturbed, "interrupted").tables, whole.tables);
}

#[test]
fn a_complaint_names_the_field() {
    let data = tempfile::tempdir().expect("a folder");
    let hall = Hall::new(data.path(), 1, false);
    let refused = |change: &dyn Fn(&mut NewTournament)| {
        let mut wish = asked("x", &["greedy", "random"]);
        change(&mut wish);
        let refusal = hall.create(&wish).expect_err("a wrong wish");
        (refusal.field.unwrap_or_default(), refusal.reason)
    };
    assert_eq!(refused(&|wish| wish.name = " ".to_string()).0, "name");
    assert_eq!(refused(&|wish| wish.repeats = 0).0, "repeats");
    assert_eq!(refused(&|wish| wish.players[1].spec = "randm".to_string()).0, "player 2");
    let (field, reason) = refused(&|wish| wish.players[0].spec = "process(\"/bin/sh\", protocol=ugi)".to_string());
    assert!(field == "player 1" && reason.contains("--allow-processes"), "{reason}");
    assert_eq!(refused(&|wish| wish.map = Some("../../secret".to_string())).0, "board");
    assert_eq!(refused(&|wish| wish.variant = Some("nonsense".to_string())).0, "board");
    assert_eq!(refused(&|wish| wish.openings = Some("sideways".to_string())).0, "openings");
    assert_eq!(refused(&|wish| wish.time = Some("soon".to_string())).0, "limits");
    assert_eq!(hall.list().expect("a list"), [], "nothing of all that was kept");
}

#[test]
fn names_become_names_of_files() {
    let odd = wish::file_name("../ä b");
    assert!(odd.starts_with("_____b-") && !odd.contains('/'), "{odd}");
    assert_ne!(wish::file_name("a/b"), wish::file_name("a?b"));
}
