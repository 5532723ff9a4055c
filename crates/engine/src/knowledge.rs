//! Certain knowledge about the game at hand, for players that are written for any game.

use crate::{Args, ParamInfo, Resource, SpecError};
use plyground_core::{Bounds, Evaluation, Informed, Oracle, Playable};
use plyground_endgame::{LARGEST, Library, shared};
use plyground_games::einstein::Einstein;
use std::any::Any;
use std::sync::Arc;

/// Which databases a player may ask.
pub(crate) const ENDGAME_PARAM: ParamInfo = ParamInfo {
    name: "endgame",
    values: "auto|off|stones",
    default: "off",
    summary: "exact endgame databases (EinStein); auto: all there are, or those of up to this many stones",
    resource: Resource::None,
};

/// The evaluation together with the databases that the spec allows. A player without the right to ask has none.
pub(crate) fn informed<G: Playable>(
    args: &Args<'_>,
    game: &G,
    eval: G::Eval,
) -> Result<Informed<G, G::Eval>, SpecError> {
    let most = args.read("endgame", parse_stones)?;
    let asked = args.text("endgame") != "auto";
    let Some(most) = most else { return Ok(Informed::new(eval, None)) };
    let wrong = |reason: &str| Err(args.wrong("endgame", &args.text("endgame"), reason));
    if eval.bounds() != Bounds::PROBABILITY {
        return if asked {
            wrong("databases go with evaluations by win probability only")
        } else {
            Ok(Informed::new(eval, None))
        };
    }
    match oracle(game, most) {
        Some((_, complete)) if asked && complete < most => wrong(&format!(
            "there are databases of up to {complete} stones here; `plyground einstein endgame build` makes more"
        )),
        Some((oracle, _)) => Ok(Informed::new(eval, Some(oracle))),
        None if asked => wrong("there are no databases of this game or board"),
        None => Ok(Informed::new(eval, None)),
    }
}

fn parse_stones(text: &str) -> Result<Option<usize>, String> {
    match text {
        "off" => Ok(None),
        "auto" => Ok(Some(LARGEST)),
        number => match number.parse() {
            Ok(stones) if (2..=LARGEST).contains(&stones) => Ok(Some(stones)),
            _ => Err(format!("auto, off, or a number of stones from 2 to {LARGEST} is expected")),
        },
    }
}

/// The databases of this game with up to this many stones, and how many stones they really know.
fn oracle<G: Playable>(game: &G, most: usize) -> Option<(Arc<dyn Oracle<G>>, usize)> {
    let einstein = (game as &dyn Any).downcast_ref::<Einstein>()?;
    if !Library::knows(einstein) {
        return None;
    }
    let library = shared();
    let library = if library.stones() > most { Arc::new(library.up_to(most)) } else { library.clone() };
    let complete = library.stones();
    // The same type under two names: `G` is `Einstein`, which the compiler cannot see.
    let oracle: Arc<dyn Oracle<Einstein>> = library;
    let oracle = (&oracle as &dyn Any).downcast_ref::<Arc<dyn Oracle<G>>>()?;
    Some((oracle.clone(), complete))
}
