//! What can be typed. Help, man pages and completions come from these definitions.

mod archive;
mod calibrate;
mod core_list;
mod einstein;
mod endgame;
mod engine;
mod facts;
mod lab;
mod matches;
mod reversixt;
mod sprt;
mod tournament;
mod tune;
mod value_error;
mod web;
mod xray;

pub use archive::{ArchiveCommand, ArchiveListArgs, ArchiveMergeArgs};
pub use calibrate::CalibrateArgs;
pub use einstein::{EinsteinCommand, NashArgs, SetupsCommand, Starts, StudyArgs, TablesArgs, WtnArgs};
pub use endgame::{
    BuildArgs, CalibrationArgs, EndgameCommand, ListArgs, NearnessArgs, ProbeArgs, TrainArgs, VerifyArgs,
};
pub use engine::{EngineArgs, EngineCheckArgs, EngineCommand, IsolaCommand, PipeArgs, TechniquesArgs};
pub use facts::FactsArgs;
pub use lab::{LabCommand, LabCompareArgs, LabNewArgs, LabRunArgs};
pub use matches::{FaultPolicy, MatchArgs, OpeningOrder, ProgressForm};
pub use reversixt::{
    CheckArgs, ConnectArgs, DiscTrainArgs, GauntletArgs, GenerateArgs, PictureArgs, ReversixtCommand, ReviewArgs,
    ServeArgs,
};
pub use sprt::{SprtArgs, SprtSettings};
pub use tournament::{
    ArchiveArgs, ExportArgs, ExportForm, MergeArgs, MissingArgs, NewPlanArgs, PlanArgs, ReportArgs, ReportForm,
    RunArgs, SchedulerName, ScriptArgs, TournamentCommand,
};

pub use tune::TuneArgs;
pub use web::WebArgs;
pub use xray::XrayArgs;

use crate::print::Colour;
use clap::{Args, Parser, Subcommand};
use plyground_arena::MOST_GAMES;
use plyground_engine::parse_duration;
use plyground_search::Limits;
use std::path::PathBuf;
use std::time::Duration;
use value_error::ValueError;

/// Play, study and measure adversarial search on board games.
#[derive(Parser, Debug)]
#[command(name = "plyground", version, about, long_about = None, disable_help_subcommand = true)]
#[command(after_help = "Exit codes: 0 fine, 1 the answer is no, 2 misuse or failure, 75 stopped before the end.")]
pub struct Cli {
    /// When to colour what is printed
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Colour,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play, analyse and run tournaments in a browser; what the program does without a command
    Serve(WebArgs),
    /// List the games, their variants and the boards that come with the program
    Games(JsonFlag),
    /// List the kinds of players and their parameters with defaults
    Players(PlayersArgs),
    /// Play in the terminal
    Play(PlayArgs),
    /// Think about a position and tell the best moves with their values
    Analyze(AnalyzeArgs),
    /// Solve a position exactly: value, distance, every move
    Solve(SolveArgs),
    /// Record a search with its tree, to look at in a browser, on paper or in another program
    Xray(Box<XrayArgs>),
    /// Show a position: board, player to move, legal moves, result
    Show(ShowArgs),
    /// Play recorded moves step by step and check each
    Replay(ReplayArgs),
    /// Count the sequences of turns, and measure the speed of move generation
    Perft(PerftArgs),
    /// Count and measure what a game is like: branching factor, length, draws, the first player's advantage
    Facts(FactsArgs),
    /// Fit from self-play how values become chances, and check it on fresh games
    Calibrate(Box<CalibrateArgs>),
    /// Search fixed positions: a deterministic node signature, then the speed
    Bench(JsonFlag),
    /// Play many games and tell who is better, and how sure that is
    Match(Box<MatchArgs>),
    /// Measure the eight levels of a game: each against the one below
    Levels(LevelsArgs),
    /// Weigh results by a sequential test: ratio, bounds, verdict, Elo, and how many more games it takes
    Sprt(SprtArgs),
    /// Tournaments from a plan file: resumable, and divisible between machines
    #[command(subcommand)]
    Tournament(TournamentCommand),
    /// Put archives of games together, or list what one holds
    #[command(subcommand)]
    Archive(ArchiveCommand),
    /// Tune numbers of a player by games: SPSA from a plan file, resumable
    Tune(TuneArgs),
    /// Studies of search techniques, each as one command with tables, plots and findings
    #[command(subcommand)]
    Lab(LabCommand),
    /// Speak a text protocol on standard input and output, or check another engine
    Engine(Box<EngineArgs>),
    /// EinStein: tables, set-ups, contest records, endgame databases, the learned evaluation
    #[command(subcommand)]
    Einstein(EinsteinCommand),
    /// Isola: the dialogue of the original program, and what each search technique is worth
    #[command(subcommand)]
    Isola(IsolaCommand),
    /// ReversiXT: host and join network games; check, draw and make maps
    #[command(subcommand)]
    Reversixt(ReversixtCommand),
    /// Print the completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

#[derive(Args, Debug)]
pub struct JsonFlag {
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

/// Which game, and where play begins.
#[derive(Args, Debug, Clone)]
pub struct Where {
    /// The game: see `plyground games`
    pub game: String,
    /// A variant's name, or `key=value,…`
    #[arg(long, value_name = "NAME|KEY=VALUE,…")]
    pub variant: Option<String>,
    /// A position in the game's notation
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// A map file, or the name of a map that comes with the program
    #[arg(long, value_name = "FILE|NAME")]
    pub map: Option<String>,
    /// Forgive what can be forgiven in a map
    #[arg(long)]
    pub lenient: bool,
    /// Moves to make first, separated by blanks; with dice `<face>:<move>`
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

/// When players stop thinking; the first limit reached counts.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Limits (the first reached stops)")]
pub struct LimitArgs {
    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Visit this many positions
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Think this long: 250ms, 2s, 1.5m
    #[arg(long, value_name = "TIME", value_parser = positive_duration)]
    pub time: Option<Duration>,
    /// Make this many Monte Carlo play-outs
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: Option<u64>,
}

impl LimitArgs {
    /// As the search understands them.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            iterations: self.iterations,
            ..Limits::default()
        }
    }
}

fn positive_duration(text: &str) -> Result<Duration, ValueError> {
    let time = parse_duration(text)?;
    if time.is_zero() { Err(ValueError::NoTime) } else { Ok(time) }
}

#[derive(Args, Debug)]
pub struct PlayersArgs {
    /// Only what can play this game, with its evaluations
    pub game: Option<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct PlayArgs {
    #[command(flatten)]
    pub place: Where,
    /// Who sits where, in turn order; `human` is you
    #[arg(long = "player", value_name = "SPEC")]
    pub players: Vec<String>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Begin with a random set-up, where the game has set-ups
    #[arg(long)]
    pub deal: bool,
    /// Ask for every roll: a real die lies on the table
    #[arg(long)]
    pub real_die: bool,
    /// Write the game to this file, after every move
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    pub place: Where,
    /// Who thinks
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub player: String,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Exact values for this many best moves
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub lines: u32,
    /// Ask about this roll; without it the value is the expectation before the roll
    #[arg(long, value_name = "FACE")]
    pub die: Option<usize>,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

/// What `solve` solves for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Score {
    /// The winner, and the number of turns until they have won.
    #[default]
    Outcome,
    /// The difference of the final payoffs, such as stones.
    Stones,
    /// As Othello players count: stones, and empty squares go to the winner. For ReversiXT where nothing but stones is left.
    Othello,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plyground solve isola --variant cols=5,rows=5 --bare
  plyground solve isola --variant cols=6,rows=6 --split 2 --shard auto/16 --dir six --threads 2 --table 8GB --nodes 1000000000000
  plyground solve isola --variant cols=6,rows=6 --split 2 --dir six --report")]
pub struct SolveArgs {
    #[command(flatten)]
    pub place: Where,
    /// Solve for who wins and how soon, or for the final margin
    #[arg(long, value_enum, default_value_t)]
    pub score: Score,
    /// Only the value of the position, not that of every first move
    #[arg(long)]
    pub bare: bool,
    /// Threads that solve together; games with dice are solved by one
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Give up after this many positions
    #[arg(long, value_name = "COUNT", default_value_t = 2_000_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Memory for positions already solved
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = plyground_engine::parse_bytes)]
    pub table: u64,
    /// Solve the positions after this many turns one by one and keep them in files, then put them together: for work of days, and for
    /// several machines
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=12))]
    pub split: Option<u32>,
    /// Solve only shard K of N (K from 0 to N-1) into a file of its own; `auto/N` takes K from the batch system
    #[arg(long, value_name = "K/N", requires = "split")]
    pub shard: Option<String>,
    /// The folder of the solved positions
    #[arg(long, value_name = "DIR", requires = "split", default_value = "solved-parts")]
    pub dir: PathBuf,
    /// Solve nothing; put together what is in the folder
    #[arg(long, requires = "split", conflicts_with = "shard")]
    pub report: bool,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  plyground levels isola --games 400 --time 20ms")]
pub struct LevelsArgs {
    #[command(flatten)]
    pub place: Where,
    /// Games of each level against the one below
    #[arg(long, value_name = "COUNT", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=MOST_GAMES))]
    pub games: u64,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Games at the same time [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub place: Where,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ReplayArgs {
    #[command(flatten)]
    pub place: Where,
    /// Recorded games: from `play --record`, `match --out`, `tournament export`, a WTN (EinStein) or GGF (Othello) file, or an
    /// archive of tournaments
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position", "variant", "map"])]
    pub record: Option<PathBuf>,
    /// Which game of an archive, or of a file of many games, counted from 1
    #[arg(long, value_name = "NUMBER", requires = "record", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: Option<u64>,
    /// Which tournament of an archive that holds several
    #[arg(long, value_name = "NAME", requires = "number")]
    pub tournament: Option<String>,
    /// Print the record in this format instead: wtn (EinStein), ggf (Othello)
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["analyze", "json"])]
    pub format: Option<String>,
    /// Tell the chances before every turn and what each turn gave away; with dice, what was luck and what was skill
    #[arg(long)]
    pub analyze: bool,
    /// Who is asked for chances where they cannot be computed exactly [default: the strongest, three turns ahead]
    #[arg(long, value_name = "SPEC", requires = "analyze")]
    pub player: Option<String>,
    /// Search to the end of the game with at most this many positions a turn, before the player is asked
    #[arg(long, value_name = "COUNT", requires = "analyze", default_value_t = plyground_engine::luck::EXACT_NODES)]
    pub nodes: u64,
    /// Print one JSON line per ply instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct PerftArgs {
    #[command(flatten)]
    pub place: Where,
    /// Number of turns
    #[arg(long, value_name = "TURNS", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// Also count below each first move
    #[arg(long)]
    pub divide: bool,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}
