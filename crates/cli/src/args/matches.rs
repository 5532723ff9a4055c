//! What can be typed after `match`.

use super::core_list::CoreList;
use super::{LimitArgs, SprtSettings, Where};
use clap::{Args, ValueEnum};
use plyground_arena::stats::Sprt;
use plyground_arena::{DrawRule, FischerClock, MOST_GAMES, ResignRule};
use plyground_engine::parse_duration;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub struct MatchArgs {
    #[command(flatten)]
    pub place: Where,
    /// Who plays, in the seats of the first game; from game to game everybody moves on by one seat
    #[arg(long = "player", value_name = "SPEC", required = true)]
    pub players: Vec<String>,
    /// A file of other programs by name, which are players then (see docs/protocols.md)
    #[arg(long, value_name = "FILE")]
    pub engines: Option<PathBuf>,
    /// Number of games; each opening is played once per rotation of seats, with the same dice
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: u64,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// A clock for each player and game with an increment per move: 60s+1s; 40/60s gives 60 s more every 40 moves
    #[arg(long, value_name = "[MOVES/]TIME[+TIME]")]
    pub clock: Option<FischerClock>,
    /// By how much a player may overrun its time
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "100ms")]
    pub margin: Duration,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Games at the same time [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// How games begin: auto, start, deal, random:PLIES, or a collection such as einstein's best-16x16
    #[arg(long, value_name = "RULE", default_value = "auto")]
    pub openings: String,
    /// Begin games with the positions of this file, one per line; each pair of games takes the next
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    pub openings_file: Option<PathBuf>,
    /// The order of the file's positions; random is a shuffle by the seed
    #[arg(long, value_enum, default_value_t, value_name = "ORDER", requires = "openings_file")]
    pub openings_order: OpeningOrder,
    /// Leave out this many positions at the beginning of that order; they come last
    #[arg(long, value_name = "COUNT", default_value_t = 0, requires = "openings_file")]
    pub openings_offset: usize,
    /// Judge a game as it stands after this many turns
    #[arg(long, value_name = "TURNS", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_turns: Option<u32>,
    /// Stop as soon as it is clear whether the first player is at most E0 or at least E1 Elo better
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    #[command(flatten)]
    pub sprt_settings: SprtSettings,
    /// A player loses after this many own moves in a row at -SCORE or worse; two-sided: if the opponent agrees
    #[arg(long, value_name = "moves=N,score=S[,two-sided]")]
    pub resign: Option<ResignRule>,
    /// A game is drawn after this many moves of both in a row between -SCORE and SCORE, from turn T on
    #[arg(long, value_name = "[after=T,]moves=N,score=S")]
    pub draw: Option<DrawRule>,
    /// End a game as soon as its rules show the winner without search
    #[arg(long)]
    pub solved: bool,
    /// Write every game to this file, one JSON record per line
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on with the match whose games are in the --out file; everything else as before
    #[arg(long, requires = "out", requires = "seed")]
    pub resume: bool,
    /// Keep value, chance, depth, nodes and time of every move in the records of --out
    #[arg(long, requires = "out")]
    pub thoughts: bool,
    /// Add the position at the end of every game to the records of --out
    #[arg(long, requires = "out")]
    pub final_positions: bool,
    /// Write one file per player into this folder, with one JSON line per move: value, chance, depth, nodes, time
    #[arg(long, value_name = "DIR")]
    pub log: Option<PathBuf>,
    /// Report the time of moves: mean, longest, overrun, and what the program itself takes per move
    #[arg(long)]
    pub latency: bool,
    /// Exit code 1 if any player was at fault: illegal move, time-out, crash, stall, disconnect
    #[arg(long)]
    pub strict: bool,
    /// After a fault: go on with the next game, or stop
    #[arg(long, value_enum, default_value_t, value_name = "POLICY")]
    pub on_fault: FaultPolicy,
    /// Progress on standard error: a line on a terminal, JSON lines, or none
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub progress: ProgressForm,
    /// Use only these cores, for players' processes too: 0-3,6
    #[arg(long, value_name = "CORES")]
    pub affinity: Option<CoreList>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

/// The order of listed openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum OpeningOrder {
    /// As they are listed.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// What follows a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum FaultPolicy {
    /// The player loses the game, is built anew after a crash, and the match goes on.
    #[default]
    Recover,
    /// No further game begins.
    Stop,
}

/// How progress is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ProgressForm {
    /// One line that replaces itself, on a terminal.
    #[default]
    Auto,
    /// One JSON document per second and at the end.
    Json,
    /// Nothing.
    None,
}
