//! Monte Carlo tree search, for every game.

use super::greedy::eval_of;
use super::policy::{POLICY_PARAM, policy_of};
use super::search_player::SearchPlayer;
use crate::args::PLAYOUT_LIMITS;
use crate::knowledge::{ENDGAME_PARAM, informed};
use crate::player::refuses;
use crate::{Args, ParamInfo, Player, PlayerInfo, Resource, SpecError};
use plyground_core::{Bounds, Evaluation, Playable};
use plyground_search::Method;
use plyground_search::montecarlo::{Advice, EvalPrior, Mcts, MctsConfig};

const PARAMS: &[ParamInfo] = &[
    POLICY_PARAM,
    ParamInfo {
        name: "exploration",
        values: "number",
        default: "0.7",
        summary: "weight of the exploration term of UCT",
        resource: Resource::None,
    },
    ParamInfo {
        name: "first-play",
        values: "number|all",
        default: "all",
        summary: "what a move never tried competes with; all: every move once before any twice",
        resource: Resource::None,
    },
    ParamInfo {
        name: "prior",
        values: "off|promise|value",
        default: "off",
        summary: "progressive bias by the evaluation",
        resource: Resource::None,
    },
    ParamInfo {
        name: "bias",
        values: "number",
        default: "1",
        summary: "weight of the prior",
        resource: Resource::None,
    },
    ParamInfo {
        name: "eval",
        values: "an evaluation of the game",
        default: "",
        summary: "rates moves for the prior",
        resource: Resource::None,
    },
    ParamInfo {
        name: "leaf",
        values: "playout|value",
        default: "playout",
        summary: "what leaves are worth: the result of a play-out, or the evaluation's win probability",
        resource: Resource::None,
    },
    ParamInfo {
        name: "proofs",
        values: "on|off",
        default: "on",
        summary: "back up proven results",
        resource: Resource::None,
    },
    ParamInfo {
        name: "reuse",
        values: "on|off",
        default: "on",
        summary: "keep the tree from move to move",
        resource: Resource::None,
    },
    ParamInfo {
        name: "horizon",
        values: "moves|off",
        default: "off",
        summary: "play-outs end after this many moves",
        resource: Resource::None,
    },
    ParamInfo {
        name: "memory",
        values: "size",
        default: "64MB",
        summary: "room for the tree",
        resource: Resource::Memory,
    },
    ParamInfo {
        name: "threads",
        values: "number",
        default: "1",
        summary: "threads that share the tree",
        resource: Resource::Threads,
    },
    ENDGAME_PARAM,
];

pub(super) fn info() -> PlayerInfo {
    let mut params = PARAMS.to_vec();
    params.extend(PLAYOUT_LIMITS);
    PlayerInfo {
        name: "mcts",
        summary: "a tree of play-outs grown by upper confidence bounds, for any number of players and for dice",
        params,
        refuses: |facts| refuses(Method::Mcts, facts),
        game: None,
        memory: 0,
    }
}

/// A number of a kind that a search can use.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
        _ => Err("a number from 0 on is expected".to_string()),
    }
}

/// `off`, or a number of moves.
pub(super) fn horizon(text: &str) -> Result<u32, String> {
    match text {
        "off" => Ok(u32::MAX),
        moves => moves.parse().map_err(|_| "a number of moves or off is expected".to_string()),
    }
}

fn config_of(args: &Args<'_>, seed: u64) -> Result<MctsConfig, SpecError> {
    let memory = args.bytes("memory")?.filter(|bytes| (4096..=1 << 40).contains(bytes));
    let memory = memory.ok_or_else(|| args.wrong("memory", &args.text("memory"), "at least 4KB are needed"))?;
    Ok(MctsConfig {
        exploration: args.read("exploration", positive)?,
        first_play: args.read("first-play", |text| if text == "all" { Ok(f64::INFINITY) } else { positive(text) })?,
        bias: args.read("bias", positive)?,
        horizon: args.read("horizon", horizon)?,
        proofs: args.switch("proofs")?,
        reuse: args.switch("reuse")?,
        memory: memory as usize,
        threads: args.number("threads", 1..=256)? as usize,
        seed,
        ..MctsConfig::default()
    })
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let config = config_of(args, seed)?;
    let eval = informed(args, game, eval_of(args, game)?)?;
    let judges = args.choice("leaf", &[("playout", false), ("value", true)])?;
    if judges && (game.facts().players != 2 || eval.bounds() != Bounds::PROBABILITY) {
        return Err(args.wrong("leaf", "value", "two players and an evaluation by win probability are needed"));
    }
    let judge = eval.clone();
    let leaf = judges.then(|| eval.clone());
    let wish = args.choice("prior", &[("off", None), ("promise", Some(false)), ("value", Some(true))])?;
    let prior = wish.map(|by_value| if by_value { EvalPrior::Value(eval) } else { EvalPrior::MoveScore(eval) });
    let prior = Advice { prior, leaf };
    let tree = Mcts::with_config(config, policy_of(args, game)?, prior);
    Ok(Box::new(SearchPlayer::sampling(tree, args.limits()?, judge)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let info = info();
        let args = Args::new(&Spec::named("mcts"), info.name, &info.params).unwrap();
        let library = MctsConfig::default();
        assert_eq!(config_of(&args, library.seed), Ok(library));
    }
}
