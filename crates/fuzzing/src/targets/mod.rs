//! All targets, by what they read.

mod amounts;
mod databases;
mod dialogues;
mod journals;
mod maps;
mod messages;
mod notation;
mod plans;
mod protocols;
mod records;
mod shards;
mod specs;
mod trees;
mod turns;
mod wire;

use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Something that reads what comes from outside.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name of its folder in the corpus and of its program in `fuzz/fuzz_targets/`.
    pub name: &'static str,
    /// What is promised, in a sentence.
    pub promise: &'static str,
    /// Bytes that one input may take.
    pub memory: usize,
    /// Panics when the promise is broken.
    pub check: fn(&[u8]),
}

/// Enough for everything that keeps no more than a small multiple of its input.
const PARSER: usize = 16 << 20;
/// Enough for a game with its tables.
const GAME: usize = 256 << 20;
/// What a server's policy allows for one player, and room for the game.
const PLAYER: usize = 320 << 20;

macro_rules! targets {
    ($($name:ident: $check:path, $memory:expr, $promise:literal;)*) => {
        /// Every target.
        pub const ALL: &[Target] =
            &[$(Target { name: stringify!($name), promise: $promise, memory: $memory, check: $check }),*];
    };
}

targets! {
    amounts: amounts::check, PARSER, "times, sizes, clocks, shards and openings are read back from what is printed";
    codingame: protocols::codingame, PARSER, "squares and moves survive the way to CodinGame's numbers and back";
    dialogue_codingame: dialogues::codingame, GAME, "a bot answers or refuses any arena";
    dialogue_gtp: dialogues::gtp, GAME, "every GTP command gets exactly one reply that our own reader understands";
    dialogue_isola: dialogues::isola, GAME, "the Isola dialogue ends with its input";
    dialogue_ntu: dialogues::ntu, GAME, "every line of an NTU runner is survived";
    dialogue_ugi: dialogues::ugi, GAME, "every `go` gets one `bestmove`, and all answers are words of the language";
    einstein: notation::einstein, GAME, "accepted positions and moves obey the laws of games and survive printing";
    einstein_net: databases::net, GAME, "a net that is accepted is written as the same bytes";
    endgame_file: databases::endgame, GAME, "a database file of another length or header is never called whole";
    ggf: records::ggf, PARSER, "records survive printing, and their moves are legal in our own words";
    gtp: protocols::gtp, PARSER, "requests, replies, boards and vertices survive printing";
    isola: notation::isola, GAME, "accepted positions and moves obey the laws of games and survive printing";
    isola_pipe: protocols::isola_pipe, PARSER, "what is received does not depend on how the bytes are cut";
    lab_journal: journals::check, GAME, "opening a journal keeps its whole lines and changes nothing else";
    literal_tree: trees::check, GAME, "trees survive printing, and alpha-beta finds the value of minimax";
    ntu: protocols::ntu, PARSER, "commands, placements and steps survive printing";
    plan: plans::check, GAME, "a plan that is accepted numbers all its games without gaps";
    record: records::json, GAME, "a record that opens can be written and opened again";
    reversixt: notation::reversixt, GAME, "accepted positions and moves obey the laws of games and survive printing";
    reversixt_map: maps::check, GAME, "maps survive printing, lenient reading agrees with strict reading";
    shard_lines: shards::check, PARSER, "lines of a shard survive printing, and payoffs are numbers";
    spec: specs::check, PLAYER, "specs survive printing, and what a server accepts is built within its limits";
    turns: turns::check, GAME, "packed turns are refused or decode to a game that packs and reads back alike";
    ugi: protocols::ugi, PARSER, "commands and answers survive printing";
    web_messages: messages::check, GAME, "whatever a page sends is answered, and games survive saving";
    wire: wire::check, PARSER, "messages do not depend on how the bytes are cut and encode to those bytes";
    wtn: records::wtn, PARSER, "records survive printing, and their moves are legal in our own words";
}

/// The target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|target| target.name == name)
}

/// The input as text, if it is such.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Longer sides are allowed, but such boards take too long to be made again and again.
const LONGEST_SIDE: u64 = 16;

/// Whether a variant somewhere in this text asks for a board with long sides.
fn has_long_sides(text: &str) -> bool {
    ["cols", "rows"].iter().flat_map(|word| text.split(word).skip(1)).any(|rest| {
        let digits = rest.trim_start_matches(|c: char| !c.is_ascii_digit() && c != ',');
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().map_or(end > 0, |side: u64| side > LONGEST_SIDE)
    })
}

/// A folder for one input, in memory where the system has such.
fn scratch() -> tempfile::TempDir {
    let memory = std::path::Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.expect("a scratch folder is made")
}

/// What parses is read back from what it prints.
fn survives_printing<T: FromStr + Display + PartialEq + Debug>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    let printed = value.to_string();
    match printed.parse::<T>() {
        Ok(again) => assert_eq!(again, value, "`{printed}` is read as something else"),
        Err(_) => panic!("our own text does not parse: `{printed}`"),
    }
    Some(value)
}
