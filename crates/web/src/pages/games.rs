//! Games: made, listed, opened from records, taken home, deleted.

use crate::asked::Asked;
use crate::house::House;
use crate::live::{Live, Wish};
use crate::messages::{Created, GameSummary, ImportWish, NewGame};
use crate::refusal::Refusal;
use crate::rooms::seed;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use std::sync::Arc;

/// Games that a list holds unless a page asks for more, and at most.
const USUALLY_LISTED: usize = 12;
const MOST_LISTED: usize = 500;

pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/games", get(list).post(create))
        .route("/api/import", post(import))
        .route("/api/games/{id}", delete(remove))
        .route("/api/games/{id}/record", get(record))
        .route("/api/games/{id}/picture", get(picture))
        .route("/api/games/{id}/export/{format}", get(export))
}

#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    skip: usize,
    count: Option<usize>,
}

async fn list(State(house): State<Arc<House>>, Query(part): Query<Part>) -> Result<Json<Vec<GameSummary>>, Refusal> {
    let count = part.count.unwrap_or(USUALLY_LISTED).min(MOST_LISTED);
    house.apart(move |house| Ok(Json(house.rooms.list(part.skip, count)))).await
}

/// Deletes a game for good.
async fn remove(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    house.rooms.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn create(State(house): State<Arc<House>>, Asked(asked): Asked<NewGame>) -> Result<Json<Created>, Refusal> {
    let wish = Wish::read(asked, seed()?, house.rooms.processes())?;
    house.apart(move |house| Ok(Json(Created { id: house.rooms.create(&wish)?.id.clone() }))).await
}

async fn import(State(house): State<Arc<House>>, Asked(wish): Asked<ImportWish>) -> Result<Json<Created>, Refusal> {
    house
        .apart(move |house| {
            let room = house.rooms.import(&wish.text, wish.game.as_deref())?;
            Ok(Json(Created { id: room.id.clone() }))
        })
        .await
}

async fn record(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let record = look(&house, &id, |live| Ok(live.record())).await?;
    Ok(download("application/json", &id, "json", format!("{record:#}\n")))
}

/// Looks at a game, away from the threads that answer: it may have to be read first.
async fn look<T: Send + 'static>(
    house: &Arc<House>,
    id: &str,
    look: impl FnOnce(&dyn Live) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let id = id.to_string();
    house.apart(move |house| house.rooms.find(&id)?.look(look)).await
}

#[derive(Deserialize)]
struct At {
    ply: Option<usize>,
}

async fn picture(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    Query(at): Query<At>,
) -> Result<Response, Refusal> {
    let drawing = look(&house, &id, move |live| Ok(live.picture(at.ply.unwrap_or(usize::MAX)))).await?;
    Ok(download("image/svg+xml", &id, "svg", drawing))
}

async fn export(
    State(house): State<Arc<House>>,
    Path((id, format)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let wanted = format.clone();
    let text = look(&house, &id, move |live| live.export(&wanted).map_err(Refusal::new)).await?;
    Ok(download("text/plain; charset=utf-8", &id, &format, text))
}

fn download(kind: &'static str, id: &str, ending: &str, text: String) -> Response {
    let name = format!("attachment; filename=\"plyground-{}.{ending}\"", &id[..8]);
    ([(CONTENT_TYPE, kind.to_string()), (CONTENT_DISPOSITION, name)], text).into_response()
}
