//! Searches against naive references, as one program: what the tests share is compiled once.

// Helpers of tests are tests, which clippy only knows of functions marked so.
#![allow(clippy::unwrap_used)]

mod alphabeta;
mod at_once;
mod einstein;
mod expectimax;
mod multiplayer;
mod parts;
mod recording;
mod reversixt;
mod solve;
mod solve_chance;
mod suitability;
