//! Network games hosted from a page.

use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::live::GameSource;
use crate::messages::{Created, HostingState, NewHosting};
use crate::random::{new_id, seed};
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::{self, Stream};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::watch;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/hostings", post(create))
        .route("/api/hostings/{id}", get(state))
        .route("/api/hostings/{id}/stop", post(stop))
        .route("/api/hostings/{id}/join", post(join))
        .route("/api/games/{id}/host", post(host_again))
        .route("/api/hostings/{id}/events", get(events))
}

async fn create(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<NewHosting>,
) -> Result<Json<Created>, ApiError> {
    let (id, seed) = (new_id()?, seed()?);
    app.spawn_blocking(move |app| {
        app.hosts.open(&id, &request, seed)?;
        Ok(Json(Created { id }))
    })
    .await
}

async fn state(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Result<Json<HostingState>, ApiError> {
    app.hosts.state(&id).map(Json)
}

/// Takes a seat for the person who asks.
async fn join(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Result<(), ApiError> {
    app.spawn_blocking(move |app| app.hosts.join(&id)).await
}

/// Hosts games like a saved one again.
async fn host_again(State(app): State<Arc<AppState>>, Path(game): Path<String>) -> Result<Json<Created>, ApiError> {
    let (id, seed) = (new_id()?, seed()?);
    app.spawn_blocking(move |app| {
        let source = app.games.find(&game)?.read(|live| live.source().clone());
        let GameSource::Hosted { request, .. } = source else {
            return Err(ApiError::rejected("this game was not hosted for network clients"));
        };
        let request: NewHosting = serde_json::from_value(request)
            .map_err(|_| ApiError::rejected("this record does not say how the game was hosted"))?;
        app.hosts.open(&id, &request, seed)?;
        Ok(Json(Created { id }))
    })
    .await
}

async fn stop(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Result<(), ApiError> {
    app.hosts.stop(&id)
}

/// Sends the state whenever it changes.
async fn events(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let mut changes = app.hosts.watch(&id)?;
    changes.mark_changed(); // send the first state at once
    let events =
        stream::unfold((app, id, changes), |(app, id, mut changes): (_, _, watch::Receiver<u64>)| async move {
            changes.changed().await.ok()?;
            let state = app.hosts.state(&id).ok()?;
            let event = Event::default().json_data(&state).expect("our messages are plain data");
            Some((Ok(event), (app, id, changes)))
        });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
