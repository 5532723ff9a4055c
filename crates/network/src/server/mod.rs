//! Hosts games.
//!
//! The lobby (a thread of its own) accepts connections and reads group numbers, also while a game runs, and rejects
//! whatever is not a client or comes too late. Each seat of a game has a thread that reads and one that writes, so a
//! client that floods, stalls or does not read delays no one else. The referee sees only messages with time stamps.

mod connection;
mod error;
mod lobby;
mod referee;
mod report;
mod seat_rotation;

pub use error::ServerError;
pub use report::{GameReport, LazyScene, SeatReport, SeatedClient, ServerEvent};

use crate::client::{self, ClientEvent, ClientOptions};
use crate::loopback::loopback_pair;
use crate::rules::{MapGame, WireGame, open};
use crate::wire::Message;
use lobby::{Lobby, ReadyClient};
use plyground_core::{PlayerId, splitmix64};
use plyground_engine::Spec;
use plyground_engine::thought::Thought;
use plyground_games::reversixt::{MapFile, Reading};
use plyground_search::StopFlag;
use referee::NetworkReferee;
use seat_rotation::{AssignedSeat, SeatRotation};
use std::fmt;
use std::io::Read;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// How many further ports are tried when the first is taken.
const OTHER_PORTS: u16 = 100;
/// How long a built-in player may take to send its group number.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(10);

/// The clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameClock {
    /// This much is added to a player's clock before each of their moves.
    Time(Duration),
    /// No clock: clients are asked to search this many plies, which is not checked.
    Depth(u8),
}

/// Who plays a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum SeatConfig {
    /// A client that connects.
    Client,
    /// A built-in player.
    BuiltIn(Spec),
}

/// What to host.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The name of the map.
    pub map: String,
    /// The map file, sent to clients byte for byte.
    pub text: String,
    /// The clock.
    pub clock: GameClock,
    /// Who plays each seat of the first game; seats beyond the list are for clients.
    pub seats: Vec<SeatConfig>,
    /// The number of games. All participants move on by one seat after each game.
    pub games: u32,
    /// How long to wait for clients.
    pub wait: Duration,
    /// The pause between the map and the first request, in which clients can get ready.
    pub start_delay: Duration,
    /// The longest wait for an answer in a game without a clock.
    pub answer_timeout: Duration,
    /// The seed of the built-in players.
    pub seed: u64,
    /// Setting this flag ends the wait for clients.
    pub stop: StopFlag,
    /// Hears what built-in players think before each of their moves.
    pub thoughts: Option<ThoughtListener>,
}

/// Hears what built-in players think, on their own threads. A player's thought comes before the event of the move.
#[derive(Clone)]
pub struct ThoughtListener(Arc<dyn Fn(PlayerId, Thought) + Send + Sync>);

impl ThoughtListener {
    /// A listener that calls this function.
    pub fn new(hear: impl Fn(PlayerId, Thought) + Send + Sync + 'static) -> Self {
        ThoughtListener(Arc::new(hear))
    }
}

impl fmt::Debug for ThoughtListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ThoughtListener")
    }
}

impl ServerOptions {
    /// One game on this map for clients alone, without a clock and with search depth 1: the defaults of the protocol.
    pub fn new(map: impl Into<String>, text: impl Into<String>) -> Self {
        ServerOptions {
            map: map.into(),
            text: text.into(),
            clock: GameClock::Depth(1),
            seats: Vec::new(),
            games: 1,
            wait: Duration::from_secs(3600),
            start_delay: Duration::from_secs(1),
            answer_timeout: Duration::from_secs(600),
            seed: 1,
            stop: StopFlag::default(),
            thoughts: None,
        }
    }
}

/// A server bound to a port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens on this port or on the next free one; port 0 means any.
    ///
    /// # Errors
    /// When none of the ports is free, or the address does not belong to this machine.
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

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Hosts all games, reports events to `watch`, and stops listening.
    ///
    /// # Errors
    /// When the map or a built-in player is unusable, or clients do not connect in time.
    pub fn run(
        self,
        options: &ServerOptions,
        watch: &mut dyn FnMut(&ServerEvent<'_>),
    ) -> Result<Vec<GameReport>, ServerError> {
        let map = MapFile::parse(&options.text, Reading::Strict)
            .map_err(|error| ServerError::Map { map: options.map.clone(), reason: error.to_string() })?;
        let players = map.map.players();
        if options.seats.len() > players {
            return Err(ServerError::Seats { players, named: options.seats.len() });
        }
        for config in &options.seats {
            if let SeatConfig::BuiltIn(spec) = config {
                client::check_player(spec)?;
            }
        }
        let lobby = Lobby::open(self.listener).map_err(ServerError::System)?;
        let host = GameHost { options, players, lobby, watch };
        match open(map.map, &options.map) {
            MapGame::Plain(game) => host.run(&game),
            MapGame::General(game) => host.run(&game),
        }
    }
}

/// Hosts the games on a valid map.
struct GameHost<'a> {
    options: &'a ServerOptions,
    players: usize,
    lobby: Lobby,
    watch: &'a mut dyn FnMut(&ServerEvent<'_>),
}

impl GameHost<'_> {
    fn run<G: WireGame>(mut self, game: &G) -> Result<Vec<GameReport>, ServerError> {
        let mut rotation = SeatRotation::new(&self.options.seats, self.players);
        let mut reports = Vec::new();
        for number in 0..self.options.games {
            let report = self.host(game, &mut rotation, number)?;
            (self.watch)(&ServerEvent::Ended(&report));
            reports.push(report);
        }
        Ok(reports)
    }

    fn host<G: WireGame>(
        &mut self,
        game: &G,
        rotation: &mut SeatRotation,
        number: u32,
    ) -> Result<GameReport, ServerError> {
        let is_last = number + 1 == self.options.games;
        let clients = self.lobby.gather(rotation.clients(), is_last, self.options, self.watch)?;
        let mut built_in = Vec::new();
        let seats = rotation.assign(number, clients, |participant, spec| {
            let seed = splitmix64(self.options.seed ^ u64::from(number) << 8 ^ participant as u64);
            let (client, thread) = start_built_in(spec, seed, self.options.thoughts.clone())?;
            built_in.push(thread);
            Ok(client)
        })?;
        let board = || game.scene(&game.start());
        let player = |seat: &AssignedSeat| SeatedClient { group: seat.client.group, spec: seat.spec.clone() };
        let players: Vec<SeatedClient> = seats.iter().map(player).collect();
        let (game_number, of) = (number + 1, self.options.games);
        (self.watch)(&ServerEvent::Begins { game: game_number, of, players: &players, board: LazyScene(&board) });
        let referee = NetworkReferee::new(game, seats, self.options, self.watch).map_err(ServerError::System)?;
        let report = referee.play();
        for thread in built_in {
            // It ends because its connection is closed.
            let _ = thread.join();
        }
        Ok(report)
    }
}

/// Starts a built-in player as a client on a loopback connection.
fn start_built_in(
    spec: &Spec,
    seed: u64,
    listener: Option<ThoughtListener>,
) -> Result<(ReadyClient, JoinHandle<()>), ServerError> {
    let (inside, mut outside) = loopback_pair().map_err(ServerError::System)?;
    let tells_thoughts = listener.is_some();
    let options = ClientOptions { player: spec.clone(), seed, tells_thoughts, ..ClientOptions::default() };
    let mut seat = None;
    let mut hear = move |event: &ClientEvent| match (event, &listener, seat) {
        (ClientEvent::Seated(player), ..) => seat = Some(*player),
        (ClientEvent::Thought(thought), Some(listener), Some(player)) => (listener.0)(player, thought.clone()),
        _ => {}
    };
    // If it fails, its connection ends and the referee notices.
    let thread = std::thread::spawn(move || drop(client::play(inside, &options, &mut hear)));
    // It sends its group number like any other client.
    let mut handshake = Message::Group(0).encode();
    let received = outside.set_read_timeout(Some(HANDSHAKE_LIMIT)).and_then(|()| outside.read_exact(&mut handshake));
    received.map_err(ServerError::System)?;
    Ok((ReadyClient { stream: outside, group: 0 }, thread))
}
