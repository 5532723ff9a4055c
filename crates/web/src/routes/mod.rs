//! The HTTP API, one module per page. Each module has a function that returns its routes.

mod catalog;
mod events;
mod facts;
mod games;
mod hosting;
mod introductions;
mod lessons;
mod maps;
mod setup;
mod socket;
mod studies;
mod tournaments;
mod translations;
mod variations;
mod xray;

use crate::state::AppState;
use axum::Router;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The routes of all pages.
pub fn all() -> Router<Arc<AppState>> {
    let routers = [
        catalog::routes(),
        facts::routes(),
        games::routes(),
        setup::routes(),
        socket::routes(),
        xray::routes(),
        lessons::routes(),
        tournaments::routes(),
        translations::routes(),
        hosting::routes(),
        introductions::routes(),
        studies::routes(),
        maps::routes(),
        variations::routes(),
    ];
    routers.into_iter().fold(Router::new(), Router::merge)
}

/// A text to be saved as a file of this name.
fn download(content_type: &'static str, name: &str, text: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, content_type.to_string()), (CONTENT_DISPOSITION, disposition)], text).into_response()
}
