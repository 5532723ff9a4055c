//! Boards of studies.

use crate::{LabError, StudyOptions};
use plyground_core::{AnyGame, AnyPosition, GameInfo, MapText, OpenError, Setup};
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

/// The game whose maps studies are run on: the one that comes with maps.
pub fn map_game() -> Result<GameInfo, LabError> {
    let found = registry::infos().into_iter().find(|info| !info.boards.is_empty());
    found.ok_or_else(|| LabError::Misuse("no game of this program has maps".to_string()))
}

impl StudyBoard {
    /// The usual board of every game of the program, in the order of the registry.
    pub fn of_every_game() -> Vec<Self> {
        let usual = |info: GameInfo| {
            let variant = info.variants.first().map(|variant| variant.name.to_string());
            StudyBoard { game: info.name, name: info.name.to_string(), setup: Setup { variant, ..Setup::default() } }
        };
        registry::infos().into_iter().map(usual).collect()
    }

    /// A variant of a game.
    pub fn new(game: &'static str, name: &str, variant: &str) -> Self {
        let setup = Setup { variant: Some(variant.to_string()), ..Setup::default() };
        StudyBoard { game, name: name.to_string(), setup }
    }

    /// Maps: those of the order, else built-in ones and random ones of these names.
    pub fn maps(options: &StudyOptions, usual: &[&str]) -> Result<Vec<Self>, LabError> {
        if options.maps.is_empty() {
            return usual.iter().map(|name| StudyBoard::map(name)).collect();
        }
        let game = map_game()?.name;
        let board = |map: &MapText| StudyBoard {
            game,
            name: map.name.clone(),
            setup: Setup { map: Some(map.clone()), ..Setup::default() },
        };
        Ok(options.maps.iter().map(board).collect())
    }

    /// `standard`, the name of a built-in map, or the recipe of a random one, `seed=…`.
    pub fn map(name: &str) -> Result<Self, LabError> {
        let game = map_game()?.name;
        Ok(match name {
            "standard" => StudyBoard::new(game, name, "standard"),
            recipe if recipe.contains('=') => {
                let seed = recipe.split(',').next().unwrap_or(recipe);
                StudyBoard::new(game, &seed.replace("seed=", "random "), recipe)
            }
            name => StudyBoard::new(game, name, &format!("map={name}")),
        })
    }

    /// Opens the game: its rules and its first position.
    pub fn open(&self) -> Result<(AnyGame, AnyPosition), LabError> {
        registry::open(self.game, &self.setup).map_err(|error| match error {
            OpenError::Unknown { .. } => {
                LabError::Misuse(format!("the game `{}` is not part of this program", self.game))
            }
            OpenError::Setup(error) => error.into(),
        })
    }
}
