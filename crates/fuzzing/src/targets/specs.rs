//! Player specs.

use super::{survives_printing, text};
use plyground_arena::is_time_bound;
use plyground_core::{GameVisitor, Playable, Setup};
use plyground_engine::{Spec, SpecPolicy, build};
use plyground_games::registry;

/// Boards on which players are built in no time.
const BOARDS: [(&str, &str); 2] = [("isola", "cols=4,rows=4"), ("reversixt", "map=duel")];

pub(super) fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let Some(spec) = survives_printing::<Spec>(text) else { return };
    let lined = spec.clone().with_lines(3).to_string();
    assert!(lined.parse::<Spec>().is_ok(), "{lined}");
    is_time_bound(&spec);
    // The policy of a server lets no other programs play, so none is started here.
    if SpecPolicy::server(false).check(&spec).is_err() {
        return;
    }
    for (game, variant) in BOARDS {
        let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
        registry::visit(game, &setup, Build(&spec)).expect("a valid variant");
    }
}

struct Build<'a>(&'a Spec);

impl GameVisitor for Build<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G, _start: G::Position) {
        if let Err(error) = build(self.0, &game, 1) {
            assert!(!error.to_string().is_empty());
        }
    }
}
