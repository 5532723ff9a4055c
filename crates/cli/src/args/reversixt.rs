//! What can be typed after `plyground reversixt`.

use super::value_error::ValueError;
use clap::{Args, Subcommand};
use plyground_engine::{AmountError, parse_duration};
use plyground_games::reversixt::generator::Recipe;
use plyground_network::DEFAULT_PORT;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Subcommand, Debug)]
pub enum ReversixtCommand {
    /// Host network games
    Serve(Box<ServeArgs>),
    /// Play other people's clients on loopback and count first places
    Gauntlet(Box<GauntletArgs>),
    /// Join a network game
    Connect(ConnectArgs),
    /// Show where a game was decided, and what a longer search would have played
    Review(ReviewArgs),
    /// Check a map and tell what its author wants to know
    Check(CheckArgs),
    /// Draw a map as SVG, transitions included
    Picture(PictureArgs),
    /// Make a random map
    Generate(GenerateArgs),
    /// Train the evaluation that orders the moves of the Othello solver, from nothing
    Train(DiscTrainArgs),
}

#[derive(Args, Debug)]
pub struct DiscTrainArgs {
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Games of self-play of the last generation; each one before plays a quarter of them
    #[arg(long, value_name = "COUNT", default_value_t = 120_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,
    /// Generations; each plays with what the one before has learned
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub generations: u8,
    /// Where all chance comes from: the same seed gives the same weights, byte for byte
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ServeArgs {
    /// A map file, or the name of a map that comes with the program
    #[arg(long, value_name = "FILE|NAME")]
    pub map: String,
    /// Seconds added to a player's account before each of their moves, at least 0.2
    #[arg(long, value_name = "SECONDS", value_parser = increment, conflicts_with = "depth")]
    pub time: Option<Duration>,
    /// No clock; clients search this many plies [default: 1, without --time]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..))]
    pub depth: Option<u8>,
    /// Where to listen; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub addr: IpAddr,
    /// The port, or the next free one after it; 0 is any
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    pub port: u16,
    /// Who sits in the next seat: a built-in player, or `client`; seats not named are for clients
    #[arg(long = "seat", value_name = "SPEC|client")]
    pub seats: Vec<String>,
    /// Give up if clients are missing after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "3600")]
    pub wait: Duration,
    /// Games in a row; from game to game everybody moves on by one seat
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    /// Write the result here, in the conventional layout; of several games each gets its number into the name
    #[arg(long, value_name = "FILE")]
    pub result: Option<PathBuf>,
    /// Write the game here, for `plyground replay` [default with --result: beside it, ending in .json]
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Between telling the map and the first request
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "1s")]
    pub settle: Duration,
    /// The longest wait for an answer where there is no clock
    #[arg(long, value_name = "TIME", value_parser = super::positive_duration, default_value = "10m")]
    pub patience: Duration,
    /// Repeat the same random choices of built-in players
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Everyone moves on by one seat from game to game. Seats that are left go to the clients once more.

Examples:
  plyground reversixt gauntlet --map maps/ --client 'java -jar client.jar -i {host} -p {port}' --games 4 --time 1
  plyground reversixt gauntlet --map duel --client './mine {host} {port}' --player 'best(threads=2)' --out games.jsonl")]
pub struct GauntletArgs {
    /// A map file, the name of a map that comes with the program, or a folder of .map files; may be repeated
    #[arg(long = "map", value_name = "DIR|FILE|NAME", required = true, num_args = 1..)]
    pub maps: Vec<String>,
    /// The command of a client, with {host} and {port} in the places of the address; may be repeated
    #[arg(long = "client", value_name = "COMMAND")]
    pub clients: Vec<String>,
    /// A built-in player who takes part, or `none`; may be repeated
    #[arg(long = "player", value_name = "SPEC", default_value = "best")]
    pub players: Vec<String>,
    /// Games on every map; as many as it has players let everyone sit everywhere
    #[arg(long, value_name = "COUNT", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    /// Seconds added to a player's account before each of their moves, at least 0.2
    #[arg(long, value_name = "SECONDS", value_parser = increment, default_value = "1")]
    pub time: Duration,
    /// How long to wait for each client to connect
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    pub wait: Duration,
    /// Keep the results here, one line a game; the same command goes on with an interrupted gauntlet
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write every game into this folder, for `plyground replay` and `plyground reversixt review`
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Write what each client prints into this folder
    #[arg(long, value_name = "DIR")]
    pub logs: Option<PathBuf>,
    /// Repeat the same random choices of built-in players
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

impl GauntletArgs {
    /// The name of the file with the results, for people.
    pub fn out_name(&self) -> String {
        self.out.as_ref().map_or_else(String::new, |path| path.display().to_string())
    }
}

#[derive(Args, Debug)]
pub struct ConnectArgs {
    /// The server
    #[arg(value_name = "HOST:PORT")]
    pub address: String,
    /// The number that the server shows for you
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub group: u8,
    /// Who plays
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub player: String,
    /// Kept back from every limit at first; it adapts to what the connection is like
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "100ms")]
    pub reserve: Duration,
    /// Write everything that happens to this file, one JSON document per line
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Join this many games, one after another
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    /// How many threads a player of the kinds `best`, `search` and `mcts` uses, unless its spec says so [default: all processors it may use]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Think only while it is your turn
    #[arg(long)]
    pub no_ponder: bool,
    /// Try again for so long if nobody listens yet
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "3s")]
    pub retry: Duration,
    /// The longest silence of the server
    #[arg(long, value_name = "TIME", value_parser = super::positive_duration, default_value = "1h")]
    pub patience: Duration,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Chances are those of the first place. A loss may be the doing of others: compare what was played with what a longer search plays.

Example:
  plyground reversixt review log.jsonl --time 2s")]
pub struct ReviewArgs {
    /// What `connect --log`, `serve --record` or `gauntlet --records` wrote
    #[arg(value_name = "LOG|RECORD")]
    pub file: PathBuf,
    /// Look at the turns of this player only [default: the client's own in a log, everyone's in a record]
    #[arg(long, value_name = "NUMBER")]
    pub player: Option<u8>,
    /// Which game of a log with several
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// Who looks
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub engine: String,
    /// How long, at each turn
    #[arg(long, value_name = "TIME", value_parser = super::positive_duration, default_value = "500ms")]
    pub time: Duration,
    /// Show this many of the costliest turns
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    pub worst: usize,
    /// Print one JSON document with all turns instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// A map file, or the name of a map that comes with the program
    #[arg(value_name = "FILE|NAME")]
    pub map: String,
    /// Forgive what can be forgiven, and say what was
    #[arg(long)]
    pub lenient: bool,
    /// Games to play for reachable tiles and fairness; 0 only checks the file
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub games: u64,
    /// Who plays them
    #[arg(long, value_name = "SPEC", default_value = "greedy")]
    pub player: String,
    /// Begin no further game after this time
    #[arg(long, value_name = "TIME", value_parser = super::positive_duration, default_value = "10s")]
    pub time: Duration,
    /// Repeat the same random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct PictureArgs {
    /// A map file, or the name of a map that comes with the program
    #[arg(value_name = "FILE|NAME")]
    pub map: String,
    /// Forgive what can be forgiven in the map
    #[arg(long)]
    pub lenient: bool,
    /// A position on the map instead of its start
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// The same seed gives the same map
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Players
    #[arg(long, value_name = "COUNT", default_value_t = Recipe::default().players, value_parser = within::<2, 8>)]
    pub players: usize,
    /// Width
    #[arg(long, value_name = "COUNT", default_value_t = Recipe::default().cols, value_parser = within::<1, 1000>)]
    pub cols: usize,
    /// Height
    #[arg(long, value_name = "COUNT", default_value_t = Recipe::default().rows, value_parser = within::<1, 1000>)]
    pub rows: usize,
    /// Percent of the board that is holes
    #[arg(long, value_name = "PERCENT", default_value_t = Recipe::default().holes, value_parser = within::<0, 90>)]
    pub holes: usize,
    /// Percent of the tiles with a stone
    #[arg(long, value_name = "PERCENT", default_value_t = Recipe::default().stones, value_parser = within::<0, 100>)]
    pub stones: usize,
    /// Percent of the tiles that are special
    #[arg(long, value_name = "PERCENT", default_value_t = Recipe::default().specials, value_parser = within::<0, 100>)]
    pub specials: usize,
    /// Percent of the loose sides that are joined
    #[arg(long, value_name = "PERCENT", default_value_t = Recipe::default().transitions, value_parser = within::<0, 100>)]
    pub transitions: usize,
    /// Override stones of each player
    #[arg(long, value_name = "COUNT", default_value_t = Recipe::default().overrides, value_parser = within::<0, 255>)]
    pub overrides: usize,
    /// Bombs of each player
    #[arg(long, value_name = "COUNT", default_value_t = Recipe::default().bombs, value_parser = within::<0, 255>)]
    pub bombs: usize,
    /// Reach of a bomb
    #[arg(long, value_name = "STEPS", default_value_t = Recipe::default().strength, value_parser = within::<0, 255>)]
    pub strength: usize,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON document with the map in it
    #[arg(long, conflicts_with = "out")]
    pub json: bool,
}

impl GenerateArgs {
    /// As the generator understands it.
    pub fn recipe(&self) -> Recipe {
        Recipe {
            players: self.players,
            cols: self.cols,
            rows: self.rows,
            holes: self.holes,
            stones: self.stones,
            specials: self.specials,
            transitions: self.transitions,
            overrides: self.overrides,
            bombs: self.bombs,
            strength: self.strength,
        }
    }
}

/// A whole number in a range.
fn within<const LEAST: usize, const MOST: usize>(text: &str) -> Result<usize, ValueError> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.ok_or(ValueError::Number { least: LEAST, most: MOST })
}

/// A time in plain seconds, or with a unit.
fn seconds(text: &str) -> Result<Duration, AmountError> {
    let has_unit = text.ends_with(|last: char| last.is_ascii_alphabetic());
    if has_unit { parse_duration(text) } else { parse_duration(&format!("{text}s")) }
}

/// The increment of a clock.
fn increment(text: &str) -> Result<Duration, ValueError> {
    let time = seconds(text)?;
    if time < Duration::from_millis(200) {
        return Err(ValueError::ShortIncrement);
    }
    Ok(time)
}
