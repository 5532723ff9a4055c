//! Network games of ReversiXT hosted from a page. Clients connect to a port of their own, not to the web server.

mod hosting;

use crate::boards;
use crate::messages::{HostingState, NewHosting};
use crate::refusal::Refusal;
use hosting::Hosting;
use plyground_engine::{PAGE_TIME, Spec, SpecPolicy, parse_duration};
use plyground_games::reversixt::{MapFile, maps};
use plyground_network::DEFAULT_PORT;
use plyground_network::server::{Clock, Server, ServerOptions, Sitter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// Hosts at a time.
const MOST_OPEN: usize = 8;
/// Those that are over are remembered up to this many.
const MOST_KNOWN: usize = 64;
/// Games in a row.
const MOST_GAMES: u32 = 100;
/// How long to wait for clients.
const WAIT: Duration = Duration::from_secs(1800);
/// The word for a seat that waits for a client.
const CLIENT: &str = "client";

/// All hosts of the server.
pub struct Inn {
    address: IpAddr,
    processes: bool,
    hostings: Mutex<HashMap<String, Arc<Hosting>>>,
}

impl Inn {
    /// Hosts at the web server's own address.
    pub fn new(address: IpAddr, processes: bool) -> Self {
        Inn { address, processes, hostings: Mutex::default() }
    }

    /// Opens a port and waits for clients. `id` becomes its address.
    pub fn open(&self, id: &str, asked: &NewHosting, seed: u64) -> Result<(), Refusal> {
        let options = self.options(asked, seed)?;
        let mut hostings = self.lock();
        if hostings.values().filter(|hosting| !hosting.is_over()).count() >= MOST_OPEN {
            return Err(Refusal::new(format!("{MOST_OPEN} hosts are open already; wait until one of them is done")));
        }
        if hostings.len() >= MOST_KNOWN {
            hostings.retain(|_, hosting| !hosting.is_over());
        }
        let server = Server::bind(self.address, DEFAULT_PORT).map_err(|error| Refusal::fault(error.to_string()))?;
        hostings.insert(id.to_string(), Hosting::begin(server, options));
        Ok(())
    }

    fn options(&self, asked: &NewHosting, seed: u64) -> Result<ServerOptions, Refusal> {
        let text = asked.map_text.clone().or_else(|| maps::find(&asked.map).map(|map| map.text.to_string()));
        let text = text.ok_or_else(|| Refusal::at("map", format!("there is no map `{}`", asked.map)))?;
        if let Some((cols, rows)) = MapFile::size(&text) {
            boards::check_size(cols, rows).map_err(|reason| Refusal::at("map", reason))?;
        }
        let mut seats = Vec::new();
        for (index, who) in asked.seats.iter().enumerate() {
            seats.push(if who == CLIENT {
                Sitter::Client
            } else {
                let policy = SpecPolicy::server(self.processes);
                let spec = who.parse::<Spec>().and_then(|spec| policy.check(&spec).map(|()| spec));
                Sitter::BuiltIn(spec.map_err(|error| Refusal::at(&format!("seat {}", index + 1), error.to_string()))?)
            });
        }
        if !(1..=MOST_GAMES).contains(&asked.games) {
            return Err(Refusal::at("games", format!("1 to {MOST_GAMES} games in a row")));
        }
        let clock = match (&asked.time, asked.depth) {
            (Some(time), _) => {
                let time = parse_duration(time).map_err(|reason| Refusal::at("clock", reason))?;
                if time.is_zero() || time > PAGE_TIME {
                    return Err(Refusal::at("clock", "clients get between 1ms and 60s a move"));
                }
                Clock::Time(time)
            }
            (None, depth) => Clock::Depth(depth.filter(|depth| *depth > 0).unwrap_or(1)),
        };
        Ok(ServerOptions { clock, seats, games: asked.games, wait: WAIT, seed, ..ServerOptions::new(&asked.map, text) })
    }

    /// How things stand.
    pub fn state(&self, id: &str) -> Result<HostingState, Refusal> {
        Ok(self.find(id)?.state())
    }

    /// Stops waiting for clients. A game that has begun is played to its end.
    pub fn stop(&self, id: &str) -> Result<(), Refusal> {
        self.find(id)?.stop();
        Ok(())
    }

    /// Tells whenever something happens.
    pub fn watch(&self, id: &str) -> Result<watch::Receiver<u64>, Refusal> {
        Ok(self.find(id)?.watch())
    }

    fn find(&self, id: &str) -> Result<Arc<Hosting>, Refusal> {
        self.lock().get(id).cloned().ok_or_else(|| Refusal::missing("this host is gone; network games are not kept"))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Hosting>>> {
        self.hostings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
