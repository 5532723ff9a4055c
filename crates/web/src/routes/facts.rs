//! Facts about a game, counted when a page asks for them.

use crate::boards;
use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::live::GameConfig;
use crate::messages::{FactsReport, NewGame};
use crate::state::AppState;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use plyground_arena::facts::{FactsPlan, game_facts};
use plyground_games::registry;
use plyground_search::Limits;
use std::sync::Arc;
use std::time::Duration;

/// Random games, and how long they may take.
const GAMES: u64 = 400;
const TIME: Duration = Duration::from_secs(1);
const SEED: u64 = 1;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/facts", post(facts))
}

async fn facts(
    State(app): State<Arc<AppState>>,
    JsonBody(request): JsonBody<NewGame>,
) -> Result<Json<FactsReport>, ApiError> {
    let config = GameConfig::read(request, SEED, false)?;
    boards::check(&config.game, &config.setup)?;
    app.run_search(move |_| {
        let (game, start) = registry::open(&config.game, &config.setup).map_err(ApiError::rejected)?;
        let plan = FactsPlan { games: GAMES, spec: None, limits: Limits::nodes(1), seed: SEED, time: TIME };
        let facts = game_facts(&game, &start, &plan).map_err(ApiError::rejected)?;
        Ok(Json(FactsReport::from(&facts)))
    })
    .await
}
