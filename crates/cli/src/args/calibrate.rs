//! Flags of `plyground calibrate`.

use super::LimitArgs;
use clap::Args;
use std::path::PathBuf;

/// Fit from self-play how values become chances.
#[derive(Args, Debug)]
pub struct CalibrateArgs {
    /// The game: see `plyground games`
    pub game: String,
    /// A variant's name, or `key=value,…`; give several for several boards. {} becomes a number that is different in every game
    #[arg(long = "variant", value_name = "NAME|KEY=VALUE,…")]
    pub variants: Vec<String>,
    /// A map file, or the name of a map that comes with the program; give several for several boards
    #[arg(long = "map", value_name = "FILE|NAME", conflicts_with = "variants")]
    pub maps: Vec<String>,
    /// A position in the game's notation, from which all games begin
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Forgive what can be forgiven in a map
    #[arg(long)]
    pub lenient: bool,
    /// Moves to make first, separated by blanks; with dice `<face>:<move>`
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Who sits in every seat
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub player: String,
    /// Number of games
    #[arg(long, value_name = "COUNT", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Fit nothing: check the tables of the program on these games, and fail if they are off by more than 3 points
    #[arg(long)]
    pub check: bool,
    /// Add the fitted table to this file, or replace it there; the plot goes beside it
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    pub out: Option<PathBuf>,
    /// Write the reliability plot to this file
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}
