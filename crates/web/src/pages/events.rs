//! What a page hears of something that changes: its whole state again and again, as server-sent events.

use crate::house::House;
use crate::refusal::Refusal;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch::Receiver;
use tokio::time::sleep;

/// The least time between two looks.
const LOOK: Duration = Duration::from_millis(500);
/// However large something is, looking at it takes only a part of the time.
const LEISURE: u32 = 10;

/// How to hear that there is something new.
pub struct Watch {
    /// Changes whenever there is.
    pub news: Receiver<u64>,
    /// Whether there always is, as on running boards.
    pub lively: bool,
}

/// Looks whenever `watch` says that there is something new; while it has nothing to say (`None`), now and then.
pub fn events<S: Serialize + Send + 'static>(
    house: Arc<House>,
    watch: impl Fn(&House) -> Option<Watch> + Clone + Send + 'static,
    look: impl Fn(&House) -> Result<S, Refusal> + Clone + Send + 'static,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let looks = stream::unfold((house, None::<Seen>), move |(house, last)| {
        let (watch, look) = (watch.clone(), look.clone());
        async move {
            if let Some(seen) = last {
                sleep(seen.rest).await;
                await_news(watch(&house), seen.version).await;
            }
            // Whatever happens during the look is news.
            let version = watch(&house).map(|watch| *watch.news.borrow());
            let begun = Instant::now();
            let event = match house.apart(look).await {
                Ok(state) => Event::default().json_data(&state).expect("our messages are plain data"),
                Err(refusal) => Event::default().event("refused").data(refusal.reason),
            };
            let seen = Seen { version, rest: LOOK.max(begun.elapsed() * LEISURE) };
            Some((Ok(event), (house, Some(seen))))
        }
    });
    Sse::new(looks).keep_alive(KeepAlive::default())
}

/// What a page was told last.
struct Seen {
    /// The version of the news; `None` if there was nobody to tell any.
    version: Option<u64>,
    /// How long to wait at least before the next look.
    rest: Duration,
}

async fn await_news(watch: Option<Watch>, seen: Option<u64>) {
    let Some(mut watch) = watch else {
        // Somebody may start it.
        sleep(LOOK).await;
        return;
    };
    if Some(*watch.news.borrow_and_update()) == seen && !watch.lively {
        // A closed channel means that it was started again, which is a reason to look, too.
        let _ = watch.news.changed().await;
    }
}
