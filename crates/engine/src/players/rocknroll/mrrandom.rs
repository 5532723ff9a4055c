//! MrRandom: a fresh random number for every position. It does see won games.

use super::leaf::RandomLeaf;
use super::strategy::{Strategy, search_of};
use super::{DEPTH, Settings, TIES, scale};
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
    super::build(NAME, game, seed, |game| strategy(args, game))
}

pub(super) fn strategy(args: &Args<'_>, _game: &Einstein) -> Result<Strategy, SpecError> {
    let settings = Settings::of(args)?;
    if settings.depth == 0 {
        return Ok(Strategy::Lot(Rng::seeded(0)));
    }
    let lots = RandomLeaf { rng: Rng::seeded(0), scale: settings.scale };
    Ok(Strategy::Random(search_of(lots, &settings, (0, 0))?))
}
