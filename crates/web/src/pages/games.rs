//! Games: made, listed, opened from records, taken home.

use crate::asked::Asked;
use crate::house::House;
use crate::live::Wish;
use crate::messages::{Created, GameSummary, ImportWish, NewGame};
use crate::refusal::Refusal;
use crate::rooms::seed;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use std::sync::Arc;

pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/games", get(list).post(create))
        .route("/api/import", post(import))
        .route("/api/games/{id}/record", get(record))
        .route("/api/games/{id}/picture", get(picture))
        .route("/api/games/{id}/export/{format}", get(export))
}

async fn list(State(house): State<Arc<House>>) -> Json<Vec<GameSummary>> {
    let listed = tokio::task::spawn_blocking(move || house.rooms.list()).await;
    Json(listed.unwrap_or_default())
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
    house
        .apart(move |house| {
            let record = house.rooms.find(&id)?.look(|live| live.record());
            Ok(download("application/json", &id, "json", format!("{record:#}\n")))
        })
        .await
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
    house
        .apart(move |house| {
            let drawing = house.rooms.find(&id)?.look(|live| live.picture(at.ply.unwrap_or(usize::MAX)));
            Ok(download("image/svg+xml", &id, "svg", drawing))
        })
        .await
}

async fn export(
    State(house): State<Arc<House>>,
    Path((id, format)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    house
        .apart(move |house| {
            let text = house.rooms.find(&id)?.look(|live| live.export(&format)).map_err(Refusal::new)?;
            Ok(download("text/plain; charset=utf-8", &id, &format, text))
        })
        .await
}

fn download(kind: &'static str, id: &str, ending: &str, text: String) -> Response {
    let name = format!("attachment; filename=\"plyground-{}.{ending}\"", &id[..8]);
    ([(CONTENT_TYPE, kind.to_string()), (CONTENT_DISPOSITION, name)], text).into_response()
}
