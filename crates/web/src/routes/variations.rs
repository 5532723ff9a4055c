//! The variations of a game: read, saved, and taken from a text.

use super::games::read;
use crate::compression;
use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::messages::{ExploredPosition, NodePath, ReadVariations, SaveVariations, SavedVariations, VariationDocument};
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use std::sync::Arc;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/games/{id}/variations", get(load).put(save))
        .route("/api/games/{id}/variations/read", post(from_text))
        .route("/api/games/{id}/explore", post(explore))
        .route("/api/games/{id}/explore/play", post(play))
}

async fn load(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let document = read(&app, &id, |live| Ok(live.variations())).await?;
    compression::json(&headers, &document)
}

/// Saves the variations. They are on disk when this returns.
async fn save(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<SaveVariations>,
) -> Result<Json<SavedVariations>, ApiError> {
    let session = app.spawn_blocking(move |app| app.games.find(&id)).await?;
    let revision = app.games.change(&session, move |live| live.save_variations(&request)).await??;
    Ok(Json(SavedVariations { revision }))
}

/// What was played in a position before.
async fn explore(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    JsonBody(path): JsonBody<NodePath>,
) -> Result<Json<ExploredPosition>, ApiError> {
    let (board, position) = read(&app, &id, move |live| live.explored(&path)).await?;
    app.spawn_blocking(move |app| Ok(Json(app.explorer.explore(app.games.store(), &board, &position)))).await
}

/// Lets an engine play quick games from a position; then what was played there.
async fn play(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    JsonBody(path): JsonBody<NodePath>,
) -> Result<Json<ExploredPosition>, ApiError> {
    let (board, position) = read(&app, &id, move |live| live.explored(&path)).await?;
    app.spawn_blocking(move |app| {
        app.explorer.play(&board, &position)?;
        Ok(Json(app.explorer.explore(app.games.store(), &board, &position)))
    })
    .await
}

/// Reads variations from a text and saves nothing.
async fn from_text(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<ReadVariations>,
) -> Result<Json<VariationDocument>, ApiError> {
    read(&app, &id, move |live| Ok(Json(live.read_variations(&request)))).await
}
