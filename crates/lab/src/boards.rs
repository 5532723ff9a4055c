//! Games with somewhere to begin.

use crate::{LabError, Order};
use plyground_core::{GameVisitor, Setup};
use plyground_games::registry;

/// A game and its board.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// The game's name in the registry.
    pub game: &'static str,
    /// What to call the board.
    pub name: String,
    /// The board itself.
    pub setup: Setup,
}

impl Board {
    /// A variant of a game.
    pub fn new(game: &'static str, name: &str, variant: &str) -> Self {
        let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
        Board { game, name: name.to_string(), setup }
    }

    /// ReversiXT's maps: those of the order, else built-in ones and random ones of these names.
    pub fn maps(order: &Order, usual: &[&str]) -> Vec<Self> {
        if order.maps.is_empty() {
            return usual.iter().map(|name| Board::map(name)).collect();
        }
        let board = |map: &plyground_core::MapText| Board {
            game: "reversixt",
            name: map.name.clone(),
            setup: Setup { map: Some(map.clone()), ..Setup::default() },
        };
        order.maps.iter().map(board).collect()
    }

    /// `standard`, the name of a built-in map, or the recipe of a random one, `seed=…`.
    pub fn map(name: &str) -> Self {
        match name {
            "standard" => Board::new("reversixt", name, "standard"),
            recipe if recipe.contains('=') => {
                let seed = recipe.split(',').next().unwrap_or(recipe);
                Board::new("reversixt", &seed.replace("seed=", "random "), recipe)
            }
            name => Board::new("reversixt", name, &format!("map={name}")),
        }
    }

    /// Opens the game and runs the visitor on it.
    pub fn open<V: GameVisitor>(&self, visitor: V) -> Result<V::Output, LabError> {
        let opened = registry::visit(self.game, &self.setup, visitor);
        Ok(opened
            .ok_or_else(|| LabError::Misuse(format!("the game `{}` is not part of this program", self.game)))??)
    }
}
