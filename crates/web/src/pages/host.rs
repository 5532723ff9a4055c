//! Network games hosted from a page.

use crate::asked::Asked;
use crate::house::House;
use crate::messages::{Created, HostingState, NewHosting};
use crate::refusal::Refusal;
use crate::rooms::{new_id, seed};
use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::{self, Stream};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::watch;

pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/hostings", post(create))
        .route("/api/hostings/{id}", get(state))
        .route("/api/hostings/{id}/stop", post(stop))
        .route("/api/hostings/{id}/events", get(events))
}

async fn create(State(house): State<Arc<House>>, Asked(asked): Asked<NewHosting>) -> Result<Json<Created>, Refusal> {
    let (id, seed) = (new_id()?, seed()?);
    house
        .apart(move |house| {
            house.inn.open(&id, &asked, seed)?;
            Ok(Json(Created { id }))
        })
        .await
}

async fn state(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Json<HostingState>, Refusal> {
    house.inn.state(&id).map(Json)
}

async fn stop(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<(), Refusal> {
    house.inn.stop(&id)
}

/// The state whenever it changes.
async fn events(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let mut news = house.inn.watch(&id)?;
    news.mark_changed(); // the first state goes out at once
    let looks = stream::unfold((house, id, news), |(house, id, mut news): (_, _, watch::Receiver<u64>)| async move {
        news.changed().await.ok()?;
        let state = house.inn.state(&id).ok()?;
        let event = Event::default().json_data(&state).expect("our messages are plain data");
        Some((Ok(event), (house, id, news)))
    });
    Ok(Sse::new(looks).keep_alive(KeepAlive::default()))
}
