//! What can be typed after `tune`.

use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct TuneArgs {
    /// The plan: a TOML file with game, spec and parameters
    pub plan: PathBuf,
    /// Only this run of those that the plan asks for, counted from 1; other machines may play the others
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub run: Option<u64>,
    /// Games at the same time [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// The folder of the runs and the report [default: the plan's name with `-tune`]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Play nothing; report what is there
    #[arg(long, conflicts_with = "run")]
    pub report: bool,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}
