//! Flags of `plyground facts`.

use super::{LimitArgs, Where};
use clap::Args;

/// Count and measure what a game is like.
#[derive(Args, Debug)]
pub struct FactsArgs {
    #[command(flatten)]
    pub place: Where,
    /// Number of games
    #[arg(long, value_name = "COUNT", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Also play games of this player against itself
    #[arg(long, value_name = "SPEC")]
    pub player: Option<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}
