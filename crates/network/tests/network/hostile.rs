//! A thousand hostile connections of twenty kinds while games run.

use crate::common::{Hosted, Peer, built_in, join, join_and, options, time};
use plyground_core::Rng;
use plyground_network::client::ClientEvent;
use plyground_network::server::{SeatConfig, ServerOptions};
use plyground_network::wire::{Message, RawMove};
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

const CROWD: usize = 1000;

/// What a hostile visitor does after connecting. Sockets in `kept` stay open until the game is over.
type Attack = fn(&mut TcpStream, &mut Rng);

fn send(stream: &mut TcpStream, bytes: &[u8]) {
    // Being hung up on is the expected answer.
    let _ = stream.write_all(bytes);
}

/// Says each of these messages, without listening.
fn send_messages(stream: &mut TcpStream, messages: &[Message]) {
    messages.iter().for_each(|message| send(stream, &message.encode()));
}

const ATTACKS: [(&str, Attack); 20] = [
    ("goes at once", |stream, _| drop(stream.shutdown(Shutdown::Both))),
    ("is silent", |_, _| {}),
    ("sends one byte", |stream, _| send(stream, &[1])),
    ("sends half a header", |stream, _| send(stream, &[1, 0, 0])),
    ("sends a header only", |stream, _| send(stream, &[1, 0, 0, 0, 1])),
    ("sends an empty group", |stream, _| send(stream, &[1, 0, 0, 0, 0])),
    ("sends a long group", |stream, _| send(stream, &[1, 0, 0, 0, 2, 1, 1])),
    ("announces 4 GB", |stream, _| send(stream, &[1, 255, 255, 255, 255])),
    ("sends type 0", |stream, _| send(stream, &[0; 40])),
    ("sends type 255", |stream, _| send(stream, &[255; 40])),
    ("speaks HTTP", |stream, _| send(stream, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")),
    ("speaks TLS", |stream, _| send(stream, &[22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])),
    ("sends noise", |stream, rng| {
        let bytes: Vec<u8> = (0..2000).map(|_| rng.bits() as u8).collect();
        send(stream, &bytes);
    }),
    ("floods", |stream, _| {
        let zeros = vec![0; 1 << 16];
        (0..16).for_each(|_| send(stream, &zeros));
    }),
    ("sends a map", |stream, _| send_messages(stream, &[Message::Map(vec![b'2'; 10_000])])),
    ("plays server", |stream, _| send_messages(stream, &[Message::Player(1), Message::GameEnd])),
    ("answers unasked", |stream, _| send_messages(stream, &[Message::Answer(RawMove { x: 0, y: 0, special: 0 })])),
    ("introduces itself twice", |stream, _| send_messages(stream, &[Message::Group(1), Message::Group(1)])),
    ("introduces itself and answers", |stream, _| {
        send_messages(stream, &[Message::Group(1), Message::Answer(RawMove { x: 1, y: 1, special: 1 })])
    }),
    ("closes its half and listens", |stream, _| {
        let _ = stream.shutdown(Shutdown::Write);
        let _ = stream.set_read_timeout(Some(Duration::from_millis(20)));
        let _ = stream.read(&mut [0; 10]);
    }),
];

/// Sends `count` attackers of all kinds in turn; returns those who are still connected.
fn attack(address: SocketAddr, count: usize, seed: u64) -> Vec<TcpStream> {
    let mut rng = Rng::seeded(seed);
    let mut kept = Vec::new();
    for number in 0..count {
        // A full queue of connections may refuse one more; that is the attackers' affair.
        let Ok(mut stream) = TcpStream::connect_timeout(&address, Duration::from_secs(5)) else { continue };
        let _ = stream.set_write_timeout(Some(Duration::from_millis(500)));
        let (_, attack) = ATTACKS[number % ATTACKS.len()];
        attack(&mut stream, &mut rng);
        if number % 4 == 0 {
            kept.push(stream);
        }
        if kept.len() > 100 {
            kept.remove(0);
        }
    }
    kept
}

#[test]
fn a_thousand_attackers_of_twenty_kinds_do_not_disturb_a_game() {
    // The first fifth comes while the seats are free, the rest while the game runs.
    let hosted = Hosted::start(options("cube", time(60_000)));
    let address = hosted.address;
    let early = attack(address, CROWD / 5, 1);
    let mut clients: Vec<_> = (0..5).map(|group| join(address, "random", group)).collect();
    // The sixth client takes its time over the first move, until the crowd has done its worst.
    let (asked, is_asked) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    clients.push(join_and(address, "random", 5, move |news| {
        if matches!(news, ClientEvent::Request { .. }) && asked.send(()).is_ok() {
            let _ = released.recv();
        }
    }));
    is_asked.recv().unwrap();
    drop(is_asked);
    let crowd = |seed: u64| std::thread::spawn(move || attack(address, CROWD * 2 / 5, seed));
    let late = [crowd(2), crowd(3)].map(|crowd| crowd.join().unwrap());
    drop(release);
    let (reports, reasons) = hosted.finish();
    assert_eq!(reasons, Vec::<String>::new());
    for client in clients {
        let (report, _) = client.join().unwrap().unwrap();
        assert!(report.complete && !report.disqualified);
        assert_eq!(report.payoffs, reports[0].payoffs);
    }
    drop((early, late));
}

/// Six of eight seats are taken by those who mean no good; the game is played by the other two.
#[test]
fn hostile_players_cost_only_themselves() {
    let seats = vec![built_in("first"), SeatConfig::Client];
    let hosted = Hosted::start(ServerOptions { seats, ..options("minefield", time(1000)) });
    let good = join(hosted.address, "first", 100);
    let deeds: [fn(&mut Peer); 6] = [
        // Never answers and never reads.
        |_| {},
        // Answers its first request with half a message.
        |peer| drop(peer.stream.write_all(&[5, 0, 0, 0, 5, 0])),
        // Floods with answers.
        |peer| (0..2000).for_each(|_| peer.send(&Message::Answer(RawMove { x: 0, y: 0, special: 0 }))),
        // Leaves.
        |peer| drop(peer.stream.shutdown(Shutdown::Both)),
        // Talks about something else.
        |peer| drop(peer.stream.write_all(&[77; 5000])),
        // Plays on a tile that does not exist.
        |peer| peer.send(&Message::Answer(RawMove { x: 60_000, y: 60_000, special: 9 })),
    ];
    let mut peers: Vec<Peer> = (0..6).map(|group| Peer::client(hosted.address, group)).collect();
    for (peer, deed) in peers.iter_mut().zip(deeds) {
        // Some wait for the beginning, some do it in the midst of things.
        assert!(matches!(peer.receive(), Some(Message::Map(_))));
        deed(peer);
    }
    let (report, _) = good.join().unwrap().unwrap();
    assert!(report.complete && !report.disqualified);
    drop(peers);
    let (reports, reasons) = hosted.finish();
    assert_eq!(reasons.len(), 6, "{reasons:?}");
    assert!(reports[0].seats.iter().filter(|seat| seat.out.is_none()).count() == 2);
    assert_eq!(reports[0].payoffs, report.payoffs);
}
