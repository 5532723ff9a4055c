//! All games of the server: in memory while a page shows them, on disk always. A change is made, saved and published, in this order.

mod session;
#[cfg(test)]
mod tests;

pub use session::GameSession;

use crate::engines::MemoryBudget;
use crate::error::ApiError;
use crate::live::{self, EngineTask, GameConfig, GameSource, LiveGame, Reopening};
use crate::messages::GameSummary;
use crate::random::{new_id, seed};
use crate::scheduler::{Owner, Scheduler};
use crate::store::{GameStore, Journal};
use plyground_core::sync::lock;
use plyground_engine::PAGE_TIME;
use plyground_search::StopFlag;
use serde_json::Value;
use session::Change;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{OwnedMutexGuard, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

/// Games in memory at a time; games without a page make room.
const MAX_OPEN_GAMES: usize = 256;
/// Hard limit for the search for a move, whatever a spec says.
const MAX_MOVE_TIME: Duration = PAGE_TIME;
/// The first owner number for games; smaller ones are for other work that takes turns with games.
pub const FIRST_GAME_OWNER: u64 = 16;
/// Delay before a failed save is tried again.
const RETRY: Duration = Duration::from_secs(1);
/// The errors of a deleted game and of one that panicked.
const GONE: &str = "there is no such game";
const BROKEN: &str = "internal error in this game; nothing was changed";

/// All games.
pub struct GameSessions {
    open: Mutex<HashMap<String, Arc<GameSession>>>,
    store: GameStore,
    scheduler: Scheduler,
    budget: MemoryBudget,
    opened: AtomicU64,
    runtime: Handle,
    processes: bool,
}

impl GameSessions {
    /// The games of this store. Must be called within a runtime.
    pub fn new(store: GameStore, scheduler: Scheduler, budget: MemoryBudget, processes: bool) -> Self {
        GameSessions {
            open: Mutex::default(),
            store,
            scheduler,
            budget,
            opened: AtomicU64::new(FIRST_GAME_OWNER),
            runtime: Handle::current(),
            processes,
        }
    }

    /// The games on disk.
    pub fn store(&self) -> &GameStore {
        &self.store
    }

    /// The memory budget of the engines.
    pub fn budget(&self) -> &MemoryBudget {
        &self.budget
    }

    /// Whether other programs may play.
    pub fn processes(&self) -> bool {
        self.processes
    }

    /// Creates a new game. It is on disk when this returns.
    pub fn create(self: &Arc<Self>, config: &GameConfig) -> Result<Arc<GameSession>, ApiError> {
        self.save_new(live::create(config, &self.budget)?)
    }

    /// Creates a game from a record, or from its legal part. It is on disk when this returns.
    pub fn import(
        self: &Arc<Self>,
        text: &str,
        game: Option<&str>,
        legal_part: bool,
    ) -> Result<Arc<GameSession>, ApiError> {
        let record = self.reopening(text, game)?;
        let mut live = if legal_part { record.open_legal_part()? } else { record.open()? };
        live.set_source(GameSource::Imported);
        self.save_new(live)
    }

    /// The game with this ID, or a new one with it from a record that was made elsewhere.
    pub fn find_or_import(
        self: &Arc<Self>,
        id: &str,
        source: GameSource,
        record: impl FnOnce() -> Result<String, ApiError>,
    ) -> Result<Arc<GameSession>, ApiError> {
        match self.find(id) {
            Err(ApiError::NotFound(_)) => {}
            found => return found,
        }
        let mut live = self.reopening(&record()?, None)?.open()?;
        live.set_source(source);
        self.save_as(id.to_string(), live)
    }

    fn reopening<'a>(&'a self, text: &'a str, game: Option<&'a str>) -> Result<Reopening<'a>, ApiError> {
        Ok(Reopening { text, game, seed: seed()?, processes: self.processes, budget: &self.budget })
    }

    /// Saves a game under a new ID. It is on disk when this returns.
    pub fn save_new(self: &Arc<Self>, live: LiveGame) -> Result<Arc<GameSession>, ApiError> {
        self.save_as(new_id()?, live)
    }

    fn save_as(self: &Arc<Self>, id: String, live: LiveGame) -> Result<Arc<GameSession>, ApiError> {
        self.make_room()?;
        let journal = self.store.create(&id, live.record());
        let journal = journal.map_err(|error| ApiError::internal(format!("the game cannot be saved: {error}")))?;
        Ok(self.open(id, live, journal))
    }

    /// The game with this ID, from memory or from disk.
    pub fn find(self: &Arc<Self>, id: &str) -> Result<Arc<GameSession>, ApiError> {
        if let Some(session) = lock(&self.open).get(id) {
            return if session.is_deleted() { Err(ApiError::not_found(GONE)) } else { Ok(Arc::clone(session)) };
        }
        let unreadable = |error: io::Error| ApiError::internal(format!("the game cannot be read: {error}"));
        let journal = self.store.find(id).map_err(unreadable)?.ok_or_else(|| ApiError::not_found(GONE))?;
        let live = self.reopening(&journal.record().to_string(), None)?.open()?;
        self.make_room()?;
        Ok(self.open(id.to_string(), live, journal))
    }

    /// If there are too many open games, closes those that nothing refers to; they are safe on disk.
    fn make_room(&self) -> Result<(), ApiError> {
        let mut open = lock(&self.open);
        if open.len() >= MAX_OPEN_GAMES {
            open.retain(|_, session| Arc::strong_count(session) > 1);
        }
        if open.len() < MAX_OPEN_GAMES {
            Ok(())
        } else {
            Err(ApiError::internal(format!("the limit of {MAX_OPEN_GAMES} open games is reached; try again later")))
        }
    }

    fn open(self: &Arc<Self>, id: String, live: LiveGame, journal: Journal) -> Arc<GameSession> {
        let number = self.opened.fetch_add(1, Ordering::Relaxed);
        let session = Arc::new(GameSession::new(id, number, live, journal));
        // Another page may have opened it in the meantime.
        let session = Arc::clone(lock(&self.open).entry(session.id.clone()).or_insert(session));
        let (games, opened) = (Arc::clone(self), Arc::clone(&session));
        self.runtime.spawn(async move { games.change_later(&opened, |_| ()).await });
        session
    }

    /// Changes a game and saves it, then notifies pages and starts engines. A failed save is an error, but it is retried until it
    /// succeeds or the game is deleted; until then the game cannot be changed.
    pub async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        session: &Arc<GameSession>,
        change: impl FnOnce(&mut LiveGame) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let journal = session.lock_journal().await.map_err(|unsaved| ApiError::internal(&unsaved.reason))?;
        self.change_locked(session, journal, change).await
    }

    /// Changes a game as [`change`](GameSessions::change) does, but waits while earlier changes cannot be saved.
    pub async fn change_later(
        self: &Arc<Self>,
        session: &Arc<GameSession>,
        change: impl FnOnce(&mut LiveGame) + Send + 'static,
    ) {
        let journal = Arc::clone(&session.journal).lock_owned().await;
        // Errors are published to the pages.
        let _ = self.change_locked(session, journal, change).await;
    }

    /// Changes a game as [`change_later`](GameSessions::change_later) does, from a thread outside the runtime, and returns when the
    /// change is saved.
    pub fn change_blocking(
        self: &Arc<Self>,
        session: &Arc<GameSession>,
        change: impl FnOnce(&mut LiveGame) + Send + 'static,
    ) {
        self.runtime.block_on(self.change_later(session, change));
    }

    async fn change_locked<T: Send + 'static>(
        self: &Arc<Self>,
        session: &Arc<GameSession>,
        journal: OwnedMutexGuard<Journal>,
        change: impl FnOnce(&mut LiveGame) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        if session.is_deleted() {
            return Err(ApiError::not_found(GONE));
        }
        let changed = Arc::clone(session);
        let changed = spawn_blocking(move || changed.change(change)).await;
        let (result, change, record) = changed.map_err(|_| ApiError::internal(BROKEN))?;
        let Some(record) = record else {
            drop(journal);
            *lock(&session.published) = Some(change.state_before.clone());
            self.follow_up(session, change);
            return result;
        };
        session.stop_search(Some(change.version));
        // On a task of its own, so that it completes even if the page that asked for it disconnects.
        let (failed, failure) = oneshot::channel();
        let saving = self.runtime.spawn(Arc::clone(self).save(Arc::clone(session), journal, record, change, failed));
        tokio::select! {
            biased;
            Ok(reason) = failure => Err(ApiError::internal(reason)),
            saved = saving => if saved.unwrap_or(false) { result } else { Err(ApiError::not_found(GONE)) },
        }
    }

    /// Saves a change, however many attempts it takes, and then publishes it. Returns false if the game was deleted in the meantime.
    async fn save(
        self: Arc<Self>,
        session: Arc<GameSession>,
        mut journal: OwnedMutexGuard<Journal>,
        record: Value,
        change: Change,
        failed: oneshot::Sender<String>,
    ) -> bool {
        let (record, begun, mut failed) = (Arc::new(record), Instant::now(), Some(failed));
        loop {
            if session.is_deleted() {
                return false;
            }
            let record = Arc::clone(&record);
            let attempt = spawn_blocking(move || {
                let saved = journal.append(&record);
                (journal, saved)
            });
            let Ok((returned, saved)) = attempt.await else { return false };
            journal = returned;
            let Err(error) = saved else { break };
            let reason = session.publish_unsaved(&error, &change.state_before);
            if let Some(failed) = failed.take() {
                let _ = failed.send(reason); // the page may have disconnected
            }
            sleep(RETRY).await;
        }
        if session.unsaved.send_replace(None).is_some() {
            lock(&session.live).refund_time(begun.elapsed());
        }
        session.notify();
        self.follow_up(&session, change);
        if journal.needs_compaction() {
            // No one waits for this, and everything is on disk either way.
            self.runtime.spawn_blocking(move || journal.compact());
        }
        true
    }

    /// Starts the engine and the clock after a change.
    fn follow_up(self: &Arc<Self>, session: &Arc<GameSession>, change: Change) {
        if let Some(rest) = change.clock {
            self.schedule_clock_check(session, rest);
        }
        let Some(EngineTask { run, pace }) = change.task else { return };
        let stop = StopFlag::default();
        *lock(&session.searching) = Some((change.version, stop.clone()));
        let (games, session) = (Arc::clone(self), Arc::clone(session));
        let started = Instant::now();
        let owner = Owner { number: session.number, watched: !session.is_unwatched() };
        let search = move || {
            let timeout = stop.clone();
            let watchdog = games.runtime.spawn(async move {
                sleep(MAX_MOVE_TIME).await;
                timeout.stop();
            });
            let result = run(&stop);
            watchdog.abort();
            let delay = if stop.is_set() { Duration::ZERO } else { pace.saturating_sub(started.elapsed()) };
            let runtime = games.runtime.clone();
            runtime.spawn(async move {
                sleep(delay).await;
                games.change_later(&session, move |live| live.complete_task(result)).await;
            });
        };
        self.scheduler.spawn(owner, Box::new(search));
    }

    /// Deletes a game permanently and notifies the pages that show it.
    pub async fn delete(self: &Arc<Self>, id: &str) -> Result<(), ApiError> {
        let session = lock(&self.open).get(id).cloned();
        let mut _journal = None;
        if let Some(session) = &session {
            session.deleted.store(true, Ordering::SeqCst);
            session.stop_search(None);
            // Wait for a write in progress.
            _journal = Some(Arc::clone(&session.journal).lock_owned().await);
        }
        let (games, name) = (Arc::clone(self), id.to_string());
        let removed = spawn_blocking(move || games.store.delete(&name)).await.unwrap_or(Ok(false));
        if let Some(session) = session {
            // A game whose files cannot be removed still exists.
            session.deleted.store(removed.is_ok(), Ordering::SeqCst);
            if removed.is_ok() {
                lock(&self.open).remove(id);
            }
            session.notify();
        }
        match removed {
            Ok(true) => Ok(()),
            Ok(false) => Err(ApiError::not_found(GONE)),
            Err(error) => Err(ApiError::internal(format!("the game cannot be deleted: {error}"))),
        }
    }

    /// Deletes games without a single turn that have not changed for this long.
    pub fn expire(&self, age: Duration) {
        for id in self.store.untouched(age) {
            if !lock(&self.open).contains_key(&id) {
                // On failure the next daily run tries again.
                let _ = self.store.delete(&id);
            }
        }
    }

    /// Checks the clock again when it may have run out.
    fn schedule_clock_check(self: &Arc<Self>, session: &Arc<GameSession>, rest: Duration) {
        let due = Instant::now() + rest;
        let mut next_check = lock(&session.next_clock_check);
        if next_check.is_some_and(|set| set <= due && set > Instant::now()) {
            return; // an earlier check is scheduled
        }
        *next_check = Some(due);
        let (games, session) = (Arc::clone(self), Arc::downgrade(session));
        self.runtime.spawn(async move {
            sleep(rest + Duration::from_millis(1)).await;
            if let Some(session) = session.upgrade() {
                games.change_later(&session, |_| ()).await;
            }
        });
    }

    /// Games by time of the last change, newest first: `count` of them after the first `skip`.
    pub fn list(&self, skip: usize, count: usize) -> Vec<GameSummary> {
        self.store.list(skip, count)
    }
}
