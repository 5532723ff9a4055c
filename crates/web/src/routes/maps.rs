//! Maps of ReversiXT: checked, generated, read.

use crate::boards;
use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::messages::{MapCheck, MapFileText};
use crate::random::seed;
use crate::state::AppState;
use axum::extract::{Path, Query, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use plyground_core::GameKind;
use plyground_games::reversixt::generator::{Recipe, generate};
use plyground_games::reversixt::{MapFile, Reading, ReversiXt, maps};
use serde::Deserialize;
use std::sync::Arc;

/// The name of the game that the maps are for.
pub fn game() -> &'static str {
    ReversiXt::info().name
}

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/maps/check", post(check))
        .route("/api/maps/random", get(random))
        .route("/api/maps/named/{name}", get(named))
}

/// Checks a map.
async fn check(
    State(app): State<Arc<AppState>>,
    JsonBody(map): JsonBody<MapFileText>,
) -> Result<Json<MapCheck>, ApiError> {
    app.spawn_blocking(move |_| Ok(Json(check_map(&map.text)))).await
}

fn check_map(text: &str) -> MapCheck {
    let sized = MapFile::size(text).map_or(Ok(()), |(cols, rows)| boards::check_size(cols, rows));
    let read = sized.map_err(|error| error.to_string());
    let read = read.and_then(|()| MapFile::parse(text, Reading::Strict).map_err(|error| error.to_string()));
    match read {
        Err(problem) => MapCheck { problem: Some(problem), tiles: 0, stones: 0, specials: 0, transitions: 0 },
        Ok(loaded) => {
            let facts = loaded.map.facts();
            MapCheck {
                problem: None,
                tiles: facts.tiles,
                stones: facts.stones,
                specials: facts.choice + facts.inversion + facts.bonus + facts.expansion,
                transitions: facts.transitions,
            }
        }
    }
}

#[derive(Deserialize)]
struct RandomMapQuery {
    players: Option<usize>,
    cols: Option<usize>,
    rows: Option<usize>,
}

/// Generates a random map.
async fn random(
    State(app): State<Arc<AppState>>,
    Query(query): Query<RandomMapQuery>,
) -> Result<Json<MapFileText>, ApiError> {
    let defaults = Recipe::default();
    let recipe = Recipe {
        players: query.players.unwrap_or(defaults.players),
        cols: query.cols.unwrap_or(defaults.cols),
        rows: query.rows.unwrap_or(defaults.rows),
        ..defaults
    };
    boards::check_size(recipe.cols, recipe.rows).map_err(ApiError::rejected)?;
    app.spawn_blocking(move |_| Ok(Json(MapFileText { text: generate(recipe, seed()?).write() }))).await
}

/// A built-in map.
async fn named(Path(name): Path<String>) -> Result<Json<MapFileText>, ApiError> {
    let map = maps::find(&name).ok_or_else(|| ApiError::not_found(format!("there is no map `{name}`")))?;
    Ok(Json(MapFileText { text: map.text.to_string() }))
}
