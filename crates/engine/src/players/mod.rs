//! Every kind of player, one module and one line each.

mod best;
mod blunder;
mod expectimax;
mod first;
mod greedy;
mod human;
mod level;
mod mcts;
mod montecarlo;
#[cfg(any(feature = "rocknroll", feature = "original"))]
mod native;
#[cfg(feature = "original")]
mod original;
mod policy;
mod process;
mod random;
#[cfg(feature = "rocknroll")]
mod rocknroll;
mod search;
mod search_player;

use crate::{Args, Player, PlayerInfo, Spec, SpecError};
#[cfg(feature = "othello")]
pub use best::WithExactEndings;
use plyground_core::{Playable, suggest::hint};
#[cfg(feature = "rocknroll")]
use rocknroll::{farmerboy, mrblack, mrmonte, mrrandom};

macro_rules! kinds {
    ($($(#[$attribute:meta])* $module:ident),* $(,)?) => {
        /// Every kind of player.
        pub fn infos() -> Vec<PlayerInfo> {
            vec![$($(#[$attribute])* $module::info()),*]
        }

        /// Makes a player for one type of game; [`build`](crate::build) finds the right type.
        pub(crate) fn make<G: Playable>(spec: &Spec, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
            $($(#[$attribute])* {
                let info = $module::info();
                if info.name == spec.name {
                    let args = Args::new(spec, info.name, &info.params)?;
                    if let Some(reason) = (info.refuses)(&game.facts()) {
                        return Err(SpecError::Unsuitable { player: info.name.to_string(), reason });
                    }
                    return $module::build(&args, game, seed);
                }
            })*
            let infos = infos();
            let names = infos.iter().map(|info| info.name);
            Err(SpecError::UnknownPlayer { name: spec.name.clone(), hint: hint(&spec.name, names) })
        }
    };
}

kinds!(
    best,
    level,
    search,
    expectimax,
    mcts,
    montecarlo,
    blunder,
    greedy,
    random,
    first,
    #[cfg(feature = "rocknroll")]
    mrrandom,
    #[cfg(feature = "rocknroll")]
    mrblack,
    #[cfg(feature = "rocknroll")]
    farmerboy,
    #[cfg(feature = "rocknroll")]
    mrmonte,
    #[cfg(feature = "original")]
    original,
    process,
    human,
);
