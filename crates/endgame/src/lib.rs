//! Exact databases of EinStein würfelt nicht: what every position with few stones is worth.
//!
//! The game graph has no cycles, so one pass over the positions of a pair of label sets computes all their values; see
//! `solve.rs`. Positions are numbered without gaps up to everything that does not matter (`class.rs`, `placement.rs`,
//! `layout.rs`): which labels exactly, which player, which side of the diagonal. A value takes two bytes;
//! [`error_bound`] says how exact it is.
//!
//! Up to [`SMALL`] stones are made when they are needed, in memory and, where there is a folder for them, as files.
//! Larger databases are always files, made by [`build`] and read block by block: see `file.rs` and `reader.rs`. A file is never believed:
//! its header and length are checked when it is opened, and each block when it is first used.
//!
//! ```
//! use plyground_core::Notation;
//! use plyground_endgame::{Library, error_bound};
//! use plyground_games::einstein::Einstein;
//!
//! // One stone each in the corners: the first player wins, and only by the diagonal step.
//! let game = Einstein::standard();
//! let library = Library::in_memory(2);
//! let position = game.parse_position("r1..../...../...../...../....b1 r -")?;
//! assert!(library.value(&position).is_some_and(|value| (value - 1.0).abs() <= error_bound(2)));
//! # Ok::<(), plyground_core::NotationError>(())
//! ```

mod build;
mod class;
mod exact_solver;
mod file;
mod layout;
mod library;
mod placement;
mod reader;
mod sample;
mod shared;
mod solve;
mod table;
mod verify;

pub use build::{BuildError, BuildProgress, BuildSummary, build};
pub use exact_solver::ExactSolver;
pub use library::{LARGEST, Library, Listed, SMALL, list};
pub use sample::random_position;
pub use shared::{offer, shared, use_folder};
pub use table::error_bound;
pub use verify::{Verified, verify};

#[cfg(test)]
mod tests;
