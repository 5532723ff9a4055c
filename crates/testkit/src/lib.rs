//! What tests of games, searches and the arena share. Only ever a dev-dependency.
//!
//! * [`conformance`]: laws every game must obey, checked by one call;
//! * [`agreement`]: a fast game against a slow [`Rulebook`](agreement::Rulebook) written from the rule text;
//! * [`cpu`]: processor time, for benchmarks on busy machines;
//! * [`dice`]: made-up games with dice and many players, and opinions about them;
//! * [`perft_file`]: perft tables kept as data;
//! * [`trees`]: games that are nothing but a tree, literal or random, and [`hashed`]: an evaluation without sense;
//! * [`naive`]: searches plain enough to be the truth for the clever ones;
//! * [`nim`]: a complete small game whose exact value is known, and [`registry`], where it is registered;
//! * [`playthrough`]: golden texts of one seeded game, so that a change of rules shows as a readable diff.

// A test kit reports by panicking, so that is what its functions document.
#![allow(clippy::missing_panics_doc)]

pub mod agreement;
pub mod conformance;
pub mod cpu;
pub mod dice;
pub mod hashed;
pub mod naive;
pub mod nim;
pub mod perft_file;
pub mod playthrough;
pub mod registry;
pub mod trees;
