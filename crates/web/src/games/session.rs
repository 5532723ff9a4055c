//! A game that is open in memory.

use super::BROKEN;
use crate::error::ApiError;
use crate::live::{EngineTask, LiveGame};
use crate::messages::{GameCommand, GameState, SocketResponse};
use crate::store::Journal;
use plyground_core::sync::lock;
use plyground_search::StopFlag;
use serde_json::Value;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedMutexGuard, watch};
use tokio::task::spawn_blocking;

/// A game that is open in memory.
pub struct GameSession {
    /// Its ID.
    pub id: String,
    /// Its number among the games opened since the server started.
    pub(super) number: u64,
    pub(super) live: Mutex<LiveGame>,
    /// Held from the start of a change until it is saved and published. While it is free, the game in memory equals the one on disk.
    pub(super) journal: Arc<tokio::sync::Mutex<Journal>>,
    /// Set while a change cannot be saved.
    pub(super) unsaved: watch::Sender<Option<Arc<Unsaved>>>,
    /// The last published state.
    pub(super) published: Mutex<Option<GameState>>,
    /// Counts the states to show.
    revisions: watch::Sender<u64>,
    /// Set when the game is deleted.
    pub(super) deleted: AtomicBool,
    /// The version that an engine is searching, and the flag that stops it.
    pub(super) searching: Mutex<Option<(u64, StopFlag)>>,
    /// When the clock is checked next.
    pub(super) next_clock_check: Mutex<Option<Instant>>,
}

/// A change that could not be saved yet.
pub(super) struct Unsaved {
    /// The error for pages.
    pub(super) reason: String,
    /// The game as it is on disk.
    pub(super) state: GameState,
}

impl GameSession {
    pub(super) fn new(id: String, number: u64, live: LiveGame, journal: Journal) -> Self {
        GameSession {
            id,
            number,
            live: Mutex::new(live),
            journal: Arc::new(tokio::sync::Mutex::new(journal)),
            unsaved: watch::channel(None).0,
            published: Mutex::default(),
            revisions: watch::channel(0).0,
            deleted: AtomicBool::default(),
            searching: Mutex::default(),
            next_clock_check: Mutex::default(),
        }
    }

    /// A receiver that changes whenever there is a new state to show.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.revisions.subscribe()
    }

    /// Whether no page shows the game.
    pub fn is_unwatched(&self) -> bool {
        self.revisions.receiver_count() == 0
    }

    /// Whether the game was deleted while it was open.
    pub fn is_deleted(&self) -> bool {
        self.deleted.load(Ordering::SeqCst)
    }

    /// Reads the game.
    pub fn read<T>(&self, read: impl FnOnce(&LiveGame) -> T) -> T {
        read(&lock(&self.live))
    }

    /// Passes the state on disk to `show`. If the last change could not be saved, the state before it says so. `None` if the game
    /// panicked.
    pub async fn state<T: Send + 'static>(
        self: &Arc<Self>,
        show: impl FnOnce(GameState) -> T + Send + 'static,
    ) -> Option<T> {
        let (session, journal) = (Arc::clone(self), self.lock_journal().await);
        let shown = spawn_blocking(move || match journal {
            Ok(journal) => {
                let state = session.read(|live| live.state());
                *lock(&session.published) = Some(state.clone());
                drop(journal);
                show(state)
            }
            Err(unsaved) => show(GameState { unsaved: Some(unsaved.reason.clone()), ..unsaved.state.clone() }),
        });
        shown.await.ok()
    }

    /// Answers a query that does not change the game.
    pub fn query(&self, query: &GameCommand) -> Result<SocketResponse, ApiError> {
        let mut live = lock(&self.live);
        catch_unwind(AssertUnwindSafe(|| live.execute(query))).unwrap_or_else(|_| Err(ApiError::internal(BROKEN)))
    }

    /// Waits until earlier changes are saved; fails if one of them cannot be.
    pub(super) async fn lock_journal(&self) -> Result<OwnedMutexGuard<Journal>, Arc<Unsaved>> {
        let mut unsaved = self.unsaved.subscribe();
        let failure = async {
            let found = unsaved.wait_for(Option::is_some).await.ok().and_then(|unsaved| unsaved.clone());
            if let Some(found) = found { found } else { std::future::pending().await }
        };
        tokio::select! {
            biased;
            journal = Arc::clone(&self.journal).lock_owned() => Ok(journal),
            unsaved = failure => Err(unsaved),
        }
    }

    /// Tells pages to fetch the state again.
    pub(super) fn notify(&self) {
        self.revisions.send_modify(|count| *count += 1);
    }

    /// Publishes that the last change is not saved. `state` is the game as it is on disk.
    pub(super) fn publish_unsaved(&self, error: &io::Error, state: &GameState) -> String {
        let reason = format!("The last change could not be saved; trying again: {error}");
        self.unsaved.send_replace(Some(Arc::new(Unsaved { reason: reason.clone(), state: state.clone() })));
        self.notify();
        reason
    }

    /// Changes the game. Returns the result, what follows from the change, and the new record if there was a change.
    pub(super) fn change<T>(
        &self,
        change: impl FnOnce(&mut LiveGame) -> T,
    ) -> (Result<T, ApiError>, Change, Option<Value>) {
        let mut live = lock(&self.live);
        let (before, tree) = (live.version(), live.tree_revision());
        let state = lock(&self.published).take().filter(|state| state.version == before);
        let state_before = state.unwrap_or_else(|| live.state());
        let result = catch_unwind(AssertUnwindSafe(|| change(&mut live))).map_err(|_| ApiError::internal(BROKEN));
        let task = catch_unwind(AssertUnwindSafe(|| live.next_task())).ok().flatten();
        let clock = catch_unwind(AssertUnwindSafe(|| live.check_clock())).ok().flatten();
        let version = live.version();
        let changed = version != before || tree != live.tree_revision();
        let record = changed.then(|| live.record());
        (result, Change { version, task, clock, state_before }, record)
    }

    /// Stops the search for a move, unless it is for this version.
    pub(super) fn stop_search(&self, unless: Option<u64>) {
        if let Some((_, stop)) = lock(&self.searching).take_if(|(version, _)| Some(*version) != unless) {
            stop.stop();
        }
    }
}

/// What follows from a change once it is saved.
pub(super) struct Change {
    /// The version after the change.
    pub(super) version: u64,
    /// The engine search to start.
    pub(super) task: Option<EngineTask>,
    /// Time until the clock has to be checked again.
    pub(super) clock: Option<Duration>,
    /// The state before the change.
    pub(super) state_before: GameState,
}
