use super::*;
use crate::engines::MemoryBudget;
use crate::messages::GameCommand;
use crate::scheduler::Scheduler;
use crate::store::GameStore;
use serde_json::json;
use std::net::Ipv4Addr;
use std::time::Instant;

fn new_hosting(seats: &[&str]) -> NewHosting {
    NewHosting {
        map: "standard".to_string(),
        map_text: None,
        seats: seats.iter().map(ToString::to_string).collect(),
        time: None,
        depth: Some(1),
        games: 1,
    }
}

/// Hosts whose games are saved in a folder of their own.
struct Place {
    hosts: Hosts,
    games: Arc<GameSessions>,
    _runtime: tokio::runtime::Runtime,
    _folder: tempfile::TempDir,
}

fn place() -> Place {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let entered = runtime.enter();
    let store = GameStore::open(folder.path()).expect("a store");
    let games = Arc::new(GameSessions::new(store, Scheduler::new(1), MemoryBudget::default(), false));
    drop(entered);
    let hosts = Hosts::new(Ipv4Addr::LOCALHOST.into(), Arc::clone(&games));
    Place { hosts, games, _runtime: runtime, _folder: folder }
}

fn await_end(hosts: &Hosts, id: &str) -> HostingState {
    let deadline = Instant::now() + Duration::from_secs(120);
    while Instant::now() < deadline {
        let state = hosts.state(id).expect("known");
        if matches!(state.phase, "over" | "failed") {
            return state;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the host does not end");
}

#[test]
fn built_in_players_play_a_hosted_game() {
    let place = place();
    let hosts = &place.hosts;
    hosts.open("a", &new_hosting(&["random", "greedy"]), 1).expect("a valid request");
    let state = await_end(hosts, "a");
    assert_eq!((state.phase, state.status.as_str()), ("over", "all games have been played"));
    let [game] = state.results.as_slice() else { panic!("one game") };
    assert_eq!(game.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>(), ["random", "greedy"]);
    assert!(game.seats.iter().all(|seat| seat.disqualified.is_none()));
    assert_eq!(state.standing.iter().sum::<f64>() as usize, game.seats.iter().map(|seat| seat.stones).sum::<usize>());
    assert!(state.scene.is_some());
    // The record has every move, and what the players thought of them.
    let id = game.id.clone().expect("it was saved");
    let record = place.games.store().find(&id).expect("readable").expect("there").record().clone();
    assert_eq!(record["moves"].as_str().map(|moves| moves.split_whitespace().count()), Some(game.turns));
    assert_eq!((&record["over"], &record["players"]), (&json!(true), &json!(["random", "greedy"])));
    assert_eq!(record["web"]["source"]["request"]["map"], "standard");
    assert!(record["web"]["thoughts"].as_array().is_some_and(|thoughts| !thoughts.is_empty()), "{record}");
}

#[test]
fn a_person_takes_a_seat_and_leaves() {
    let place = place();
    place.hosts.open("p", &new_hosting(&["client", "greedy"]), 1).expect("a valid request");
    place.hosts.join("p").expect("a free seat");
    let deadline = Instant::now() + Duration::from_secs(60);
    let id = loop {
        assert!(Instant::now() < deadline, "the game does not begin");
        if let Some(id) = place.hosts.state("p").expect("known").game {
            break id;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let session = place.games.find(&id).expect("saved");
    let state = || session.read(|live| live.state());
    let await_turn = |plies: usize| {
        while Instant::now() < deadline && !(state().yours && state().plies >= plies) && state().result.is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(state().yours, "it should be the person's turn after {plies} moves");
    };
    await_turn(0);
    assert_eq!(state().seats.iter().map(|seat| seat.person).collect::<Vec<_>>(), [true, false]);
    for plies in [0, 2] {
        await_turn(plies);
        let text = state().legal[0].text.clone();
        session.query(&GameCommand::Move { text }).expect("sent");
        await_turn(plies + 2);
    }
    assert!(session.query(&GameCommand::Undo).is_err(), "others have seen the move");
    session.query(&GameCommand::Resign).expect("sent");
    let ended = await_end(&place.hosts, "p");
    assert_eq!(ended.results[0].seats[0].name, "you");
    assert!(ended.results[0].seats[0].disqualified.is_some());
    assert!(place.hosts.join("p").is_err(), "it is over");
    let result = state().result.expect("a result");
    assert_eq!(result.places, [2, 1]);
}

#[test]
fn a_host_may_stop_waiting() {
    let place = place();
    let hosts = &place.hosts;
    hosts.open("b", &new_hosting(&["client", "greedy"]), 1).expect("a valid request");
    assert_eq!(hosts.state("b").expect("known").phase, "waiting");
    hosts.stop("b").expect("known");
    assert_eq!(await_end(hosts, "b").status, "the host has stopped waiting for clients");
    assert!(hosts.state("c").is_err());
}

#[test]
fn an_error_names_its_field() {
    let place = place();
    let hosts = &place.hosts;
    let field = |request: NewHosting| {
        let error = hosts.open("x", &request, 1).expect_err("an invalid request");
        error.field().unwrap_or_default().to_string()
    };
    assert_eq!(field(NewHosting { map: "../secret".to_string(), ..new_hosting(&[]) }), "map");
    assert_eq!(field(new_hosting(&["client", "process(\"sh\", protocol=ugi)"])), "seat 2");
    assert_eq!(field(NewHosting { games: 0, ..new_hosting(&[]) }), "games");
    assert_eq!(field(NewHosting { time: Some("soon".to_string()), ..new_hosting(&[]) }), "clock");
    assert_eq!(field(NewHosting { time: Some("2m".to_string()), ..new_hosting(&[]) }), "clock");
}
