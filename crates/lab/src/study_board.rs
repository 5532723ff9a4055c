//! Boards of studies.

use crate::{LabError, StudyOptions};
use plyground_core::{GameVisitor, OpenError, Setup};
use plyground_games::registry;

/// A game and its board.
#[derive(Clone, PartialEq, Debug)]
pub struct StudyBoard {
    /// The game's name in the registry.
    pub game: &'static str,
    /// What to call the board.
    pub name: String,
    /// The board itself.
    pub setup: Setup,
}

impl StudyBoard {
    /// A variant of a game.
    pub fn new(game: &'static str, name: &str, variant: &str) -> Self {
        let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
        StudyBoard { game, name: name.to_string(), setup }
    }

    /// ReversiXT's maps: those of the order, else built-in ones and random ones of these names.
    pub fn maps(options: &StudyOptions, usual: &[&str]) -> Vec<Self> {
        if options.maps.is_empty() {
            return usual.iter().map(|name| StudyBoard::map(name)).collect();
        }
        let board = |map: &plyground_core::MapText| StudyBoard {
            game: "reversixt",
            name: map.name.clone(),
            setup: Setup { map: Some(map.clone()), ..Setup::default() },
        };
        options.maps.iter().map(board).collect()
    }

    /// `standard`, the name of a built-in map, or the recipe of a random one, `seed=…`.
    pub fn map(name: &str) -> Self {
        match name {
            "standard" => StudyBoard::new("reversixt", name, "standard"),
            recipe if recipe.contains('=') => {
                let seed = recipe.split(',').next().unwrap_or(recipe);
                StudyBoard::new("reversixt", &seed.replace("seed=", "random "), recipe)
            }
            name => StudyBoard::new("reversixt", name, &format!("map={name}")),
        }
    }

    /// Opens the game and runs the visitor on it.
    pub fn open<V: GameVisitor>(&self, visitor: V) -> Result<V::Output, LabError> {
        let opened = registry::visit(self.game, &self.setup, visitor);
        opened.map_err(|error| match error {
            OpenError::Unknown { .. } => {
                LabError::Misuse(format!("the game `{}` is not part of this program", self.game))
            }
            OpenError::Setup(error) => error.into(),
        })
    }
}
