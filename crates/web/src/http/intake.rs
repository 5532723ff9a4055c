//! Bodies of requests: read whole before a page sees them, within limits of size and time, and within a limit for all of them
//! together, so that many large bodies at once cannot exhaust the memory.

use crate::refusal::Refusal;
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

/// The largest map and records of the longest games stay far below.
pub const LARGEST_BODY: usize = 2 << 20;
/// What all bodies may take together.
const ALL_BODIES: usize = 16 << 20;
/// Bytes are booked in blocks of this size.
const BLOCK: usize = 1 << 10;

/// Takes in bodies.
#[derive(Clone)]
pub struct Intake {
    room: Arc<Semaphore>,
    time: Duration,
}

impl Intake {
    /// Every body must arrive within this time.
    pub fn new(time: Duration) -> Self {
        Intake { room: Arc::new(Semaphore::new(ALL_BODIES / BLOCK)), time }
    }

    /// Reads the body, and only then lets the page answer.
    pub async fn read(State(intake): State<Intake>, request: Request, next: Next) -> Response {
        if request.body().is_end_stream() {
            return next.run(request).await;
        }
        let told = request.headers().get(CONTENT_LENGTH).and_then(|text| text.to_str().ok()?.parse::<usize>().ok());
        let length = told.unwrap_or(LARGEST_BODY);
        if length > LARGEST_BODY {
            return too_large();
        }
        let (parts, body) = request.into_parts();
        let room = intake.room.acquire_many(length.div_ceil(BLOCK) as u32);
        let Ok(Ok(_room)) = timeout(intake.time, room).await else {
            return refuse(
                StatusCode::SERVICE_UNAVAILABLE,
                "the server reads too much already; try it later".to_string(),
            );
        };
        match timeout(intake.time, to_bytes(body, LARGEST_BODY)).await {
            Ok(Ok(bytes)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
            // hyper has seen the end of the connection, or more bytes than there may be.
            Ok(Err(_)) => too_large(),
            Err(_) => {
                let reason = format!("the body of the request did not arrive within {:?}", intake.time);
                refuse(StatusCode::REQUEST_TIMEOUT, reason)
            }
        }
    }
}

fn too_large() -> Response {
    refuse(StatusCode::PAYLOAD_TOO_LARGE, format!("the body of a request has at most {LARGEST_BODY} bytes"))
}

fn refuse(status: StatusCode, reason: String) -> Response {
    Refusal::with_status(status, reason).into_response()
}
