//! What can be typed after `einstein` about databases and the learned evaluation.

use super::LimitArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub enum EndgameCommand {
    /// Make the databases of 5 or 6 stones, going on where an earlier run stopped
    Build(BuildArgs),
    /// Tell the exact value of a position and of every move
    Probe(ProbeArgs),
    /// Compare random positions with an exact search
    Verify(VerifyArgs),
    /// Tell which databases there are
    List(ListArgs),
}

/// Where databases are kept.
#[derive(Args, Debug)]
pub struct DataArgs {
    /// The data directory [default: PLYGROUND_DATA, or where your system keeps data of programs]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct BuildArgs {
    /// Stones of both players together: 5 or 6
    #[arg(long, value_name = "COUNT")]
    pub stones: usize,
    #[command(flatten)]
    pub data: DataArgs,
    /// Threads [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ProbeArgs {
    /// The position, for example `r1..../...../..b2../...../..... r -`
    pub position: String,
    #[command(flatten)]
    pub data: DataArgs,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Positions for each number of stones
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub samples: u32,
    /// Only databases of this many stones
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u8).range(2..=6))]
    pub stones: Option<u8>,
    /// Draw the same positions again
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub data: DataArgs,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ListArgs {
    /// Read every file to its end and compare the checksums
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub data: DataArgs,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct TrainArgs {
    /// Write the net to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Games of self-play
    #[arg(long, value_name = "COUNT", default_value_t = crate::commands::DEFAULT_GAMES, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Where all chance comes from: the same seed gives the same net, byte for byte
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Hidden units, a multiple of 8
    #[arg(long, value_name = "COUNT", default_value_t = 128, value_parser = clap::value_parser!(u16).range(8..=4096))]
    pub hidden: u16,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct CalibrationArgs {
    /// Write the plot to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Positions from games
    #[arg(long, value_name = "COUNT", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub positions: u32,
    /// The most stones of a position [default: as many as the databases know]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u8).range(2..=6))]
    pub stones: Option<u8>,
    /// Draw the same positions again
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub data: DataArgs,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct NearnessArgs {
    /// Whom to measure; may be given several times
    #[arg(long = "player", value_name = "SPEC", default_value = "best")]
    pub players: Vec<String>,
    /// Positions with a choice, from games
    #[arg(long, value_name = "COUNT", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub positions: u32,
    /// The most stones of a position
    #[arg(long, value_name = "COUNT", default_value_t = 5, value_parser = clap::value_parser!(u8).range(3..=12))]
    pub stones: u8,
    /// The fewest stones of a position; with two there is hardly ever a choice
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u8).range(3..=12))]
    pub least: u8,
    /// Who tells what moves are worth, instead of the databases: a deep search, for any number of stones
    #[arg(long, value_name = "SPEC")]
    pub reference: Option<String>,
    /// Draw the same positions again
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub data: DataArgs,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}
