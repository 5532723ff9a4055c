//! Request bodies: read completely before a handler runs, within limits of size and time, and within a limit for all bodies together,
//! so that many large bodies at once cannot exhaust the memory.

use crate::error::ApiError;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The largest maps and the records of the longest games are far smaller.
pub const MAX_BODY: usize = 2 << 20;
/// Limit for all bodies together.
const MAX_ALL_BODIES: usize = 16 << 20;
/// The unit in which bytes are reserved.
const BLOCK: usize = 1 << 10;

/// Middleware that reads request bodies.
#[derive(Clone)]
pub struct BodyReader {
    capacity: Arc<Semaphore>,
    time: Duration,
}

impl BodyReader {
    /// Every body must arrive within this time.
    pub fn new(time: Duration) -> Self {
        BodyReader { capacity: Arc::new(Semaphore::new(MAX_ALL_BODIES / BLOCK)), time }
    }

    /// Reads the body, then runs the handler.
    pub async fn read(State(limiter): State<BodyReader>, request: Request, next: Next) -> Response {
        if request.body().is_end_stream() {
            return next.run(request).await;
        }
        let announced =
            request.headers().get(CONTENT_LENGTH).and_then(|text| text.to_str().ok()?.parse::<usize>().ok());
        let length = announced.unwrap_or(MAX_BODY);
        if length > MAX_BODY {
            return too_large();
        }
        let (parts, body) = request.into_parts();
        let permit = limiter.capacity.acquire_many(length.div_ceil(BLOCK) as u32);
        let Ok(Ok(_permit)) = timeout(limiter.time, permit).await else {
            return reject(
                StatusCode::SERVICE_UNAVAILABLE,
                "the server is reading too many requests; try again later".to_string(),
            );
        };
        match timeout(limiter.time, to_bytes(body, MAX_BODY)).await {
            Ok(Ok(bytes)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
            // The connection was closed, or there are more bytes than allowed.
            Ok(Err(_)) => too_large(),
            Err(_) => {
                let reason = format!("the request body did not arrive within {:?}", limiter.time);
                reject(StatusCode::REQUEST_TIMEOUT, reason)
            }
        }
    }
}

fn too_large() -> Response {
    reject(StatusCode::PAYLOAD_TOO_LARGE, format!("a request body has at most {MAX_BODY} bytes"))
}

fn reject(status: StatusCode, reason: String) -> Response {
    ApiError::Http { status, reason }.into_response()
}
