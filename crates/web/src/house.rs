//! What all pages of a server share.

use crate::hall::Hall;
use crate::inn::Inn;
use crate::laboratory::Laboratory;
use crate::refusal::Refusal;
use crate::rooms::Rooms;
use crate::thinkers::Thinkers;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The server's belongings.
pub struct House {
    /// All games.
    pub rooms: Arc<Rooms>,
    /// Who thinks.
    pub thinkers: Thinkers,
    clients: AtomicU64,
    /// All tournaments.
    pub hall: Hall,
    /// All hosts of network games.
    pub inn: Inn,
    /// All studies.
    pub laboratory: Laboratory,
}

impl House {
    /// With these rooms, whose engines think with these thinkers, and a place for everything else.
    pub fn new(rooms: Arc<Rooms>, hall: Hall, inn: Inn, laboratory: Laboratory, thinkers: Thinkers) -> Self {
        House { rooms, hall, inn, laboratory, thinkers, clients: AtomicU64::default() }
    }

    /// Lets the thinkers do something short, beside the moves of games.
    pub async fn think<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&House) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (done, wait) = tokio::sync::oneshot::channel();
        let house = Arc::clone(self);
        self.thinkers.think(Box::new(move || {
            let _ = done.send(work(&house)); // whoever asked may have gone
        }));
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
