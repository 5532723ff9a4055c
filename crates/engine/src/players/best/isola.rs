//! Isola: a deep search with an eye for separated pieces. docs/isola.md has the matches that chose these settings.

use crate::Spec;
use plyground_core::Game;
use plyground_games::isola::{Isola, Mode, Variant};
use std::any::Any;

/// Queens, kings and knights that leave a trail: rooms are foreseen.
const TRAIL: &str = "search(eval=rooms, foresight=on, reductions=on, symmetry=on)";
/// Squares are removed: nothing can be foreseen, and most of the hundreds of moves are not worth a look.
const REMOVE: &str = "search(eval=rooms, reductions=on, beam=guess:90)";

/// The player for this game, if it is Isola.
pub(super) fn preset<G: Game>(game: &G) -> Option<Spec> {
    let game: &dyn Any = game;
    let narrow = game.downcast_ref::<Isola<u64>>().map(Isola::variant);
    let variant: &Variant = narrow.or_else(|| game.downcast_ref::<Isola<u128>>().map(Isola::variant))?;
    let spec = if variant.mode == Mode::Trail { TRAIL } else { REMOVE };
    Some(spec.parse().expect("a preset is a valid spec"))
}
