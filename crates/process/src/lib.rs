//! Another program as a player.
//!
//! * [`ProcessEngine`]: starts, restarts and ends the program, asks it for moves, and turns every misdeed into a
//!   [`Failure`];
//! * [`Link`]: a process that talks in lines, and every wait with an end;
//! * [`Protocol`]: the languages, each with a driver that knows how to ask for a move in it;
//! * [`Program`]: starts and ends a program that talks to us in some other way;
//! * [`parse_command`]: a command line as people type it.
//!
//! A program that crashes, stalls, floods its output or answers nonsense costs a failure and nothing else:
//!
//! ```
//! use plyground_core::{GameVisitor, Playable, Setup};
//! use plyground_process::{FailureKind, MoveRequest, ProcessEngine, ProcessSettings, Protocol, parse_command};
//!
//! struct AskForMove;
//! impl GameVisitor for AskForMove {
//!     type Output = Option<FailureKind>;
//!     fn visit<G: Playable>(self, game: G, start: G::Position) -> Option<FailureKind> {
//!         let command = parse_command("sh -c 'exit 7'").expect("there is a shell");
//!         let mut engine = ProcessEngine::new(ProcessSettings::new(command), Protocol::Ugi, &game, 1);
//!         let report = engine.think(MoveRequest::new(&game, &start), &mut |_| {});
//!         assert_eq!(report.best, None);
//!         engine.failure().map(|failure| failure.kind)
//!     }
//! }
//! let kind = plyground_games::registry::visit("isola", &Setup::default(), AskForMove).expect("Isola is registered");
//! assert_eq!(kind, Some(FailureKind::Crash));
//! ```
//!
//! This crate knows no game and no player specs; `plyground-engine` makes the player `process` of it, and
//! `plyground-host` checks other people's engines with it.

mod child;
mod command;
mod driver;
mod failure;
mod group;
mod gtp;
mod history;
mod isola;
mod link;
mod ntu;
mod path;
mod process_engine;
mod program;
mod protocol;
mod settings;
#[cfg(test)]
mod tests;
mod transcript;
mod ugi;

pub use command::{CommandError, parse_command};
pub use driver::MoveRequest;
pub use failure::{Failure, FailureKind};
pub use group::Ending;
pub use history::History;
pub use link::{Deadline, Link, Meaning, Received, WaitOutcome};
pub use process_engine::ProcessEngine;
pub use program::Program;
pub use protocol::Protocol;
pub use settings::{OptionsError, ProcessSettings, Restart, parse_options};
