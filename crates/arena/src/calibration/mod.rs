//! Calibration: from the values of a search to chances, fitted and checked on games that a player plays against itself.
//!
//! [`observe`] plays the games, [`fit`] finds the weights of a [`ChanceModel`](plyground_core::chance_table::ChanceModel), and
//! [`Reliability`] compares predicted chances with results.

mod fit;
mod reliability;
mod self_play;

pub use fit::fit;
pub use reliability::{Reliability, ReliabilityBin};
pub use self_play::{CalibrationPlan, Observation, Observations, observe};

#[cfg(test)]
mod tests;
