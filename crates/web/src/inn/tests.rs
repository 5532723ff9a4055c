use super::*;
use std::net::Ipv4Addr;
use std::time::Instant;

fn asked(seats: &[&str]) -> NewHosting {
    NewHosting {
        map: "standard".to_string(),
        map_text: None,
        seats: seats.iter().map(ToString::to_string).collect(),
        time: None,
        depth: Some(1),
        games: 1,
    }
}

fn await_end(inn: &Inn, id: &str) -> HostingState {
    let patience = Instant::now() + Duration::from_secs(120);
    while Instant::now() < patience {
        let state = inn.state(id).expect("known");
        if matches!(state.phase, "over" | "failed") {
            return state;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the host does not come to an end");
}

#[test]
fn built_in_players_play_a_hosted_game() {
    let inn = Inn::new(Ipv4Addr::LOCALHOST.into(), false);
    inn.open("a", &asked(&["random", "greedy"]), 1).expect("a good wish");
    let state = await_end(&inn, "a");
    assert_eq!((state.phase, state.words.as_str()), ("over", "all games are played"));
    let [game] = state.results.as_slice() else { panic!("one game") };
    assert_eq!(game.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>(), ["random", "greedy"]);
    assert!(game.seats.iter().all(|seat| seat.out.is_none()));
    assert_eq!(state.standing.iter().sum::<f64>() as usize, game.seats.iter().map(|seat| seat.stones).sum::<usize>());
    assert!(state.scene.is_some());
}

#[test]
fn a_host_may_stop_waiting() {
    let inn = Inn::new(Ipv4Addr::LOCALHOST.into(), false);
    inn.open("b", &asked(&["client", "greedy"]), 1).expect("a good wish");
    assert_eq!(inn.state("b").expect("known").phase, "waiting");
    inn.stop("b").expect("known");
    assert_eq!(await_end(&inn, "b").words, "the host has stopped waiting for clients");
    assert!(inn.state("c").is_err());
}

#[test]
fn a_complaint_names_the_field() {
    let inn = Inn::new(Ipv4Addr::LOCALHOST.into(), false);
    let refused = |wish: NewHosting| inn.open("x", &wish, 1).expect_err("a wrong wish").field.unwrap_or_default();
    assert_eq!(refused(NewHosting { map: "../secret".to_string(), ..asked(&[]) }), "map");
    assert_eq!(refused(asked(&["client", "process(\"sh\", protocol=ugi)"])), "seat 2");
    assert_eq!(refused(NewHosting { games: 0, ..asked(&[]) }), "games");
    assert_eq!(refused(NewHosting { time: Some("soon".to_string()), ..asked(&[]) }), "clock");
    assert_eq!(refused(NewHosting { time: Some("2m".to_string()), ..asked(&[]) }), "clock");
}
