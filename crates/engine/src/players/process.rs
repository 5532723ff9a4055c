//! Another program as a player; `plyground-process` talks to it.

use crate::args::LIMIT_PARAMS;
use crate::options::{Choice, ConfigOption, Custom, Options, Time, limit_options, unless_endless};
use crate::player::{Listener, refuses_nothing};
use crate::{Args, Failure, Player, PlayerInfo, Request, Resource, SpecError};
use plyground_core::Playable;
use plyground_process::{MoveRequest, ProcessEngine, ProcessSettings, Protocol, Restart, parse_command, parse_options};
use plyground_search::{Limits, Report, SearchRequest, Sink};
use std::sync::LazyLock;
use std::time::Duration;

/// Everything that a spec can say.
struct Settings {
    process: ProcessSettings,
    protocol: Protocol,
    limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { process: ProcessSettings::new(Vec::new()), protocol: Protocol::Ugi, limits: Limits::default() }
    }
}

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let mut list = vec![
        command(),
        ConfigOption::new(
            "protocol",
            Choice::new(Protocol::NAMED, |s: &mut Settings| &mut s.protocol),
            "the language it speaks",
        ),
        deadline("start", |s| &mut s.process.start, "how long it may take to start"),
        deadline("answer", |s| &mut s.process.answer, "how long it may take to answer, beyond its thinking time"),
        deadline("quit", |s| &mut s.process.quit, "how long it may take to end before it is killed"),
        ConfigOption::new(
            "restart",
            Choice::new(Restart::NAMED, |s: &mut Settings| &mut s.process.restart),
            "when a new process is started",
        ),
        engine_options(),
    ];
    list.extend(limit_options(&LIMIT_PARAMS, |s: &mut Settings| &mut s.limits));
    Options::new(list)
});

fn deadline(
    name: &'static str,
    field: fn(&mut Settings) -> &mut Duration,
    summary: &'static str,
) -> ConfigOption<Settings> {
    ConfigOption::new(name, Time(field), summary).spending(Resource::Time)
}

fn command() -> ConfigOption<Settings> {
    let field = Custom {
        values: "\"program arguments\"",
        show: |s: &Settings| s.process.command.join(" "),
        read: |s: &mut Settings, text| {
            s.process.command = parse_command(text).map_err(|error| error.to_string())?;
            Ok(())
        },
    };
    ConfigOption::new("command", field, "what to start, in quotation marks").spending(Resource::Program)
}

fn engine_options() -> ConfigOption<Settings> {
    let field = Custom {
        values: "\"name=value; …\"",
        show: |s: &Settings| {
            s.process.options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
        },
        read: |s: &mut Settings, text| {
            s.process.options = parse_options(text).map_err(|error| error.to_string())?;
            Ok(())
        },
    };
    ConfigOption::new("options", field, "options to set by `setoption` (ugi)")
}

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "process",
        summary: "another program, asked for moves through its standard input and output",
        params: OPTIONS.params(),
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
        let limits = request.under_ceiling(self.limits.unwrap_or(request.search.limits).ending_at_soft());
        let SearchRequest { game, position, stop, observer, .. } = request.search;
        let mut sink = Listener(observer.sink);
        let question = MoveRequest { game, position, limits, stop, history: request.history };
        self.engine.think(question, &mut |iteration| sink.iteration(iteration))
    }

    fn choose(&mut self, request: Request<'_, G>) -> crate::Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.engine.new_game(seed);
    }

    fn unit(&self) -> &'static str {
        self.engine.unit()
    }

    fn evaluation(&self) -> &'static str {
        ""
    }

    fn failure(&mut self) -> Option<Failure> {
        self.engine.failure()
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let Settings { process, protocol, limits } = OPTIONS.read(args)?;
    if let Some(reason) = protocol.refuses(game) {
        return Err(SpecError::Unsuitable { player: "process".to_string(), reason });
    }
    if process.command.is_empty() {
        // The only option that must be given: its absence is the mistake that the empty text is.
        parse_command("").map_err(|error| args.wrong("command", "", error.to_string()))?;
    }
    if !process.options.is_empty() && protocol != Protocol::Ugi {
        return Err(args.wrong("options", &args.text("options"), "only the protocol ugi has options"));
    }
    let engine = ProcessEngine::new(process, protocol, game, seed);
    Ok(Box::new(ProcessPlayer { engine, limits: unless_endless(limits) }))
}
