//! Scenes as pictures: [`terminal`] writes a text board, [`svg`] writes a drawing.
//!
//! Both take nothing but a [`Scene`](plyground_core::Scene), so they draw every game, present and future. This crate
//! refuses to know any concrete game, files, and what the output is shown on: whether colours are wanted is said by the
//! caller, never guessed.
//!
//! A scene may be nonsense (too few cells, links into nowhere, control characters in a label): what cannot be drawn is
//! left out, and nothing panics.
//!
//! ```
//! use plyground_core::{Cell, Piece, PlayerId, Scene, SeatInfo};
//! use plyground_picture::{svg, terminal};
//! let stone = Piece { owner: Some(PlayerId::FIRST), label: String::new() };
//! let scene = Scene {
//!     cols: 2,
//!     rows: 1,
//!     cells: vec![Cell { piece: Some(stone), ..Cell::default() }, Cell::default()],
//!     seats: vec![SeatInfo { name: "black".into(), symbol: 'b', ..SeatInfo::default() }],
//!     ..Scene::default()
//! };
//! let plain = terminal::Style { colour: false, unicode: false };
//! assert_eq!(terminal::draw(&scene, plain), "   0 1\n0  b .\n\nb black\n");
//! assert!(svg::draw(&scene, &svg::Options::default()).starts_with("<svg "));
//! ```

mod grid;
mod palette;
pub mod svg;
pub mod terminal;
