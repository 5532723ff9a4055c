//! Tunes numbers of a player's spec by games: SPSA through the arena.
//!
//! A run is a chain of iterations, each of which needs the values that the one before it left, so a run cannot be divided. Independent runs can be; they
//! also show how far the result is chance. Every iteration is written to the run's file before the next begins.

mod plan;
mod report;
mod run;
mod run_file;
mod spsa;

pub use plan::TunePlan;
pub use report::{TuneReport, TunedParameter};
pub use run::{TuneProgress, tune};
pub use run_file::{TuneStep, read_run, run_path};
pub use spsa::{Parameter, Perturbation, perturb, update};
