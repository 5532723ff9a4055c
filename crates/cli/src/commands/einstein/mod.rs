//! `plyground einstein`: databases, training and measurements of EinStein würfelt nicht.

mod endgame;
mod measure;
mod train;

pub use train::DEFAULT_GAMES;

use crate::Answer;
use crate::args::EinsteinCommand;
use anyhow::Result;

/// Does what was asked.
pub fn run(command: &EinsteinCommand) -> Result<Answer> {
    match command {
        EinsteinCommand::Endgame(command) => endgame::run(command),
        EinsteinCommand::Train(args) => train::run(args),
        EinsteinCommand::Calibration(args) => measure::calibration(args),
        EinsteinCommand::Nearness(args) => measure::nearness(args),
    }
}

/// How long the rest takes, if it goes on like this.
fn time_left(begun: std::time::Instant, done: f64, all: f64) -> String {
    if done <= 0.0 || all <= 0.0 {
        return String::new();
    }
    let seconds = (begun.elapsed().as_secs_f64() * (all / done - 1.0)).max(0.0).round() as u64;
    match seconds {
        0..60 => format!(", {seconds} s left"),
        60..3600 => format!(", {}:{:02} min left", seconds / 60, seconds % 60),
        _ => format!(", {}:{:02} h left", seconds / 3600, seconds / 60 % 60),
    }
}
