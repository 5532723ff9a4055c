//! MrRandom: a fresh random number for every position. It does see won games.

use super::{Settings, depth, scale, ties};
use crate::options::Options;
use crate::{Args, Player, PlayerInfo, SpecError};
use plyground_core::Playable;
use plyground_games::einstein::Einstein;
use plyground_historic::rocknroll::Strategy;
use std::sync::LazyLock;

const NAME: &str = "MrRandom";

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| Options::new(vec![depth(), ties(), scale()]));

pub(in crate::players) fn info() -> PlayerInfo {
    let summary = "Rock'n'Roll: wins where it can at once, and otherwise moves at random";
    super::info(NAME, summary, OPTIONS.params())
}

pub(in crate::players) fn build<G: Playable>(
    args: &Args<'_>,
    game: &G,
    seed: u64,
) -> Result<Box<dyn Player<G>>, SpecError> {
    super::build(NAME, game, seed, |game| strategy(args, game))
}

pub(super) fn strategy(args: &Args<'_>, _game: &Einstein) -> Result<Strategy, SpecError> {
    Strategy::mr_random(OPTIONS.read(args)?.strategy).map_err(super::too_large)
}
