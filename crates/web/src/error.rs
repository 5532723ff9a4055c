//! The errors that the server reports to pages.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request failed, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ApiError {
    /// The request cannot be carried out.
    #[error("{0}")]
    Rejected(String),
    /// A field of a form is invalid.
    #[error("{reason}")]
    Field {
        /// The name of the field.
        field: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The request names something that does not exist.
    #[error("{0}")]
    NotFound(String),
    /// The request violates HTTP or the limits of the server.
    #[error("{reason}")]
    Http {
        /// The status that says so.
        status: StatusCode,
        /// One sentence.
        reason: String,
    },
    /// The server failed.
    #[error("{0}")]
    Internal(String),
}

impl ApiError {
    /// A request that cannot be carried out.
    pub fn rejected(reason: impl ToString) -> Self {
        ApiError::Rejected(reason.to_string())
    }

    /// An invalid field of a form.
    pub fn at(field: &str, reason: impl ToString) -> Self {
        ApiError::Field { field: field.to_string(), reason: reason.to_string() }
    }

    /// Something that does not exist.
    pub fn not_found(reason: impl ToString) -> Self {
        ApiError::NotFound(reason.to_string())
    }

    /// A failure of the server.
    pub fn internal(reason: impl ToString) -> Self {
        ApiError::Internal(reason.to_string())
    }

    /// The field of the form, if the error is about one.
    pub fn field(&self) -> Option<&str> {
        if let ApiError::Field { field, .. } = self { Some(field) } else { None }
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Rejected(_) | ApiError::Field { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Http { status, .. } => *status,
            ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        let status = rejection.status();
        let reason = match &rejection {
            JsonRejection::JsonDataError(error) => match unusable_value(&error.body_text()) {
                Some(field) if field.chars().all(|letter| letter.is_alphanumeric() || letter == '_') => {
                    return ApiError::at(field, "this value cannot be used here");
                }
                Some(place) => format!("the request has a value that cannot be used at {place}"),
                None => "the request lacks a field".to_string(),
            },
            JsonRejection::JsonSyntaxError(_) => "the request is not valid JSON".to_string(),
            JsonRejection::MissingJsonContentType(_) => "the request must be sent as JSON".to_string(),
            other => other.body_text(),
        };
        ApiError::Http { status, reason }
    }
}

/// The place of the value that a deserialiser did not take, in its words `….: PLACE: reason`.
fn unusable_value(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(": ")?;
    let (place, _) = rest.split_once(": ")?;
    (!place.contains(' ')).then_some(place)
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), Json(json!({"reason": self.to_string(), "field": self.field()}))).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_error_has_its_status_and_its_field() {
        let http = ApiError::Http { status: StatusCode::REQUEST_TIMEOUT, reason: "late".to_string() };
        for (error, status, field) in [
            (ApiError::rejected("no"), 422, None),
            (ApiError::at("map", "no"), 422, Some("map")),
            (ApiError::not_found("gone"), 404, None),
            (http, 408, None),
            (ApiError::internal("broken"), 500, None),
        ] {
            assert_eq!((error.status().as_u16(), error.field()), (status, field), "{error}");
            assert_eq!(error.clone().into_response().status(), error.status());
        }
    }
}
