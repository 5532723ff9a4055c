//! `plyground einstein`.

mod setups;
mod tables;
mod wtn;

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
    }
}

/// The game of a variant, or the usual one.
fn game_of(variant: Option<&str>) -> Result<Einstein> {
    Ok(Einstein::new(variant.map_or(Ok(Variant::standard()), Variant::parse)?))
}
