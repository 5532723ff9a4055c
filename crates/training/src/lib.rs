//! Teaches the evaluation of EinStein würfelt nicht, and measures how good it and its players are.
//!
//! * [`train`]: a net from nothing, by self-play;
//! * [`Calibration`]: whether its probabilities mean what they say;
//! * [`Exam`]: what players throw away, move by move, against the endgame databases.

mod calibration;
mod lesson;
mod nearness;
mod optimiser;
mod sample;
mod teacher;
mod trainer;

pub use calibration::{Bin, Calibration};
pub use nearness::{Exam, FEWEST, Mark};
pub use trainer::{Plan, Progress, train};

/// Games that are played at the same time. Part of what a seed means: another number gives another net.
pub(crate) const LANES: usize = 2;
