//! Introductions to games. Nothing is kept: every request names its position.

use crate::error::ApiError;
use crate::json_body::JsonBody;
use crate::messages::{
    ClickOn, IntroductionPosition, IntroductionRequest, IntroductionResponse, LegalMove, SceneChange,
};
use crate::state::AppState;
use axum::extract::Path;
use axum::routing::get;
use axum::{Json, Router};
use plyground_core::{AnyGame, AnyPosition, Click, Drawable, Game, IntroductionStep, Notation, OpenError, PlayerId};
use plyground_games::registry;
use std::sync::Arc;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/introduction/{game}", get(positions).post(answer))
}

fn steps(name: &str) -> Result<&'static [IntroductionStep], ApiError> {
    let info = registry::info(name).ok_or_else(|| ApiError::at("game", registry::unknown(name)))?;
    Ok(info.introduction)
}

fn open(name: &str, step: &IntroductionStep) -> Result<(AnyGame, AnyPosition), ApiError> {
    registry::open(name, &step.setup()).map_err(|error: OpenError| ApiError::internal(error.to_string()))
}

async fn positions(Path(name): Path<String>) -> Result<Json<Vec<IntroductionPosition>>, ApiError> {
    let list: Result<Vec<IntroductionPosition>, ApiError> =
        steps(&name)?.iter().map(|step| position(&name, step)).collect();
    list.map(Json)
}

fn position(name: &str, step: &IntroductionStep) -> Result<IntroductionPosition, ApiError> {
    let (game, position) = open(name, step)?;
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let legal = |mv| LegalMove {
        text: game.move_text(&position, mv),
        clicks: game.clicks(&position, mv).into_iter().map(ClickOn::from).collect(),
        notice: game.notice(&position, mv),
    };
    Ok(IntroductionPosition {
        task: step.task.to_string(),
        scene: game.scene(&position).into(),
        legal: moves.into_iter().map(legal).collect(),
        prompts: game.prompts(&position),
        player: game.mover(&position).map_or(1, PlayerId::number),
        legend: game.legend(),
    })
}

async fn answer(
    Path(name): Path<String>,
    JsonBody(request): JsonBody<IntroductionRequest>,
) -> Result<Json<IntroductionResponse>, ApiError> {
    let steps = steps(&name)?;
    let missing = || ApiError::at("step", format!("The introduction has {} steps.", steps.len()));
    let step = steps.get(request.step).ok_or_else(missing)?;
    let (game, position) = open(&name, step)?;
    let Some(text) = request.text else {
        let clicks: Vec<Click> = request.clicks.into_iter().map(Click::from).collect();
        let words = game.refusal(&position, &clicks).unwrap_or_default();
        return Ok(Json(IntroductionResponse { solved: false, words, scene: None, changes: Vec::new() }));
    };
    let mv = game.parse_move(&position, &text).map_err(|error| ApiError::at("text", error))?;
    let changes = game.changes(&position, mv).into_iter().map(SceneChange::from).collect();
    let solved = step.moves.is_empty() || step.moves.contains(&game.move_text(&position, mv).as_str());
    let mut after = position;
    game.make(&mut after, mv);
    let words = if solved { step.outcome } else { step.hint }.to_string();
    Ok(Json(IntroductionResponse { solved, words, scene: Some(game.scene(&after).into()), changes }))
}
