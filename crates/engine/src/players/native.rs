//! Players that know one game inside out, among players that are built for any game.
//!
//! The caller has some game `G`. A native player plays one game `H` and is wanted exactly if `G` is `H`;
//! the compiler cannot know that, but the types can tell when the program runs.

use crate::{Player, SpecError};
use plyground_core::Game;
use std::any::Any;

/// The game as what it really is; an error that names the one game this kind plays if it is another.
pub(super) fn game_of<'a, G: Game, H: Game>(game: &'a G, kind: &str, plays: &str) -> Result<&'a H, SpecError> {
    let game: &dyn Any = game;
    game.downcast_ref()
        .ok_or_else(|| SpecError::Unsuitable { player: kind.to_string(), reason: format!("it only knows {plays}") })
}

/// The player of `H` as a player of `G`.
///
/// # Panics
/// Unless both are the same game, which [`game_of`] has found out before there was a player.
pub(super) fn player_of<G: Game, H: Game>(player: Box<dyn Player<H>>) -> Box<dyn Player<G>> {
    let player: Box<dyn Any> = Box::new(player);
    *player.downcast().expect("the same game under two names")
}
