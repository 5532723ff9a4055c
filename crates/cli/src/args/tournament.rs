//! What can be typed after `tournament`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub enum TournamentCommand {
    /// Check a plan; tell who plays whom, how many games that makes and about how long they take
    Plan(PlanArgs),
    /// Play what has not been played yet, then report
    Run(RunArgs),
    /// Print the shards that still have to be played, in the form that batch systems take
    Missing(MissingArgs),
    /// Copy the shards of a folder into the archive, then report
    Merge(MergeArgs),
    /// Report where everybody stands
    Report(ReportArgs),
    /// Print games from the archive, one JSON record per line
    Export(ExportArgs),
    /// Print a job script for a scheduler
    Script(ScriptArgs),
}

/// Where finished games are kept.
#[derive(Args, Debug)]
pub struct ArchiveArgs {
    /// The archive [default: archive.sqlite in the data directory]
    #[arg(long, value_name = "FILE")]
    pub archive: Option<PathBuf>,
    /// The data directory [default: PLYGROUND_DATA, or where your system keeps data of programs]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct PlanArgs {
    /// The plan
    pub plan: PathBuf,
    /// Games at the same time, for the estimate [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Do not play games to estimate the time
    #[arg(long)]
    pub no_estimate: bool,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct RunArgs {
    /// The plan
    pub plan: PathBuf,
    #[command(flatten)]
    pub archive: ArchiveArgs,
    /// Games at the same time [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Play only shard K of N (K from 0 to N-1) into a file of its own; `auto/N` takes K from the batch system
    #[arg(long, value_name = "K/N", conflicts_with_all = ["archive", "data", "json"])]
    pub shard: Option<String>,
    /// The folder of the shards [default: the plan's name with `-shards`]
    #[arg(long, value_name = "DIR", requires = "shard")]
    pub dir: Option<PathBuf>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct MissingArgs {
    /// The plan
    pub plan: PathBuf,
    /// The folder of the shards [default: the plan's name with `-shards`]
    pub dir: Option<PathBuf>,
    /// Number of shards [default: what the files say]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub shards: Option<u64>,
}

#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The plan
    pub plan: PathBuf,
    /// The folder of the shards [default: the plan's name with `-shards`]
    pub dir: Option<PathBuf>,
    #[command(flatten)]
    pub archive: ArchiveArgs,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ReportArgs {
    /// The plan
    pub plan: PathBuf,
    #[command(flatten)]
    pub archive: ArchiveArgs,
    /// The form of the report
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub format: ReportForm,
    /// Add thinking times and speeds, which no other run will repeat
    #[arg(long)]
    pub times: bool,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum ReportForm {
    /// Aligned columns.
    #[default]
    Text,
    /// Markdown.
    Markdown,
    /// Comma-separated values, one line per player and opponent.
    Csv,
    /// One JSON document.
    Json,
    /// One self-contained page with plots.
    Html,
}

#[derive(Args, Debug)]
pub struct ExportArgs {
    /// The plan
    pub plan: PathBuf,
    #[command(flatten)]
    pub archive: ArchiveArgs,
    /// Only this game, counted from 1
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub game: Option<u64>,
    /// The form: records that `replay` reads, or a table
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub format: ExportForm,
}

/// How games leave the archive.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExportForm {
    /// One JSON document per line
    #[default]
    Jsonl,
    /// One line per game with a header, for spreadsheets and statistics
    Csv,
}

#[derive(Args, Debug)]
pub struct ScriptArgs {
    /// For whom
    #[arg(value_enum)]
    pub scheduler: SchedulerName,
    /// The plan
    pub plan: PathBuf,
    /// Number of shards
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub shards: u64,
    /// The folder of the shards [default: the plan's name with `-shards`]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// A scheduler that exists already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum SchedulerName {
    /// Slurm job arrays.
    Slurm,
    /// HyperQueue.
    Hq,
    /// GNU parallel.
    Parallel,
}
