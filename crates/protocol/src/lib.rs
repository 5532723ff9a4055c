//! The languages in which game programs talk to each other.
//!
//! * [`ugi`]: the Universal Game Interface, UCI for any game, with queries and dice;
//! * [`gtp`]: the Go Text Protocol, version 2, as Othello programs speak it;
//! * [`ntu`]: the protocol of the Taiwanese EinStein courses;
//! * [`isola_pipe`]: the dialogue of the original Isola program;
//! * [`codingame`]: the numbers of CodinGame's Isola arena;
//! * [`lines`]: bytes to lines, with a limit.
//!
//! Every message is a value that is parsed from text and printed as text. Positions and moves stay text here: their
//! meaning belongs to the games. Where a language has words of its own for them, functions translate those from and
//! to ours.
//!
//! This crate refuses to know processes, sockets, clocks and rules.
//!
//! ```
//! use plyground_protocol::ugi::{Command, Query};
//! let command: Command = "query p1turn".parse()?;
//! assert_eq!(command, Command::Query(Query::Turn(1)));
//! assert_eq!(command.to_string(), "query p1turn");
//! # Ok::<(), plyground_protocol::ProtocolError>(())
//! ```

pub mod codingame;
mod error;
pub mod gtp;
pub mod isola_pipe;
pub mod lines;
pub mod ntu;
pub mod ugi;

pub use error::ProtocolError;
