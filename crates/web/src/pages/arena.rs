//! The arena: tournaments made, watched, paused and gone on with.

use super::events::{Watch, events};
use crate::asked::Asked;
use crate::house::House;
use crate::messages::{Created, NewTournament, TournamentState, TournamentSummary};
use crate::refusal::Refusal;
use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::Event;
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::Stream;
use std::convert::Infallible;
use std::sync::Arc;

pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/tournaments", get(list).post(create))
        .route("/api/tournaments/{name}", get(state))
        .route("/api/tournaments/{name}/start", post(start))
        .route("/api/tournaments/{name}/pause", post(pause))
        .route("/api/tournaments/{name}/events", get(news))
        .route("/api/tournaments/{name}/open/{number}", post(open))
}

async fn list(State(house): State<Arc<House>>) -> Result<Json<Vec<TournamentSummary>>, Refusal> {
    house.apart(|house| house.hall.list().map(Json)).await
}

async fn create(State(house): State<Arc<House>>, Asked(asked): Asked<NewTournament>) -> Result<Json<Created>, Refusal> {
    house.apart(move |house| Ok(Json(Created { id: house.hall.create(&asked)? }))).await
}

async fn state(State(house): State<Arc<House>>, Path(name): Path<String>) -> Result<Json<TournamentState>, Refusal> {
    house.apart(move |house| house.hall.state(&name).map(Json)).await
}

async fn start(State(house): State<Arc<House>>, Path(name): Path<String>) -> Result<(), Refusal> {
    house.apart(move |house| house.hall.start(&name)).await
}

async fn pause(State(house): State<Arc<House>>, Path(name): Path<String>) {
    house.hall.pause(&name);
}

/// Opens a finished game at a table of its own.
async fn open(
    State(house): State<Arc<House>>,
    Path((name, number)): Path<(String, u64)>,
) -> Result<Json<Created>, Refusal> {
    house
        .apart(move |house| {
            let record = house.hall.record(&name, number)?;
            Ok(Json(Created { id: house.rooms.import(&record, None)?.id.clone() }))
        })
        .await
}

/// The state whenever it changes.
async fn news(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let watched = name.clone();
    let watch = move |house: &House| {
        let lively = house.hall.is_running(&watched);
        Some(Watch { news: house.hall.watch(&watched)?, lively })
    };
    events(house, watch, move |house| house.hall.state(&name))
}
