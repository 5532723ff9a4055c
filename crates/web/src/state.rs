//! The state that all request handlers share.

use crate::error::ApiError;
use crate::explorer::Explorer;
use crate::games::{FIRST_GAME_OWNER, GameSessions};
use crate::hosting::Hosts;
use crate::library::Library;
use crate::scheduler::{Owner, Scheduler};
use crate::studies::Studies;
use crate::tournaments::Tournaments;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The scheduler's owner of short searches.
const SHORT_SEARCHES: u64 = 0;
const _: () = assert!(SHORT_SEARCHES < FIRST_GAME_OWNER);

/// The shared state of the server.
pub struct AppState {
    /// All games.
    pub games: Arc<GameSessions>,
    /// Decides which engine searches when.
    pub scheduler: Scheduler,
    clients: AtomicU64,
    /// All tournaments.
    pub tournaments: Tournaments,
    /// All hosts of network games.
    pub hosts: Hosts,
    /// All studies.
    pub studies: Studies,
    /// What was played before.
    pub explorer: Explorer,
    /// The list of all games.
    pub library: Library,
}

impl AppState {
    /// The state of a server whose engines share this scheduler.
    pub fn new(
        games: Arc<GameSessions>,
        tournaments: Tournaments,
        hosts: Hosts,
        studies: Studies,
        explorer: Explorer,
        scheduler: Scheduler,
    ) -> Self {
        let (clients, library) = (AtomicU64::default(), Library::default());
        AppState { games, tournaments, hosts, studies, explorer, library, scheduler, clients }
    }

    /// Runs a short search between the moves of games. All short searches together take turns as one game does.
    pub async fn run_search<T: Send + 'static>(
        self: &Arc<Self>,
        search: impl FnOnce(&AppState) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let app = Arc::clone(self);
        let task = move || {
            let _ = sender.send(search(&app)); // the client may have disconnected
        };
        self.scheduler.spawn(Owner { number: SHORT_SEARCHES, watched: true }, Box::new(task));
        receiver.await.unwrap_or_else(|_| Err(ApiError::internal("internal server error")))
    }

    /// An ID for a new connection with analyses.
    pub fn next_client_id(&self) -> u64 {
        self.clients.fetch_add(1, Ordering::Relaxed)
    }

    /// Runs work that may block (reading files, building boards) on a thread for blocking work.
    pub async fn spawn_blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&AppState) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || work(&app)).await;
        done.unwrap_or_else(|_| Err(ApiError::internal("internal server error")))
    }
}
