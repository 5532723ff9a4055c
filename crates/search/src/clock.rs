//! The only place where a search learns the time.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Tells how long a search has been thinking.
pub trait Clock {
    /// Time since the search began.
    fn elapsed(&self) -> Duration;
}

/// The real time.
impl Clock for Instant {
    fn elapsed(&self) -> Duration {
        Instant::elapsed(self)
    }
}

/// A clock that tests turn by hand.
#[derive(Clone, Debug, Default)]
pub struct ManualClock(Rc<Cell<Duration>>);

impl ManualClock {
    /// Sets the time.
    pub fn set(&self, elapsed: Duration) {
        self.0.set(elapsed);
    }
}

impl Clock for ManualClock {
    fn elapsed(&self) -> Duration {
        self.0.get()
    }
}
