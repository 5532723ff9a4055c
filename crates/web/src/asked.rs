//! What a page sends along with a request.

use crate::refusal::Refusal;
use axum::Json;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

/// The body of a request, read as JSON. What cannot be read is refused as everything else is, where axum alone would answer in plain text.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let Json(asked) = Json::from_request(request, state).await?;
        Ok(Asked(asked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::http::header::CONTENT_TYPE;

    async fn read(kind: &str, body: &str) -> Result<Vec<u32>, Refusal> {
        let request = Request::builder().header(CONTENT_TYPE, kind).body(Body::from(body.to_string()));
        Asked::from_request(request.expect("a request"), &()).await.map(|Asked(numbers)| numbers)
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_refused_in_one_sentence() {
        assert_eq!(read("application/json", "[1, 2]").await, Ok(vec![1, 2]));
        for (kind, body) in [("application/json", "[1, "), ("application/json", "[-1]"), ("text/plain", "[1]")] {
            let refusal = read(kind, body).await.expect_err(body);
            assert!(!refusal.reason.is_empty() && refusal.field.is_none(), "{refusal:?}");
        }
    }
}
