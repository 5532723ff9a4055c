//! Where players are made. The searches of every player kind are compiled for a type of game once, here, and found
//! again by that type; without this each crate and each test program that builds players would compile all of them anew.

use crate::{Player, Spec, SpecError, SpecPolicy, players};
use plyground_core::{GameTypes, Playable};
use plyground_games::registry;
use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

/// Makes the player that a spec describes for games of one type.
type Maker<G> = fn(&Spec, &G, u64) -> Result<Box<dyn Player<G>>, SpecError>;

#[derive(Default)]
struct Makers(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl GameTypes for Makers {
    fn add<G: Playable>(&mut self) {
        let maker: Maker<G> = players::make::<G>;
        self.0.insert(TypeId::of::<G>(), Box::new(maker));
    }
}

static MAKERS: LazyLock<RwLock<Makers>> = LazyLock::new(|| {
    let mut makers = Makers::default();
    registry::types(&mut makers);
    RwLock::new(makers)
});

/// Lets [`build`] make players for a type of game that is not in the registry of this program.
pub fn register<G: Playable>() {
    MAKERS.write().unwrap_or_else(PoisonError::into_inner).add::<G>();
}

/// Builds the player that a spec describes, for this game. `seed` governs its random decisions. A spec that asks for more
/// than the machine has is refused before anything is allocated.
pub fn build<G: Playable>(spec: &Spec, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    SpecPolicy::machine().check(spec)?;
    let maker = {
        let makers = MAKERS.read().unwrap_or_else(PoisonError::into_inner);
        makers.0.get(&TypeId::of::<G>()).and_then(|maker| maker.downcast_ref::<Maker<G>>()).copied()
    };
    match maker {
        Some(make) => make(spec, game, seed),
        None => Err(SpecError::UnknownGame { game: type_name::<G>().to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{GameVisitor, Setup};
    use plyground_testkit::nim::Nim;

    struct Builds;

    impl GameVisitor for Builds {
        type Output = Result<(), SpecError>;

        fn visit<G: Playable>(self, game: G, _: G::Position) -> Self::Output {
            build(&Spec::named("random"), &game, 1).map(drop)
        }
    }

    #[test]
    fn every_type_that_the_registry_opens_is_known() {
        let setups = [
            ("reversixt", "standard"),
            ("reversixt", "seed=3,players=4"),
            ("einstein", "size=5"),
            ("isola", "columbia"),
            ("isola", "isolation-knight-wide"),
        ];
        for (game, variant) in setups {
            let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
            let built = registry::visit(game, &setup, Builds).expect("registered").expect("valid");
            assert_eq!(built, Ok(()), "{game} {variant}");
        }
    }

    #[test]
    fn a_game_from_outside_is_refused_until_it_is_admitted() {
        let nim = || {
            plyground_testkit::registry::visit("nim", &Setup::default(), Builds).expect("registered").expect("valid")
        };
        assert!(matches!(nim(), Err(SpecError::UnknownGame { game }) if game == type_name::<Nim>()));
        register::<Nim>();
        assert_eq!(nim(), Ok(()));
    }
}
