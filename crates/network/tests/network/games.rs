//! Whole games between our own clients and our own server.

use crate::common::{Hosted, built_in, join, join_with, options, time};
use plyground_core::{Game, Notation, Turn, parse_moves};
use plyground_games::reversixt::{MapFile, Reading, ReversiGame, generator};
use plyground_network::client::{ClientEvent, ClientOptions};
use plyground_network::server::{GameClock, GameReport, SeatConfig, ServerOptions};
use std::time::Duration;

/// The record of a game leads to the reported result, by the rules alone.
fn replay(text: &str, report: &GameReport) {
    let game = ReversiGame::new(MapFile::parse(text, Reading::Strict).unwrap().map, "map=test");
    let mut position = game.parse_position(&report.start).unwrap();
    let events = parse_moves(&game, &mut position, &report.moves).unwrap();
    assert_eq!(game.turn(&position), Turn::Over);
    assert_eq!(game.payoffs(&position).as_slice(), report.payoffs);
    assert_eq!(events.iter().filter(|event| event.turn().is_some()).count(), report.turns);
    for (seat, payoff) in report.seats.iter().zip(&report.payoffs) {
        assert_eq!(seat.stones as f64, payoff.max(0.0));
        assert_eq!(seat.out.is_some(), *payoff < 0.0);
    }
}

#[test]
fn a_game_for_every_number_of_players() {
    for (map, players) in [("standard", 2), ("torus", 3), ("bastion", 4), ("bazaar", 5), ("cube", 6), ("minefield", 8)]
    {
        let options = options(map, time(2000));
        let text = options.text.clone();
        let hosted = Hosted::start(options);
        let clients: Vec<_> = (0..players).map(|group| join(hosted.address, "random", group)).collect();
        let (reports, reasons) = hosted.finish();
        assert_eq!(reasons, Vec::<String>::new(), "{map}");
        replay(&text, &reports[0]);
        for client in clients {
            let (report, news) = client.join().unwrap().unwrap();
            let seat = &reports[0].seats[report.player.index()];
            assert_eq!(report.payoffs, reports[0].payoffs, "{map}: the model is in step to the end");
            assert!(report.complete && !report.disqualified);
            assert_eq!((report.totals.moves, report.places[report.player.index()]), (seat.moves, seat.place));
            let moves = news.iter().filter(|event| matches!(event, ClientEvent::Move { .. })).count();
            assert_eq!(moves, reports[0].turns, "{map}: everybody hears every move");
            assert_eq!(news.iter().filter(|event| **event == ClientEvent::PhaseEnd).count(), 1, "{map}");
            assert_eq!(news.last(), Some(&ClientEvent::GameEnd));
        }
    }
}

/// Three clients that think all the time, the last of them with a player that cannot.
#[test]
fn clients_that_ponder_on_two_threads_stay_in_step() {
    let text = "3\n1\n1 1\n5 6\n0 0 c 0 0 0\n0 1 2 3 0 b\n0 2 3 1 0 0\n0 3 1 2 0 0\n0 0 0 0 i 0\n";
    let hosted = Hosted::start(ServerOptions { text: text.to_string(), ..options("standard", time(400)) });
    let clients = ["best", "search(depth=3, threads=1)", "greedy"].map(|player| {
        let player = player.parse().unwrap();
        let options = ClientOptions { player, ponder: true, threads: 2, ..ClientOptions::default() };
        join_with(hosted.address, options, |_| {})
    });
    let (reports, reasons) = hosted.finish();
    assert_eq!(reasons, Vec::<String>::new());
    replay(text, &reports[0]);
    for client in clients {
        let (report, _) = client.join().unwrap().unwrap();
        assert!(report.complete && !report.disqualified);
        assert_eq!(report.payoffs, reports[0].payoffs);
    }
}

#[test]
fn depths_beyond_the_end_of_the_game_are_not_reported() {
    let text = "2\n0\n0 1\n4 4\n0 0 0 0\n0 1 2 0\n0 2 1 0\n0 0 0 0\n";
    let hosted = Hosted::start(ServerOptions { text: text.to_string(), ..options("standard", time(5000)) });
    // Through a beam nothing is proven, so this search goes on to its deepest iteration though all it sees has ended.
    let clients = [1, 2].map(|group| join(hosted.address, "search(beam=2)", group));
    for client in clients {
        let totals = client.join().unwrap().unwrap().0.totals;
        assert!(totals.solved > 0, "{totals:?}");
        assert!(totals.deepest <= 12, "12 tiles are free at first: {totals:?}");
        assert!(totals.mean_depth() <= 12.0, "{totals:?}");
    }
    assert_eq!(hosted.finish().1, Vec::<String>::new());
}

#[test]
fn built_in_players_fill_seats_and_everybody_moves_on() {
    let seats = vec![built_in("greedy"), SeatConfig::Client];
    let options = ServerOptions { seats, games: 3, ..options("torus", time(1000)) };
    let text = options.text.clone();
    let hosted = Hosted::start(options);
    for _ in 0..3 {
        let clients = [join(hosted.address, "first", 7), join(hosted.address, "random", 9)];
        for client in clients {
            assert!(client.join().unwrap().unwrap().0.complete);
        }
    }
    let (reports, reasons) = hosted.finish();
    assert_eq!(reasons, Vec::<String>::new());
    let order = |report: &GameReport| report.seats.iter().map(|seat| seat.participant).collect::<Vec<_>>();
    assert_eq!(reports.iter().map(order).collect::<Vec<_>>(), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    for report in &reports {
        replay(&text, report);
        let greedy = report.seats.iter().find(|seat| seat.participant == 0).unwrap();
        assert_eq!((greedy.group, greedy.spec.as_deref()), (0, Some("greedy")));
        let groups = |participant| report.seats.iter().find(|seat| seat.participant == participant).unwrap().group;
        assert_eq!(groups(1), reports[0].seats[1].group, "clients are known again by their group");
        assert!(report.seats.iter().all(|seat| seat.time_left.is_some()));
    }
}

#[test]
fn a_depth_limit_is_kept() {
    let seats = vec![built_in("search(eval=stones)"), SeatConfig::Client];
    let hosted = Hosted::start(ServerOptions { seats, ..options("standard", GameClock::Depth(3)) });
    let (report, news) = join(hosted.address, "best", 1).join().unwrap().unwrap();
    let (reports, _) = hosted.finish();
    assert!(report.complete);
    let requests: Vec<_> = news.iter().filter(|event| matches!(event, ClientEvent::Request { .. })).collect();
    assert!(requests.iter().all(|event| **event == ClientEvent::Request { time: None, depth: 3 }));
    let depths = news.iter().filter_map(|event| match event {
        ClientEvent::Answer(chosen) => Some(chosen.depth),
        _ => None,
    });
    assert_eq!(depths.max(), Some(3));
    assert!(reports[0].seats.iter().all(|seat| seat.time_left.is_none()));
    assert!(reports[0].result_text().lines().skip(1).all(|line| line.contains("\tinf\t")));
}

/// A search that would take for ever has a whole board of 2,500 targets before it, and only the clock ends it.
#[test]
fn the_largest_board_is_answered_in_time() {
    let recipe = generator::Recipe {
        cols: 50,
        rows: 50,
        holes: 0,
        stones: 100,
        specials: 0,
        overrides: 0,
        ..Default::default()
    };
    let text = generator::generate(recipe, 4).write();
    let seats = vec![SeatConfig::Client, built_in("first")];
    let options = ServerOptions { seats, ..ServerOptions::new("wide", text.clone()) };
    let hosted = Hosted::start(ServerOptions { clock: time(2000), ..options });
    let endless = join(hosted.address, "search(depth=60, algorithm=minimax)", 1);
    let (reports, reasons) = hosted.finish();
    assert!(endless.join().unwrap().unwrap().0.complete);
    assert_eq!(reasons, Vec::<String>::new());
    assert_eq!((reports[0].seats[0].moves, reports[0].turns), (1, 2), "one bomb each");
    replay(&text, &reports[0]);
}

#[test]
fn missing_clients_end_the_wait() {
    let hosted = Hosted::start(ServerOptions { wait: Duration::from_millis(500), ..options("duel", time(200)) });
    let client = join(hosted.address, "first", 1);
    assert!(client.join().unwrap().is_err());
    let error = hosted.fail();
    assert!(error.contains("after 500ms only") && error.contains("of 2 clients"), "{error}");
}

#[test]
fn a_wrong_map_player_or_number_of_seats_is_told_before_anybody_waits() {
    let broken = ServerOptions { text: "2\n0\n0 0\n1 1\nz".to_string(), ..options("duel", time(200)) };
    assert!(Hosted::start(broken).fail().contains("line 5"));
    let seats = vec![built_in("first"); 3];
    let crowded = Hosted::start(ServerOptions { seats, ..options("duel", time(200)) }).fail();
    assert!(crowded.contains("3 seats were named, but the map has 2 players"), "{crowded}");
    let seats = vec![built_in("frist")];
    let unknown = Hosted::start(ServerOptions { seats, ..options("duel", time(200)) }).fail();
    assert!(unknown.contains("there is no player `frist`"), "{unknown}");
    let seats = vec![built_in("human")];
    let human = Hosted::start(ServerOptions { seats, ..options("duel", time(200)) }).fail();
    assert!(human.contains("keyboard"), "{human}");
}

#[test]
fn a_taken_port_is_passed_over() {
    use plyground_network::server::Server;
    let address = std::net::IpAddr::from([127, 0, 0, 1]);
    let first = Server::bind(address, 0).unwrap();
    let port = first.address().port();
    if port < u16::MAX - 100 {
        let second = Server::bind(address, port).unwrap();
        assert!(second.address().port() > port);
    }
    assert!(Server::bind([203, 0, 113, 1].into(), 7777).is_err(), "an address that is not ours");
}
