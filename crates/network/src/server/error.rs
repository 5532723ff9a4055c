//! Why a server could not host.

use plyground_engine::{SpecError, format_duration};
use std::net::IpAddr;
use std::time::Duration;
use thiserror::Error;

/// What can go wrong that is not a client's fault.
#[derive(Debug, Error)]
pub enum ServerError {
    /// No port.
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
    /// A map that is none.
    #[error("map {map}: {reason}")]
    Map {
        /// Its name.
        map: String,
        /// What is wrong.
        reason: String,
    },
    /// More seats than players.
    #[error("{named} seats were named, but the map has {players} players")]
    Seats {
        /// Players of the map.
        players: usize,
        /// Seats named.
        named: usize,
    },
    /// Nobody came.
    #[error("after {} only {found} of {wanted} clients have connected", format_duration(*.wait))]
    Missing {
        /// Clients that came.
        found: usize,
        /// Clients wanted.
        wanted: usize,
        /// How long was waited.
        wait: Duration,
    },
    /// The host does not want to wait any longer.
    #[error("the host has stopped waiting for clients")]
    Stopped,
    /// A built-in player that cannot play.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The operating system does not play along.
    #[error("the system refuses a connection or a thread: {0}")]
    System(std::io::Error),
}
