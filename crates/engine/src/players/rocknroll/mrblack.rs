//! MrBlack: how many moves the opponent is expected to need more, by J. Schwarz's table.

use super::{GAME, SEARCH_OPTIONS};
use crate::players::native;
use crate::{Args, Player, PlayerInfo, SpecError};
use plyground_core::Playable;
use plyground_games::einstein::Einstein;
use plyground_historic::rocknroll::Strategy;

pub(super) const NAME: &str = "MrBlack";

pub(in crate::players) fn info() -> PlayerInfo {
    let summary = "Rock'n'Roll: counts by how many expected moves it is ahead in the race (Schwarz tables)";
    super::info(NAME, summary, SEARCH_OPTIONS.params())
}

pub(in crate::players) fn build<G: Playable>(
    args: &Args<'_>,
    game: &G,
    seed: u64,
) -> Result<Box<dyn Player<G>>, SpecError> {
    native::build((NAME, GAME), args, game, seed)
}

pub(super) fn strategy(args: &Args<'_>, game: &Einstein) -> Result<Strategy, SpecError> {
    let settings = SEARCH_OPTIONS.read(args)?;
    Strategy::mr_black(game, settings.strategy, settings.tables).map_err(super::too_large)
}
