//! What everything that reads text or bytes from outside promises.
//!
//! A [`Target`] is a function that takes any bytes and panics when a promise is broken: a parser panics, what it printed
//! does not parse back, a position that it accepted breaks a law of the game. [`allocator::Limited`] adds one more: no
//! input, however it lies about sizes, makes the program ask for more memory than the target allows.
//!
//! The same functions are called twice: by libFuzzer through the one-line programs in `fuzz/fuzz_targets/`, and by the
//! ordinary tests on stable Rust, which replay the corpus in `fuzz/corpus/` with a few thousand mutations of its files.
//!
//! Only tests and fuzzers use this crate.

// A target reports by panicking.
#![allow(clippy::missing_panics_doc)]

pub mod allocator;
pub mod mutation;
mod targets;

pub use targets::{ALL, Target, find};
