//! What a controller asks.

use super::{Colour, Vertex};
use crate::ProtocolError;
use std::fmt;
use std::str::FromStr;

/// The commands that we understand, in the order in which we list them.
pub const COMMANDS: [&str; 19] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "set_game",
    "list_games",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "showboard",
];

/// A command line: a number to recognise the answer by, and the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Repeated in the answer.
    pub id: Option<u32>,
    /// What is asked; an error still has to be answered under the same number.
    pub command: Result<Command, ProtocolError>,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `protocol_version`: 2.
    ProtocolVersion,
    /// `name` of the program.
    Name,
    /// `version` of the program.
    Version,
    /// `known_command`: whether this command is.
    KnownCommand(String),
    /// `list_commands`: one per line.
    ListCommands,
    /// `quit`.
    Quit,
    /// `set_game`: play this game from now on.
    SetGame(String),
    /// `list_games`: one per line.
    ListGames,
    /// `boardsize`.
    BoardSize(u32),
    /// `clear_board`: the first position.
    ClearBoard,
    /// `komi`: means nothing in Othello, but controllers made for Go send it.
    Komi,
    /// `play`: this was played.
    Play(Colour, Vertex),
    /// `genmove`: find a move and play it.
    GenMove(Colour),
    /// `reg_genmove`: find a move without playing it.
    RegGenMove(Colour),
    /// `undo`: take back one move.
    Undo,
    /// `time_settings`: seconds for the whole game, then `period` seconds for every `stones` moves.
    TimeSettings {
        /// Seconds for the game.
        main: u32,
        /// Seconds of a period.
        period: u32,
        /// Moves in a period; 0 with a period means no limit at all.
        stones: u32,
    },
    /// `time_left`: this colour has `time` seconds for `stones` moves, or for all if that is 0.
    TimeLeft {
        /// Whose clock.
        colour: Colour,
        /// Seconds.
        time: u32,
        /// Moves, or 0.
        stones: u32,
    },
    /// `final_score` of a finished game.
    FinalScore,
    /// `showboard`: a picture for people.
    ShowBoard,
    /// `grhino-setup_board`: 64 cells and who moves; GRhino's own.
    SetupBoard(String, Colour),
}

impl Request {
    /// A command without a number.
    pub fn new(command: Command) -> Self {
        Request { id: None, command: Ok(command) }
    }

    /// Reads a line. `None` for a line without a command: empty, or a comment.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        // The protocol's own preprocessing: tabs are blanks, other control characters vanish.
        let line: String = line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let mut words = line.split_whitespace().peekable();
        let id = words.peek().and_then(|word| word.parse().ok());
        if id.is_some() {
            words.next();
        }
        let name = words.next()?;
        let arguments: Vec<&str> = words.collect();
        Some(Request { id, command: Command::parse(name, &arguments) })
    }
}

impl Command {
    fn parse(name: &str, arguments: &[&str]) -> Result<Self, ProtocolError> {
        let argument = |index: usize, what: &str| {
            let reason = || format!("`{name}` needs {what}");
            arguments.get(index).copied().ok_or_else(|| ProtocolError::malformed(name, reason()))
        };
        Ok(match name {
            "protocol_version" => Command::ProtocolVersion,
            "name" => Command::Name,
            "version" => Command::Version,
            "known_command" => Command::KnownCommand(argument(0, "the name of a command")?.to_string()),
            "list_commands" => Command::ListCommands,
            "quit" => Command::Quit,
            "set_game" => Command::SetGame(argument(0, "the name of a game")?.to_string()),
            "list_games" => Command::ListGames,
            "boardsize" => Command::BoardSize(number(argument(0, "a number")?)?),
            "clear_board" => Command::ClearBoard,
            "komi" => Command::Komi,
            "play" => Command::Play(argument(0, "a colour")?.parse()?, argument(1, "a vertex")?.parse()?),
            "genmove" => Command::GenMove(argument(0, "a colour")?.parse()?),
            "reg_genmove" => Command::RegGenMove(argument(0, "a colour")?.parse()?),
            "undo" => Command::Undo,
            "time_settings" => Command::TimeSettings {
                main: number(argument(0, "three numbers")?)?,
                period: number(argument(1, "three numbers")?)?,
                stones: number(argument(2, "three numbers")?)?,
            },
            "time_left" => Command::TimeLeft {
                colour: argument(0, "a colour and two numbers")?.parse()?,
                time: number(argument(1, "a colour and two numbers")?)?,
                stones: number(argument(2, "a colour and two numbers")?)?,
            },
            "final_score" => Command::FinalScore,
            "showboard" => Command::ShowBoard,
            "grhino-setup_board" => {
                Command::SetupBoard(argument(0, "64 cells")?.to_string(), argument(1, "a colour")?.parse()?)
            }
            _ => return Err(ProtocolError::unknown(name, COMMANDS)),
        })
    }
}

/// Whole numbers; programs made for Go may add a fraction, which is cut off.
fn number(text: &str) -> Result<u32, ProtocolError> {
    let whole = text.split('.').next().unwrap_or_default();
    whole.parse().map_err(|_| ProtocolError::malformed(text, "a whole number is expected"))
}

impl FromStr for Command {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        Request::parse(text).ok_or_else(|| ProtocolError::malformed(text, "there is no command"))?.command
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::ProtocolVersion => f.write_str("protocol_version"),
            Command::Name => f.write_str("name"),
            Command::Version => f.write_str("version"),
            Command::KnownCommand(name) => write!(f, "known_command {name}"),
            Command::ListCommands => f.write_str("list_commands"),
            Command::Quit => f.write_str("quit"),
            Command::SetGame(game) => write!(f, "set_game {game}"),
            Command::ListGames => f.write_str("list_games"),
            Command::BoardSize(size) => write!(f, "boardsize {size}"),
            Command::ClearBoard => f.write_str("clear_board"),
            Command::Komi => f.write_str("komi 0"),
            Command::Play(colour, vertex) => write!(f, "play {colour} {vertex}"),
            Command::GenMove(colour) => write!(f, "genmove {colour}"),
            Command::RegGenMove(colour) => write!(f, "reg_genmove {colour}"),
            Command::Undo => f.write_str("undo"),
            Command::TimeSettings { main, period, stones } => write!(f, "time_settings {main} {period} {stones}"),
            Command::TimeLeft { colour, time, stones } => write!(f, "time_left {colour} {time} {stones}"),
            Command::FinalScore => f.write_str("final_score"),
            Command::ShowBoard => f.write_str("showboard"),
            Command::SetupBoard(cells, colour) => write!(f, "grhino-setup_board {cells} {colour}"),
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.map_or(Ok(()), |id| write!(f, "{id} "))?;
        match &self.command {
            Ok(command) => write!(f, "{command}"),
            Err(error) => write!(f, "# {error}"),
        }
    }
}
