//! The strongest player we know for the game at hand, as a preset of another kind.

#[cfg(feature = "othello")]
mod finish;
/// Without the solver no game is played out by it.
#[cfg(not(feature = "othello"))]
mod finish {
    use crate::Player;

    pub(super) const TABLE_BYTES: usize = 0;

    pub(super) fn with_exact_endings<G: plyground_core::Game>(
        inner: Box<dyn Player<G>>,
        _game: &G,
        _table: u64,
    ) -> Box<dyn Player<G>> {
        inner
    }
}

use crate::args::LIMIT_PARAMS;
use crate::knowledge::{EndgameUse, endgame_option};
use crate::options::{ConfigOption, Custom, Number, Options, limit_options};
use crate::player::refuses_nothing;
use crate::spec::Arg;
use crate::{Args, Player, PlayerInfo, Resource, Spec, SpecError, Value, format_bytes, parse_bytes};
#[cfg(feature = "othello")]
pub use finish::WithExactEndings;
use plyground_core::{Facts, Playable};
use plyground_search::Limits;
use std::sync::LazyLock;

/// Everything that a spec can say.
struct Settings {
    threads: usize,
    lines: usize,
    endgame: EndgameUse,
    limits: Limits,
    table: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            lines: 1,
            endgame: EndgameUse::Auto,
            limits: Limits::default(),
            table: Some(TABLE_BYTES),
        }
    }
}

/// The table of the searches behind `best`, unless the spec says otherwise.
const TABLE_BYTES: u64 = 64 << 20;

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let table = Custom {
        values: "size|off",
        show: |s: &Settings| s.table.map_or_else(|| "off".to_string(), format_bytes),
        read: |s: &mut Settings, text| {
            s.table = if text == "off" { None } else { Some(parse_bytes(text)?) };
            Ok(())
        },
    };
    let mut list = vec![
        ConfigOption::new("threads", Number(1..=256, |s: &mut Settings| &mut s.threads), "threads that think together")
            .spending(Resource::Threads),
        ConfigOption::new(
            "lines",
            Number(1..=1000, |s: &mut Settings| &mut s.lines),
            "this many best moves get exact values",
        ),
        endgame_option(|s: &mut Settings| &mut s.endgame),
    ];
    list.extend(limit_options(&LIMIT_PARAMS, |s: &mut Settings| &mut s.limits));
    list.push(ConfigOption::new("table", table, "memory of the search: its table or tree").spending(Resource::Memory));
    Options::new(list)
});

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "best",
        summary: "the strongest player we know for the game at hand; the default everywhere",
        params: OPTIONS.params(),
        refuses: refuses_nothing,
        game: None,
        memory: finish::TABLE_BYTES as u64,
    }
}

/// Which player `best` stands for: the one that a game is known to be played best by, or else a kind that suits its facts,
/// with the game's first evaluation.
fn preset<G: Playable>(game: &G) -> Spec {
    let known = game
        .best_spec()
        .map(|spec| spec.parse().expect("`best` is built for every board of the bench and of the tests"));
    known.unwrap_or_else(|| general(&game.facts()))
}

fn general(facts: &Facts) -> Spec {
    Spec::named(if facts.chance && facts.players == 2 {
        "expectimax"
    } else if facts.chance {
        "mcts"
    } else {
        "search"
    })
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let mut spec = preset(game);
    let kind = spec.name.clone();
    // Read here although they are passed on: an error should speak of `best`, not of what it stands for.
    let Settings { threads, lines, table, .. } = OPTIONS.read(args)?;
    let taken = super::infos().into_iter().find(|info| info.name == kind).map(|info| info.params).unwrap_or_default();
    for param in LIMIT_PARAMS.iter().filter(|param| args.has(param.name)) {
        if !taken.iter().any(|other| other.name == param.name) {
            let instead = if param.name == "depth" { "iterations" } else { "nodes" };
            let hint = format!("for this game it is {kind}, which has no such limit: use `{instead}`");
            return Err(args.wrong(param.name, &args.text(param.name), hint));
        }
        let value = Value::Word(args.text(param.name));
        spec.args.push(Arg { name: Some(param.name.to_string()), value });
    }
    let mut set = |name: &str, value: String| {
        spec.args.push(Arg { name: Some(name.to_string()), value: Value::Word(value) });
    };
    if kind == "search" && args.has("endgame") {
        return Err(args.wrong("endgame", &args.text("endgame"), "this game has no endgame databases"));
    }
    match kind.as_str() {
        "expectimax" => {
            set("endgame", args.text("endgame"));
            if lines > 1 {
                set("every-move", "on".to_string());
            }
        }
        "search" => {
            // Time per move that is not used is lost, and an unfinished iteration is not wasted.
            set("predict", "none".to_string());
            set("threads", threads.to_string());
            set("lines", lines.to_string());
        }
        "mcts" => set("threads", threads.to_string()),
        _ => {}
    }
    if args.has("table") {
        spec = spec.with_parameter(&["table", "memory"], &args.text("table")).unwrap_or(spec);
    }
    Ok(finish::with_exact_endings(super::make(&spec, game, seed)?, game, table.unwrap_or(0)))
}
