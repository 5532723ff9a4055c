//! `plyground xray`.

use super::{LimitArgs, Where};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plyground xray isola --variant cols=4,rows=4 --player 'search(algorithm=mtdf)' --depth 4 --out lecture.html
  plyground xray tree '((3 12 8) (2 4 6) (14 5 2))'
  plyground xray tree '(3 (12 8) (2 4 6))' --player 'search(algorithm=minimax)' --out tree.svg")]
pub struct XrayArgs {
    #[command(flatten)]
    pub place: Where,
    /// After `tree`: a literal tree of values. The root maximises, levels alternate; `[0.5:3 0.5:8]` is a chance node
    #[arg(value_name = "TREE", allow_hyphen_values = true)]
    pub tree: Option<String>,
    /// Who searches. For trees plain alpha-beta; there `search` has no move ordering, table or deepening unless asked for
    #[arg(long, value_name = "SPEC")]
    pub player: Option<String>,
    /// A second search of the same position, to compare
    #[arg(long, value_name = "SPEC")]
    pub against: Option<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Where the recording goes; the ending decides: .html plays back in a browser without a server, .svg draws a small
    /// tree, .json is the recording itself
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}
