//! Plays one game on a server.
//!
//! One thread reads the socket, one searches, and the caller's thread keeps the game state, the clock and a legal move.
//! The answer leaves before the limit, whatever the search thread does.

mod error;
mod reader;
mod report;
mod search_thread;
mod server_clock;
mod session;

pub use error::ClientError;
pub use report::{AnswerReport, ClientEvent, ClientReport, ClientTotals};

use crate::wire::Message;
use error::ClientError as Error;
use plyground_core::PlayerId;
use plyground_engine::{Spec, SpecError};
use plyground_games::reversixt::{MapFile, Reading, ReversiGame, maps};
use reader::SessionEvent;
use std::io::{self, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A server that reads nothing for this long counts as gone.
const WRITE_LIMIT: Duration = Duration::from_secs(10);
/// The longest attempt to connect.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// The pause between two attempts.
const RETRY_PAUSE: Duration = Duration::from_millis(50);
/// The most unread messages; a server that sends faster has to wait.
const INBOX: usize = 256;

/// How a client plays.
#[derive(Clone, PartialEq, Debug)]
pub struct ClientOptions {
    /// The group number, which the server shows.
    pub group: u8,
    /// The player.
    pub player: Spec,
    /// Kept back from every time limit until the delay of the connection has been measured; see `server_clock`.
    pub reserve: Duration,
    /// The longest time that the server may send nothing.
    pub server_timeout: Duration,
    /// The seed of the player.
    pub seed: u64,
    /// Whether the player thinks while others are to move, if it is one that can.
    pub ponder: bool,
    /// How many threads the player uses unless its spec says so.
    pub threads: usize,
    /// Whether to report what the player thinks, for people who watch.
    pub tells_thoughts: bool,
}

impl Default for ClientOptions {
    fn default() -> Self {
        ClientOptions {
            group: 0,
            player: Spec::named("best"),
            reserve: Duration::from_millis(100),
            server_timeout: Duration::from_secs(3600),
            seed: 1,
            ponder: false,
            threads: 1,
            tells_thoughts: false,
        }
    }
}

/// Room for the table or tree of `best`. A tree grows by a million moves a second, through the turns of all others.
const TABLE: &str = "256MB";

impl ClientOptions {
    /// The player with the threads it is given and, where its spec leaves that open, with memory for what it finds out while others move.
    fn equipped_player(&self) -> Spec {
        let mut player = self.player.clone();
        if self.threads > 1 {
            player = Self::with(player, "threads", &self.threads.to_string());
        }
        if player.name == "best" { Self::with(player, "table", TABLE) } else { player }
    }

    /// The player with this argument, unless its spec has one of that name already or rules it out.
    fn with(player: Spec, name: &str, value: &str) -> Spec {
        if player.args.iter().any(|arg| arg.name.as_deref() == Some(name)) {
            return player;
        }
        let equipped = player.with_parameter(&[name], value);
        equipped.filter(|spec| check_player(spec).is_ok()).unwrap_or(player)
    }
}

/// Checks a player before connecting. Whether it can play on a particular map turns out later.
///
/// # Errors
/// When there is no such player or it does not play ReversiXT.
pub fn check_player(spec: &Spec) -> Result<(), SpecError> {
    if spec.name == "human" {
        let reason = "a network game has no keyboard".to_string();
        return Err(SpecError::Unsuitable { player: spec.name.clone(), reason });
    }
    let map = MapFile::parse(maps::STANDARD, Reading::Strict).expect("the standard map is valid").map;
    plyground_engine::build(spec, &ReversiGame::new(map, "standard"), 1).map(|_| ())
}

/// Connects to `HOST:PORT`. While the connection is refused, tries again for as long as `retry` says.
///
/// # Errors
/// When the address cannot be resolved or the connection is not established.
pub fn connect(address: &str, retry: Duration) -> Result<TcpStream, ClientError> {
    let begun = Instant::now();
    let unknown = |reason: String| Error::Address { address: address.to_string(), reason };
    let addresses: Vec<SocketAddr> = address.to_socket_addrs().map_err(|error| unknown(error.to_string()))?.collect();
    loop {
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for address in &addresses {
            match TcpStream::connect_timeout(address, CONNECT_LIMIT) {
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

/// Plays one game on this connection and reports events to `watch`.
///
/// # Errors
/// When the server breaks the protocol or the rules, disconnects, or sends nothing for too long. Being disqualified is
/// a result, not an error.
pub fn play(
    stream: TcpStream,
    options: &ClientOptions,
    watch: &mut dyn FnMut(&ClientEvent),
) -> Result<ClientReport, ClientError> {
    let prepared = stream.set_nodelay(true).and_then(|()| stream.set_write_timeout(Some(WRITE_LIMIT)));
    let reading = prepared.and_then(|()| stream.try_clone()).map_err(|error| Error::Lost(error.to_string()))?;
    let (outlet, inbox) = mpsc::sync_channel(INBOX);
    let reader_outlet = outlet.clone();
    let reader = std::thread::spawn(move || reader::read(reading, &reader_outlet));
    let result = handshake(&stream, options, &inbox, watch)
        .and_then(|handshake| session::play(&stream, handshake, options, (outlet, &inbox), watch));
    // Unblocks the reader; without the inbox it cannot block on sending an event either.
    let _ = stream.shutdown(Shutdown::Both);
    drop(inbox);
    let _ = reader.join();
    result
}

/// What the server sends before the first move.
struct Handshake {
    map: MapFile,
    player: PlayerId,
}

/// Sends the group number and waits for the map and the player number.
fn handshake(
    mut stream: &TcpStream,
    options: &ClientOptions,
    inbox: &Receiver<SessionEvent>,
    watch: &mut dyn FnMut(&ClientEvent),
) -> Result<Handshake, ClientError> {
    stream.write_all(&Message::Group(options.group).encode()).map_err(|error| Error::Lost(error.to_string()))?;
    watch(&ClientEvent::Connected);
    let bytes = match next_message(inbox, options.server_timeout)? {
        Message::Map(bytes) => bytes,
        other => return Err(Error::Unexpected { found: other.name(), instead: "the map" }),
    };
    let text = String::from_utf8(bytes).map_err(|_| Error::Map("it is not text".to_string()))?;
    let map = MapFile::parse(&text, Reading::Strict).map_err(|error| Error::Map(error.to_string()))?.map;
    watch(&ClientEvent::Map { text, players: map.players(), cols: map.width(), rows: map.height() });
    let number = match next_message(inbox, options.server_timeout)? {
        Message::Player(number) => number,
        other => return Err(Error::Unexpected { found: other.name(), instead: "a player number" }),
    };
    let player = PlayerId::from_number(number.into()).filter(|player| player.number() <= map.players());
    let player = player.ok_or(Error::Number { number, players: map.players() })?;
    watch(&ClientEvent::Seated(player));
    Ok(Handshake { map, player })
}

fn next_message(inbox: &Receiver<SessionEvent>, timeout: Duration) -> Result<Message, ClientError> {
    match inbox.recv_timeout(timeout) {
        Ok(SessionEvent::Message(message, _)) => Ok(message),
        Ok(SessionEvent::Invalid(error)) => Err(Error::Wire(error)),
        Ok(SessionEvent::Lost(_)) => Err(Error::Unseated),
        Ok(SessionEvent::SearchDone(_) | SessionEvent::PlayerFailed(_)) => {
            unreachable!("the search thread starts after the map has arrived")
        }
        Err(RecvTimeoutError::Timeout) => Err(Error::Silent(timeout)),
        Err(RecvTimeoutError::Disconnected) => unreachable!("this side holds a sender"),
    }
}
