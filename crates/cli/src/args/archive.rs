//! What can be typed after `archive`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub enum ArchiveCommand {
    /// Put the games of several archives together in a new one; games that are in several of them are there once
    Merge(ArchiveMergeArgs),
    /// List the tournaments of an archive
    List(ArchiveListArgs),
}

#[derive(Args, Debug)]
pub struct ArchiveMergeArgs {
    /// The archives
    #[arg(required = true, num_args = 1.., value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The new archive, which must not exist yet
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ArchiveListArgs {
    /// The archive
    pub file: PathBuf,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}
