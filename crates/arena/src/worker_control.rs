//! Control of one worker from other threads: a watchdog enforces deadlines, an interrupt halts the worker, and observers take
//! snapshots of its game.

use plyground_core::Scene;
use plyground_core::sync::ignore_poison;
use plyground_engine::thought::Thought;
use plyground_search::StopFlag;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// No deadline.
const NEVER: u64 = u64::MAX;
/// The deadline has passed and the search is being stopped.
const PASSED: u64 = u64::MAX - 1;
/// Moves that are published after a request, so that those who ask regularly see what every player thinks.
const PUBLISHED_MOVES: u32 = 16;

/// Shared between one worker and the threads that control it.
#[derive(Debug)]
pub struct WorkerControl {
    stop: StopFlag,
    created: Instant,
    /// Microseconds after `created`, or [`NEVER`] or [`PASSED`].
    deadline: AtomicU64,
    halted: AtomicBool,
    /// The number of the running game.
    game: AtomicU64,
    /// Moves that are still to be published.
    watched: AtomicU32,
    snapshot: Mutex<Option<GameSnapshot>>,
}

/// A position of a running game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSnapshot {
    /// The number of the game.
    pub game: u64,
    /// Its position not long ago.
    pub scene: Scene,
    /// Its turns up to that position, as `--moves` takes them.
    pub moves: String,
    /// The cells of the last move.
    pub last: Vec<usize>,
    /// What the player of each seat thought last, where it is known, and after how many turns.
    pub thoughts: Vec<Option<(usize, Thought)>>,
}

impl Default for WorkerControl {
    fn default() -> Self {
        WorkerControl {
            stop: StopFlag::default(),
            created: Instant::now(),
            deadline: AtomicU64::new(NEVER),
            halted: AtomicBool::new(false),
            game: AtomicU64::new(0),
            watched: AtomicU32::new(0),
            snapshot: Mutex::new(None),
        }
    }
}

impl WorkerControl {
    /// The stop flag of searches.
    #[inline]
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }

    /// Stops the running search and every later one.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::SeqCst);
        self.stop.stop();
    }

    /// Whether [`halt`](WorkerControl::halt) was called.
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Stops a search that is past its deadline. A watchdog calls this periodically.
    pub fn enforce_deadline(&self) {
        let due = self.deadline.load(Ordering::SeqCst);
        let now = self.created.elapsed().as_micros();
        if due < PASSED
            && now > u128::from(due)
            && self.deadline.compare_exchange(due, PASSED, Ordering::SeqCst, Ordering::SeqCst).is_ok()
        {
            self.stop.stop();
        }
    }

    /// From `begun` on the worker may think this long before [`enforce_deadline`](WorkerControl::enforce_deadline) stops it.
    pub(crate) fn set_deadline(&self, begun: Instant, allowed: Duration) {
        let due = begun.saturating_duration_since(self.created).saturating_add(allowed).as_micros();
        self.deadline.store(u64::try_from(due).unwrap_or(NEVER).min(PASSED - 1), Ordering::SeqCst);
    }

    /// Ends the deadline of a search. True when the search had to be stopped.
    pub(crate) fn clear_deadline(&self) -> bool {
        let passed = self.deadline.swap(NEVER, Ordering::SeqCst) == PASSED;
        if passed {
            // The watchdog that marked the deadline is about to set the flag; it must not stop the next search.
            while !self.stop.is_set() {
                std::hint::spin_loop();
            }
            self.stop.reset();
            if self.halted.load(Ordering::SeqCst) {
                self.stop.stop();
            }
        }
        passed
    }

    /// The game of this number begins.
    pub(crate) fn begin(&self, game: u64) {
        self.game.store(game, Ordering::Relaxed);
    }

    /// Whether a position should be published. Checked after every move, so it must be cheap.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.watched.load(Ordering::Relaxed) > 0
    }

    /// Publishes a position of the running game for observers.
    pub(crate) fn publish(&self, snapshot: impl FnOnce(u64) -> GameSnapshot) {
        *ignore_poison(self.snapshot.lock()) = Some(snapshot(self.game.load(Ordering::Relaxed)));
        // A request that comes at this very moment may count for one move less.
        self.watched.fetch_sub(1, Ordering::Relaxed);
    }

    /// The last published position; requests the positions after the next moves.
    pub(crate) fn snapshot(&self) -> Option<GameSnapshot> {
        self.watched.store(PUBLISHED_MOVES, Ordering::Relaxed);
        ignore_poison(self.snapshot.lock()).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_overdue_is_stopped_and_only_once() {
        let control = WorkerControl::default();
        control.enforce_deadline();
        assert!(!control.stop_flag().is_set());
        control.set_deadline(Instant::now(), Duration::from_secs(3600));
        control.enforce_deadline();
        assert!(!control.clear_deadline());
        control.set_deadline(Instant::now(), Duration::ZERO);
        std::thread::sleep(Duration::from_millis(1));
        control.enforce_deadline();
        assert!(control.stop_flag().is_set());
        assert!(control.clear_deadline());
        assert!(!control.stop_flag().is_set(), "the next search starts afresh");
    }

    #[test]
    fn a_halt_survives_a_finished_search() {
        let control = WorkerControl::default();
        control.set_deadline(Instant::now(), Duration::ZERO);
        std::thread::sleep(Duration::from_millis(1));
        control.enforce_deadline();
        control.halt();
        control.clear_deadline();
        assert!(control.stop_flag().is_set() && control.is_halted());
    }
}
