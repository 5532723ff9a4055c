//! What can be asked of the server, one module per page. A page is a function that adds its routes.

mod arena;
mod events;
mod games;
mod host;
mod lab;
mod maps;
mod socket;
mod start;
mod xray;

use crate::house::House;
use axum::Router;
use std::sync::Arc;

/// The routes of all pages.
pub fn routes() -> Router<Arc<House>> {
    let pages = [
        start::routes(),
        games::routes(),
        socket::routes(),
        xray::routes(),
        arena::routes(),
        host::routes(),
        lab::routes(),
        maps::routes(),
    ];
    pages.into_iter().fold(Router::new(), Router::merge)
}
