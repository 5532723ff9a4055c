//! Where players are made. The searches of every player kind are compiled for a type of game once, here, and found
//! again by that type; without this each crate and each test program that builds players would compile all of them anew.

use crate::any_player::AnyPlayer;
use crate::{Player, Spec, SpecError, SpecPolicy, players};
use plyground_core::sync::ignore_poison;
use plyground_core::{AnyGame, GameKind, GameTypes, Playable};
use plyground_games::registry::{self, AddedGame};
use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::sync::{LazyLock, RwLock};

/// Makes the player that a spec describes for games of one type.
type Maker<G> = fn(&Spec, &G, u64) -> Result<Box<dyn Player<G>>, SpecError>;

#[derive(Default)]
struct Makers {
    by_type: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
    /// For games of the same types whose type is hidden.
    hidden: HashMap<TypeId, Maker<AnyGame>>,
}

impl GameTypes for Makers {
    fn add<G: Playable>(&mut self) {
        let maker: Maker<G> = players::make::<G>;
        self.by_type.insert(TypeId::of::<G>(), Box::new(maker));
        self.hidden.insert(TypeId::of::<G>(), make_hidden::<G>);
    }
}

impl Makers {
    fn find<G: Playable>(&self, game: &G) -> Option<Maker<G>> {
        let game: &dyn Any = game;
        match game.downcast_ref::<AnyGame>() {
            // `G` is `AnyGame`, which the compiler cannot know, but the types can tell when the program runs.
            Some(game) => {
                let maker: Option<&dyn Any> = self.hidden.get(&game.inner_type()).map(|maker| maker as &dyn Any);
                maker.and_then(|maker| maker.downcast_ref())
            }
            None => self.by_type.get(&TypeId::of::<G>()).and_then(|maker| maker.downcast_ref()),
        }
        .copied()
    }
}

fn make_hidden<G: Playable>(spec: &Spec, game: &AnyGame, seed: u64) -> Result<Box<dyn Player<AnyGame>>, SpecError> {
    let game: &G = game.downcast().expect("makers are found by the type of the game inside");
    Ok(Box::new(AnyPlayer(players::make(spec, game, seed)?)))
}

static MAKERS: LazyLock<RwLock<Makers>> = LazyLock::new(|| {
    let mut makers = Makers::default();
    registry::types(&mut makers);
    RwLock::new(makers)
});

/// Lets [`build`] make players for a type of game that is not in the registry of this program.
pub fn register<G: Playable>() {
    ignore_poison(MAKERS.write()).add::<G>();
}

/// Adds a game of another crate to the program: to all lists, and to the games that players are built for. False, changing
/// nothing, if there is a game of this name already.
pub fn install<K: GameKind>() -> bool {
    let is_new = registry::add(AddedGame::of::<K>());
    if is_new {
        K::types(&mut *ignore_poison(MAKERS.write()));
    }
    is_new
}

/// Builds the player that a spec describes, for this game. `seed` governs its random decisions. A spec that asks for more
/// than the machine has is refused before anything is allocated.
pub fn build<G: Playable>(spec: &Spec, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    SpecPolicy::machine().check(spec)?;
    let maker = ignore_poison(MAKERS.read()).find(game);
    match maker {
        Some(make) => make(spec, game, seed),
        None => Err(SpecError::UnknownGame { game: type_name::<G>().to_string() }),
    }
}
