//! Another program as a player.
//!
//! * [`Link`]: a process that talks in lines, and every wait with an end;
//! * `ugi`, `gtp`, `ntu`, `isola`: how to ask it for a move in each language;
//! * `player`: who starts, restarts and ends it, and turns every misdeed into a [`Failure`](crate::Failure).

mod child;
mod command;
mod driver;
mod group;
mod gtp;
mod isola;
mod link;
mod ntu;
mod path;
mod player;
#[cfg(test)]
mod tests;
mod transcript;
mod ugi;

pub use link::{Deadline, Link, Meaning, Received, WaitOutcome};

use crate::args::LIMIT_PARAMS;
use crate::player::refuses_nothing;
use crate::{Args, ParamInfo, Player, PlayerInfo, Resource, SpecError};
use driver::Driver;
use player::ProcessPlayer;
use plyground_core::Playable;
use plyground_protocol as protocol;
use plyground_search::Limits;
use std::time::Duration;

const PARAMS: &[ParamInfo] = &[
    ParamInfo {
        name: "command",
        values: "\"program arguments\"",
        default: "",
        summary: "what to start, in quotation marks",
        resource: Resource::Program,
    },
    ParamInfo {
        name: "protocol",
        values: "ugi|gtp|ntu|isola-pipe",
        default: "ugi",
        summary: "the language it speaks",
        resource: Resource::None,
    },
    ParamInfo {
        name: "start",
        values: "time",
        default: "20s",
        summary: "how long it may take to start",
        resource: Resource::Time,
    },
    ParamInfo {
        name: "answer",
        values: "time",
        default: "60s",
        summary: "how long it may take to answer, beyond its thinking time",
        resource: Resource::Time,
    },
    ParamInfo {
        name: "quit",
        values: "time",
        default: "2s",
        summary: "how long it may take to end before it is killed",
        resource: Resource::Time,
    },
    ParamInfo {
        name: "restart",
        values: "on-crash|per-game|never",
        default: "on-crash",
        summary: "when a new process is started",
        resource: Resource::None,
    },
    ParamInfo {
        name: "options",
        values: "\"name=value; …\"",
        default: "",
        summary: "options to set by `setoption` (ugi)",
        resource: Resource::None,
    },
];

pub(super) fn info() -> PlayerInfo {
    let mut params = PARAMS.to_vec();
    params.extend(LIMIT_PARAMS);
    PlayerInfo {
        name: "process",
        summary: "another program, asked for moves through its standard input and output",
        params,
        refuses: refuses_nothing,
        game: None,
        memory: 0,
    }
}

/// The languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// The Go Text Protocol, about Othello.
    Gtp,
    /// The protocol of the EinStein courses.
    Ntu,
    /// The dialogue of the original Isola program.
    IsolaPipe,
}

impl Protocol {
    /// All of them by name.
    pub const NAMED: [(&'static str, Protocol); 4] =
        [("ugi", Protocol::Ugi), ("gtp", Protocol::Gtp), ("ntu", Protocol::Ntu), ("isola-pipe", Protocol::IsolaPipe)];

    /// Why it cannot be spoken about this game, if it cannot.
    pub fn refuses<G: Playable>(self, game: &G) -> Option<String> {
        let (variant, start) = (game.variant_text(), game.position_text(&game.start()));
        match self {
            Protocol::Ugi => None,
            Protocol::Gtp => protocol::gtp::refuses(&variant, &start),
            Protocol::Ntu => protocol::ntu::refuses(&variant, &start),
            Protocol::IsolaPipe => protocol::isola_pipe::refuses(&variant, &start),
        }
    }

    fn driver<G: Playable>(self, game: &G) -> Box<dyn Driver<G>> {
        match self {
            Protocol::Ugi => Box::new(ugi::Ugi::default()),
            Protocol::Gtp => Box::new(gtp::Gtp::new(game)),
            Protocol::Ntu => Box::new(ntu::Ntu::default()),
            Protocol::IsolaPipe => Box::new(isola::IsolaPipe::new(game)),
        }
    }
}

/// When a new process is started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Restart {
    /// When the last one is gone.
    OnCrash,
    /// For every game.
    PerGame,
    /// Once, and that is it.
    Never,
}

/// What a spec says about a process.
#[derive(Clone, Debug)]
struct Settings {
    words: Vec<String>,
    start: Duration,
    answer: Duration,
    quit: Duration,
    restart: Restart,
    options: Vec<(String, String)>,
    limits: Option<Limits>,
}

/// Cuts a command line into words, and makes sure that there is such a program.
pub fn parse_command(text: &str) -> Result<Vec<String>, String> {
    let words = command::split(text)?;
    match command::find_program(&words[0]) {
        Some(_) => Ok(words),
        None => Err(format!("there is no program `{}`", words[0])),
    }
}

fn parse_options(text: &str) -> Result<Vec<(String, String)>, String> {
    let pieces = text.split(';').map(str::trim).filter(|piece| !piece.is_empty());
    pieces
        .map(|piece| match piece.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_string(), value.trim().to_string())),
            _ => Err("options are written \"Name=value; Other name=value\"".to_string()),
        })
        .collect()
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let protocol = args.choice("protocol", &Protocol::NAMED)?;
    if let Some(reason) = protocol.refuses(game) {
        return Err(SpecError::Unsuitable { player: "process".to_string(), reason });
    }
    let time = |name: &str| args.duration(name).map(Option::unwrap_or_default);
    let restarts = [("on-crash", Restart::OnCrash), ("per-game", Restart::PerGame), ("never", Restart::Never)];
    let settings = Settings {
        words: args.read("command", parse_command)?,
        start: time("start")?,
        answer: time("answer")?,
        quit: time("quit")?,
        restart: args.choice("restart", &restarts)?,
        options: args.read("options", parse_options)?,
        limits: args.limits()?,
    };
    if !settings.options.is_empty() && protocol != Protocol::Ugi {
        return Err(args.wrong("options", &args.text("options"), "only the protocol ugi has options"));
    }
    Ok(Box::new(ProcessPlayer::new(settings, protocol.driver(game), seed)))
}
