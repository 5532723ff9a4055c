//! What can be typed after `lab`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub enum LabCommand {
    /// List the studies: what each asks, where the question comes from, which options it takes
    List(super::JsonFlag),
    /// Run a study and write its report: CSV, SVG plots, one HTML page; run again to go on after an interruption
    Run(LabRunArgs),
    /// Tell what changed between two runs of a study: verdicts, figures, claims
    Compare(LabCompareArgs),
    /// Print a new study: a small one that works, to be changed
    New(LabNewArgs),
}

#[derive(Args, Debug)]
pub struct LabCompareArgs {
    /// The folder of the first run, or its findings.json
    pub before: PathBuf,
    /// The folder of the second run
    pub after: PathBuf,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct LabNewArgs {
    /// The name of the study, such as my-study
    pub name: String,
    /// A study file for `lab run` instead of Rust source
    #[arg(long)]
    pub toml: bool,
    /// Write to this file, which must not exist yet, instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct LabRunArgs {
    /// The study, a study file (FILE.toml), or `all` studies one after another
    pub name: String,
    /// About a minute of work instead of a full run
    #[arg(long)]
    pub quick: bool,
    /// Games per pairing
    #[arg(long, value_name = "COUNT")]
    pub games: Option<u64>,
    /// ReversiXT maps instead of the study's own: files, or names of built-in maps
    #[arg(long, value_name = "FILE|NAME,…", value_delimiter = ',')]
    pub maps: Vec<String>,
    /// The player instead of the study's own
    #[arg(long, value_name = "SPEC")]
    pub player: Option<String>,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Cells at the same time; studies that measure time take one [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Measure only shard K of N (K from 0 to N-1), for one of several machines; `auto/N` takes K from the batch system
    #[arg(long, value_name = "K/N")]
    pub shard: Option<String>,
    /// Where to keep journal and report [default: a folder of its own for every order, in `lab` of the data folder]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The data folder
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}
