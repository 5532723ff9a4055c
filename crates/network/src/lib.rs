//! ReversiXT over the network.
//!
//! * [`wire`]: bytes and messages, without sockets;
//! * [`client`]: plays a game on somebody's server and always has a legal move in hand;
//! * [`server`]: hosts games for anybody's clients, none of which can spoil more than its own seat.
//!
//! Everything runs on plain threads, and every wait has a limit. This crate prints nothing and writes no files: it tells
//! whoever listens what happens.
//!
//! ```
//! use plyground_network::wire::{Decoder, Hearer, Message};
//!
//! let bytes = Message::Group(7).encode();
//! let mut decoder = Decoder::new(Hearer::Server);
//! decoder.feed(&bytes[..3]); // TCP may cut anywhere
//! assert_eq!(decoder.next(), Ok(None));
//! decoder.feed(&bytes[3..]);
//! assert_eq!(decoder.next(), Ok(Some(Message::Group(7))));
//! ```

pub mod client;
mod pair;
mod rules;
pub mod server;
pub mod wire;

/// The port that everybody expects.
pub const DEFAULT_PORT: u16 = 7777;
