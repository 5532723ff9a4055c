//! Searches recorded for people: what was visited when, with which window, and why each visit ended; and lessons that
//! explain such recordings. Flags, sockets and files are left to others.

pub mod bounds;
pub mod command;
pub mod lessons;
pub mod line;
pub mod literal;
pub mod positions;
pub mod record;
pub mod recording;
pub mod svg;
pub mod tree_summary;

mod grown;
mod replay;

pub use replay::CellText;
