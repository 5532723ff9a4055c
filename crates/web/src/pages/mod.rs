//! What can be asked of the server, one module per page. A page is a function that adds its routes.

mod arena;
mod games;
mod socket;
mod start;

use crate::house::House;
use axum::Router;
use std::sync::Arc;

/// The routes of all pages.
pub fn routes() -> Router<Arc<House>> {
    Router::new().merge(start::routes()).merge(games::routes()).merge(socket::routes()).merge(arena::routes())
}
