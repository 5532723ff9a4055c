//! Why a game on a server came to nothing.

use crate::wire::WireError;
use plyground_engine::{SpecError, format_duration};
use std::time::Duration;
use thiserror::Error;

/// What went wrong with a server, or on the way to it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ClientError {
    /// No such place.
    #[error("`{address}` is no address: {reason}; write HOST:PORT, for example localhost:7777")]
    Address {
        /// What was typed.
        address: String,
        /// What the system says.
        reason: String,
    },
    /// Nobody there.
    #[error("cannot connect to {address}: {reason}")]
    Connect {
        /// What was typed.
        address: String,
        /// What the system says.
        reason: String,
    },
    /// The connection ended before there was a game.
    #[error("the server closed the connection before the game began; perhaps all seats are taken")]
    Unseated,
    /// The connection ended during the game.
    #[error("the connection to the server was lost: {0}")]
    Lost(String),
    /// Nothing for too long.
    #[error("the server has said nothing for {}", format_duration(*.0))]
    Silent(Duration),
    /// Bytes that are no message.
    #[error("the server sent {0}")]
    Wire(#[from] WireError),
    /// A message at the wrong time.
    #[error("the server sent a message of another kind ({found}) instead of {instead}")]
    Unexpected {
        /// What came.
        found: &'static str,
        /// What should have come.
        instead: &'static str,
    },
    /// A map that is none.
    #[error("the server's map is not valid: {0}")]
    Map(String),
    /// A player number that is none.
    #[error("the server calls us player {number}, but its map has {players} players")]
    Number {
        /// What it said.
        number: u8,
        /// Players of the map.
        players: usize,
    },
    /// The server says something that the rules forbid.
    #[error("the server and the rules disagree: {0}")]
    OutOfStep(String),
    /// The player cannot play on this map.
    #[error(transparent)]
    Player(#[from] SpecError),
}
