//! Certain knowledge about the game at hand, for players that are written for any game.

use crate::options::{ConfigOption, Field, FieldError};
use crate::{Args, SpecError, Value};
use plyground_core::{Bounds, Evaluation, Informed, KnownEndgames, Playable};
#[cfg(feature = "endgame")]
use plyground_endgame::{LARGEST, offer};

/// Without the databases of this program, those of another one can still have as many pieces.
#[cfg(not(feature = "endgame"))]
const LARGEST: usize = 12;

#[cfg(not(feature = "endgame"))]
fn offer() {}

/// Which databases a player may ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum EndgameUse {
    /// None.
    #[default]
    Off,
    /// All that there are.
    Auto,
    /// Those of up to this many stones, which must be there.
    Stones(usize),
}

/// Which databases a player may ask, as an option.
pub(crate) fn endgame_option<C: 'static>(field: fn(&mut C) -> &mut EndgameUse) -> ConfigOption<C> {
    let summary = "exact endgame databases (EinStein); auto: all there are, or those of up to this many stones";
    ConfigOption::new("endgame", EndgameField(field), summary)
}

struct EndgameField<C>(fn(&mut C) -> &mut EndgameUse);

impl<C> Field<C> for EndgameField<C> {
    fn values(&self) -> String {
        "auto|off|stones".to_string()
    }

    fn show(&self, config: &mut C) -> String {
        match *(self.0)(config) {
            EndgameUse::Off => "off".to_string(),
            EndgameUse::Auto => "auto".to_string(),
            EndgameUse::Stones(stones) => stones.to_string(),
        }
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        *(self.0)(config) = match value.text().as_str() {
            "off" => EndgameUse::Off,
            "auto" => EndgameUse::Auto,
            number => match number.parse() {
                Ok(stones) if (2..=LARGEST).contains(&stones) => EndgameUse::Stones(stones),
                _ => return Err(format!("auto, off, or a number of stones from 2 to {LARGEST} is expected").into()),
            },
        };
        Ok(())
    }
}

/// The evaluation together with the databases that the spec allows. A player without the right to ask has none.
pub(crate) fn informed<G: Playable>(
    endgame: EndgameUse,
    args: &Args<'_>,
    game: &G,
    eval: G::Eval,
) -> Result<Informed<G, G::Eval>, SpecError> {
    let (most, asked) = match endgame {
        EndgameUse::Off => return Ok(Informed::new(eval, None)),
        EndgameUse::Auto => (LARGEST, false),
        EndgameUse::Stones(stones) => (stones, true),
    };
    let wrong = |reason: &str| Err(args.wrong("endgame", &args.text("endgame"), reason));
    if eval.bounds() != Bounds::PROBABILITY {
        return if asked {
            wrong("databases go with evaluations by win probability only")
        } else {
            Ok(Informed::new(eval, None))
        };
    }
    offer();
    match game.known_endgames(most) {
        Some(KnownEndgames { pieces, .. }) if asked && pieces < most => wrong(&format!(
            "there are databases of up to {pieces} stones here; `plyground einstein endgame build` makes more"
        )),
        Some(KnownEndgames { oracle, .. }) => Ok(Informed::new(eval, Some(oracle))),
        None if asked => wrong("there are no databases of this game or board"),
        None => Ok(Informed::new(eval, None)),
    }
}
