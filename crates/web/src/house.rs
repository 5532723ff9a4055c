//! What all pages of a server share.

use crate::hall::Hall;
use crate::refusal::Refusal;
use crate::rooms::Rooms;
use std::sync::Arc;

/// The server's belongings.
pub struct House {
    /// All games.
    pub rooms: Arc<Rooms>,
    /// All tournaments.
    pub hall: Hall,
}

impl House {
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
