//! Plays one game on a server.
//!
//! Three threads: one reads the socket, one thinks, one (the caller's) keeps the model, the clock and the legal move in
//! hand. Whatever the thinking thread does, the answer leaves before the limit.

mod error;
mod mind;
mod pacer;
mod reader;
mod report;
mod session;

pub use error::ClientError;
pub use report::{Chosen, ClientReport, News, Totals};

use crate::wire::Message;
use error::ClientError as Error;
use plyground_core::PlayerId;
use plyground_engine::{Spec, SpecError};
use plyground_games::reversixt::{MapFile, Reading, ReversiGame, maps};
use std::io::{self, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A server that does not read for so long has gone.
const WRITE_LIMIT: Duration = Duration::from_secs(10);
/// One attempt to connect may take so long.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// Between two attempts.
const RETRY_PAUSE: Duration = Duration::from_millis(50);
/// Messages that may lie unread inside; a server that talks faster has to wait.
const INBOX: usize = 256;

/// How to play.
#[derive(Clone, PartialEq, Debug)]
pub struct ClientOptions {
    /// The number that the server shows for us.
    pub group: u8,
    /// Who thinks.
    pub player: Spec,
    /// Kept back from every limit until the connection is known; see `pacer`.
    pub reserve: Duration,
    /// The longest silence of a server.
    pub patience: Duration,
    /// Governs the player's random decisions.
    pub seed: u64,
}

impl Default for ClientOptions {
    fn default() -> Self {
        ClientOptions {
            group: 0,
            player: Spec::named("best"),
            reserve: Duration::from_millis(100),
            patience: Duration::from_secs(3600),
            seed: 1,
        }
    }
}

/// Tells what is wrong with a player before anybody connects; what depends on the map is found out later.
///
/// # Errors
/// When there is no such player or it does not play ReversiXT.
pub fn check_player(spec: &Spec) -> Result<(), SpecError> {
    if spec.name == "human" {
        let reason = "nobody sits at the keyboard of a network game".to_string();
        return Err(SpecError::Unsuitable { player: spec.name.clone(), reason });
    }
    let map = MapFile::parse(maps::STANDARD, Reading::Strict).expect("the standard map is valid").map;
    plyground_engine::build(spec, &ReversiGame::new(map, "standard"), 1).map(|_| ())
}

/// Connects to `HOST:PORT`, again and again while nobody listens there yet, for as long as `retry` says.
///
/// # Errors
/// When the name means nothing or nobody answers.
pub fn connect(address: &str, retry: Duration) -> Result<TcpStream, ClientError> {
    let begun = Instant::now();
    let unknown = |reason: String| Error::Address { address: address.to_string(), reason };
    let places: Vec<SocketAddr> = address.to_socket_addrs().map_err(|error| unknown(error.to_string()))?.collect();
    loop {
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for place in &places {
            match TcpStream::connect_timeout(place, CONNECT_LIMIT) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        let is_early = last.kind() == io::ErrorKind::ConnectionRefused && begun.elapsed() < retry;
        if !is_early {
            return Err(Error::Connect { address: address.to_string(), reason: last.to_string() });
        }
        std::thread::sleep(RETRY_PAUSE);
    }
}

/// Plays one game on this connection and tells `watch` what happens.
///
/// # Errors
/// When the server breaks the protocol or the rules, goes away, or says nothing for too long. Being disqualified is a
/// result, not an error.
pub fn play(
    stream: TcpStream,
    options: &ClientOptions,
    watch: &mut dyn FnMut(&News),
) -> Result<ClientReport, ClientError> {
    let prepared = stream.set_nodelay(true).and_then(|()| stream.set_write_timeout(Some(WRITE_LIMIT)));
    let reading = prepared.and_then(|()| stream.try_clone()).map_err(|error| Error::Lost(error.to_string()))?;
    let (outlet, inbox) = mpsc::sync_channel(INBOX);
    let heard = outlet.clone();
    let reader = std::thread::spawn(move || reader::read(reading, &heard));
    let result = introduce(&stream, options, &inbox, watch)
        .and_then(|seat| session::play(&stream, seat, options, (outlet, &inbox), watch));
    // Ends the reader whatever it waits for; with the inbox gone it cannot be stuck in a message either.
    let _ = stream.shutdown(Shutdown::Both);
    drop(inbox);
    let _ = reader.join();
    result
}

/// What the server has told before the first move.
struct Seated {
    map: MapFile,
    number: PlayerId,
}

/// Group number out; map and player number in.
fn introduce(
    mut stream: &TcpStream,
    options: &ClientOptions,
    inbox: &Receiver<reader::Event>,
    watch: &mut dyn FnMut(&News),
) -> Result<Seated, ClientError> {
    stream.write_all(&Message::Group(options.group).encode()).map_err(|error| Error::Lost(error.to_string()))?;
    watch(&News::Connected);
    let bytes = match next_message(inbox, options.patience)? {
        Message::Map(bytes) => bytes,
        other => return Err(Error::Unexpected { found: other.name(), instead: "the map" }),
    };
    let text = String::from_utf8(bytes).map_err(|_| Error::Map("it is not text".to_string()))?;
    let map = MapFile::parse(&text, Reading::Strict).map_err(|error| Error::Map(error.to_string()))?.map;
    watch(&News::Map { text, players: map.players(), cols: map.width(), rows: map.height() });
    let number = match next_message(inbox, options.patience)? {
        Message::Player(number) => number,
        other => return Err(Error::Unexpected { found: other.name(), instead: "a player number" }),
    };
    let seat = PlayerId::from_number(number.into()).filter(|player| player.number() <= map.players());
    let seat = seat.ok_or(Error::Number { number, players: map.players() })?;
    watch(&News::Seated(seat));
    Ok(Seated { map, number: seat })
}

fn next_message(inbox: &Receiver<reader::Event>, patience: Duration) -> Result<Message, ClientError> {
    match inbox.recv_timeout(patience) {
        Ok(reader::Event::Said(message, _)) => Ok(message),
        Ok(reader::Event::Broken(error)) => Err(Error::Wire(error)),
        Ok(reader::Event::Lost(_)) => Err(Error::Unseated),
        Ok(reader::Event::Thought(_) | reader::Event::Unfit(_)) => {
            unreachable!("nobody thinks before the map is there")
        }
        Err(RecvTimeoutError::Timeout) => Err(Error::Silent(patience)),
        Err(RecvTimeoutError::Disconnected) => unreachable!("this side holds a sender"),
    }
}
