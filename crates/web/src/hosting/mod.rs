//! Network games of ReversiXT hosted from a page. Clients connect to a separate port, not to the web server.

mod host;
mod person;
mod records;

use crate::boards;
use crate::error::ApiError;
use crate::games::GameSessions;
use crate::messages::{HostingState, NewHosting};
use host::Host;
use plyground_core::GameKind;
use plyground_core::sync::lock;
use plyground_engine::{PAGE_TIME, Spec, SpecPolicy, parse_duration};
use plyground_games::reversixt::{MapFile, ReversiXt, maps};
use plyground_network::DEFAULT_PORT;
use plyground_network::server::{GameClock, SeatConfig, Server, ServerOptions};
use records::HostedRecords;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;

/// Hosts that are open at a time.
const MAX_OPEN: usize = 8;
/// Hosts to remember, including those that are over.
const MAX_HOSTS: usize = 64;
/// Games of one host.
const MAX_GAMES: u32 = 100;
/// How long to wait for clients.
const WAIT: Duration = Duration::from_secs(1800);
/// The entry of a seat for a client.
const CLIENT: &str = "client";

/// The name of the game that is played over the network.
pub fn game() -> &'static str {
    ReversiXt::info().name
}

/// All hosts of the server.
pub struct Hosts {
    address: IpAddr,
    games: Arc<GameSessions>,
    hosts: Mutex<HashMap<String, Arc<Host>>>,
}

impl Hosts {
    /// Hosts on the address of the web server, which save their games among these.
    pub fn new(address: IpAddr, games: Arc<GameSessions>) -> Self {
        Hosts { address, games, hosts: Mutex::default() }
    }

    /// Opens a port and waits for clients.
    pub fn open(&self, id: &str, request: &NewHosting, seed: u64) -> Result<(), ApiError> {
        let options = self.options(request, seed)?;
        let mut hosts = lock(&self.hosts);
        if hosts.values().filter(|host| !host.is_over()).count() >= MAX_OPEN {
            return Err(ApiError::rejected(format!(
                "the limit of {MAX_OPEN} open hosts is reached; wait until one of them is done"
            )));
        }
        if hosts.len() >= MAX_HOSTS {
            hosts.retain(|_, host| !host.is_over());
        }
        let server = Server::bind(self.address, DEFAULT_PORT).map_err(ApiError::internal)?;
        let saved = serde_json::to_value(request).map_err(ApiError::internal)?;
        let records = HostedRecords::new(Arc::clone(&self.games), id, saved, &options);
        hosts.insert(id.to_string(), Host::start(server, options, records));
        Ok(())
    }

    /// Takes a seat for a person of the page, in all games of the host.
    pub fn join(&self, id: &str) -> Result<(), ApiError> {
        self.find(id)?.join()
    }

    fn options(&self, request: &NewHosting, seed: u64) -> Result<ServerOptions, ApiError> {
        let text = request.map_text.clone().or_else(|| maps::find(&request.map).map(|map| map.text.to_string()));
        let text = text.ok_or_else(|| ApiError::at("map", format!("there is no map `{}`", request.map)))?;
        if let Some((cols, rows)) = MapFile::size(&text) {
            boards::check_size(cols, rows).map_err(|error| ApiError::at("map", error))?;
        }
        let mut seats = Vec::new();
        for (index, who) in request.seats.iter().enumerate() {
            seats.push(if who == CLIENT {
                SeatConfig::Client
            } else {
                let policy = SpecPolicy::server(self.games.processes());
                let spec = who.parse::<Spec>().and_then(|spec| policy.check(&spec).map(|()| spec));
                SeatConfig::BuiltIn(
                    spec.map_err(|error| ApiError::at(&format!("seat {}", index + 1), error.to_string()))?,
                )
            });
        }
        if !(1..=MAX_GAMES).contains(&request.games) {
            return Err(ApiError::at("games", format!("the number of games must be between 1 and {MAX_GAMES}")));
        }
        let clock = match (&request.time, request.depth) {
            (Some(time), _) => {
                let time = parse_duration(time).map_err(|reason| ApiError::at("clock", reason))?;
                if time.is_zero() || time > PAGE_TIME {
                    return Err(ApiError::at("clock", "clients get between 1ms and 60s per move"));
                }
                GameClock::Time(time)
            }
            (None, depth) => GameClock::Depth(depth.filter(|depth| *depth > 0).unwrap_or(1)),
        };
        Ok(ServerOptions {
            clock,
            seats,
            games: request.games,
            wait: WAIT,
            seed,
            ..ServerOptions::new(&request.map, text)
        })
    }

    /// The state of a host.
    pub fn state(&self, id: &str) -> Result<HostingState, ApiError> {
        Ok(self.find(id)?.state())
    }

    /// Stops waiting for clients. A game in progress is finished.
    pub fn stop(&self, id: &str) -> Result<(), ApiError> {
        self.find(id)?.stop();
        Ok(())
    }

    /// A receiver that changes with the state.
    pub fn watch(&self, id: &str) -> Result<watch::Receiver<u64>, ApiError> {
        Ok(self.find(id)?.watch())
    }

    fn find(&self, id: &str) -> Result<Arc<Host>, ApiError> {
        lock(&self.hosts)
            .get(id)
            .cloned()
            .ok_or_else(|| ApiError::not_found("there is no such host any more; the library has its games"))
    }
}

#[cfg(test)]
mod tests;
