//! The games: rules, notation, evaluation and drawing, each in a folder of its own, and the [`registry`] that lists them.
//!
//! Every game has the same face, the traits of `plyground-core`. A game that is chosen when the program runs is opened by
//! its name:
//!
//! ```
//! use plyground_core::{Game, Notation, Setup};
//! use plyground_games::registry;
//!
//! let setup = Setup { variant: Some("cols=4,rows=4".to_string()), ..Setup::default() };
//! # if registry::names().contains(&"isola") {
//! let (game, mut position) = registry::open("isola", &setup)?;
//! let mut moves = Vec::new();
//! game.moves(&position, &mut moves);
//! let text = game.move_text(&position, moves[0]);
//! assert_eq!(game.parse_move(&position, &text), Ok(moves[0]), "what is written can be read");
//! game.make(&mut position, moves[0]);
//! # }
//! # Ok::<(), plyground_core::OpenError>(())
//! ```
//!
//! Each game is a feature of this crate (`reversixt`, `einstein`, `isola`; all by default), and without its feature none of its
//! code is compiled. Games of other crates join the list by [`registry::add`].
//!
//! This crate refuses to know searches, clocks, files and sockets: rules never ask whether a move is good.

#[cfg(feature = "einstein")]
pub mod einstein;
#[cfg(feature = "isola")]
pub mod isola;
pub mod registry;
#[cfg(feature = "reversixt")]
pub mod reversixt;
