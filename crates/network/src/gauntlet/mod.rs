//! Games between built-in players and other people's clients, which are started for each game and ended after it.
//!
//! Clients get their seats in the order in which they connect, so each is started when the one before it has joined. A
//! program that cannot be started, ends or stays silent before the game costs that game and nothing else.

mod lineup;

pub use lineup::lineup;

use crate::server::{GameClock, GameReport, SeatConfig, Server, ServerError, ServerEvent, ServerOptions};
use plyground_core::sync::ignore_poison;
use plyground_engine::Spec;
use plyground_process::{CommandError, Ending, Program, parse_command};
use plyground_search::StopFlag;
use std::fs::File;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;

/// How long clients may take to end by themselves after a game.
const FAREWELL: Duration = Duration::from_secs(1);
/// How often a client that has not joined yet is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// Who takes part.
#[derive(Clone, PartialEq, Debug)]
pub enum Entrant {
    /// A player of this program.
    BuiltIn(Spec),
    /// A client by its command.
    Client(ClientCommand),
}

impl Entrant {
    /// What tables call it.
    pub fn name(&self) -> String {
        match self {
            Entrant::BuiltIn(spec) => spec.to_string(),
            Entrant::Client(command) => command.text.clone(),
        }
    }
}

/// The command of a client, with `{host}` and `{port}` in the places of the server's address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientCommand {
    text: String,
    words: Vec<String>,
}

/// A command that cannot start a client.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ClientCommandError {
    /// There is no such program.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The client would not know where to connect.
    #[error("`{0}` does not say where the port goes; write {{port}} there, and {{host}} for the address")]
    NoPort(String),
}

impl ClientCommand {
    /// Reads a command as people type it.
    ///
    /// # Errors
    /// When there is no such program, or no place for the port.
    pub fn parse(text: &str) -> Result<Self, ClientCommandError> {
        let words = parse_command(text)?;
        if !words.iter().any(|word| word.contains("{port}")) {
            return Err(ClientCommandError::NoPort(text.to_string()));
        }
        Ok(ClientCommand { text: text.to_string(), words })
    }

    fn words_for(&self, address: SocketAddr) -> Vec<String> {
        let (host, port) = (address.ip().to_string(), address.port().to_string());
        self.words.iter().map(|word| word.replace("{host}", &host).replace("{port}", &port)).collect()
    }
}

/// One game of a gauntlet.
#[derive(Debug)]
pub struct GauntletGame<'a> {
    /// The name of the map.
    pub map: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Added to each clock before every move.
    pub time: Duration,
    /// How long each client may take to connect.
    pub wait: Duration,
    /// Who sits where.
    pub seats: &'a [Entrant],
    /// The seed of built-in players.
    pub seed: u64,
}

/// Why a game did not take place.
#[derive(Debug, Error)]
pub enum GauntletError {
    /// A client did not join.
    #[error("{reason}")]
    Client {
        /// Its seat, from 0.
        seat: usize,
        /// What it did instead.
        reason: String,
    },
    /// The server itself failed.
    #[error(transparent)]
    Server(ServerError),
}

/// The clients of one game.
struct Clients<'a, L> {
    address: SocketAddr,
    /// Their seats and commands in the order of the seats.
    commands: Vec<(usize, &'a ClientCommand)>,
    running: Mutex<Vec<Program>>,
    /// A file for what the client of a seat prints.
    log: Mutex<L>,
    failed: Mutex<Option<(usize, String)>>,
    stop: StopFlag,
}

impl<L: FnMut(usize) -> Option<File>> Clients<'_, L> {
    /// Starts the next client, if there is one left.
    fn start_next(&self) {
        let mut running = ignore_poison(self.running.lock());
        let Some((seat, command)) = self.commands.get(running.len()) else { return };
        let log = (ignore_poison(self.log.lock()))(*seat);
        match Program::start(&command.words_for(self.address), log) {
            Ok(program) => running.push(program),
            Err(error) => self.fail(*seat, format!("cannot be started: {error}")),
        }
    }

    fn fail(&self, seat: usize, reason: String) {
        ignore_poison(self.failed.lock()).get_or_insert((seat, reason));
        self.stop.stop();
    }

    /// Ends the wait when a client has failed, or has ended before it joined. A script that starts the real client and
    /// ends well is none of these once its client has joined.
    fn look_after(&self, joined: usize) {
        let mut running = ignore_poison(self.running.lock());
        let mut endings = running.iter_mut().map(Program::ending).enumerate();
        let failed = endings.find_map(|(index, ending)| {
            let ending = ending.filter(|ending| *ending != Ending::Code(0) || index >= joined)?;
            Some((self.commands[index].0, ending))
        });
        drop(running);
        if let Some((seat, ending)) = failed {
            self.fail(seat, format!("{ending} before the game"));
        }
    }
}

/// Plays one game on a loopback connection. `log` opens a file for what the client of a seat prints.
///
/// # Errors
/// When the game could not begin.
pub fn play(
    game: &GauntletGame<'_>,
    log: impl FnMut(usize) -> Option<File> + Send,
    watch: &mut dyn FnMut(&ServerEvent<'_>),
) -> Result<GameReport, GauntletError> {
    let server = Server::bind(IpAddr::V4(Ipv4Addr::LOCALHOST), 0).map_err(GauntletError::Server)?;
    let stop = StopFlag::default();
    let seats = game.seats.iter().map(|entrant| match entrant {
        Entrant::BuiltIn(spec) => SeatConfig::BuiltIn(spec.clone()),
        Entrant::Client(_) => SeatConfig::Client,
    });
    let options = ServerOptions {
        clock: GameClock::Time(game.time),
        seats: seats.collect(),
        wait: game.wait,
        seed: game.seed,
        stop: stop.clone(),
        ..ServerOptions::new(game.map, game.text)
    };
    let commands = game.seats.iter().enumerate().filter_map(|(seat, entrant)| match entrant {
        Entrant::Client(command) => Some((seat, command)),
        Entrant::BuiltIn(_) => None,
    });
    let clients = Clients {
        address: server.address(),
        commands: commands.collect(),
        running: Mutex::default(),
        log: Mutex::new(log),
        failed: Mutex::default(),
        stop,
    };
    let outcome = host(server, &options, &clients, watch);
    let running = ignore_poison(clients.running.lock()).drain(..).collect::<Vec<_>>();
    let farewell = if outcome.is_ok() { FAREWELL } else { Duration::ZERO };
    running.into_iter().for_each(|program| program.end_within(farewell));
    outcome.map_err(|error| match (ignore_poison(clients.failed.lock()).take(), error) {
        (Some((seat, reason)), _) => GauntletError::Client { seat, reason },
        (None, ServerError::Missing { found, wait, .. }) if found < clients.commands.len() => GauntletError::Client {
            seat: clients.commands[found].0,
            reason: format!("did not connect within {} s", wait.as_secs_f64()),
        },
        (None, error) => GauntletError::Server(error),
    })
}

/// Hosts the game while another thread looks after the clients that are expected.
fn host<L: FnMut(usize) -> Option<File> + Send>(
    server: Server,
    options: &ServerOptions,
    clients: &Clients<'_, L>,
    watch: &mut dyn FnMut(&ServerEvent<'_>),
) -> Result<GameReport, ServerError> {
    let joined = Mutex::new(0);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                clients.look_after(*ignore_poison(joined.lock()));
                std::thread::sleep(GLANCE);
            }
        });
        clients.start_next();
        let reports = server.run(options, &mut |event| {
            if let ServerEvent::Joined { waiting, .. } = event {
                *ignore_poison(joined.lock()) = *waiting;
                clients.start_next();
            }
            if let ServerEvent::Begins { .. } = event {
                over.store(true, Ordering::Relaxed);
            }
            watch(event);
        });
        over.store(true, Ordering::Relaxed);
        reports.map(|mut reports| reports.remove(0))
    })
}
