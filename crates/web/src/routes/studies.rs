//! Studies: started, watched and paused, and their reports.

use super::events::{ChangeWatch, events};
use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::messages::{Created, LabOverview, LabRunState, NewLabRun};
use crate::state::AppState;
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

/// The content security policy of reports and plots, which contain their styles; our own pages may show them in a frame.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/lab", get(overview))
        .route("/api/lab/runs", post(create))
        .route("/api/lab/runs/{name}", get(state))
        .route("/api/lab/runs/{name}/start", post(start))
        .route("/api/lab/runs/{name}/pause", post(pause))
        .route("/api/lab/runs/{name}/events", get(changes))
        .route("/api/lab/runs/{name}/report", get(report))
        .route("/api/lab/runs/{name}/files/{file}", get(file))
}

async fn overview(State(app): State<Arc<AppState>>) -> Result<Json<LabOverview>, ApiError> {
    app.spawn_blocking(|app| Ok(Json(app.studies.overview()))).await
}

async fn create(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<NewLabRun>,
) -> Result<Json<Created>, ApiError> {
    app.spawn_blocking(move |app| Ok(Json(Created { id: app.studies.create(&request)? }))).await
}

async fn state(State(app): State<Arc<AppState>>, Path(name): Path<String>) -> Result<Json<LabRunState>, ApiError> {
    app.spawn_blocking(move |app| app.studies.state(&name).map(Json)).await
}

async fn start(State(app): State<Arc<AppState>>, Path(name): Path<String>) -> Result<(), ApiError> {
    app.spawn_blocking(move |app| app.studies.start(&name)).await
}

async fn pause(State(app): State<Arc<AppState>>, Path(name): Path<String>) {
    app.studies.pause(&name);
}

/// Sends the state whenever it changes.
async fn changes(
    State(app): State<Arc<AppState>>,
    Path(name): Path<String>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let watched = name.clone();
    let watch =
        move |app: &AppState| Some(ChangeWatch { changes: app.studies.watch(&watched)?, always_changing: false });
    events(app, watch, move |app| app.studies.state(&name))
}

async fn report(State(app): State<Arc<AppState>>, Path(name): Path<String>) -> Result<Response, ApiError> {
    serve_file(app, name, REPORT.to_string()).await
}

async fn file(
    State(app): State<Arc<AppState>>,
    Path((name, file)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    serve_file(app, name, file).await
}

async fn serve_file(app: Arc<AppState>, name: String, file: String) -> Result<Response, ApiError> {
    let content_type = match file.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("csv") => "text/csv; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    let text = app.spawn_blocking(move |app| app.studies.file(&name, &file)).await?;
    let headers =
        [(CONTENT_TYPE, content_type), (CONTENT_SECURITY_POLICY, REPORT_POLICY), (X_FRAME_OPTIONS, "SAMEORIGIN")];
    Ok((headers, text).into_response())
}
