//! ReversiXT: Reversi on maps of any shape, for two to eight players, with transitions between far tiles, special
//! tiles, override stones, and a second phase in which bombs tear holes.
//!
//! [`ReversiGame`] plays on every map. [`BitReversi`] plays the same game on plain maps ([`bitboard`] says which) many
//! times faster; [`ReversiXt`] picks the one that fits. Both write the same texts and draw the same pictures.
//!
//! ```
//! use plyground_core::{Game, Notation};
//! use plyground_games::reversixt::{MapFile, Reading, ReversiGame};
//!
//! let map = MapFile::parse("2  0  0 0  1 6  c 2 1 2 b 0", Reading::Strict).unwrap().map;
//! let game = ReversiGame::new(map, "map=example");
//! let mut position = game.start();
//! let swap = game.parse_move(&position, "0,0:2").unwrap();
//! game.make(&mut position, swap);
//! assert_eq!(game.position_text(&position), "2221b0 1 2 o=0,0 b=0,0 out=-");
//! ```

pub mod bitboard;
mod capture;
mod catalog;
mod diagram;
mod effects;
mod eval;
mod fault;
mod fills;
mod game;
pub mod generator;
mod ggf;
mod guidance;
mod introduction;
mod loader;
mod map;
pub mod maps;
mod notation;
mod plain;
mod position;
mod rules;
mod scene;
mod tile;
mod topology;
mod turns;
mod variant;

#[cfg(test)]
mod rulebook;
#[cfg(test)]
mod tests;

pub use bitboard::{BitPosition, BitReversi, Square};
pub use diagram::Diagram;
pub use eval::{FEATURES, PlaceEval, ReversiEval, SafeLines};
pub use fault::{MAX_SIDE, MapError, MapFault, MapWarning};
pub use game::{IllegalMove, Move, ReversiGame, TAKE_BOMB, TAKE_OVERRIDE};
pub use map::{Loaded, MapFacts, MapFile, Reading, Side, Transition};
pub use position::Position;
pub use rules::Undo;
pub use tile::{Phase, Tile};
pub use variant::ReversiXt;
