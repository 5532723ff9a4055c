//! What a runner says to an engine.

use super::words::Words;
use crate::ProtocolError;
use plyground_core::MAX_PLAYERS;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

const WORDS: [&str; 9] = ["ugi", "isready", "uginewgame", "setoption", "position", "go", "stop", "query", "quit"];

/// A message to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ugi`: introduce yourself.
    Ugi,
    /// `isready`: say `readyok` when you are; asked at any time.
    IsReady,
    /// `uginewgame`: forget the last game.
    NewGame,
    /// `setoption name … [value …]`.
    SetOption {
        /// The name, which may have several words.
        name: String,
        /// The value; `None` for a button.
        value: Option<String>,
    },
    /// `position …`: look at this.
    Position(Position),
    /// `go …`: think, then say `bestmove`.
    Go(Box<Go>),
    /// `stop`: say `bestmove` now.
    Stop,
    /// `query …`: answer with `response`.
    Query(Query),
    /// `quit`.
    Quit,
}

/// Where play begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The usual first position.
    Usual,
    /// A position in the game's notation.
    Text(String),
}

/// The position to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Where play began.
    pub start: Start,
    /// The turns made since; `<face>:<move>` in a game with dice.
    pub moves: Vec<String>,
    /// The roll of the player to move, counted from 1, where the position itself does not tell it.
    pub dice: Option<usize>,
}

/// Limits for thinking; all of them hold, none of them means that the engine decides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Think until `stop`.
    pub infinite: bool,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Play-outs; an extension for Monte Carlo players.
    pub iterations: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The time left on each player's clock.
    pub clocks: [Option<Duration>; MAX_PLAYERS],
    /// The increment of each player's clock per move.
    pub increments: [Option<Duration>; MAX_PLAYERS],
    /// Moves until the clocks are refilled.
    pub movestogo: Option<u32>,
}

/// A question about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// `gameover`: `true` or `false`.
    GameOver,
    /// `p1turn`, `p2turn`, …: whether this player, counted from 1, is to move; `true` or `false`.
    Turn(usize),
    /// `result`: `p1win`, `p2win`, …, `draw` or `none`.
    Result,
}

impl FromStr for Command {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let mut words = Words::new(text);
        let command = match words.next().unwrap_or_default() {
            "ugi" => Command::Ugi,
            "isready" => Command::IsReady,
            "uginewgame" => Command::NewGame,
            "setoption" => set_option(&mut words)?,
            "position" => Command::Position(position(&mut words)?),
            "go" => Command::Go(Box::new(go(&mut words)?)),
            "stop" => Command::Stop,
            "query" => Command::Query(query(&mut words)?),
            "quit" => Command::Quit,
            word => return Err(ProtocolError::unknown(word, WORDS)),
        };
        words.end()?;
        Ok(command)
    }
}

fn set_option(words: &mut Words<'_>) -> Result<Command, ProtocolError> {
    if !words.eat("name") {
        return Err(words.wrong("an option is set by `setoption name NAME value VALUE`"));
    }
    let name = words.until(&["value"]);
    if name.is_empty() {
        return Err(words.wrong("the name of the option is missing"));
    }
    let value = words.eat("value").then(|| words.until(&[]));
    Ok(Command::SetOption { name, value })
}

fn position(words: &mut Words<'_>) -> Result<Position, ProtocolError> {
    const ENDS: [&str; 2] = ["moves", "dice"];
    let start = match words.next() {
        Some("startpos") => Start::Usual,
        Some("fen") => Start::Text(words.until(&ENDS)),
        _ => return Err(words.wrong("`position` is followed by `startpos` or by `fen` and a position")),
    };
    if start == Start::Text(String::new()) {
        return Err(words.wrong("the position after `fen` is missing"));
    }
    let moves = if words.eat("moves") { words.list(&ENDS) } else { Vec::new() };
    let dice = if words.eat("dice") { Some(words.number("dice")?) } else { None };
    Ok(Position { start, moves, dice })
}

/// Words that we do not know are passed over, as UCI demands: other runners have words of their own.
fn go(words: &mut Words<'_>) -> Result<Go, ProtocolError> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "depth" => go.depth = Some(words.number(word)?),
            "nodes" => go.nodes = Some(words.number(word)?),
            "iterations" => go.iterations = Some(words.number(word)?),
            "movetime" => go.movetime = Some(words.millis(word)?),
            "movestogo" => go.movestogo = Some(words.number(word)?),
            _ => {
                if let Some(player) = numbered(word, "time") {
                    go.clocks[player - 1] = Some(words.millis(word)?);
                } else if let Some(player) = numbered(word, "inc") {
                    go.increments[player - 1] = Some(words.millis(word)?);
                }
            }
        }
    }
    Ok(go)
}

fn query(words: &mut Words<'_>) -> Result<Query, ProtocolError> {
    match words.next() {
        Some("gameover") => Ok(Query::GameOver),
        Some("result") => Ok(Query::Result),
        other => other
            .and_then(|word| numbered(word, "turn"))
            .map(Query::Turn)
            .ok_or_else(|| words.wrong("a query is `gameover`, `p1turn` (or p2turn, …) or `result`")),
    }
}

/// The player of `p<number><what>`, counted from 1.
fn numbered(word: &str, what: &str) -> Option<usize> {
    let digit = word.strip_prefix('p')?.strip_suffix(what)?;
    let number: usize = digit.parse().ok()?;
    (digit.len() == 1 && (1..=MAX_PLAYERS).contains(&number)).then_some(number)
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => write!(f, "setoption name {name} value {value}"),
            Command::Position(position) => write!(f, "position {position}"),
            Command::Go(go) => write!(f, "{go}"),
            Command::Stop => f.write_str("stop"),
            Command::Query(query) => write!(f, "query {query}"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Usual => f.write_str("startpos")?,
            Start::Text(text) => write!(f, "fen {text}")?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        self.dice.map_or(Ok(()), |face| write!(f, " dice {face}"))
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.infinite { "go infinite" } else { "go" })?;
        let numbers = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("iterations", self.iterations),
            ("movetime", self.movetime.map(whole_millis)),
            ("movestogo", self.movestogo.map(u64::from)),
        ];
        for (name, number) in numbers {
            number.map_or(Ok(()), |number| write!(f, " {name} {number}"))?;
        }
        for (what, times) in [("time", &self.clocks), ("inc", &self.increments)] {
            for (index, time) in times.iter().enumerate() {
                time.map_or(Ok(()), |time| write!(f, " p{}{what} {}", index + 1, whole_millis(time)))?;
            }
        }
        Ok(())
    }
}

fn whole_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::GameOver => f.write_str("gameover"),
            Query::Turn(player) => write!(f, "p{player}turn"),
            Query::Result => f.write_str("result"),
        }
    }
}
