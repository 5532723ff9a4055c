//! Players are built for every type of game that was admitted.

use plyground_core::{GameVisitor, Playable, Setup};
use plyground_engine::{Spec, SpecError, build, register};
use plyground_games::registry;
use plyground_testkit::nim::Nim;
use std::any::type_name;
use std::sync::Once;

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
        let built = registry::visit(game, &setup, Builds).expect("valid");
        assert_eq!(built, Ok(()), "{game} {variant}");
    }
}

fn build_for_nim() -> Result<(), SpecError> {
    plyground_testkit::registry::visit("nim", &Setup::default(), Builds).expect("valid")
}

/// Admits a game from outside, which was refused before.
pub fn admit_nim() {
    static ADMITTED: Once = Once::new();
    ADMITTED.call_once(|| {
        let refused = build_for_nim();
        assert!(matches!(refused, Err(SpecError::UnknownGame { game }) if game == type_name::<Nim>()));
        register::<Nim>();
    });
}

#[test]
fn a_game_from_outside_is_refused_until_it_is_admitted() {
    admit_nim();
    assert_eq!(build_for_nim(), Ok(()));
}
