//! ReversiXT: one against all others, on what the map says. docs/reversixt-engine.md has the matches that chose these settings.

use crate::Spec;
use plyground_core::Game;
use plyground_games::reversixt::{BitReversi, ReversiGame};
use std::any::Any;

/// On plain maps nodes are cheap and moves are few.
const PLAIN: &str = "search(reductions=on)";
/// Elsewhere override stones and bombs bring hundreds of moves, most of which are not worth a look.
const GENERAL: &str = "search(beam=guess:30)";

/// The player for this game, if it is ReversiXT.
pub(super) fn preset<G: Game>(game: &G) -> Option<Spec> {
    let game: &dyn Any = game;
    let spec = if game.is::<BitReversi>() {
        PLAIN
    } else if game.is::<ReversiGame>() {
        GENERAL
    } else {
        return None;
    };
    Some(spec.parse().expect("a valid spec"))
}
