//! What can be typed after `einstein`.

use super::{CalibrationArgs, EndgameCommand, LimitArgs, NearnessArgs, TrainArgs};
use clap::{Args, Subcommand, ValueEnum};
use plyground_arena::MOST_GAMES;
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub enum EinsteinCommand {
    /// Explain an entry of the tables: how soon stones at these distances arrive, and which of them to move
    Tables(TablesArgs),
    /// Study set-ups: which win, which beat a given one, and how to mix them
    #[command(subcommand)]
    Setups(SetupsCommand),
    /// Write a recorded game as a WTN file, the form of the Chinese university contest
    Wtn(WtnArgs),
    /// Exact endgame databases: make, ask, check and list them
    #[command(subcommand)]
    Endgame(EndgameCommand),
    /// Train the learned evaluation from nothing
    Train(TrainArgs),
    /// Compare the learned evaluation with exact values and draw a reliability plot
    Calibration(CalibrationArgs),
    /// Measure how much win probability players throw away, by the endgame databases or a deep search
    Nearness(NearnessArgs),
}

#[derive(Args, Debug)]
pub struct WtnArgs {
    /// The recorded game, as `play --record` writes it
    pub record: PathBuf,
    /// The team that moves first
    #[arg(long, value_name = "NAME", default_value = "first")]
    pub first: String,
    /// The other team
    #[arg(long, value_name = "NAME", default_value = "second")]
    pub second: String,
    /// Date, time and place
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub occasion: String,
    /// The contest
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub event: String,
    /// Write to this folder, under the customary name, instead of standard output
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct TablesArgs {
    /// Moves to the goal of stones 1, 2, …, each the larger of ranks and files; `-` is off the board [default: a start]
    #[arg(value_name = "DISTANCE")]
    pub distances: Vec<String>,
    /// The opponent's distances; they are about to roll
    #[arg(long, value_name = "DISTANCE", num_args = 1..)]
    pub against: Vec<String>,
    /// A variant's name, or `key=value,…`
    #[arg(long, value_name = "NAME|KEY=VALUE,…")]
    pub variant: Option<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum SetupsCommand {
    /// Rank the classes of equally good set-ups by their score against random set-ups
    Rank(StudyArgs),
    /// Score one set-up against every other
    Versus(VersusArgs),
    /// Find the mixture that cannot be beaten when both players choose secretly
    Nash(NashArgs),
}

#[derive(Args, Debug)]
pub struct StudyArgs {
    /// A variant's name, or `key=value,…`
    #[arg(long, value_name = "NAME|KEY=VALUE,…")]
    pub variant: Option<String>,
    /// Who plays both sides
    #[arg(long, value_name = "SPEC", default_value = "expectimax(eval=distribution, depth=2, table=off)")]
    pub player: String,
    /// Games per set-up (rank) or pair of set-ups; every second one is begun by the other side, with the same dice
    /// [default: 1000; nash: 100]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Games at the same time [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Do not play but search every game to its end, on a board that is small enough
    #[arg(long, conflicts_with_all = ["player", "games", "depth", "nodes", "time", "iterations", "data"])]
    pub exact: bool,
    /// Give up a pair of set-ups after this many positions
    #[arg(long, value_name = "COUNT", requires = "exact", default_value_t = 200_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub exact_nodes: u64,
    /// Memory of each thread for positions already solved
    #[arg(long, value_name = "SIZE", requires = "exact", default_value = "256MB", value_parser = plyground_engine::parse_bytes)]
    pub table: u64,
    /// The data directory, where a stopped study goes on [default: PLYGROUND_DATA, or where your system keeps data of programs]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct VersusArgs {
    /// The set-up: one digit per home cell
    #[arg(value_name = "SETUP")]
    pub setup: String,
    #[command(flatten)]
    pub study: StudyArgs,
}

/// What the players know when they choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Starts {
    /// Who begins is drawn afterwards.
    #[default]
    Drawn,
    /// Who begins is known.
    Known,
}

#[derive(Args, Debug)]
pub struct NashArgs {
    /// Whether the players know who begins when they choose
    #[arg(long, value_enum, default_value_t)]
    pub starts: Starts,
    #[command(flatten)]
    pub study: StudyArgs,
}
