use super::*;
use crate::messages::NewEntrant;
use std::time::{Duration, Instant};

fn new_tournament(name: &str, specs: &[&str]) -> NewTournament {
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

fn finished(tournaments: &Tournaments, name: &str) -> TournamentState {
    let deadline = Instant::now() + Duration::from_secs(120);
    while Instant::now() < deadline {
        let state = tournaments.state(name).expect("it is there");
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
    let tournaments = Tournaments::new(data.path(), 2, false);
    assert_eq!(tournaments.list().expect("an empty list"), []);
    tournaments.create(&new_tournament("a duel", &["greedy", "random"])).expect("a good plan");
    let state = finished(&tournaments, "a duel");
    assert_eq!((state.played, state.planned, state.error.as_deref()), (40, 40, None));
    let [table] = state.tables.as_slice() else { panic!("one event") };
    assert_eq!(table.rows.iter().map(|row| row.games).collect::<Vec<_>>(), [40, 40]);
    assert_eq!(table.rows[0].name, "greedy");
    let curve = state.head_to_head.expect("two players");
    assert_eq!(curve.points.last().map(|point| point.games), Some(40));
    assert_eq!(state.failed, []);
    // Another server finds it in the archive.
    let later = Tournaments::new(data.path(), 2, false);
    let again = later.state("a duel").expect("it is in the archive");
    assert_eq!((again.tables, again.running), (state.tables, false));
    let record = later.record("a duel", 3).expect("a finished game");
    assert!(record.contains("\"players\":[\"random\",\"greedy\"]"), "the fourth game has the seats swapped: {record}");
    assert_eq!(later.record("a duel", 40).expect_err("there are forty").to_string(), "this game is not finished");
    assert!(later.broadcast("a duel", 40).is_err());
    assert_eq!(later.broadcast("a duel", 3).map(|shown| shown.phase), Ok("over"));
    let last = later.scene("a duel", 3).expect("a picture");
    assert_eq!(last.cells.len(), 25);
    for (format, expected) in [("html", "<h1>a duel</h1>"), ("md", "a duel"), ("csv", "greedy"), ("txt", "greedy")] {
        let report = later.report("a duel", format).expect(format);
        assert!(report.contains(expected), "{format}: {report}");
    }
    assert!(later.report("a duel", "exe").is_err());
    assert!(later.export("a duel", 3, "wtn").is_ok_and(|text| !text.is_empty()));
    assert!(later.export("a duel", 3, "pgn").is_err());
    later.delete("a duel").expect("it is not running");
    assert!(later.state("a duel").is_err() && later.list().expect("a list").is_empty());
    assert!(later.delete("a duel").is_err(), "it is gone");
}

#[test]
fn a_paused_tournament_continues_to_the_same_result() {
    let data = tempfile::tempdir().expect("a folder");
    let tournaments = Tournaments::new(data.path(), 1, false);
    let request = NewTournament { repeats: 400, ..new_tournament("interrupted", &["MrBlack(1)", "random", "greedy"]) };
    tournaments.create(&request).expect("a good plan");
    tournaments.pause("interrupted");
    let paused = finished(&tournaments, "interrupted");
    tournaments.start("interrupted").expect("it continues");
    let whole = finished(&tournaments, "interrupted");
    assert!(paused.played <= whole.played && whole.played == whole.planned, "{} then {}", paused.played, whole.played);
    let other = tempfile::tempdir().expect("a folder");
    let undisturbed = Tournaments::new(other.path(), 1, false);
    undisturbed.create(&request).expect("a good plan");
    assert_eq!(finished(&undisturbed, "interrupted").tables, whole.tables);
}

#[test]
fn an_error_names_its_field() {
    let data = tempfile::tempdir().expect("a folder");
    let tournaments = Tournaments::new(data.path(), 1, false);
    let rejection = |change: &dyn Fn(&mut NewTournament)| {
        let mut request = new_tournament("x", &["greedy", "random"]);
        change(&mut request);
        let error = tournaments.create(&request).expect_err("an invalid request");
        (error.field().unwrap_or_default().to_string(), error.to_string())
    };
    assert_eq!(rejection(&|request| request.name = " ".to_string()).0, "name");
    assert_eq!(rejection(&|request| request.repeats = 0).0, "repeats");
    assert_eq!(rejection(&|request| request.players[1].spec = "randm".to_string()).0, "player 2");
    let (field, reason) =
        rejection(&|request| request.players[0].spec = "process(\"/bin/sh\", protocol=ugi)".to_string());
    assert!(field == "player 1" && reason.contains("--allow-processes"), "{reason}");
    assert_eq!(rejection(&|request| request.map = Some("../../secret".to_string())).0, "board");
    assert_eq!(rejection(&|request| request.variant = Some("nonsense".to_string())).0, "board");
    assert_eq!(rejection(&|request| request.openings = Some("sideways".to_string())).0, "openings");
    assert_eq!(rejection(&|request| request.time = Some("soon".to_string())).0, "limits");
    assert_eq!(tournaments.list().expect("a list"), [], "nothing was saved");
}

#[test]
fn names_become_file_names() {
    let odd = plan::file_name("../ä b");
    assert!(odd.starts_with("_____b-") && !odd.contains('/'), "{odd}");
    assert_ne!(plan::file_name("a/b"), plan::file_name("a?b"));
}
