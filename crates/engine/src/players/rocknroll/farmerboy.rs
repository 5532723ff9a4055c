//! FarmerBoy: the mean value of the fields under their stones, against that of the opponent's.

use super::leaf::StaticLeaf;
use super::strategy::{Strategy, search_of};
use super::{DEPTH, LOWER, Settings, TIES, UPPER, scale};
use crate::{Args, Player, PlayerInfo, SpecError};
use plyground_core::Playable;
use plyground_games::einstein::Einstein;

const NAME: &str = "FarmerBoy";

pub(in crate::players) fn info() -> PlayerInfo {
    let summary = "Rock'n'Roll: compares the mean values of the fields under both players' stones";
    super::info(NAME, summary, vec![DEPTH, UPPER, LOWER, TIES, scale("1")])
}

pub(in crate::players) fn build<G: Playable>(
    args: &Args<'_>,
    game: &G,
    seed: u64,
) -> Result<Box<dyn Player<G>>, SpecError> {
    super::build(NAME, game, seed, |game| strategy(args, game))
}

pub(super) fn strategy(args: &Args<'_>, game: &Einstein) -> Result<Strategy, SpecError> {
    let settings = Settings::of(args)?;
    let opinion = StaticLeaf { heuristic: game.fields().clone(), scale: settings.scale };
    Ok(Strategy::Farmer(search_of(opinion, &settings, super::sizes(args)?)?))
}
