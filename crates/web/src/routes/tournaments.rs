//! Tournaments: created, watched, paused and continued.

use super::download;
use super::events::{ChangeWatch, events};
use crate::compression;
use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::library::path_segment;
use crate::messages::{Created, NewTournament, TournamentState, TournamentSummary};
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::Event;
use axum::response::{Response, Sse};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::Stream;
use std::convert::Infallible;
use std::sync::Arc;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/tournaments", get(list).post(create))
        .route("/api/tournaments/{name}", get(state).delete(remove))
        .route("/api/tournaments/{name}/start", post(start))
        .route("/api/tournaments/{name}/pause", post(pause))
        .route("/api/tournaments/{name}/events", get(changes))
        .route("/api/tournaments/{name}/report/{format}", get(report))
        .route("/api/tournaments/{name}/games/{number}/open", post(open))
        .route("/api/tournaments/{name}/games/{number}/record", get(record))
        .route("/api/tournaments/{name}/games/{number}/scene", get(scene))
        .route("/api/tournaments/{name}/games/{number}/export/{format}", get(export))
        .route("/api/tournaments/{name}/games/{number}/events", get(broadcast))
}

async fn list(State(app): State<Arc<AppState>>) -> Result<Json<Vec<TournamentSummary>>, ApiError> {
    app.spawn_blocking(|app| app.tournaments.list().map(Json)).await
}

async fn create(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<NewTournament>,
) -> Result<Json<Created>, ApiError> {
    app.spawn_blocking(move |app| Ok(Json(Created { id: app.tournaments.create(&request)? }))).await
}

async fn state(State(app): State<Arc<AppState>>, Path(name): Path<String>) -> Result<Json<TournamentState>, ApiError> {
    app.spawn_blocking(move |app| app.tournaments.state(&name).map(Json)).await
}

async fn start(State(app): State<Arc<AppState>>, Path(name): Path<String>) -> Result<(), ApiError> {
    app.spawn_blocking(move |app| app.tournaments.start(&name)).await
}

async fn pause(State(app): State<Arc<AppState>>, Path(name): Path<String>) {
    app.tournaments.pause(&name);
}

/// Deletes a tournament with all its games.
async fn remove(State(app): State<Arc<AppState>>, Path(name): Path<String>) -> Result<StatusCode, ApiError> {
    app.spawn_blocking(move |app| app.tournaments.delete(&name)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The standings as a document.
async fn report(
    State(app): State<Arc<AppState>>,
    Path((name, format)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let kind = match format.as_str() {
        "html" => "text/html; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    let file = format!("tournament.{}", path_segment(&format));
    let text = app.spawn_blocking(move |app| app.tournaments.report(&name, &format)).await?;
    Ok(download(kind, &file, text))
}

/// Opens a finished game as a record with a page of its own. Opened again, it is the same page.
async fn open(
    State(app): State<Arc<AppState>>,
    Path((name, number)): Path<(String, u64)>,
) -> Result<Json<Created>, ApiError> {
    app.spawn_blocking(move |app| {
        let (id, source) = app.tournaments.copy_of(&name, number)?;
        let session = app.games.find_or_import(&id, source, || app.tournaments.record(&name, number))?;
        Ok(Json(Created { id: session.id.clone() }))
    })
    .await
}

async fn record(
    State(app): State<Arc<AppState>>,
    Path((name, number)): Path<(String, u64)>,
) -> Result<Response, ApiError> {
    let text = app.spawn_blocking(move |app| app.tournaments.record(&name, number)).await?;
    Ok(download("application/json", &format!("plyground-game-{}.json", number.saturating_add(1)), text))
}

async fn scene(
    State(app): State<Arc<AppState>>,
    Path((name, number)): Path<(String, u64)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let scene = app.spawn_blocking(move |app| app.tournaments.scene(&name, number)).await?;
    compression::json(&headers, &scene)
}

async fn export(
    State(app): State<Arc<AppState>>,
    Path((name, number, format)): Path<(String, u64, String)>,
) -> Result<Response, ApiError> {
    let file = format!("plyground-game-{}.{}", number.saturating_add(1), path_segment(&format));
    let text = app.spawn_blocking(move |app| app.tournaments.export(&name, number, &format)).await?;
    Ok(download("text/plain; charset=utf-8", &file, text))
}

/// Sends what people who follow a game see, again and again while it is played.
async fn broadcast(
    State(app): State<Arc<AppState>>,
    Path((name, number)): Path<(String, u64)>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let watched = name.clone();
    let watch = move |app: &AppState| {
        let always_changing = app.tournaments.is_running(&watched);
        Some(ChangeWatch { changes: app.tournaments.watch(&watched)?, always_changing })
    };
    events(app, watch, move |app| app.tournaments.broadcast(&name, number))
}

/// Sends the state whenever it changes.
async fn changes(
    State(app): State<Arc<AppState>>,
    Path(name): Path<String>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let watched = name.clone();
    let watch = move |app: &AppState| {
        let always_changing = app.tournaments.is_running(&watched);
        Some(ChangeWatch { changes: app.tournaments.watch(&watched)?, always_changing })
    };
    events(app, watch, move |app| app.tournaments.state(&name))
}
