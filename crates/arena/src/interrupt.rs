//! Stopping a run from outside: politely, then at once. And looking on meanwhile.

use crate::worker_control::{GameSnapshot, WorkerControl};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A switch shared with whoever catches Ctrl-C.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<InterruptState>);

#[derive(Debug, Default)]
struct InterruptState {
    pressed: AtomicU8,
    workers: Mutex<Vec<Arc<WorkerControl>>>,
}

impl Interrupt {
    /// The first time, no new game begins and running games are finished; the second time, they are stopped as well.
    pub fn press(&self) {
        let before = self.0.pressed.fetch_add(1, Ordering::SeqCst);
        if before >= 1 {
            self.0.pressed.store(2, Ordering::SeqCst);
            self.workers().iter().for_each(|worker| worker.halt());
        }
    }

    /// Whether no new game may begin.
    pub fn is_pressed(&self) -> bool {
        self.0.pressed.load(Ordering::SeqCst) > 0
    }

    /// Whether running games are to be stopped as well.
    pub fn is_urgent(&self) -> bool {
        self.0.pressed.load(Ordering::SeqCst) > 1
    }

    /// The running games, as far as they have been seen: whoever looks for the first time sees nothing until the next
    /// moves.
    pub fn snapshots(&self) -> Vec<GameSnapshot> {
        self.workers().iter().filter_map(|worker| worker.snapshot()).collect()
    }

    /// A new worker that this switch can halt.
    pub(crate) fn add_worker(&self) -> Arc<WorkerControl> {
        let worker = Arc::new(WorkerControl::default());
        let mut workers = self.workers();
        workers.push(Arc::clone(&worker));
        if self.0.pressed.load(Ordering::SeqCst) > 1 {
            worker.halt();
        }
        worker
    }

    pub(crate) fn remove_worker(&self, worker: &Arc<WorkerControl>) {
        self.workers().retain(|other| !Arc::ptr_eq(other, worker));
    }

    /// Looks at every worker for overdue thoughts.
    pub(crate) fn enforce_deadlines(&self) {
        self.workers().iter().for_each(|worker| worker.enforce_deadline());
    }

    fn workers(&self) -> std::sync::MutexGuard<'_, Vec<Arc<WorkerControl>>> {
        // The list is whole at any time, even if somebody panicked while holding it.
        self.0.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
