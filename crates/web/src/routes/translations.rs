//! The words of the pages in other languages.

use crate::error::ApiError;
use crate::state::AppState;
use crate::{assets, translations};
use axum::Router;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use std::sync::Arc;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/translations/{language}", get(table))
}

async fn table(Path(language): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let found = translations::document(&language)
        .ok_or_else(|| ApiError::not_found(format!("there is no translation into `{language}`")))?;
    Ok(assets::validated(&headers, "application/json", &found.digits, found.json.clone().into_bytes()))
}
