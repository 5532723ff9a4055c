//! What can be typed after `tournament`.

use super::{LimitArgs, SprtSettings};
use clap::{Args, Subcommand};
use plyground_arena::FischerClock;
use plyground_arena::stats::Sprt;
use plyground_engine::parse_duration;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Subcommand, Debug)]
pub enum TournamentCommand {
    /// Print a plan that says what these flags say
    New(Box<NewPlanArgs>),
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

/// Everything that a plan can say about all of its games.
#[derive(Args, Debug)]
pub struct NewPlanArgs {
    /// The tournament's name in the archive
    pub name: String,
    /// A player; `SPEC(…, name=A)` gives it a name
    #[arg(long = "player", value_name = "SPEC", required = true)]
    pub players: Vec<String>,
    /// A file of other programs by name, which are players then
    #[arg(long, value_name = "FILE")]
    pub engines: Option<String>,
    /// A game, with its variant (`isola:cols=5,rows=5`) or map (`reversixt:map=ring`)
    #[arg(long = "game", value_name = "GAME[:WHERE]", required = true)]
    pub games: Vec<String>,
    /// Who meets whom: round-robin, gauntlet, swiss, knockout
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    pub format: String,
    /// Of a gauntlet: how many of the first players meet all others
    #[arg(long, value_name = "COUNT")]
    pub champions: Option<u32>,
    /// Of a Swiss tournament: the number of rounds
    #[arg(long, value_name = "COUNT")]
    pub rounds: Option<u32>,
    /// The seed of every random decision
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u32>,
    /// Openings per pairing if they are random, rounds through the list if they are listed
    #[arg(long, value_name = "COUNT")]
    pub repeats: Option<u32>,
    /// Players at a table, where it has more seats
    #[arg(long, value_name = "COUNT")]
    pub lineup: Option<u32>,
    /// How games begin: auto, start, deal, random:PLIES, or a collection of the game
    #[arg(long, value_name = "RULE", conflicts_with = "openings_file")]
    pub openings: Option<String>,
    /// A file with one position per line to begin games with
    #[arg(long, value_name = "FILE")]
    pub openings_file: Option<String>,
    /// What to keep of each game: moves, or thoughts (value, depth, nodes and time of every move)
    #[arg(long, value_name = "WHAT")]
    pub keep: Option<String>,
    /// End a pairing as soon as it is clear whether its first player is at most E0 or at least E1 Elo better
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    #[command(flatten)]
    pub sprt_settings: SprtSettings,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// A player loses after this many own moves in a row at -SCORE or worse; two-sided: if the opponent agrees
    #[arg(long, value_name = "moves=N,score=S[,two-sided]")]
    pub resign: Option<String>,
    /// A game is drawn after this many moves of both in a row between -SCORE and SCORE, from turn T on
    #[arg(long, value_name = "[after=T,]moves=N,score=S")]
    pub draw: Option<String>,
    /// End a game as soon as its rules show the winner without search
    #[arg(long)]
    pub solved: bool,
    /// A clock for each player and game with an increment per move: 60s+1s; 40/60s gives 60 s more every 40 moves
    #[arg(long, value_name = "[MOVES/]TIME[+TIME]")]
    pub clock: Option<FischerClock>,
    /// By how much a player may overrun its time
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub margin: Option<Duration>,
    /// Judge a game as it stands after this many turns
    #[arg(long, value_name = "TURNS")]
    pub max_turns: Option<u32>,
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
    /// Print the whole schedule, however long
    #[arg(long)]
    pub all: bool,
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
    /// Add the last position of every game
    #[arg(long)]
    pub final_positions: bool,
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
