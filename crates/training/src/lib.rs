//! Teaches the evaluation of EinStein würfelt nicht, and measures how good it is.
//!
//! * [`train`]: a net from nothing, by self-play.

mod lesson;
mod optimiser;
mod teacher;
mod trainer;

pub use trainer::{Plan, Progress, train};

/// Games that are played at the same time. Part of what a seed means: another number gives another net.
pub(crate) const LANES: usize = 2;
