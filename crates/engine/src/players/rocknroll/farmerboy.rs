//! FarmerBoy: the mean value of the fields under his stones, against that of the opponent's.

use super::brain::{Brain, search_of};
use super::leaf::Opinion;
use super::{DEPTH, LOWER, Manner, TIES, UPPER, scale};
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
    super::build(NAME, game, seed, |game| brain(args, game))
}

pub(super) fn brain(args: &Args<'_>, game: &Einstein) -> Result<Brain, SpecError> {
    let manner = Manner::of(args)?;
    let opinion = Opinion { heuristic: game.fields().clone(), scale: manner.scale };
    Ok(Brain::Farmer(search_of(opinion, &manner, super::sizes(args)?)?))
}
