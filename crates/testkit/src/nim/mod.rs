//! Nim: a complete small game whose exact value is known, with a die and more players as variants. It shows the whole
//! recipe for a new game, and searches are measured against it.

mod eval;
mod exact;
mod notation;
mod rules;
mod scene;
#[cfg(test)]
mod tests;

pub use eval::{Eval, nim_sum};
pub use exact::win_probability;
pub use rules::{MAX_FACES, MAX_HEAPS, MAX_OBJECTS, Nim, Position, Take};

use plyground_core::suggest::hint;
use plyground_core::{
    Game, GameInfo, GameKind, GameTypes, GameVisitor, MAX_PLAYERS, Notation, NotationError, Setup, SetupError,
    VariantInfo,
};

/// Named variants: name, parameters, summary.
const VARIANTS: [(&str, &str, &str); 3] = [
    ("classic", "heaps=3:4:5", "heaps of 3, 4 and 5"),
    ("dice", "heaps=4:5,die=3", "heaps of 4 and 5; a die of three faces says how many may be taken at most"),
    ("trio", "heaps=2:3:4,players=3", "heaps of 2, 3 and 4 for three players"),
];

impl GameKind for Nim {
    fn info() -> GameInfo {
        GameInfo {
            name: "nim",
            title: "Nim",
            summary: "Take any number of objects from one heap; the player who takes the last one wins.",
            players: (2, MAX_PLAYERS),
            chance: true,
            variants: VARIANTS.iter().map(|(name, _, summary)| VariantInfo { name, summary }).collect(),
            parameters: vec![
                ("heaps", "objects in each heap, joined by `:`"),
                ("players", "number of players"),
                ("die", "faces (or their probabilities joined by `:`) of a die that shows the most a turn may take"),
            ],
            boards: Vec::new(),
            example_move: "a2",
            rules: &[("Goal", "Take the last object.")],
            opponents: &[],
            bench: &[],
            introduction: &[],
            translations: &[],
        }
    }

    fn types(list: &mut impl GameTypes) {
        list.add::<Nim>();
    }

    fn open<V: GameVisitor>(setup: &Setup, visitor: V) -> Result<V::Output, SetupError> {
        if setup.map.is_some() {
            return Err(SetupError::Unsuitable("nim has no maps; use --variant heaps=3:4:5".to_string()));
        }
        let variant = setup.variant.as_deref().unwrap_or(VARIANTS[0].0);
        let game = match VARIANTS.iter().find(|(name, ..)| *name == variant) {
            Some((_, parameters, _)) => notation::parse_variant(parameters),
            None if variant.contains('=') => notation::parse_variant(variant),
            None => Err(NotationError::new(variant, hint(variant, VARIANTS.map(|(name, ..)| name)))),
        }
        .map_err(SetupError::Variant)?;
        let start = match &setup.position {
            Some(text) => game.parse_position(text).map_err(SetupError::Position)?,
            None => game.start(),
        };
        Ok(visitor.visit(game, start))
    }
}
