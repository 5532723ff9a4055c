//! What a runner says.

use super::{Colour, RolledPosition};
use crate::ProtocolError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

const WORDS: [&str; 7] = ["name", "version", "time_setting", "board_setting", "ini", "get", "exit"];
/// More seconds than a week are a slip.
const MOST_SECONDS: f64 = 604_800.0;

/// A message to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `name`: answer with your name.
    Name,
    /// `version`: answer with your version.
    Version,
    /// `time_setting`: seconds to think.
    TimeSetting(Duration),
    /// `board_setting`: side of the board, stones of each player, players.
    BoardSetting([u32; 3]),
    /// `ini`: place your stones.
    Ini(Colour),
    /// `get`: answer with a move.
    Get(Box<RolledPosition>),
    /// `exit`.
    Exit,
}

impl FromStr for Command {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "name" => Ok(Command::Name),
            "version" => Ok(Command::Version),
            "time_setting" => seconds(rest).map(Command::TimeSetting),
            "board_setting" => numbers(rest).map(Command::BoardSetting),
            "ini" => rest.parse().map(Command::Ini),
            "get" => rest.parse().map(|get| Command::Get(Box::new(get))),
            "exit" => Ok(Command::Exit),
            _ => Err(ProtocolError::unknown(word, WORDS)),
        }
    }
}

fn seconds(text: &str) -> Result<Duration, ProtocolError> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
    let seconds = seconds.ok_or_else(|| ProtocolError::malformed(text, "a number of seconds is expected"))?;
    Ok(Duration::from_millis((seconds * 1000.0).round() as u64))
}

fn numbers(text: &str) -> Result<[u32; 3], ProtocolError> {
    let wrong = || ProtocolError::malformed(text, "three numbers are expected: side, stones, players");
    let mut words = text.split_whitespace();
    let mut numbers = [0; 3];
    for number in &mut numbers {
        *number = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
    }
    if words.next().is_some() { Err(wrong()) } else { Ok(numbers) }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Name => f.write_str("name"),
            Command::Version => f.write_str("version"),
            Command::TimeSetting(time) => write!(f, "time_setting {}", time.as_secs_f64()),
            Command::BoardSetting([side, stones, players]) => write!(f, "board_setting {side} {stones} {players}"),
            Command::Ini(player) => write!(f, "ini {player}"),
            Command::Get(get) => write!(f, "get {get}"),
            Command::Exit => f.write_str("exit"),
        }
    }
}
