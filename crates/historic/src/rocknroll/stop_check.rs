//! When a player without limits of its own has to stop.

use plyground_search::StopFlag;
use std::time::{Duration, Instant};

/// A stop flag and a time that must not be exceeded.
#[derive(Clone, Debug, Default)]
pub struct StopCheck {
    flag: Option<StopFlag>,
    end: Option<(Instant, Duration)>,
}

impl StopCheck {
    /// Stops when the flag is set, or when this much time has passed from now on.
    pub fn new(flag: Option<&StopFlag>, ceiling: Option<Duration>) -> Self {
        StopCheck { flag: flag.cloned(), end: ceiling.map(|ceiling| (Instant::now(), ceiling)) }
    }

    /// Whether it is time to stop.
    pub(super) fn is_due(&self) -> bool {
        self.flag.as_ref().is_some_and(StopFlag::is_set)
            || self.end.is_some_and(|(begun, ceiling)| begun.elapsed() >= ceiling)
    }
}
