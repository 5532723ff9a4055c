//! Errors of a client.

use crate::wire::WireError;
use plyground_engine::{SpecError, format_duration};
use std::time::Duration;
use thiserror::Error;

/// Why a game on a server could not be played to its end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ClientError {
    /// The address cannot be resolved.
    #[error("`{address}` is no address: {reason}; write HOST:PORT, for example localhost:7777")]
    Address {
        /// The address as typed.
        address: String,
        /// What the system says.
        reason: String,
    },
    /// The connection was not established.
    #[error("cannot connect to {address}: {reason}")]
    Connect {
        /// The address as typed.
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
    /// The server sent nothing for too long.
    #[error("the server has said nothing for {}", format_duration(*.0))]
    Silent(Duration),
    /// The server sent bytes that are not a message.
    #[error("the server sent {0}")]
    Wire(#[from] WireError),
    /// The server sent a message at the wrong time.
    #[error("the server sent a message of another kind ({found}) instead of {instead}")]
    Unexpected {
        /// What it sent.
        found: &'static str,
        /// What was expected.
        instead: &'static str,
    },
    /// The map is not valid.
    #[error("the server's map is not valid: {0}")]
    Map(String),
    /// The player number does not exist on the map.
    #[error("the server calls us player {number}, but its map has {players} players")]
    Number {
        /// The number.
        number: u8,
        /// Players of the map.
        players: usize,
    },
    /// The server reports something that the rules forbid.
    #[error("the server and the rules disagree: {0}")]
    Desync(String),
    /// The player cannot play on this map.
    #[error(transparent)]
    Player(#[from] SpecError),
}
