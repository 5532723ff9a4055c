//! The strongest player we know for the game at hand, as a preset of another kind.

mod finish;

use crate::args::LIMIT_PARAMS;
use crate::knowledge::ENDGAME_PARAM;
use crate::player::refuses_nothing;
use crate::spec::Arg;
use crate::{Args, ParamInfo, Player, PlayerInfo, Resource, Spec, SpecError, Value};
use plyground_core::{Facts, Playable};

const THREADS: ParamInfo = ParamInfo {
    name: "threads",
    values: "number",
    default: "1",
    summary: "threads that think together",
    resource: Resource::Threads,
};

const LINES: ParamInfo = ParamInfo {
    name: "lines",
    values: "number",
    default: "1",
    summary: "this many best moves get exact values",
    resource: Resource::None,
};

const TABLE: ParamInfo = ParamInfo {
    name: "table",
    values: "size|off",
    default: "64MB",
    summary: "memory of the search: its table or tree",
    resource: Resource::Memory,
};

pub(super) fn info() -> PlayerInfo {
    let mut params = vec![THREADS, LINES, ParamInfo { default: "auto", ..ENDGAME_PARAM }];
    params.extend(LIMIT_PARAMS);
    params.push(TABLE);
    PlayerInfo {
        name: "best",
        summary: "the strongest player we know for the game at hand; the default everywhere",
        params,
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
    let threads = args.number("threads", 1..=256)?;
    args.limits()?; // an error should speak of `best`, not of what it stands for
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
    let lines = args.number("lines", 1..=1000)?;
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
    let table = args.bytes("table")?; // an error should speak of `best`
    if args.has("table") {
        spec = spec.with_parameter(&["table", "memory"], &args.text("table")).unwrap_or(spec);
    }
    Ok(finish::with_exact_endings(super::make(&spec, game, seed)?, game, table.unwrap_or(0)))
}
