//! When a player without limits of its own has to stop.

use crate::Request;
use plyground_core::Game;
use plyground_search::StopFlag;
use std::time::{Duration, Instant};

/// The stop flag and the ceiling of a request.
#[derive(Clone, Debug, Default)]
pub(super) struct StopCheck {
    flag: Option<StopFlag>,
    end: Option<(Instant, Duration)>,
}

impl StopCheck {
    pub(super) fn of<G: Game>(request: &Request<'_, G>) -> Self {
        let end = request.ceiling.map(|ceiling| (Instant::now(), ceiling));
        StopCheck { flag: request.stop.cloned(), end }
    }

    /// Whether it is time to stop.
    pub(super) fn is_due(&self) -> bool {
        self.flag.as_ref().is_some_and(StopFlag::is_set)
            || self.end.is_some_and(|(begun, ceiling)| begun.elapsed() >= ceiling)
    }
}
