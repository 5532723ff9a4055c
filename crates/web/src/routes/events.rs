//! Server-sent events: the whole state of something, again after every change.

use crate::error::ApiError;
use crate::state::AppState;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch::Receiver;
use tokio::time::sleep;

/// The minimum time between two events.
const MIN_INTERVAL: Duration = Duration::from_millis(500);
/// A state that takes long to compute is sent less often: after this many times the time that it took.
const INTERVAL_FACTOR: u32 = 10;

/// How to wait for a change.
pub struct ChangeWatch {
    /// Changes with every change of the state.
    pub changes: Receiver<u64>,
    /// Whether the state changes all the time, as running games do.
    pub always_changing: bool,
}

/// Sends a state after every change that `watch` reports; while there is nothing to watch (`None`), at regular intervals.
pub fn events<S: Serialize + Send + 'static>(
    app: Arc<AppState>,
    watch: impl Fn(&AppState) -> Option<ChangeWatch> + Clone + Send + 'static,
    compute: impl Fn(&AppState) -> Result<S, ApiError> + Clone + Send + 'static,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = stream::unfold((app, None::<LastEvent>), move |(app, last)| {
        let (watch, compute) = (watch.clone(), compute.clone());
        async move {
            if let Some(last) = last {
                sleep(last.pause).await;
                await_change(watch(&app), last.version).await;
            }
            // A change while the state is computed triggers the next event.
            let version = watch(&app).map(|watch| *watch.changes.borrow());
            let begun = Instant::now();
            let event = match app.spawn_blocking(compute).await {
                Ok(state) => Event::default().json_data(&state).expect("our messages are plain data"),
                Err(error) => Event::default().event("failed").data(error.to_string()),
            };
            let sent = LastEvent { version, pause: MIN_INTERVAL.max(begun.elapsed() * INTERVAL_FACTOR) };
            Some((Ok(event), (app, Some(sent))))
        }
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// The event that was sent last.
struct LastEvent {
    /// The version of its state; `None` if there was nothing to watch.
    version: Option<u64>,
    /// How long to wait at least before the next event.
    pause: Duration,
}

async fn await_change(watch: Option<ChangeWatch>, sent: Option<u64>) {
    let Some(mut watch) = watch else {
        // It may be started later.
        sleep(MIN_INTERVAL).await;
        return;
    };
    if Some(*watch.changes.borrow_and_update()) == sent && !watch.always_changing {
        // A closed channel means that it was restarted, which is a change too.
        let _ = watch.changes.changed().await;
    }
}
