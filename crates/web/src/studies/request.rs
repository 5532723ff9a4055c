//! From a form to an order for the lab.

use crate::error::ApiError;
use crate::messages::NewLabRun;
use plyground_core::MapText;
use plyground_engine::{Spec, SpecPolicy};
use plyground_lab::{Size, Study, StudyOptions};

/// The study and the order that a form describes.
pub fn read(request: &NewLabRun, processes: bool) -> Result<(&'static dyn Study, StudyOptions), ApiError> {
    let study = plyground_lab::find(&request.study).map_err(ApiError::not_found)?;
    let maps: Result<Vec<MapText>, ApiError> = request.maps.iter().map(|name| map(name)).collect();
    let order = StudyOptions {
        size: if request.quick { Size::Quick } else { Size::Full },
        games: request.games,
        maps: maps?,
        map_words: request.maps.clone(),
        player: request.player.as_deref().map(|text| player(text, processes)).transpose()?,
        seed: request.seed.unwrap_or(StudyOptions::default().seed),
    };
    // The form offers only options that the study takes, so what can be wrong here is the number of games.
    order.check(&study.facts()).map_err(|error| ApiError::at("games", error))?;
    Ok((study, order))
}

fn map(name: &str) -> Result<MapText, ApiError> {
    let game = plyground_lab::map_game().map_err(|error| ApiError::at("maps", error))?;
    game.map(name).map_err(|unknown| ApiError::at("maps", unknown.to_string()))
}

fn player(text: &str, processes: bool) -> Result<String, ApiError> {
    let spec = text.parse::<Spec>().and_then(|spec| SpecPolicy::server(processes).check(&spec).map(|()| spec));
    spec.map(|spec| spec.to_string()).map_err(|error| ApiError::at("player", error))
}
