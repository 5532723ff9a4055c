//! Lessons about searches, and positions on which a search is worth watching.

use crate::error::ApiError;
use crate::state::AppState;
use axum::extract::Path;
use axum::routing::get;
use axum::{Json, Router};
use plyground_xray::lessons::{Lesson, lesson, lessons};
use plyground_xray::positions::{InstructivePosition, positions};
use serde::Serialize;
use std::sync::Arc;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/xray/lessons", get(list))
        .route("/api/xray/lessons/{name}", get(one))
        .route("/api/xray/positions", get(instructive))
}

/// A line of the list of lessons.
#[derive(Serialize)]
struct LessonSummary {
    name: String,
    title: String,
    summary: String,
    questions: usize,
}

async fn list() -> Json<Vec<LessonSummary>> {
    let summary = |lesson: Lesson| LessonSummary {
        questions: lesson.steps.iter().filter(|step| step.question.is_some()).count(),
        name: lesson.name,
        title: lesson.title,
        summary: lesson.summary,
    };
    Json(lessons().into_iter().map(summary).collect())
}

async fn one(Path(name): Path<String>) -> Result<Json<Lesson>, ApiError> {
    lesson(&name).map(Json).ok_or_else(|| ApiError::not_found(format!("there is no lesson `{name}`")))
}

async fn instructive() -> Json<Vec<InstructivePosition>> {
    Json(positions())
}
