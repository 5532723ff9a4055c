//! Hosts games.
//!
//! The lobby (a thread of its own) accepts connections and listens to group numbers, also while a game runs, and turns
//! away what is no client or has come too late. Each seat of a game has a thread that reads and one that writes, so a
//! client that floods, stalls or does not read holds up nobody. The referee knows only messages with a time stamp.

mod error;
mod line;
mod lobby;
mod report;
mod seating;
mod table;

pub use error::ServerError;
pub use report::{GameReport, Happening, SeatReport, Sight};

use crate::client::{self, ClientOptions};
use crate::pair::pair;
use crate::rules::{GameUser, WireGame, open};
use crate::wire::Message;
use lobby::{Guest, Lobby};
use plyground_core::splitmix64;
use plyground_engine::Spec;
use plyground_games::reversixt::{MapFile, Reading};
use plyground_search::StopFlag;
use seating::Seating;
use std::io::Read;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::thread::JoinHandle;
use std::time::Duration;
use table::Table;

/// When the port is taken, so many others are tried.
const OTHER_PORTS: u16 = 100;
/// A built-in player introduces itself within so long.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// The clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// So much is added to a player's account before each of his moves.
    Time(Duration),
    /// No clock: so many plies, on the clients' honour.
    Depth(u8),
}

/// Who may sit somewhere.
#[derive(Clone, PartialEq, Debug)]
pub enum Sitter {
    /// Whoever connects.
    Client,
    /// A player of this program.
    BuiltIn(Spec),
}

/// What to host.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// What to call the map.
    pub map: String,
    /// The map file; clients get it as it is.
    pub text: String,
    /// The clock.
    pub clock: Clock,
    /// Who sits where in the first game; seats beyond the list are for clients.
    pub seats: Vec<Sitter>,
    /// Games in a row. From game to game everybody moves on by one seat.
    pub games: u32,
    /// How long to wait for clients.
    pub wait: Duration,
    /// Between telling the map and the first request: clients need a moment to get ready.
    pub settle: Duration,
    /// The longest wait for an answer where there is no clock.
    pub patience: Duration,
    /// Governs the built-in players' random decisions.
    pub seed: u64,
    /// Ends the waiting for clients when somebody sets it.
    pub stop: StopFlag,
}

impl ServerOptions {
    /// One game on this map for clients alone, without a clock and with search depth 1, as when a server is told nothing.
    pub fn new(map: impl Into<String>, text: impl Into<String>) -> Self {
        ServerOptions {
            map: map.into(),
            text: text.into(),
            clock: Clock::Depth(1),
            seats: Vec::new(),
            games: 1,
            wait: Duration::from_secs(3600),
            settle: Duration::from_secs(1),
            patience: Duration::from_secs(600),
            seed: 1,
            stop: StopFlag::default(),
        }
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens on this port, or on the next free one. Port 0 is any.
    ///
    /// # Errors
    /// When no port near it can be had, or the address is not ours.
    pub fn bind(address: IpAddr, port: u16) -> Result<Self, ServerError> {
        let last = port.saturating_add(OTHER_PORTS);
        let mut reason = String::new();
        for port in port..=last {
            match TcpListener::bind((address, port)).and_then(|listener| Ok((listener.local_addr()?, listener))) {
                Ok((address, listener)) => return Ok(Server { listener, address }),
                Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => reason = error.to_string(),
                Err(error) => {
                    return Err(ServerError::Bind { address, first: port, last: port, reason: error.to_string() });
                }
            }
        }
        Err(ServerError::Bind { address, first: port, last, reason })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Hosts all games, telling `watch` what happens, and stops listening.
    ///
    /// # Errors
    /// When the map or a built-in player is unusable, or clients are missing for too long.
    pub fn run(
        self,
        options: &ServerOptions,
        watch: &mut dyn FnMut(&Happening<'_>),
    ) -> Result<Vec<GameReport>, ServerError> {
        let map = MapFile::parse(&options.text, Reading::Strict)
            .map_err(|error| ServerError::Map { map: options.map.clone(), reason: error.to_string() })?;
        let players = map.map.players();
        if options.seats.len() > players {
            return Err(ServerError::Seats { players, named: options.seats.len() });
        }
        for sitter in &options.seats {
            if let Sitter::BuiltIn(spec) = sitter {
                client::check_player(spec)?;
            }
        }
        let lobby = Lobby::open(self.listener).map_err(ServerError::System)?;
        open(map.map, &options.map, Host { options, players, lobby, watch })
    }
}

/// Hosts the games on a map that is known to be good.
struct Host<'a> {
    options: &'a ServerOptions,
    players: usize,
    lobby: Lobby,
    watch: &'a mut dyn FnMut(&Happening<'_>),
}

impl GameUser for Host<'_> {
    type Output = Result<Vec<GameReport>, ServerError>;

    fn with<G: WireGame>(mut self, game: G) -> Self::Output {
        let mut seating = Seating::new(&self.options.seats, self.players);
        let mut reports = Vec::new();
        for number in 0..self.options.games {
            let report = self.host(&game, &mut seating, number)?;
            (self.watch)(&Happening::Ended(&report));
            reports.push(report);
        }
        Ok(reports)
    }
}

impl Host<'_> {
    fn host<G: WireGame>(&mut self, game: &G, seating: &mut Seating, number: u32) -> Result<GameReport, ServerError> {
        let is_last = number + 1 == self.options.games;
        let guests = self.lobby.gather(seating.clients(), is_last, self.options, self.watch)?;
        let mut insiders = Vec::new();
        let chairs = seating.seat(number, guests, |participant, spec| {
            let seed = splitmix64(self.options.seed ^ u64::from(number) << 8 ^ participant as u64);
            let (guest, thread) = hire(spec, seed)?;
            insiders.push(thread);
            Ok(guest)
        })?;
        let board = || game.scene(&game.start());
        (self.watch)(&Happening::Begins { game: number + 1, of: self.options.games, board: Sight(&board) });
        let table = Table::new(game, chairs, self.options, self.watch).map_err(ServerError::System)?;
        let report = table.play();
        for insider in insiders {
            // Its connection is closed, so it ends.
            let _ = insider.join();
        }
        Ok(report)
    }
}

/// A built-in player at the other end of a connection of our own.
fn hire(spec: &Spec, seed: u64) -> Result<(Guest, JoinHandle<()>), ServerError> {
    let (inside, mut outside) = pair().map_err(ServerError::System)?;
    let options = ClientOptions { player: spec.clone(), seed, ..ClientOptions::default() };
    // Whatever goes wrong there ends its connection, and the referee notices that.
    let thread = std::thread::spawn(move || drop(client::play(inside, &options, &mut |_| {})));
    // It introduces itself like anybody else.
    let mut introduction = Message::Group(0).encode();
    let heard = outside.set_read_timeout(Some(INTRODUCTION)).and_then(|()| outside.read_exact(&mut introduction));
    heard.map_err(ServerError::System)?;
    Ok((Guest { stream: outside, group: 0 }, thread))
}
