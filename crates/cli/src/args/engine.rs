//! What can be typed after `engine` and `isola`.

use super::{LimitArgs, Where, positive_duration};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct EngineArgs {
    #[command(subcommand)]
    pub command: Option<EngineCommand>,
    #[command(flatten)]
    pub place: Option<Where>,
    /// Who thinks
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub player: String,
    /// The language: see docs/protocols.md
    #[arg(long, value_name = "ugi|gtp|ntu|codingame", default_value = "ugi")]
    pub protocol: String,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
}

#[derive(Subcommand, Debug)]
pub enum EngineCommand {
    /// Put another engine through a list of questions and tell what is wrong with it
    Check(EngineCheckArgs),
}

#[derive(Args, Debug)]
pub struct EngineCheckArgs {
    /// The program and its arguments, as one word
    #[arg(required_unless_present = "engines")]
    pub command: Option<String>,
    /// The game; only the language ugi leaves a choice
    pub game: Option<String>,
    /// A variant's name, or `key=value,…`
    #[arg(long, value_name = "NAME|KEY=VALUE,…")]
    pub variant: Option<String>,
    /// A map file, or the name of a map that comes with the program
    #[arg(long, value_name = "FILE|NAME")]
    pub map: Option<String>,
    /// Check all engines of this file (see docs/protocols.md) and print a table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["command", "game", "variant", "map", "protocol"])]
    pub engines: Option<PathBuf>,
    /// The language it should speak
    #[arg(long, value_name = "ugi|gtp|ntu|isola-pipe", default_value = "ugi")]
    pub protocol: String,
    /// Games that it has to play
    #[arg(long, value_name = "COUNT", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub games: u64,
    /// What it gets for a move
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = positive_duration)]
    pub time: Duration,
    /// How long it may take to start
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = positive_duration)]
    pub start: Duration,
    /// How long it may take to answer, beyond its thinking time
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = positive_duration)]
    pub answer: Duration,
    /// How long it may take to end
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = positive_duration)]
    pub quit: Duration,
    /// Governs the other player and the dice
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum IsolaCommand {
    /// Speak the dialogue of the original Isola program
    Pipe(PipeArgs),
    /// Measure what each technique of the search is worth: nodes and depths with one after the other switched off
    Techniques(TechniquesArgs),
}

#[derive(Args, Debug)]
pub struct TechniquesArgs {
    /// A variant's name, or `key=value,…`
    #[arg(long, value_name = "NAME|KEY=VALUE,…", default_value = "columbia")]
    pub variant: String,
    /// Count nodes up to this depth
    #[arg(long, value_name = "PLIES", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// Measure the depth reached within this many nodes
    #[arg(long, value_name = "COUNT", default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Number of positions: the start, and others after random moves
    #[arg(long, value_name = "COUNT", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub positions: u16,
    /// Which random moves
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON document instead of a Markdown table
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct PipeArgs {
    /// 1 plays X and moves first, 2 plays O
    #[arg(value_parser = clap::value_parser!(u8).range(1..=2))]
    pub player: u8,
    /// Whole seconds for each of its own moves
    #[arg(value_parser = clap::value_parser!(u64).range(1..=604_800))]
    pub seconds: u64,
    /// Who thinks
    #[arg(long = "player", value_name = "SPEC", default_value = "best")]
    pub spec: String,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
}
