//! Errors of a server.

use plyground_engine::{SpecError, format_duration};
use std::net::IpAddr;
use std::time::Duration;
use thiserror::Error;

/// Why games could not be hosted. A client's mistakes are results, not errors.
#[derive(Debug, Error)]
pub enum ServerError {
    /// No port is free.
    #[error("cannot listen on {address}, ports {first} to {last}: {reason}")]
    Bind {
        /// The address.
        address: IpAddr,
        /// The first port tried.
        first: u16,
        /// The last port tried.
        last: u16,
        /// What the system says.
        reason: String,
    },
    /// The map is not valid.
    #[error("map {map}: {reason}")]
    Map {
        /// Its name.
        map: String,
        /// What is wrong.
        reason: String,
    },
    /// The options name more seats than the map has players.
    #[error("{named} seats were named, but the map has {players} players")]
    Seats {
        /// Players of the map.
        players: usize,
        /// Seats named.
        named: usize,
    },
    /// Not enough clients connected in time.
    #[error("after {} only {found} of {wanted} clients have connected", format_duration(*.wait))]
    Missing {
        /// Clients that connected.
        found: usize,
        /// Clients needed.
        wanted: usize,
        /// How long the server waited.
        wait: Duration,
    },
    /// The host stopped the wait for clients.
    #[error("the host has stopped waiting for clients")]
    Stopped,
    /// A built-in player cannot play.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The operating system refused a connection or a thread.
    #[error("the system refuses a connection or a thread: {0}")]
    System(std::io::Error),
}
