//! JSON request bodies.

use crate::error::ApiError;
use axum::Json;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

/// An extractor for a JSON body. Unlike [`Json`] it reports errors as [`ApiError`] instead of plain text.
pub struct JsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Json(body) = Json::from_request(request, state).await?;
        Ok(JsonBody(body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::NewHosting;
    use axum::body::Body;
    use axum::http::header::CONTENT_TYPE;

    async fn read(content_type: &str, body: &str) -> Result<Vec<u32>, ApiError> {
        let request = Request::builder().header(CONTENT_TYPE, content_type).body(Body::from(body.to_string()));
        JsonBody::from_request(request.expect("a request"), &()).await.map(|JsonBody(numbers)| numbers)
    }

    #[tokio::test]
    async fn an_unreadable_body_is_reported_in_one_sentence() {
        assert_eq!(read("application/json", "[1, 2]").await, Ok(vec![1, 2]));
        for (content_type, body) in [("application/json", "[1, "), ("application/json", "[-1]"), ("text/plain", "[1]")]
        {
            let error = read(content_type, body).await.expect_err(body);
            assert!(!error.to_string().is_empty() && error.field().is_none(), "{error:?}");
            assert!(!error.to_string().contains("deserialize"), "{error}");
        }
        // A number that was typed is answered at its field.
        let body = Body::from(r#"{"map": "standard", "seats": [], "games": -3}"#);
        let request = Request::builder().header(CONTENT_TYPE, "application/json").body(body).expect("a request");
        let error =
            JsonBody::<NewHosting>::from_request(request, &()).await.map(|_| ()).expect_err("a negative number");
        assert_eq!((error.field(), error.to_string().as_str()), (Some("games"), "this value cannot be used here"));
    }
}
