//! ReversiXT over the network.
//!
//! * [`wire`]: bytes and messages, without sockets;
//! * [`client`]: plays a game on a server and always has a legal move ready;
//! * [`server`]: hosts games; a misbehaving client harms only its own seat;
//! * [`gauntlet`]: games against other people's clients, which it starts and ends.
//!
//! Everything runs on plain threads, and every wait has a limit. This crate prints nothing and writes no files: it
//! reports events to a callback.
//!
//! ```
//! use plyground_network::wire::{Decoder, Endpoint, Message};
//!
//! let bytes = Message::Group(7).encode();
//! let mut decoder = Decoder::new(Endpoint::Server);
//! decoder.feed(&bytes[..3]); // TCP may cut anywhere
//! assert_eq!(decoder.next(), Ok(None));
//! decoder.feed(&bytes[3..]);
//! assert_eq!(decoder.next(), Ok(Some(Message::Group(7))));
//! ```

pub mod client;
pub mod gauntlet;
mod loopback;
mod rules;
pub mod server;
pub mod wire;

/// The conventional port.
pub const DEFAULT_PORT: u16 = 7777;
