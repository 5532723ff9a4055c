//! Our players as engines for other people's programs, and a check of other people's engines.
//!
//! [`serve`] speaks one of the languages of `plyground-protocol` on any pair of streams; [`check`] puts a program through
//! a list of questions and tells its author what is wrong with it.
//!
//! ```
//! use plyground_core::Game;
//! use plyground_games::einstein::Einstein;
//! use plyground_host::{Engine, Protocol, serve};
//!
//! let game = Einstein::standard();
//! let start = game.start();
//! let engine = Engine::new(game, start, "first".parse()?, Default::default(), 1)?;
//! let mut said = Vec::new();
//! serve(engine, Protocol::Ugi, "position startpos dice 6\ngo\n".as_bytes(), &mut said)?;
//! assert!(String::from_utf8(said)?.ends_with("bestmove r6c5-d4\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate refuses to know which streams it talks through.

pub mod check;
mod clock;
mod codingame;
mod engine;
mod gtp;
mod input;
mod isola;
mod ntu;
mod serve;
mod ugi;

pub use codingame::codingame;
pub use engine::Engine;
pub use isola::{IsolaSeat, isola_pipe};
pub use plyground_process::{CommandError, Protocol, parse_command};
pub use serve::{HostError, serve};
