//! Tournaments: created, watched, paused and continued.

use super::events::{ChangeWatch, events};
use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::messages::{Created, NewTournament, TournamentState, TournamentSummary};
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::Event;
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::Stream;
use std::convert::Infallible;
use std::sync::Arc;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/tournaments", get(list).post(create))
        .route("/api/tournaments/{name}", get(state))
        .route("/api/tournaments/{name}/start", post(start))
        .route("/api/tournaments/{name}/pause", post(pause))
        .route("/api/tournaments/{name}/events", get(changes))
        .route("/api/tournaments/{name}/open/{number}", post(open))
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

/// Opens a finished game as a game of its own.
async fn open(
    State(app): State<Arc<AppState>>,
    Path((name, number)): Path<(String, u64)>,
) -> Result<Json<Created>, ApiError> {
    app.spawn_blocking(move |app| {
        let record = app.tournaments.record(&name, number)?;
        Ok(Json(Created { id: app.games.import(&record, None, false)?.id.clone() }))
    })
    .await
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
