//! Stopping a run from outside: politely, then at once. And looking on meanwhile.

use crate::desk::{Desk, Sight};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A switch shared with whoever catches Ctrl-C.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    pressed: AtomicU8,
    desks: Mutex<Vec<Arc<Desk>>>,
}

impl Interrupt {
    /// The first time, no new game begins and running games are finished; the second time, they are stopped as well.
    pub fn press(&self) {
        let before = self.0.pressed.fetch_add(1, Ordering::SeqCst);
        if before >= 1 {
            self.0.pressed.store(2, Ordering::SeqCst);
            self.desks().iter().for_each(|desk| desk.halt());
        }
    }

    /// Whether no new game may begin.
    pub fn is_pressed(&self) -> bool {
        self.0.pressed.load(Ordering::SeqCst) > 0
    }

    /// The running games, as far as they have been seen: whoever looks for the first time sees nothing until the next
    /// moves.
    pub fn glance(&self) -> Vec<Sight> {
        self.desks().iter().filter_map(|desk| desk.glance()).collect()
    }

    /// A new desk that this switch can halt.
    pub(crate) fn open_desk(&self) -> Arc<Desk> {
        let desk = Arc::new(Desk::default());
        let mut desks = self.desks();
        desks.push(Arc::clone(&desk));
        if self.0.pressed.load(Ordering::SeqCst) > 1 {
            desk.halt();
        }
        desk
    }

    pub(crate) fn close_desk(&self, desk: &Arc<Desk>) {
        self.desks().retain(|other| !Arc::ptr_eq(other, desk));
    }

    /// Looks at every desk for overdue thoughts.
    pub(crate) fn look(&self) {
        self.desks().iter().for_each(|desk| desk.look());
    }

    fn desks(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Desk>>> {
        // The list is whole at any time, even if somebody panicked while holding it.
        self.0.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
