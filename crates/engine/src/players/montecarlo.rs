//! Flat Monte Carlo: play-outs after every move, no tree.

use super::mcts::{Horizon, Weight};
use super::policy::{default_policy, policies, policy_option};
use super::search_player::SearchPlayer;
use crate::args::PLAYOUT_LIMITS;
use crate::options::{Choice, ConfigOption, Options, limit_options, unless_endless};
use crate::player::refuses;
use crate::{Args, Player, PlayerInfo, Spec, SpecError};
use plyground_core::Playable;
use plyground_search::montecarlo::{Allocation, Flat, FlatConfig};
use plyground_search::{Limits, Method};
use std::sync::LazyLock;

/// Everything that a spec can say.
#[derive(Clone, PartialEq, Debug)]
struct Settings {
    policy: Spec,
    config: FlatConfig,
    limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { policy: default_policy(), config: FlatConfig::default(), limits: Limits::default() }
    }
}

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let allocations = [("uniform", Allocation::Uniform), ("ucb", Allocation::Ucb), ("halving", Allocation::Halving)];
    let mut list = vec![
        policy_option(|s: &mut Settings| &mut s.policy),
        ConfigOption::new(
            "allocation",
            Choice::new(allocations, |s: &mut Settings| &mut s.config.allocation),
            "which move gets the next play-out",
        ),
        ConfigOption::new(
            "exploration",
            Weight(|s: &mut Settings| &mut s.config.exploration),
            "weight of the exploration term of ucb",
        ),
        ConfigOption::new(
            "horizon",
            Horizon(|s: &mut Settings| &mut s.config.horizon),
            "play-outs end after this many moves",
        ),
    ];
    list.extend(limit_options(&PLAYOUT_LIMITS, |s: &mut Settings| &mut s.limits));
    Options::new(list)
});

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "montecarlo",
        summary: "the move with the best results in play-outs, without a tree",
        params: OPTIONS.params(),
        refuses: |facts| refuses(Method::Flat, facts),
        game: None,
        memory: 0,
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let Settings { policy, config, limits } = OPTIONS.read(args)?;
    let first = game.evals().first().and_then(|info| game.eval(info.name));
    let eval = first.expect("the first evaluation of a game knows all its boards");
    let flat = Flat::with_config(FlatConfig { seed, ..config }, policies(&policy, game)?);
    Ok(Box::new(SearchPlayer::sampling(flat, unless_endless(limits), eval)))
}
