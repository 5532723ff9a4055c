//! Trains the learned evaluation of EinStein würfelt nicht, and measures the evaluation and players against exact values.
//!
//! * [`train`]: trains a net from random weights by self-play;
//! * [`Calibration`]: whether its probabilities mean what they say;
//! * [`AccuracyTest`]: the win probability that players lose per move, measured with the endgame databases or a deeper search.

mod accuracy;
mod adam;
mod calibration;
mod gradients;
mod sample;
mod self_play;
mod trainer;

pub use accuracy::{AccuracyReport, AccuracyTest, ReferenceError};
pub use calibration::{Bin, Calibration};
pub use trainer::{TrainingPlan, TrainingProgress, train};

/// Games that are played in parallel. The result of a seed depends on it: another number gives another net.
pub(crate) const WORKERS: usize = 2;
