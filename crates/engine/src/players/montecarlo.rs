//! Flat Monte Carlo: play-outs after every move, no tree.

use super::mcts::{horizon, positive};
use super::policy::{POLICY_PARAM, policy_of};
use super::search_player::SearchPlayer;
use crate::args::PLAYOUT_LIMITS;
use crate::player::refuses;
use crate::{Args, ParamInfo, Player, PlayerInfo, Resource, SpecError};
use plyground_core::Playable;
use plyground_search::Method;
use plyground_search::montecarlo::{Allocation, Flat, FlatConfig};

const PARAMS: &[ParamInfo] = &[
    POLICY_PARAM,
    ParamInfo {
        name: "allocation",
        values: "uniform|ucb|halving",
        default: "uniform",
        summary: "which move gets the next play-out",
        resource: Resource::None,
    },
    ParamInfo {
        name: "exploration",
        values: "number",
        default: "0.7",
        summary: "weight of the exploration term of ucb",
        resource: Resource::None,
    },
    ParamInfo {
        name: "horizon",
        values: "moves|off",
        default: "off",
        summary: "play-outs end after this many moves",
        resource: Resource::None,
    },
];

pub(super) fn info() -> PlayerInfo {
    let mut params = PARAMS.to_vec();
    params.extend(PLAYOUT_LIMITS);
    PlayerInfo {
        name: "montecarlo",
        summary: "the move with the best results in play-outs, without a tree",
        params,
        refuses: |facts| refuses(Method::Flat, facts),
        game: None,
        memory: 0,
    }
}

fn config_of(args: &Args<'_>, seed: u64) -> Result<FlatConfig, SpecError> {
    let allocations = [("uniform", Allocation::Uniform), ("ucb", Allocation::Ucb), ("halving", Allocation::Halving)];
    Ok(FlatConfig {
        allocation: args.choice("allocation", &allocations)?,
        exploration: args.read("exploration", positive)?,
        horizon: args.read("horizon", horizon)?,
        seed,
    })
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let config = config_of(args, seed)?;
    let first = game.evals().first().and_then(|info| game.eval(info.name));
    let eval = first.expect("the first evaluation of a game knows all its boards");
    let flat = Flat::with_config(config, policy_of(args, game)?);
    Ok(Box::new(SearchPlayer::sampling(flat, args.limits()?, eval)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let info = info();
        let args = Args::new(&Spec::named("montecarlo"), info.name, &info.params).unwrap();
        let library = FlatConfig::default();
        assert_eq!(config_of(&args, library.seed), Ok(library));
    }
}
