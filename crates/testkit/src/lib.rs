//! What tests of games, searches and the arena share. Only ever a dev-dependency.
//!
//! * [`conformance`]: laws every game must obey, checked by one call;
//! * [`agreement`]: a fast game against a slow [`Rulebook`](agreement::Rulebook) written from the rule text;
//! * [`dice`]: made-up games with dice and many players, and opinions about them;
//! * [`naive`]: searches so plain that they are obviously right;
//! * [`perft_file`]: perft tables kept as data;
//! * [`playthrough`]: golden texts of one seeded game, so that a change of rules shows as a readable diff.

// A test kit reports by panicking, so that is what its functions document.
#![allow(clippy::missing_panics_doc)]

pub mod agreement;
pub mod conformance;
pub mod dice;
pub mod naive;
pub mod perft_file;
pub mod playthrough;
