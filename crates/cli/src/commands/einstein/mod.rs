//! `plyground einstein`.

mod endgame;
mod measure;
mod setups;
mod tables;
mod train;
mod wtn;

pub use train::DEFAULT_GAMES;

use crate::Answer;
use crate::args::EinsteinCommand;
use anyhow::Result;
use plyground_games::einstein::{Einstein, Variant};

/// Runs what was typed after `einstein`.
pub fn run(command: &EinsteinCommand) -> Result<Answer> {
    match command {
        EinsteinCommand::Tables(args) => tables::run(args),
        EinsteinCommand::Setups(command) => setups::run(command),
        EinsteinCommand::Wtn(args) => wtn::run(args),
        EinsteinCommand::Endgame(command) => endgame::run(command),
        EinsteinCommand::Train(args) => train::run(args),
        EinsteinCommand::Calibration(args) => measure::calibration(args),
        EinsteinCommand::Nearness(args) => measure::nearness(args),
    }
}

/// The game of a variant, or the usual one.
fn game_of(variant: Option<&str>) -> Result<Einstein> {
    Ok(Einstein::new(variant.map_or(Ok(Variant::standard()), Variant::parse)?))
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
