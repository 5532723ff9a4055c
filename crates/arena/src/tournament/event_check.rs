//! Checks one event of a plan: opens the game, builds its players and collects its openings.

use super::form::{self, OpeningForm, OpeningList};
use super::plan::{EventOpenings, PlanPlayer};
use crate::{ArgumentError, OpeningRule, OpeningSource};
use plyground_core::{AnyGame, Game, Notation, OpenError, Setup, SetupError, Turn};
use plyground_engine::build;
use plyground_games::registry;
use std::path::Path;

/// The most openings of one list.
const MOST_OPENINGS: usize = 100_000;

/// The key of the plan that is wrong, and the reason.
type KeyError = (&'static str, String);

/// What a valid event needs besides its form.
pub(super) struct CheckedEvent {
    pub seats: usize,
    pub openings: EventOpenings,
}

/// The openings of an event as the plan describes them, and the folder of their files.
pub(super) struct OpeningRequest<'a> {
    pub folder: Option<&'a Path>,
    pub openings: Option<&'a OpeningForm>,
}

/// The name of an event without a label.
pub(super) fn label(game: &str, setup: &Setup) -> String {
    let board = setup.map.as_ref().map(|map| map.name.as_str()).or(setup.variant.as_deref());
    board.map_or_else(|| game.to_string(), |board| format!("{game} {board}"))
}

/// Opens the game, builds every player once and collects the openings.
pub(super) fn check_event(
    game: &str,
    setup: &Setup,
    players: &[&PlanPlayer],
    request: &OpeningRequest<'_>,
) -> Result<CheckedEvent, KeyError> {
    let words = request
        .openings
        .map_or(Ok(OpeningSource::Rule(OpeningRule::Auto)), |form| look_up(game, setup, form, request.folder))?;
    let (game, start) = registry::open(game, setup).map_err(|error| match error {
        OpenError::Unknown { .. } => ("game", error.to_string()),
        OpenError::Setup(SetupError::Variant(_)) => ("variant", error.to_string()),
        OpenError::Setup(SetupError::Map(_)) => ("map", error.to_string()),
        OpenError::Setup(SetupError::Position(_)) => ("position", error.to_string()),
        OpenError::Setup(_) => ("game", error.to_string()),
    })?;
    for player in players {
        build(&player.spec, &game, 0).map_err(|error| ("players", format!("`{}`: {error}", player.name)))?;
    }
    if game.turn(&start) == Turn::Over {
        return Err(("position", "the game is over before it begins".to_string()));
    }
    let openings = match words {
        OpeningSource::Rule(rule) => EventOpenings::Drawn(rule.resolve(&game, setup.position.is_some())),
        OpeningSource::Positions(texts) => EventOpenings::Listed(check_positions(&game, texts)?),
    };
    Ok(CheckedEvent { seats: game.facts().players, openings })
}

fn look_up(game: &str, setup: &Setup, form: &OpeningForm, folder: Option<&Path>) -> Result<OpeningSource, KeyError> {
    let refuse = |reason: String| ("openings", reason);
    let invalid = |error: ArgumentError| refuse(error.to_string());
    match form {
        OpeningForm::Word(word) => OpeningSource::parse(word, game, setup).map_err(invalid),
        OpeningForm::List(OpeningList { positions: Some(positions), variants: None, file: None }) => {
            Ok(OpeningSource::Positions(positions.clone()))
        }
        OpeningForm::List(OpeningList { positions: None, variants: Some(list), file: None }) => {
            OpeningSource::of_variants(list, game, setup).map_err(invalid)
        }
        OpeningForm::List(OpeningList { positions: None, variants: None, file: Some(file) }) => {
            let path = folder.unwrap_or(Path::new("")).join(file);
            let text = form::read(&path).map_err(|error| refuse(error.to_string()))?;
            // A position may begin with `#`; a comment has a blank after it.
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# "));
            Ok(OpeningSource::Positions(lines.map(String::from).collect()))
        }
        OpeningForm::List(_) => Err(refuse("give one of positions, variants or file".to_string())),
    }
}

fn check_positions(game: &AnyGame, texts: Vec<String>) -> Result<Vec<String>, KeyError> {
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
