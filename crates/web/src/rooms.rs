//! All games of the server: in memory while somebody looks at them, on disk always. A change is made, saved and told, in this order.

use crate::engines::MemoryBudget;
use crate::live::{self, Errand, Live, Wish};
use crate::messages::{Answer, Command, GameSummary, State};
use crate::refusal::Refusal;
use crate::scheduler::{Owner, Scheduler};
use crate::store::{GameStore, Journal};
use plyground_engine::PAGE_TIME;
use plyground_search::StopFlag;
use serde_json::Value;
use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{OwnedMutexGuard, oneshot, watch};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

/// Games in memory at a time; those that nobody looks at make room.
const MOST_ROOMS: usize = 256;
/// However a spec limits itself, an engine is told to stop after the longest time that a page may ask for.
const LONGEST_THOUGHT: Duration = PAGE_TIME;
/// Smaller numbers are for what takes turns with games without being one.
pub const FIRST_ROOM: u64 = 16;
/// How long to wait before a change that could not be saved is tried again.
const RETRY: Duration = Duration::from_secs(1);
/// What pages are told about a game that is gone.
const GONE: &str = "there is no such game";
const BROKEN: &str = "something went wrong inside this game; it stands as before";

/// One game.
pub struct Room {
    /// Its address.
    pub id: String,
    /// Its number among the games that were opened since the server was started.
    number: u64,
    live: Mutex<Box<dyn Live>>,
    /// Held from the beginning of a change until it is on disk and told. While it is free, the game is what is on disk.
    journal: Arc<tokio::sync::Mutex<Journal>>,
    /// Set while a change cannot be saved.
    unsaved: watch::Sender<Option<Arc<Unsaved>>>,
    /// The last state that was shown or could have been.
    seen: Mutex<Option<State>>,
    told: watch::Sender<u64>,
    deleted: AtomicBool,
    thinking: Mutex<Option<(u64, StopFlag)>>,
    ticking: Mutex<Option<Instant>>,
}

/// A change that could not be saved yet.
struct Unsaved {
    /// One sentence.
    reason: String,
    /// The game as it is on disk.
    state: State,
}

impl Room {
    /// Tells whenever there is something new to show.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.told.subscribe()
    }

    /// Whether no page looks at it.
    pub fn is_deserted(&self) -> bool {
        self.told.receiver_count() == 0
    }

    /// Whether it was deleted while it was open.
    pub fn is_deleted(&self) -> bool {
        self.deleted.load(Ordering::SeqCst)
    }

    /// Looks at the game.
    pub fn look<T>(&self, look: impl FnOnce(&dyn Live) -> T) -> T {
        look(lock(&self.live).as_ref())
    }

    /// Gives everything that a page shows to `show`: only what is on disk. Where the last change could not be saved, the state
    /// before it says so. `None` if the game broke down over it.
    pub async fn state<T: Send + 'static>(
        self: &Arc<Self>,
        show: impl FnOnce(State) -> T + Send + 'static,
    ) -> Option<T> {
        let (room, turn) = (Arc::clone(self), self.take_turn().await);
        let shown = spawn_blocking(move || match turn {
            Ok(turn) => {
                let state = room.look(|live| live.state());
                *lock(&room.seen) = Some(state.clone());
                drop(turn);
                show(state)
            }
            Err(unsaved) => show(State { unsaved: Some(unsaved.reason.clone()), ..unsaved.state.clone() }),
        });
        shown.await.ok()
    }

    /// Answers a question about the game that changes nothing.
    pub fn answer(&self, question: &Command) -> Result<Answer, String> {
        let mut live = lock(&self.live);
        catch_unwind(AssertUnwindSafe(|| live.obey(question))).unwrap_or_else(|_| Err(BROKEN.to_string()))
    }

    /// Waits until earlier changes are saved, unless one of them cannot be.
    async fn take_turn(&self) -> Result<OwnedMutexGuard<Journal>, Arc<Unsaved>> {
        let mut unsaved = self.unsaved.subscribe();
        let trouble = async {
            let found = unsaved.wait_for(Option::is_some).await.ok().and_then(|unsaved| unsaved.clone());
            if let Some(found) = found { found } else { std::future::pending().await }
        };
        tokio::select! {
            biased;
            turn = Arc::clone(&self.journal).lock_owned() => Ok(turn),
            unsaved = trouble => Err(unsaved),
        }
    }

    /// Tells pages to look again.
    fn tell(&self) {
        self.told.send_modify(|count| *count += 1);
    }

    /// Tells pages that the last change is not saved. `state` is the game as it is on disk.
    fn warn(&self, error: &io::Error, state: &State) -> String {
        let reason = format!("The last change could not be saved and is tried again: {error}");
        self.unsaved.send_replace(Some(Arc::new(Unsaved { reason: reason.clone(), state: state.clone() })));
        self.tell();
        reason
    }

    /// Does something to the game. Returns what came of it, what follows, and the new record if it has changed.
    fn change<T>(&self, act: impl FnOnce(&mut dyn Live) -> T) -> (Result<T, String>, Change, Option<Value>) {
        let mut live = lock(&self.live);
        let before = live.version();
        let seen = lock(&self.seen).take().filter(|seen| seen.version == before);
        let seen = seen.unwrap_or_else(|| live.state());
        let result = catch_unwind(AssertUnwindSafe(|| act(live.as_mut()))).map_err(|_| BROKEN.to_string());
        let errand = catch_unwind(AssertUnwindSafe(|| live.errand())).ok().flatten();
        let rest = catch_unwind(AssertUnwindSafe(|| live.tick())).ok().flatten();
        let version = live.version();
        let record = (version != before).then(|| live.record());
        (result, Change { version, errand, rest, seen }, record)
    }

    fn stop_thinking(&self, unless: Option<u64>) {
        if let Some((_, stop)) = lock(&self.thinking).take_if(|(version, _)| Some(*version) != unless) {
            stop.stop();
        }
    }
}

/// What a change of a game leads to once it is saved.
struct Change {
    version: u64,
    errand: Option<Errand>,
    rest: Option<Duration>,
    /// The state before it.
    seen: State,
}

/// All games.
pub struct Rooms {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    store: GameStore,
    scheduler: Scheduler,
    budget: MemoryBudget,
    opened: AtomicU64,
    runtime: Handle,
    processes: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic is caught inside, and what it left behind is a game like any other.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rooms {
    /// The games of this store. Must be called where a runtime is.
    pub fn new(store: GameStore, scheduler: Scheduler, budget: MemoryBudget, processes: bool) -> Self {
        Rooms {
            rooms: Mutex::default(),
            store,
            scheduler,
            budget,
            opened: AtomicU64::new(FIRST_ROOM),
            runtime: Handle::current(),
            processes,
        }
    }

    /// Where engines get their memory from.
    pub fn budget(&self) -> &MemoryBudget {
        &self.budget
    }

    /// Whether other programs may play.
    pub fn processes(&self) -> bool {
        self.processes
    }

    /// Opens a table for a new game, which is on disk when this returns.
    pub fn create(self: &Arc<Self>, wish: &Wish) -> Result<Arc<Room>, Refusal> {
        self.keep(live::create(wish, &self.budget)?)
    }

    /// Opens a table for a recorded game, which is on disk when this returns.
    pub fn import(self: &Arc<Self>, text: &str, game: Option<&str>) -> Result<Arc<Room>, Refusal> {
        self.keep(live::reopen(text, game, seed()?, self.processes, &self.budget)?)
    }

    fn keep(self: &Arc<Self>, live: Box<dyn Live>) -> Result<Arc<Room>, Refusal> {
        self.make_space()?;
        let id = new_id()?;
        let journal = self.store.create(&id, live.record());
        let journal = journal.map_err(|error| Refusal::fault(format!("the game cannot be saved: {error}")))?;
        Ok(self.seat(id, live, journal))
    }

    /// The game of this address, from memory or from disk.
    pub fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, Refusal> {
        if let Some(room) = lock(&self.rooms).get(id) {
            return if room.is_deleted() { Err(Refusal::missing(GONE)) } else { Ok(Arc::clone(room)) };
        }
        let unreadable = |error: io::Error| Refusal::fault(format!("this game cannot be read: {error}"));
        let journal = self.store.find(id).map_err(unreadable)?.ok_or_else(|| Refusal::missing(GONE))?;
        let live = live::reopen(&journal.record().to_string(), None, seed()?, self.processes, &self.budget)?;
        self.make_space()?;
        Ok(self.seat(id.to_string(), live, journal))
    }

    /// Lets games go that nobody holds, if there are too many: they are safe on disk.
    fn make_space(&self) -> Result<(), Refusal> {
        let mut rooms = lock(&self.rooms);
        if rooms.len() >= MOST_ROOMS {
            rooms.retain(|_, room| Arc::strong_count(room) > 1);
        }
        if rooms.len() < MOST_ROOMS {
            Ok(())
        } else {
            Err(Refusal::fault(format!("{MOST_ROOMS} games are open already")))
        }
    }

    fn seat(self: &Arc<Self>, id: String, live: Box<dyn Live>, journal: Journal) -> Arc<Room> {
        let room = Arc::new(Room {
            id,
            number: self.opened.fetch_add(1, Ordering::Relaxed),
            live: Mutex::new(live),
            journal: Arc::new(tokio::sync::Mutex::new(journal)),
            unsaved: watch::channel(None).0,
            seen: Mutex::default(),
            told: watch::channel(0).0,
            deleted: AtomicBool::default(),
            thinking: Mutex::default(),
            ticking: Mutex::default(),
        });
        // Another page may have been quicker to open it.
        let room = Arc::clone(lock(&self.rooms).entry(room.id.clone()).or_insert(room));
        let (rooms, begun) = (Arc::clone(self), Arc::clone(&room));
        self.runtime.spawn(async move { rooms.act_later(&begun, |_| ()).await });
        room
    }

    /// Does something to a game and saves it. Afterwards pages are told and engines are sent to think. What could not be saved is an
    /// error, but it is tried again until it is saved or the game is deleted; until then the game cannot be changed.
    pub async fn act<T: Send + 'static>(
        self: &Arc<Self>,
        room: &Arc<Room>,
        act: impl FnOnce(&mut dyn Live) -> T + Send + 'static,
    ) -> Result<T, String> {
        let turn = room.take_turn().await.map_err(|unsaved| unsaved.reason.clone())?;
        self.act_in_turn(room, turn, act).await
    }

    /// As [`act`](Rooms::act), for what must happen sooner or later: it waits for as long as earlier changes cannot be saved.
    pub async fn act_later(self: &Arc<Self>, room: &Arc<Room>, act: impl FnOnce(&mut dyn Live) + Send + 'static) {
        let turn = Arc::clone(&room.journal).lock_owned().await;
        // Whatever is wrong with it is told to the pages.
        let _ = self.act_in_turn(room, turn, act).await;
    }

    async fn act_in_turn<T: Send + 'static>(
        self: &Arc<Self>,
        room: &Arc<Room>,
        turn: OwnedMutexGuard<Journal>,
        act: impl FnOnce(&mut dyn Live) -> T + Send + 'static,
    ) -> Result<T, String> {
        if room.is_deleted() {
            return Err(GONE.to_string());
        }
        let table = Arc::clone(room);
        let acted = spawn_blocking(move || table.change(act)).await;
        let (result, change, record) = acted.map_err(|_| BROKEN.to_string())?;
        let Some(record) = record else {
            drop(turn);
            *lock(&room.seen) = Some(change.seen.clone());
            self.follow(room, change);
            return result;
        };
        room.stop_thinking(Some(change.version));
        // On a task of its own, so that it is finished even if the page that asked for it goes away.
        let (failed, failure) = oneshot::channel();
        let saving = self.runtime.spawn(Arc::clone(self).save(Arc::clone(room), turn, record, change, failed));
        tokio::select! {
            biased;
            Ok(reason) = failure => Err(reason),
            saved = saving => if saved.unwrap_or(false) { result } else { Err(GONE.to_string()) },
        }
    }

    /// Saves a change, however often it has to be tried, and only then tells of it. Returns false if the game was deleted meanwhile.
    async fn save(
        self: Arc<Self>,
        room: Arc<Room>,
        mut turn: OwnedMutexGuard<Journal>,
        record: Value,
        change: Change,
        failed: oneshot::Sender<String>,
    ) -> bool {
        let (record, begun, mut failed) = (Arc::new(record), Instant::now(), Some(failed));
        loop {
            if room.is_deleted() {
                return false;
            }
            let record = Arc::clone(&record);
            let attempt = spawn_blocking(move || {
                let saved = turn.append(&record);
                (turn, saved)
            });
            let Ok((journal, saved)) = attempt.await else { return false };
            turn = journal;
            let Err(error) = saved else { break };
            let reason = room.warn(&error, &change.seen);
            if let Some(failed) = failed.take() {
                let _ = failed.send(reason); // the page may have gone
            }
            sleep(RETRY).await;
        }
        if room.unsaved.send_replace(None).is_some() {
            lock(&room.live).excuse(begun.elapsed());
        }
        room.tell();
        self.follow(&room, change);
        if turn.is_ripe() {
            // Nobody waits for it, and everything is on disk either way.
            self.runtime.spawn_blocking(move || turn.compact());
        }
        true
    }

    fn follow(self: &Arc<Self>, room: &Arc<Room>, change: Change) {
        if let Some(errand) = change.errand {
            self.send(room, change.version, errand);
        }
        if let Some(rest) = change.rest {
            self.wind(room, rest);
        }
    }

    /// Deletes a game for good. Pages that show it are told.
    pub async fn delete(self: &Arc<Self>, id: &str) -> Result<(), Refusal> {
        let room = lock(&self.rooms).get(id).cloned();
        let mut _turn = None;
        if let Some(room) = &room {
            room.deleted.store(true, Ordering::SeqCst);
            room.stop_thinking(None);
            // What is being written comes to its end first.
            _turn = Some(Arc::clone(&room.journal).lock_owned().await);
        }
        let (rooms, name) = (Arc::clone(self), id.to_string());
        let removed = spawn_blocking(move || rooms.store.delete(&name)).await.unwrap_or(Ok(false));
        if let Some(room) = room {
            // A game whose files cannot be removed is not gone.
            room.deleted.store(removed.is_ok(), Ordering::SeqCst);
            if removed.is_ok() {
                lock(&self.rooms).remove(id);
            }
            room.tell();
        }
        match removed {
            Ok(true) => Ok(()),
            Ok(false) => Err(Refusal::missing(GONE)),
            Err(error) => Err(Refusal::fault(format!("the game cannot be deleted: {error}"))),
        }
    }

    /// Deletes games without a single turn that nobody has touched for so long.
    pub fn expire(&self, age: Duration) {
        for id in self.store.untouched(age) {
            if !lock(&self.rooms).contains_key(&id) {
                // Tomorrow is another day.
                let _ = self.store.delete(&id);
            }
        }
    }

    fn send(self: &Arc<Self>, room: &Arc<Room>, version: u64, errand: Errand) {
        let stop = StopFlag::default();
        *lock(&room.thinking) = Some((version, stop.clone()));
        let (rooms, room) = (Arc::clone(self), Arc::clone(room));
        let Errand { run, pace } = errand;
        let asked = Instant::now();
        let owner = Owner { number: room.number, watched: !room.is_deserted() };
        let job = move || {
            let watchdog = stop.clone();
            let alarm = rooms.runtime.spawn(async move {
                sleep(LONGEST_THOUGHT).await;
                watchdog.stop();
            });
            let caught = run(&stop);
            alarm.abort();
            let rest = if stop.is_set() { Duration::ZERO } else { pace.saturating_sub(asked.elapsed()) };
            let runtime = rooms.runtime.clone();
            runtime.spawn(async move {
                sleep(rest).await;
                rooms.act_later(&room, move |live| live.receive(caught)).await;
            });
        };
        self.scheduler.think(owner, Box::new(job));
    }

    /// Looks at a clock again when it may have run out.
    fn wind(self: &Arc<Self>, room: &Arc<Room>, rest: Duration) {
        let due = Instant::now() + rest;
        let mut ticking = lock(&room.ticking);
        if ticking.is_some_and(|set| set <= due && set > Instant::now()) {
            return; // an earlier alarm will look again
        }
        *ticking = Some(due);
        let (rooms, room) = (Arc::clone(self), Arc::downgrade(room));
        self.runtime.spawn(async move {
            sleep(rest + Duration::from_millis(1)).await;
            if let Some(room) = room.upgrade() {
                rooms.act_later(&room, |_| ()).await;
            }
        });
    }

    /// Games in the order in which they were last changed, newest first: `count` of them after the first `skip`.
    pub fn list(&self, skip: usize, count: usize) -> Vec<GameSummary> {
        self.store.list(skip, count)
    }
}

/// An address that nobody can guess.
pub fn new_id() -> Result<String, Refusal> {
    Ok(random()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A seed for people who named none. Small enough to survive JavaScript's numbers.
pub fn seed() -> Result<u64, Refusal> {
    let bytes = random()?;
    Ok(bytes.iter().take(6).fold(0, |seed, byte| (seed << 8) | u64::from(*byte)))
}

fn random() -> Result<[u8; 16], Refusal> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Refusal::fault(format!("the system has no random numbers: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
