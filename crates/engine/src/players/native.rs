//! Players that know one game inside out, among players that are built for any game.
//!
//! Each is written for one type of game. A table holds their makers by that type and by the kind of player; it is filled here, where
//! the types are known, and asked by code that is compiled for any game.

use crate::{Args, Player, SpecError};
use plyground_core::Game;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Makes a player of one kind for one type of game.
pub(super) type NativeMaker<G> = fn(&Args<'_>, &G, u64) -> Result<Box<dyn Player<G>>, SpecError>;

#[derive(Default)]
struct NativeMakers(HashMap<(TypeId, &'static str), Box<dyn Any + Send + Sync>>);

impl NativeMakers {
    fn add<G: Game>(&mut self, kind: &'static str, maker: NativeMaker<G>) {
        self.0.insert((TypeId::of::<G>(), kind), Box::new(maker));
    }

    fn find<G: Game>(&self, kind: &'static str) -> Option<NativeMaker<G>> {
        self.0.get(&(TypeId::of::<G>(), kind)).and_then(|maker| maker.downcast_ref()).copied()
    }
}

static MAKERS: LazyLock<NativeMakers> = LazyLock::new(|| {
    let mut makers = NativeMakers::default();
    #[cfg(feature = "rocknroll")]
    super::rocknroll::MAKERS.iter().for_each(|(kind, maker)| makers.add(kind, *maker));
    #[cfg(feature = "original")]
    makers.add(super::original::NAME, super::original::make);
    makers
});

/// Builds a player of this kind; an error that says what the kind `plays` if this is another game.
pub(super) fn build<G: Game>(
    (kind, plays): (&'static str, &str),
    args: &Args<'_>,
    game: &G,
    seed: u64,
) -> Result<Box<dyn Player<G>>, SpecError> {
    match MAKERS.find(kind) {
        Some(make) => make(args, game, seed),
        None => Err(SpecError::Unsuitable { player: kind.to_string(), reason: format!("it only knows {plays}") }),
    }
}
