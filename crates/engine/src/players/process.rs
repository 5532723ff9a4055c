//! Another program as a player; `plyground-process` talks to it.

#[cfg(test)]
mod tests;

use crate::args::LIMIT_PARAMS;
use crate::player::{Listener, refuses_nothing};
use crate::{Args, Choice, Failure, ParamInfo, Player, PlayerInfo, Request, Resource, SpecError};
use plyground_core::Playable;
use plyground_process::{MoveRequest, ProcessEngine, ProcessSettings, Protocol, Restart, parse_command, parse_options};
use plyground_search::{Limits, Report, Sink};

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

/// A program and the limits of its spec.
struct ProcessPlayer<G: Playable> {
    engine: ProcessEngine<G>,
    limits: Option<Limits>,
}

impl<G: Playable> Player<G> for ProcessPlayer<G> {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        // A program that is told one time for its move may use all of it, so it is told what it should use.
        let limits = request.under_ceiling(self.limits.unwrap_or(request.limits).ending_at_soft());
        let Request { game, position, stop, history, observer, .. } = request;
        let mut sink = Listener(observer.sink);
        let question = MoveRequest { game, position, limits, stop, history };
        self.engine.think(question, &mut |iteration| sink.iteration(iteration))
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.engine.new_game(seed);
    }

    fn unit(&self) -> &'static str {
        self.engine.unit()
    }

    fn failure(&mut self) -> Option<Failure> {
        self.engine.failure()
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let protocol = args.choice("protocol", &Protocol::NAMED)?;
    if let Some(reason) = protocol.refuses(game) {
        return Err(SpecError::Unsuitable { player: "process".to_string(), reason });
    }
    let time = |name: &str| args.duration(name).map(Option::unwrap_or_default);
    let settings = ProcessSettings {
        command: args.read("command", |text| parse_command(text).map_err(|error| error.to_string()))?,
        start: time("start")?,
        answer: time("answer")?,
        quit: time("quit")?,
        restart: args.choice("restart", &Restart::NAMED)?,
        options: args.read("options", |text| parse_options(text).map_err(|error| error.to_string()))?,
    };
    if !settings.options.is_empty() && protocol != Protocol::Ugi {
        return Err(args.wrong("options", &args.text("options"), "only the protocol ugi has options"));
    }
    let engine = ProcessEngine::new(settings, protocol, game, seed);
    Ok(Box::new(ProcessPlayer { engine, limits: args.limits()? }))
}
