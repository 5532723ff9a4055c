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
use tokio::time::sleep;

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
    let looks = stream::unfold((house, name, None::<Seen>), |(house, name, last)| async move {
        if let Some(seen) = last {
            sleep(seen.rest).await;
            await_news(&house, &name, seen.version).await;
        }
        // Whatever happens while the state is computed is news.
        let version = house.hall.watch(&name).map(|news| *news.borrow());
        let begun = Instant::now();
        let asked = name.clone();
        let told = house.apart(move |house| house.hall.state(&asked)).await;
        let event = match told {
            Ok(state) => Event::default().json_data(&state).expect("our messages are plain data"),
            Err(refusal) => Event::default().event("refused").data(refusal.reason),
        };
        let seen = Seen { version, rest: LOOK.max(begun.elapsed() * LEISURE) };
        Some((Ok(event), (house, name, Some(seen))))
    });
    Sse::new(looks).keep_alive(KeepAlive::default())
}

/// What a page was told last.
struct Seen {
    /// The version of the news; `None` if nobody had played since the server began.
    version: Option<u64>,
    /// How long to wait at least before the next look.
    rest: Duration,
}

/// Returns when a page may want to look again: soon while games are played, else when something happens.
async fn await_news(house: &Arc<House>, name: &str, seen: Option<u64>) {
    let Some(mut news) = house.hall.watch(name) else {
        // Somebody may start it.
        sleep(LOOK).await;
        return;
    };
    if Some(*news.borrow_and_update()) == seen && !house.hall.is_running(name) {
        // A closed channel means that it was started again, which is a reason to look, too.
        let _ = news.changed().await;
    }
}
