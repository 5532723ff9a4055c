//! The server against clients that follow a script: the order of messages, the clock, and every way to be disqualified.

use crate::common::{Hosted, Peer, join, options, time};
use plyground_core::{Game, Notation};
use plyground_games::reversixt::{MapFile, Reading, ReversiGame};
use plyground_network::server::{GameClock, ServerOptions};
use plyground_network::wire::{Message, RawMove};
use std::io::Write;
use std::net::Shutdown;

fn mv(x: u16, y: u16, special: u8) -> RawMove {
    RawMove { x, y, special }
}

/// The map of the rules' own example: player 1 has two moves, then it is over or bombs fly.
const LINE: &str = "2\r\n0\r\n1 0\r\n1 6\r\nc 2 1 2 b 0\r\n";

fn line_options(clock: GameClock) -> ServerOptions {
    ServerOptions { text: LINE.to_string(), ..options("duel", clock) }
}

/// Two clients at the table, past map and number.
fn seated(hosted: &Hosted) -> [Peer; 2] {
    let mut first = Peer::client(hosted.address, 4);
    let mut second = Peer::client(hosted.address, 5);
    for (peer, number) in [(&mut first, 1), (&mut second, 2)] {
        assert_eq!(peer.receive(), Some(Message::Map(LINE.as_bytes().to_vec())), "byte for byte");
        assert_eq!(peer.receive(), Some(Message::Player(number)));
    }
    [first, second]
}

#[test]
fn the_course_of_a_game_message_by_message() {
    let hosted = Hosted::start(line_options(time(5000)));
    let [mut one, mut two] = seated(&hosted);
    assert_eq!(one.receive(), Some(Message::Request { time: 5000, depth: 1 }));
    one.send(&Message::Answer(mv(0, 0, 2)));
    let after = "2221b0 1 2 o=0,0 b=1,1 out=-";
    let game = ReversiGame::new(MapFile::parse(LINE, Reading::Strict).unwrap().map, "map=line");
    let position = game.parse_position(after).unwrap();
    assert_eq!(game.count_moves(&position), 2, "player 2 has the bonus tile, twice");
    for peer in [&mut one, &mut two] {
        assert_eq!(peer.receive(), Some(Message::Move { mv: mv(0, 0, 2), player: 1 }), "the mover gets it too");
    }
    assert_eq!(two.receive(), Some(Message::Request { time: 5000, depth: 1 }));
    two.send(&Message::Answer(mv(4, 0, 20)));
    for peer in [&mut one, &mut two] {
        assert_eq!(peer.receive(), Some(Message::Move { mv: mv(4, 0, 20), player: 2 }));
    }
    // Player 1 has a stone left on 3,0? No: it was captured, and nobody can build any more.
    for peer in [&mut one, &mut two] {
        assert_eq!(peer.receive(), Some(Message::PhaseEnd));
    }
    let Some(Message::Request { time, .. }) = one.receive() else { panic!("player 1 throws first") };
    assert!(time > 5000 && time <= 10_000, "{time} ms: what was left, and five seconds more");
    one.send(&Message::Answer(mv(5, 0, 77)));
    for peer in [&mut one, &mut two] {
        assert_eq!(peer.receive(), Some(Message::Move { mv: mv(5, 0, 0), player: 1 }), "special is passed on as 0");
    }
    for place in [0, 1] {
        assert!(matches!(two.receive(), Some(Message::Request { .. })));
        two.send(&Message::Answer(mv(place, 0, 0)));
        for peer in [&mut one, &mut two] {
            assert_eq!(peer.receive(), Some(Message::Move { mv: mv(place, 0, 0), player: 2 }));
        }
    }
    assert_eq!((one.rest(), two.rest()), (vec![Message::GameEnd], vec![Message::GameEnd]));
    drop((one, two));
    let (reports, _) = hosted.finish();
    assert_eq!(reports[0].moves, "0,0:2 4,0:20 5,0 0,0 1,0");
    assert_eq!(reports[0].seats[0].group, 4);
}

/// What the offender does instead of answering properly, and a word of the reason.
type Offence = (&'static str, fn(&mut Peer));

const OFFENCES: [Offence; 14] = [
    ("not turn any stone", |peer| peer.send(&Message::Answer(mv(5, 0, 0)))),
    ("no such tile", |peer| peer.send(&Message::Answer(mv(6, 0, 0)))),
    ("no such tile", |peer| peer.send(&Message::Answer(mv(65535, 65535, 255)))),
    ("a choice tile asks", |peer| peer.send(&Message::Answer(mv(0, 0, 0)))),
    ("a choice tile asks", |peer| peer.send(&Message::Answer(mv(0, 0, 3)))),
    ("a bonus tile asks", |peer| peer.send(&Message::Answer(mv(4, 0, 0)))),
    ("no override stone", |peer| peer.send(&Message::Answer(mv(1, 0, 0)))),
    ("without being asked", |peer| peer.send(&Message::Group(1))),
    ("not for this side", |peer| peer.send(&Message::GameEnd)),
    ("types are 1 to 9", |peer| drop(peer.stream.write_all(b"GET / HTTP/1.1\r\n\r\n"))),
    ("instead of 5", |peer| drop(peer.stream.write_all(&[5, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0]))),
    ("instead of 5", |peer| drop(peer.stream.write_all(&[5, 255, 255, 255, 255]))),
    ("closed the connection", |peer| drop(peer.stream.shutdown(Shutdown::Write))),
    ("did not answer within 300 ms", |peer| drop(peer.stream.write_all(&[5, 0, 0]))),
];

#[test]
fn every_offence_costs_the_offender_and_nobody_else() {
    for (word, offend) in OFFENCES {
        let hosted = Hosted::start(line_options(time(300)));
        let [mut one, mut two] = seated(&hosted);
        assert!(matches!(one.receive(), Some(Message::Request { .. })));
        offend(&mut one);
        // Type 8 is not sent: phase 1 was still running.
        assert_eq!(two.rest(), [Message::Disqualified(1), Message::GameEnd], "{word}");
        assert_eq!(one.rest(), [Message::Disqualified(1)], "{word}: told, and hung up on");
        drop((one, two));
        let (reports, reasons) = hosted.finish();
        assert!(reasons[0].starts_with("1 ") && reasons[0].contains(word), "{word}: {reasons:?}");
        assert_eq!(reports[0].moves, "out=1");
        assert_eq!(reports[0].payoffs, [-1.0, 2.0]);
        assert!(reports[0].result_text().lines().nth(1).unwrap().ends_with("disq."));
    }
}

#[test]
fn an_answer_before_the_request_is_an_offence_too() {
    let hosted = Hosted::start(line_options(time(5000)));
    let [mut one, mut two] = seated(&hosted);
    assert!(matches!(one.receive(), Some(Message::Request { .. })));
    two.send(&Message::Answer(mv(0, 0, 1)));
    assert_eq!(two.rest(), [Message::Disqualified(2)]);
    assert_eq!(one.rest(), [Message::Disqualified(2), Message::GameEnd], "while it is thinking");
    drop((one, two));
    assert_eq!(hosted.finish().1, ["2 sent a message (move answer) without being asked"]);
}

#[test]
fn a_game_of_three_goes_on_without_the_offender() {
    let hosted = Hosted::start(options("torus", time(2000)));
    let good = [join(hosted.address, "first", 1), join(hosted.address, "random", 2)];
    let mut bad = Peer::client(hosted.address, 3);
    let heard = loop {
        match bad.receive() {
            Some(Message::Request { .. }) => {
                bad.send(&Message::Answer(mv(999, 999, 0)));
                break bad.rest();
            }
            Some(_) => {}
            None => panic!("hung up without a reason"),
        }
    };
    assert!(matches!(heard[..], [Message::Disqualified(_)]), "{heard:?}");
    drop(bad);
    for client in good {
        let (report, _) = client.join().unwrap().unwrap();
        assert!(report.complete && !report.disqualified);
        assert_eq!(report.payoffs.iter().filter(|payoff| **payoff < 0.0).count(), 1);
    }
    let (reports, reasons) = hosted.finish();
    assert_eq!(reasons.len(), 1);
    assert!(reports[0].moves.contains("out="));
    assert!(reports[0].turns > 10);
}

#[test]
fn without_options_there_is_no_clock_and_depth_is_1() {
    let hosted = Hosted::start(line_options(GameClock::Depth(1)));
    let [mut one, two] = seated(&hosted);
    assert_eq!(one.receive(), Some(Message::Request { time: 0, depth: 1 }));
    drop((one, two));
    hosted.finish();
}
