//! Flat Monte Carlo: play-outs after every move, no tree.

use super::mcts::{horizon, positive};
use super::policy::{BoxedPolicy, POLICY_PARAM, policy_of};
use crate::args::LIMIT_PARAMS;
use crate::player::{Aloud, Counts, refuses};
use crate::{Args, ParamInfo, Player, PlayerInfo, Resource, SpecError, Thought};
use plyground_core::{Game, Playable};
use plyground_search::montecarlo::{Allocation, Flat, FlatConfig, Seats};
use plyground_search::{Limits, Method, NoSink, Report, Sink};

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
    params.extend(LIMIT_PARAMS);
    PlayerInfo {
        name: "montecarlo",
        summary: "the move with the best results in play-outs, without a tree",
        params,
        refuses: |facts| refuses(Method::Flat, facts),
        game: None,
        memory: 0,
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let allocations = [("uniform", Allocation::Uniform), ("ucb", Allocation::Ucb), ("halving", Allocation::Halving)];
    let config = FlatConfig {
        allocation: args.choice("allocation", &allocations)?,
        exploration: args.read("exploration", positive)?,
        horizon: args.read("horizon", horizon)?,
        seed,
    };
    let policy = policy_of(args, game)?;
    Ok(Box::new(Sampler { flat: Flat::new(config, policy.clone()), config, policy, limits: args.limits()? }))
}

struct Sampler<G: Game> {
    flat: Flat<G, Seats<BoxedPolicy<G>>>,
    config: FlatConfig,
    policy: Seats<BoxedPolicy<G>>,
    limits: Option<Limits>,
}

impl<G: Game> Player<G> for Sampler<G> {
    fn think(&mut self, thought: &Thought<'_, G>) -> Report<G::Move> {
        self.think_aloud(thought, &mut NoSink)
    }

    fn think_aloud(&mut self, thought: &Thought<'_, G>, sink: &mut dyn Sink<G::Move>) -> Report<G::Move> {
        let limits = thought.limits_for(self.limits, Counts::Iterations);
        let mut control = thought.control(&limits);
        self.flat.think(thought.game, thought.position, &limits, &mut control, &mut Aloud(sink))
    }

    fn new_game(&mut self, seed: u64) {
        self.config.seed = seed;
        self.flat = Flat::new(self.config, self.policy.clone());
    }

    fn unit(&self) -> &'static str {
        "win probability"
    }
}
