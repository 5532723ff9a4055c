//! What people write about openings, looked up in the game it is about.

use crate::{OpeningRule, Openings};
use plyground_core::{GameVisitor, NotationError, Playable, Setup, suggest::hint};
use plyground_games::registry;

/// Openings by a rule, or as texts of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningWish {
    /// Drawn.
    Rule(OpeningRule),
    /// Listed; nobody has read them yet.
    Positions(Vec<String>),
}

impl OpeningWish {
    /// A rule, or the name of one of the game's collections of openings.
    ///
    /// # Errors
    /// When the word is neither, in a sentence that tells what there is.
    pub fn look_up(word: &str, game: &str, setup: &Setup) -> Result<Self, String> {
        let reason = match word.parse() {
            Ok(rule) => return Ok(OpeningWish::Rule(rule)),
            Err(reason) => reason,
        };
        let collections = registry::collections(game);
        match collections.iter().find(|collection| collection.name == word) {
            Some(collection) => Self::of_variants(&collection.openings, game, setup),
            None if word.starts_with("random") => Err(reason),
            None => {
                let names = collections.iter().map(|collection| collection.name);
                let known = ["auto", "start", "deal", "random:PLIES"].into_iter().chain(names);
                Err(format!("`{word}` is no way to open games of {game}; {}", hint(word, known)))
            }
        }
    }

    /// The first positions of variants of the game.
    ///
    /// # Errors
    /// When there is no such variant.
    pub fn of_variants(list: &[String], game: &str, setup: &Setup) -> Result<Self, String> {
        let start = |parameters: &String| {
            let variant = match &setup.variant {
                Some(variant) => format!("{variant},{parameters}"),
                None => parameters.clone(),
            };
            let setup = Setup { variant: Some(variant), position: None, ..setup.clone() };
            match registry::visit(game, &setup, StartText) {
                Some(text) => text.map_err(|error| error.to_string()),
                None => Err(format!("there is no game `{game}`")),
            }
        };
        list.iter().map(start).collect::<Result<_, _>>().map(OpeningWish::Positions)
    }

    /// The openings of games that are played from `start`, unless a list says otherwise.
    ///
    /// # Errors
    /// When a listed text is no position of the game.
    pub fn open<G: Playable>(&self, game: &G, start: &G::Position) -> Result<Openings<G::Position>, NotationError> {
        match self {
            OpeningWish::Rule(rule) => {
                let rule = rule.resolve(game, *start != game.start());
                Ok(Openings::Drawn { rule, start: start.clone() })
            }
            OpeningWish::Positions(texts) => Openings::listed(game, texts),
        }
    }
}

struct StartText;

impl GameVisitor for StartText {
    type Output = String;
    fn visit<G: Playable>(self, game: G, start: G::Position) -> String {
        game.position_text(&start)
    }
}
