//! The strongest player we know for the game at hand, as a preset of another kind.

use crate::args::LIMIT_PARAMS;
use crate::knowledge::ENDGAME_PARAM;
use crate::player::refuses_nothing;
use crate::spec::Arg;
use crate::{Args, ParamInfo, Player, PlayerInfo, Spec, SpecError, Value};
use plyground_core::Playable;
use plyground_games::einstein::Einstein;
use plyground_games::einstein::net::Net;
use std::any::Any;

const THREADS: ParamInfo =
    ParamInfo { name: "threads", values: "number", default: "1", summary: "threads that think together" };

const LINES: ParamInfo =
    ParamInfo { name: "lines", values: "number", default: "1", summary: "so many best moves get exact values" };

pub(super) fn info() -> PlayerInfo {
    let mut params = vec![THREADS, LINES, ParamInfo { default: "auto", ..ENDGAME_PARAM }];
    params.extend(LIMIT_PARAMS);
    PlayerInfo {
        name: "best",
        summary: "the strongest player we know for the game at hand; the default everywhere",
        params,
        refuses: refuses_nothing,
        game: None,
    }
}

/// Which kind of player `best` stands for, and which evaluation if not the game's first.
fn preset<G: Playable>(game: &G) -> (&'static str, Option<&'static str>) {
    let facts = game.facts();
    let learned = (game as &dyn Any).downcast_ref::<Einstein>().is_some_and(Net::knows);
    match (facts.chance, facts.players) {
        (true, 2) => ("expectimax", learned.then_some("net")),
        (true, _) => ("mcts", None),
        (false, _) => ("search", None),
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let (kind, eval) = preset(game);
    let mut spec = Spec::named(kind);
    let threads = args.number("threads", 1..=256)?;
    args.limits()?; // an error should speak of `best`, not of what it stands for
    for param in LIMIT_PARAMS.iter().filter(|param| args.has(param.name)) {
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
    match kind {
        "expectimax" => {
            eval.into_iter().for_each(|eval| set("eval", eval.to_string()));
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
    super::make(&spec, game, seed)
}
