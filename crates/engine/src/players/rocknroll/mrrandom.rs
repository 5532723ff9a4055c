//! MrRandom: a fresh random number for every position. It does see won games.

use super::brain::{Brain, search_of};
use super::leaf::Lots;
use super::{DEPTH, Manner, TIES, scale};
use crate::{Args, Player, PlayerInfo, SpecError};
use plyground_core::{Playable, Rng};
use plyground_games::einstein::Einstein;

const NAME: &str = "MrRandom";

pub(in crate::players) fn info() -> PlayerInfo {
    let summary = "Rock'n'Roll: wins where it can at once, and otherwise moves at random";
    super::info(NAME, summary, vec![DEPTH, TIES, scale("1")])
}

pub(in crate::players) fn build<G: Playable>(
    args: &Args<'_>,
    game: &G,
    seed: u64,
) -> Result<Box<dyn Player<G>>, SpecError> {
    super::build(NAME, game, seed, |game| brain(args, game))
}

pub(super) fn brain(args: &Args<'_>, _game: &Einstein) -> Result<Brain, SpecError> {
    let manner = Manner::of(args)?;
    if manner.depth == 0 {
        return Ok(Brain::Lot(Rng::seeded(0)));
    }
    let lots = Lots { rng: Rng::seeded(0), scale: manner.scale };
    Ok(Brain::Random(search_of(lots, &manner, (0, 0))?))
}
