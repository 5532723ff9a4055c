//! What the server says when it does not do what it was asked.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A reason in one sentence, and the field of a form that it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// One sentence.
    pub reason: String,
    /// The field of the form, if it is about one.
    pub field: Option<String>,
    status: StatusCode,
}

impl Refusal {
    /// About the whole request.
    pub fn new(reason: impl Into<String>) -> Self {
        Refusal { reason: reason.into(), field: None, status: StatusCode::UNPROCESSABLE_ENTITY }
    }

    /// About a field of a form.
    pub fn at(field: &str, reason: impl Into<String>) -> Self {
        Refusal { field: Some(field.to_string()), ..Refusal::new(reason) }
    }

    /// There is no such thing.
    pub fn missing(reason: impl Into<String>) -> Self {
        Refusal { status: StatusCode::NOT_FOUND, ..Refusal::new(reason) }
    }

    /// About the whole request, where a status of HTTP says more than "this cannot be done".
    pub fn with_status(status: StatusCode, reason: impl Into<String>) -> Self {
        Refusal { status, ..Refusal::new(reason) }
    }

    /// Something of ours went wrong.
    pub fn fault(reason: impl Into<String>) -> Self {
        Refusal { status: StatusCode::INTERNAL_SERVER_ERROR, ..Refusal::new(reason) }
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Self {
        Refusal { status: rejection.status(), ..Refusal::new(rejection.body_text()) }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({"reason": self.reason, "field": self.field}))).into_response()
    }
}
