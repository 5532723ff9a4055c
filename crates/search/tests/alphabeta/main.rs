//! The alpha-beta family against naive minimax.

// Helpers of tests are tests, which clippy only knows of functions marked so.
#![allow(clippy::unwrap_used)]

mod agreement;
mod bounds;
mod early_results;
mod games;
mod limits;
mod opponents;
mod settings;
