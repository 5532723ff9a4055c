//! The lab: studies run, watched and paused, and their reports.

use super::events::{Watch, events};
use crate::asked::Asked;
use crate::house::House;
use crate::messages::{Created, Lab, LabRunState, NewLabRun};
use crate::refusal::Refusal;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_FRAME_OPTIONS};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response, Sse};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::Stream;
use plyground_lab::REPORT;
use std::convert::Infallible;
use std::sync::Arc;

/// Reports and plots carry their style inside and nothing else; our own pages may show them in a frame.
const PAPER: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/lab", get(look_around))
        .route("/api/lab/runs", post(create))
        .route("/api/lab/runs/{name}", get(state))
        .route("/api/lab/runs/{name}/start", post(start))
        .route("/api/lab/runs/{name}/pause", post(pause))
        .route("/api/lab/runs/{name}/events", get(news))
        .route("/api/lab/runs/{name}/report", get(report))
        .route("/api/lab/runs/{name}/files/{file}", get(file))
}

async fn look_around(State(house): State<Arc<House>>) -> Result<Json<Lab>, Refusal> {
    house.apart(|house| Ok(Json(house.laboratory.look_around()))).await
}

async fn create(State(house): State<Arc<House>>, Asked(asked): Asked<NewLabRun>) -> Result<Json<Created>, Refusal> {
    house.apart(move |house| Ok(Json(Created { id: house.laboratory.create(&asked)? }))).await
}

async fn state(State(house): State<Arc<House>>, Path(name): Path<String>) -> Result<Json<LabRunState>, Refusal> {
    house.apart(move |house| house.laboratory.state(&name).map(Json)).await
}

async fn start(State(house): State<Arc<House>>, Path(name): Path<String>) -> Result<(), Refusal> {
    house.apart(move |house| house.laboratory.start(&name)).await
}

async fn pause(State(house): State<Arc<House>>, Path(name): Path<String>) {
    house.laboratory.pause(&name);
}

/// The state whenever it changes.
async fn news(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let watched = name.clone();
    let watch = move |house: &House| Some(Watch { news: house.laboratory.watch(&watched)?, lively: false });
    events(house, watch, move |house| house.laboratory.state(&name))
}

async fn report(State(house): State<Arc<House>>, Path(name): Path<String>) -> Result<Response, Refusal> {
    paper(house, name, REPORT.to_string()).await
}

async fn file(
    State(house): State<Arc<House>>,
    Path((name, file)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    paper(house, name, file).await
}

async fn paper(house: Arc<House>, name: String, file: String) -> Result<Response, Refusal> {
    let kind = match file.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("csv") => "text/csv; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    let text = house.apart(move |house| house.laboratory.file(&name, &file)).await?;
    let headers = [(CONTENT_TYPE, kind), (CONTENT_SECURITY_POLICY, PAPER), (X_FRAME_OPTIONS, "SAMEORIGIN")];
    Ok((headers, text).into_response())
}
