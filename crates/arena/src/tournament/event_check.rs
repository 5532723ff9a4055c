//! What a game looks like once it is opened: seats, openings, and whether the players can play it.

use super::form::{self, OpeningForm, OpeningList};
use super::plan::{EventOpenings, PlanPlayer};
use crate::{OpeningRule, OpeningWish};
use plyground_core::{Game, GameVisitor, Notation, Playable, Setup, SetupError, Turn};
use plyground_engine::build;
use plyground_games::registry;
use std::path::Path;

/// More listed openings than this belong into several tournaments.
const MOST_OPENINGS: usize = 100_000;

/// An answer to "why not": the key, and the reason.
type Refusal = (&'static str, String);

/// A game that was opened and looked at.
pub(super) struct Venue {
    pub seats: usize,
    pub openings: EventOpenings,
}

/// What the plan says about openings, and where its files are.
pub(super) struct Wish<'a> {
    pub folder: Option<&'a Path>,
    pub openings: Option<&'a OpeningForm>,
}

/// What to call an event that has no label.
pub(super) fn label(game: &str, setup: &Setup) -> String {
    let board = setup.map.as_ref().map(|map| map.name.as_str()).or(setup.variant.as_deref());
    board.map_or_else(|| game.to_string(), |board| format!("{game} {board}"))
}

/// Opens the game, builds every player once and collects the openings.
pub(super) fn inspect(game: &str, setup: &Setup, players: &[&PlanPlayer], wish: &Wish<'_>) -> Result<Venue, Refusal> {
    let words = wish
        .openings
        .map_or(Ok(OpeningWish::Rule(OpeningRule::Auto)), |form| look_up(game, setup, form, wish.folder))?;
    let visit = Inspect { players, openings: words, chosen_position: setup.position.is_some() };
    match registry::visit(game, setup, visit) {
        None => Err(("game", registry::unknown(game))),
        Some(Err(error @ SetupError::Variant(_))) => Err(("variant", error.to_string())),
        Some(Err(error @ SetupError::Map(_))) => Err(("map", error.to_string())),
        Some(Err(error @ SetupError::Position(_))) => Err(("position", error.to_string())),
        Some(Err(error)) => Err(("game", error.to_string())),
        Some(Ok(venue)) => venue,
    }
}

fn look_up(game: &str, setup: &Setup, form: &OpeningForm, folder: Option<&Path>) -> Result<OpeningWish, Refusal> {
    let refuse = |reason: String| ("openings", reason);
    match form {
        OpeningForm::Word(word) => OpeningWish::look_up(word, game, setup).map_err(refuse),
        OpeningForm::List(OpeningList { positions: Some(positions), variants: None, file: None }) => {
            Ok(OpeningWish::Positions(positions.clone()))
        }
        OpeningForm::List(OpeningList { positions: None, variants: Some(list), file: None }) => {
            OpeningWish::of_variants(list, game, setup).map_err(refuse)
        }
        OpeningForm::List(OpeningList { positions: None, variants: None, file: Some(file) }) => {
            let path = folder.unwrap_or(Path::new("")).join(file);
            let text = form::read(&path).map_err(|error| refuse(error.to_string()))?;
            // A position may begin with `#`; a remark has a blank after it.
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# "));
            Ok(OpeningWish::Positions(lines.map(String::from).collect()))
        }
        OpeningForm::List(_) => Err(refuse("give one of positions, variants or file".to_string())),
    }
}

struct Inspect<'a> {
    players: &'a [&'a PlanPlayer],
    openings: OpeningWish,
    chosen_position: bool,
}

impl GameVisitor for Inspect<'_> {
    type Output = Result<Venue, Refusal>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        for player in self.players {
            build(&player.spec, &game, 0).map_err(|error| ("players", format!("`{}`: {error}", player.name)))?;
        }
        if game.turn(&start) == Turn::Over {
            return Err(("position", "the game is over before it begins".to_string()));
        }
        let openings = match self.openings {
            OpeningWish::Rule(rule) => EventOpenings::Drawn(rule.resolve(&game, self.chosen_position)),
            OpeningWish::Positions(texts) => EventOpenings::Listed(check_positions(&game, texts)?),
        };
        Ok(Venue { seats: game.facts().players, openings })
    }
}

fn check_positions<G: Game + Notation>(game: &G, texts: Vec<String>) -> Result<Vec<String>, Refusal> {
    if texts.is_empty() || texts.len() > MOST_OPENINGS {
        return Err(("openings", format!("a list has 1 to {MOST_OPENINGS} openings, not {}", texts.len())));
    }
    let check = |(index, text): (usize, &String)| match game.parse_position(text) {
        Ok(position) if game.turn(&position) == Turn::Over => {
            Err(("openings", format!("number {}: the game is over before it begins", index + 1)))
        }
        Ok(position) => Ok(game.position_text(&position)),
        Err(error) => Err(("openings", format!("number {}: {error}", index + 1))),
    };
    texts.iter().enumerate().map(check).collect()
}
