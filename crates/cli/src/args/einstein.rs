//! What can be typed after `einstein`.

use clap::{Args, Subcommand};

#[derive(Subcommand, Debug)]
pub enum EinsteinCommand {
    /// Explain an entry of the tables: how soon stones at these distances arrive, and which of them to move
    Tables(TablesArgs),
}

#[derive(Args, Debug)]
pub struct TablesArgs {
    /// Moves to the goal of stones 1, 2, …, each the larger of ranks and files; `-` is off the board [default: a start]
    #[arg(value_name = "DISTANCE")]
    pub distances: Vec<String>,
    /// The opponent's distances; he is about to roll
    #[arg(long, value_name = "DISTANCE", num_args = 1..)]
    pub against: Vec<String>,
    /// A variant's name, or `key=value,…`
    #[arg(long, value_name = "NAME|KEY=VALUE,…")]
    pub variant: Option<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}
