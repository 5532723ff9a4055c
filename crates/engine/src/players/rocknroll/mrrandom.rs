//! MrRandom: a fresh random number for every position. It does see won games.

use super::{GAME, Settings, depth, scale, ties};
use crate::options::Options;
use crate::players::native;
use crate::{Args, Player, PlayerInfo, SpecError};
use plyground_core::Playable;
use plyground_games::einstein::Einstein;
use plyground_historic::rocknroll::Strategy;
use std::sync::LazyLock;

pub(super) const NAME: &str = "MrRandom";

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
    native::build((NAME, GAME), args, game, seed)
}

pub(super) fn strategy(args: &Args<'_>, _game: &Einstein) -> Result<Strategy, SpecError> {
    Strategy::mr_random(OPTIONS.read(args)?.strategy).map_err(super::too_large)
}
