//! What all pages of a server share.

use crate::hall::Hall;
use crate::inn::Inn;
use crate::laboratory::Laboratory;
use crate::refusal::Refusal;
use crate::rooms::{FIRST_ROOM, Rooms};
use crate::scheduler::{Owner, Scheduler};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The scheduler's number for everything short.
const SHORT_WORK: u64 = 0;
const _: () = assert!(SHORT_WORK < FIRST_ROOM);

/// The server's belongings.
pub struct House {
    /// All games.
    pub rooms: Arc<Rooms>,
    /// Who thinks when.
    pub scheduler: Scheduler,
    clients: AtomicU64,
    /// All tournaments.
    pub hall: Hall,
    /// All hosts of network games.
    pub inn: Inn,
    /// All studies.
    pub laboratory: Laboratory,
}

impl House {
    /// With these rooms, whose engines think by this scheduler, and a place for everything else.
    pub fn new(rooms: Arc<Rooms>, hall: Hall, inn: Inn, laboratory: Laboratory, scheduler: Scheduler) -> Self {
        House { rooms, hall, inn, laboratory, scheduler, clients: AtomicU64::default() }
    }

    /// Thinks about something short beside the moves of games. All of it together has the turns of one game.
    pub async fn think<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&House) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (done, wait) = tokio::sync::oneshot::channel();
        let house = Arc::clone(self);
        let job = move || {
            let _ = done.send(work(&house)); // whoever asked may have gone
        };
        self.scheduler.think(Owner { number: SHORT_WORK, watched: true }, Box::new(job));
        wait.await.unwrap_or_else(|_| Err(Refusal::fault("something went wrong inside the server")))
    }

    /// A number for somebody who has studies of his own.
    pub fn new_client(&self) -> u64 {
        self.clients.fetch_add(1, Ordering::Relaxed)
    }

    /// Does something that may take a moment (reading files, building boards) away from the threads that answer.
    pub async fn apart<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&House) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let house = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || work(&house)).await;
        done.unwrap_or_else(|_| Err(Refusal::fault("something went wrong inside the server")))
    }
}
