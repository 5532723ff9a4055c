//! Players inside MrMonte.

use super::{farmerboy, mrblack, mrmonte, mrrandom};
use crate::{Args, Player, Request, Spec, SpecError, build};
use plyground_games::einstein::{Einstein, Move, Position};
use plyground_historic::rocknroll::{PlayoutPlayer, Strategy};

/// Makes the strategy of one kind.
type Maker = fn(&Args<'_>, &Einstein) -> Result<Strategy, SpecError>;

/// The player that a spec describes, for play-outs. Rock'n'Roll's own and `random` need no box.
pub(super) fn strategy_of(spec: &Spec, game: &Einstein) -> Result<Strategy, SpecError> {
    let kinds: [(_, Maker); 4] = [
        (mrrandom::info(), mrrandom::strategy),
        (mrblack::info(), mrblack::strategy),
        (farmerboy::info(), farmerboy::strategy),
        (mrmonte::info(), mrmonte::strategy),
    ];
    if let Some((info, strategy)) = kinds.iter().find(|(info, _)| info.name == spec.name) {
        return strategy(&Args::new(spec, info.name, &info.params)?, game);
    }
    if *spec == Spec::named("random") {
        return Ok(Strategy::uniform());
    }
    build(spec, game, 0).map(|player| Strategy::other(Box::new(AnyKind(player))))
}

/// A player of any other kind.
struct AnyKind(Box<dyn Player<Einstein>>);

impl PlayoutPlayer for AnyKind {
    fn choose(&mut self, game: &Einstein, position: &Position) -> Option<Move> {
        self.0.choose(Request::new(game, position)).mv
    }

    fn new_game(&mut self, seed: u64) {
        self.0.new_game(seed);
    }
}
