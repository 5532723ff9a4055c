//! Games: created, listed, imported, exported, deleted.

use super::download;
use crate::compression;
use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::live::{GameConfig, LiveGame};
use crate::messages::{Created, GameSummary, ImportRequest, LibraryPage, LibraryQuery, NewGame};
use crate::random::seed;
use crate::state::AppState;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use std::sync::Arc;

/// Default and maximum length of a list.
const DEFAULT_COUNT: usize = 12;
const MAX_COUNT: usize = 500;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/games", get(list).post(create))
        .route("/api/library", get(library))
        .route("/api/import", post(import))
        .route("/api/games/{id}", delete(remove))
        .route("/api/games/{id}/record", get(record))
        .route("/api/games/{id}/picture", get(picture))
        .route("/api/games/{id}/scene", get(scene))
        .route("/api/games/{id}/export/{format}", get(export))
}

#[derive(Deserialize)]
struct ListQuery {
    #[serde(default)]
    skip: usize,
    count: Option<usize>,
}

async fn list(
    State(app): State<Arc<AppState>>,
    Query(query): Query<ListQuery>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let count = query.count.unwrap_or(DEFAULT_COUNT).min(MAX_COUNT);
    app.spawn_blocking(move |app| Ok(Json(app.games.list(query.skip, count)))).await
}

/// All games, with those of tournaments, searched and counted by the server.
async fn library(
    State(app): State<Arc<AppState>>,
    Query(query): Query<LibraryQuery>,
) -> Result<Json<LibraryPage>, ApiError> {
    app.spawn_blocking(move |app| {
        let archive = app.tournaments.archive_if_any()?;
        app.library.page(app.games.store(), archive.as_ref(), &query).map(Json)
    })
    .await
}

/// Deletes a game permanently.
async fn remove(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    app.games.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn create(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<NewGame>,
) -> Result<Json<Created>, ApiError> {
    let config = GameConfig::read(request, seed()?, app.games.processes())?;
    app.spawn_blocking(move |app| Ok(Json(Created { id: app.games.create(&config)?.id.clone() }))).await
}

async fn import(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<ImportRequest>,
) -> Result<Json<Created>, ApiError> {
    app.spawn_blocking(move |app| {
        let session = app.games.import(&request.text, request.game.as_deref(), request.legal_part)?;
        Ok(Json(Created { id: session.id.clone() }))
    })
    .await
}

async fn record(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let record = read(&app, &id, |live| Ok(live.record())).await?;
    Ok(download("application/json", &file_name(&id, "json"), format!("{record:#}\n")))
}

/// Reads a game on a thread that may block: it may have to be loaded first.
pub(super) async fn read<T: Send + 'static>(
    app: &Arc<AppState>,
    id: &str,
    read: impl FnOnce(&LiveGame) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let id = id.to_string();
    app.spawn_blocking(move |app| app.games.find(&id)?.read(read)).await
}

#[derive(Deserialize)]
struct PictureQuery {
    ply: Option<usize>,
}

async fn picture(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    let drawing = read(&app, &id, move |live| Ok(live.picture(query.ply.unwrap_or(usize::MAX)))).await?;
    Ok(download("image/svg+xml", &file_name(&id, "svg"), drawing))
}

/// The current position, for the card of a saved game.
async fn scene(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let scene = read(&app, &id, |live| Ok(live.scene())).await?;
    compression::json(&headers, &scene)
}

async fn export(
    State(app): State<Arc<AppState>>,
    Path((id, format)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let requested = format.clone();
    let text = read(&app, &id, move |live| live.export(&requested)).await?;
    Ok(download("text/plain; charset=utf-8", &file_name(&id, &format), text))
}

/// The name of a downloaded file of a game.
fn file_name(id: &str, extension: &str) -> String {
    format!("plyground-{}.{extension}", &id[..8])
}
