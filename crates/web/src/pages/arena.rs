//! The arena: tournaments made, watched, paused and gone on with.

use crate::house::House;
use crate::messages::{Created, NewTournament, TournamentState, TournamentSummary};
use crate::refusal::Refusal;
use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::{self, Stream};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// The least time between two looks at a tournament; running boards change all the time.
const LOOK: Duration = Duration::from_millis(500);
/// However large a tournament is, reading it takes only a part of the time.
const LEISURE: u32 = 10;

pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/tournaments", get(list).post(create))
        .route("/api/tournaments/{name}", get(state))
        .route("/api/tournaments/{name}/start", post(start))
        .route("/api/tournaments/{name}/pause", post(pause))
        .route("/api/tournaments/{name}/events", get(events))
        .route("/api/tournaments/{name}/open/{number}", post(open))
}

async fn list(State(house): State<Arc<House>>) -> Result<Json<Vec<TournamentSummary>>, Refusal> {
    house.apart(|house| house.hall.list().map(Json)).await
}

async fn create(State(house): State<Arc<House>>, Json(asked): Json<NewTournament>) -> Result<Json<Created>, Refusal> {
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
async fn events(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let looks = stream::unfold((house, name, None::<Instant>, LOOK), |(house, name, last, rest)| async move {
        if last.is_some() {
            sleep(rest).await;
            await_news(&house, &name).await;
        }
        let begun = Instant::now();
        let asked = name.clone();
        let told = house.apart(move |house| house.hall.state(&asked)).await;
        let rest = LOOK.max(begun.elapsed() * LEISURE);
        let event = match told {
            Ok(state) => Event::default().json_data(&state).expect("our messages are plain data"),
            Err(refusal) => Event::default().event("refused").data(refusal.reason),
        };
        Some((Ok(event), (house, name, Some(begun), rest)))
    });
    Sse::new(looks).keep_alive(KeepAlive::default())
}

/// Returns when a page may want to look again: soon while games are played, else when something happens.
async fn await_news(house: &Arc<House>, name: &str) {
    let Some(mut news) = house.hall.watch(name) else {
        // Nobody has played here since the server began; somebody may start it.
        sleep(LOOK).await;
        return;
    };
    let most = if house.hall.is_running(name) { LOOK } else { Duration::from_secs(3600) };
    // A closed channel or an end of patience are reasons to look, too.
    let _ = timeout(most, news.changed()).await;
}
