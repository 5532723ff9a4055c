//! Flat Monte Carlo: play-outs after every move, no tree.

use super::mcts::{choose_without_playouts, horizon, positive};
use super::policy::{BoxedPolicy, POLICY_PARAM, policy_of};
use crate::args::PLAYOUT_LIMITS;
use crate::player::{Counts, Listener, refuses};
use crate::{Args, Choice, Failure, ParamInfo, Player, PlayerInfo, Request, Resource, SpecError};
use plyground_core::{Evaluation, Game, Playable};
use plyground_search::montecarlo::{Allocation, Flat, FlatConfig, SeatPolicies};
use plyground_search::{Limits, Method, Report};

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
        summary: "play-outs end after so many moves",
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
    let first = G::evals().first().and_then(|info| game.eval(info.name));
    let eval = first.expect("the first evaluation of a game knows all its boards");
    let policy = policy_of(args, game)?;
    Ok(Box::new(FlatPlayer { flat: Flat::new(config, policy.clone()), config, policy, limits: args.limits()?, eval }))
}

struct FlatPlayer<G: Game, E> {
    flat: Flat<G, SeatPolicies<BoxedPolicy<G>>>,
    config: FlatConfig,
    policy: SeatPolicies<BoxedPolicy<G>>,
    limits: Option<Limits>,
    /// For a choice without play-outs.
    eval: E,
}

impl<G: Game, E: Evaluation<G>> Player<G> for FlatPlayer<G, E> {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        let limits = request.limits_for(self.limits, Counts::Iterations);
        let mut control = request.control(&limits);
        let mut sink = Listener(request.observer.sink);
        let mut report = self.flat.think(request.game, request.position, &limits, &mut control, &mut sink);
        choose_without_playouts(&mut report, request.game, request.position, &mut self.eval);
        report
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.config.seed = seed;
        self.flat = Flat::new(self.config, self.policy.clone());
    }

    fn unit(&self) -> &'static str {
        "win probability"
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
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
