use super::*;
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
    let hosts = Hosts::new(Ipv4Addr::LOCALHOST.into(), false);
    hosts.open("a", &new_hosting(&["random", "greedy"]), 1).expect("a valid request");
    let state = await_end(&hosts, "a");
    assert_eq!((state.phase, state.status.as_str()), ("over", "all games have been played"));
    let [game] = state.results.as_slice() else { panic!("one game") };
    assert_eq!(game.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>(), ["random", "greedy"]);
    assert!(game.seats.iter().all(|seat| seat.disqualified.is_none()));
    assert_eq!(state.standing.iter().sum::<f64>() as usize, game.seats.iter().map(|seat| seat.stones).sum::<usize>());
    assert!(state.scene.is_some());
}

#[test]
fn a_host_may_stop_waiting() {
    let hosts = Hosts::new(Ipv4Addr::LOCALHOST.into(), false);
    hosts.open("b", &new_hosting(&["client", "greedy"]), 1).expect("a valid request");
    assert_eq!(hosts.state("b").expect("known").phase, "waiting");
    hosts.stop("b").expect("known");
    assert_eq!(await_end(&hosts, "b").status, "the host has stopped waiting for clients");
    assert!(hosts.state("c").is_err());
}

#[test]
fn an_error_names_its_field() {
    let hosts = Hosts::new(Ipv4Addr::LOCALHOST.into(), false);
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
