//! MrMonte: plays games to the end and counts who wins them.

use super::nested::strategy_of;
use super::{GAME, Settings, depth, scale, ties};
use crate::options::{ConfigOption, NestedPlayer, Number, OptionalPlayer, Options};
use crate::players::native;
use crate::{Args, Player, PlayerInfo, Resource, SpecError};
use plyground_core::Playable;
use plyground_games::einstein::Einstein;
use plyground_historic::rocknroll::Strategy;
use std::sync::LazyLock;

pub(super) const NAME: &str = "MrMonte";

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    Options::new(vec![
        depth(),
        ConfigOption::new(
            "iterations",
            Number(1..=MOST_PLAYOUTS, |s: &mut Settings| &mut s.iterations),
            "play-outs per rated position",
        )
        .spending(Resource::Playouts),
        ConfigOption::new("red", NestedPlayer(|s: &mut Settings| &mut s.red), "who plays Red in play-outs")
            .spending(Resource::Player),
        ConfigOption::new(
            "blue",
            OptionalPlayer(|s: &mut Settings| &mut s.blue),
            "who plays Blue in play-outs; by default as Red",
        )
        .spending(Resource::Player),
        ties(),
        scale(),
    ])
});

/// More would not end in a lifetime.
const MOST_PLAYOUTS: u64 = 1_000_000_000;

pub(in crate::players) fn info() -> PlayerInfo {
    super::info(NAME, "Rock'n'Roll: the share of play-outs won, each by two simpler players", OPTIONS.params())
}

pub(in crate::players) fn build<G: Playable>(
    args: &Args<'_>,
    game: &G,
    seed: u64,
) -> Result<Box<dyn Player<G>>, SpecError> {
    native::build((NAME, GAME), args, game, seed)
}

pub(super) fn strategy(args: &Args<'_>, game: &Einstein) -> Result<Strategy, SpecError> {
    let Settings { strategy, iterations, red, blue, .. } = OPTIONS.read(args)?;
    let players = [strategy_of(&red, game)?, strategy_of(blue.as_ref().unwrap_or(&red), game)?];
    Strategy::mr_monte(strategy, iterations, players).map_err(super::too_large)
}
