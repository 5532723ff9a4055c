//! Interrupts a run, first after the running games, then at once; and takes snapshots of running games.

use crate::worker_control::{GameSnapshot, WorkerControl};
use plyground_core::sync::ignore_poison;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

/// A switch shared with the handler of Ctrl-C.
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

    /// Snapshots of the running games. The first call returns nothing; it requests snapshots after the next moves.
    pub fn snapshots(&self) -> Vec<GameSnapshot> {
        self.workers().iter().filter_map(|worker| worker.snapshot()).collect()
    }

    /// A control for a new worker that this switch can halt.
    pub fn add_worker(&self) -> Arc<WorkerControl> {
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

    /// Stops all searches that are past their deadlines.
    pub(crate) fn enforce_deadlines(&self) {
        self.workers().iter().for_each(|worker| worker.enforce_deadline());
    }

    fn workers(&self) -> std::sync::MutexGuard<'_, Vec<Arc<WorkerControl>>> {
        // The list is always consistent, even after a panic of a thread that held it.
        ignore_poison(self.0.workers.lock())
    }
}
