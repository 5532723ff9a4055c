//! The client against servers that follow a script: none of them makes it hang, panic or say nothing.

use crate::common::{LONG, Peer};
use plyground_network::client::{self, ClientError, ClientOptions, ClientReport};
use plyground_network::wire::{Endpoint, Message, RawMove};
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

const LINE: &str = "2\n0\n1 0\n1 6\nc 2 1 2 b 0\n";

/// Plays against a server that does `script` with the connection.
fn against(
    options: ClientOptions,
    script: impl FnOnce(&mut Peer) + Send + 'static,
) -> Result<ClientReport, ClientError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let mut peer = Peer::new(listener.accept().unwrap().0, Endpoint::Server);
        assert_eq!(peer.receive(), Some(Message::Group(options.group)));
        script(&mut peer);
    });
    let options = ClientOptions { group: 0, ..options };
    let result = client::play(TcpStream::connect(address).unwrap(), &options, &mut |_| {});
    server.join().unwrap();
    result
}

fn quick() -> ClientOptions {
    ClientOptions { player: "first".parse().unwrap(), server_timeout: LONG, ..ClientOptions::default() }
}

fn begin(peer: &mut Peer, number: u8) {
    peer.send(&Message::Map(LINE.as_bytes().to_vec()));
    peer.send(&Message::Player(number));
}

/// What a server does after it has been told our group, and a word of what we say to that.
type Script = fn(&mut Peer);

const SCRIPTS: [(&str, Script); 19] = [
    ("perhaps all seats are taken", |_| {}),
    ("sent a message of type 72", |peer| drop(peer.stream.write_all(b"HTTP/1.1 400 Bad Request\r\n"))),
    ("a map of 4294967295 bytes", |peer| drop(peer.stream.write_all(&[2, 255, 255, 255, 255]))),
    ("(player number) instead of the map", |peer| peer.send(&Message::Player(1))),
    ("map is not valid: line 1", |peer| peer.send(&Message::Map(b"99 players".to_vec()))),
    ("it is not text", |peer| peer.send(&Message::Map(vec![0xff, 0xfe, 0x32]))),
    ("map is not valid", |peer| peer.send(&Message::Map(Vec::new()))),
    ("calls us player 3", |peer| begin(peer, 3)),
    ("calls us player 0", |peer| begin(peer, 0)),
    ("not our turn", |peer| {
        begin(peer, 2);
        peer.send(&Message::Request { time: 1000, depth: 1 });
    }),
    ("0,0, which is not legal", |peer| {
        begin(peer, 2);
        peer.send(&Message::Move { mv: RawMove { x: 0, y: 0, special: 0 }, player: 1 });
    }),
    ("it is the turn of player 1", |peer| {
        begin(peer, 2);
        peer.send(&Message::Move { mv: RawMove { x: 0, y: 0, special: 1 }, player: 2 });
    }),
    ("speaks of player 8", |peer| {
        begin(peer, 2);
        peer.send(&Message::Move { mv: RawMove { x: 0, y: 0, special: 1 }, player: 8 });
    }),
    ("speaks of player 0", |peer| {
        begin(peer, 2);
        peer.send(&Message::Disqualified(0));
    }),
    ("phase 1 is said to be over", |peer| {
        begin(peer, 2);
        peer.send(&Message::PhaseEnd);
    }),
    // What could go on for ever is refused the second time.
    ("disqualified a second time", |peer| {
        peer.send(&Message::Map(b"3\n0\n1 0\n1 6\nc 2 1 3 b 0\n".to_vec()));
        peer.send(&Message::Player(2));
        (0..2).for_each(|_| peer.send(&Message::Disqualified(3)));
    }),
    ("over, a second time", |peer| {
        peer.send(&Message::Map(b"2\n0\n1 0\n1 3\n1 0 2\n".to_vec()));
        peer.send(&Message::Player(2));
        (0..2).for_each(|_| peer.send(&Message::PhaseEnd));
    }),
    ("instead of the move we have answered", |peer| {
        begin(peer, 1);
        for _ in 0..2 {
            peer.send(&Message::Request { time: 1000, depth: 1 });
            peer.receive();
        }
    }),
    ("connection to the server was lost", |peer| {
        begin(peer, 2);
        let _ = peer.stream.write_all(&[6, 0, 0]);
    }),
];

#[test]
fn nonsense_from_a_server_is_one_sentence() {
    for (word, script) in SCRIPTS {
        let error = against(quick(), script).expect_err(word).to_string();
        assert!(error.contains(word), "{word}: {error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn silence_has_a_limit() {
    let options = ClientOptions { server_timeout: Duration::from_millis(100), ..quick() };
    let silent = against(options.clone(), |peer| assert_eq!(peer.receive(), None));
    assert_eq!(silent, Err(ClientError::Silent(Duration::from_millis(100))));
    let later = against(options, |peer| {
        begin(peer, 2);
        assert_eq!(peer.receive(), None);
    });
    assert_eq!(later, Err(ClientError::Silent(Duration::from_millis(100))));
}

/// The answer to one request on a board with 2,500 targets, from a player that has none of its own.
fn answer_of(player: &str) -> RawMove {
    let mut rows = vec![vec!["1"; 50].join(" "); 49];
    rows.push(vec!["2"; 50].join(" "));
    let map = format!("2\n0\n1 0\n50 50\n{}\n", rows.join("\n"));
    let (told, answer) = std::sync::mpsc::channel();
    let options = ClientOptions { player: player.parse().unwrap(), reserve: LONG, ..quick() };
    let result = against(options, move |peer| {
        peer.send(&Message::Map(map.into_bytes()));
        peer.send(&Message::Player(1));
        peer.send(&Message::PhaseEnd);
        peer.send(&Message::Request { time: 1000, depth: 1 });
        match peer.receive() {
            Some(Message::Answer(mv)) => told.send(mv).unwrap(),
            other => panic!("{other:?}"),
        }
        peer.send(&Message::GameEnd);
    });
    assert!(!result.unwrap().complete, "the server ended it early, which is its right");
    answer.recv().unwrap()
}

/// A minimax of 60 plies over 2,500 bombs would take for ever; the answer comes all the same, and it is legal.
#[test]
fn a_player_without_end_is_overruled_by_the_clock() {
    let mv = answer_of("search(depth=60, algorithm=minimax)");
    assert!(mv.x < 50 && mv.y < 50);
}

/// A command that says nothing is the worst player there is: it does not even look at the clock.
#[test]
#[cfg(unix)]
fn a_player_that_is_deaf_is_overruled_too() {
    let mv = answer_of("process(\"sleep 5\")");
    assert_eq!((mv.x, mv.y), (0, 0), "the first legal move");
}

#[test]
fn disqualification_is_a_result() {
    let report = against(quick(), |peer| {
        begin(peer, 1);
        peer.send(&Message::Request { time: 1000, depth: 1 });
        assert_eq!(peer.receive(), Some(Message::Answer(RawMove { x: 0, y: 0, special: 1 })));
        peer.send(&Message::Disqualified(1));
    });
    let report = report.unwrap();
    assert!(report.disqualified);
    assert_eq!(report.payoffs, [-1.0, 2.0]);
}

#[test]
fn nobody_listens_there() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    let error = client::connect(&address, Duration::from_millis(60)).unwrap_err().to_string();
    assert!(error.contains("cannot connect"), "{error}");
    for bad in ["nowhere", "localhost", "localhost:99999", ":"] {
        let error = client::connect(bad, Duration::ZERO).unwrap_err().to_string();
        assert!(error.contains("HOST:PORT"), "{bad}: {error}");
    }
}
