//! MrMonte: plays games to the end and counts who wins them.

use super::nested::nested;
use super::{DEPTH, TIES, scale};
use crate::{Args, ParamInfo, Player, PlayerInfo, Resource, SpecError};
use plyground_core::Playable;
use plyground_games::einstein::Einstein;
use plyground_historic::rocknroll::Strategy;

const NAME: &str = "MrMonte";

/// `MrMonte(0)` without more stands for ten play-outs of FarmerBoy(0) in the report's tables.
const PARAMS: &[ParamInfo] = &[
    DEPTH,
    ParamInfo {
        name: "iterations",
        values: "number",
        default: "10",
        summary: "play-outs per rated position",
        resource: Resource::Playouts,
    },
    ParamInfo {
        name: "red",
        values: "a player",
        default: "FarmerBoy(0)",
        summary: "who plays Red in play-outs",
        resource: Resource::Player,
    },
    ParamInfo {
        name: "blue",
        values: "a player",
        default: "",
        summary: "who plays Blue in play-outs; by default as Red",
        resource: Resource::Player,
    },
    TIES,
    scale("1"),
];

/// More would not end in a lifetime.
const MOST_PLAYOUTS: u64 = 1_000_000_000;

pub(in crate::players) fn info() -> PlayerInfo {
    super::info(NAME, "Rock'n'Roll: the share of play-outs won, each by two simpler players", PARAMS.to_vec())
}

pub(in crate::players) fn build<G: Playable>(
    args: &Args<'_>,
    game: &G,
    seed: u64,
) -> Result<Box<dyn Player<G>>, SpecError> {
    super::build(NAME, game, seed, |game| strategy(args, game))
}

pub(super) fn strategy(args: &Args<'_>, game: &Einstein) -> Result<Strategy, SpecError> {
    let settings = super::settings(args)?;
    let like_red = if args.has("blue") { "blue" } else { "red" };
    let player =
        |name| nested(args, name, game).map(|strategy| strategy.expect("the parameter has a default or is given"));
    let iterations = args.number("iterations", 1..=MOST_PLAYOUTS)?;
    Strategy::mr_monte(settings, iterations, [player("red")?, player(like_red)?]).map_err(super::too_large)
}
