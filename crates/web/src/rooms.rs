//! All games of the server: in memory while somebody looks at them, on disk always.

use crate::engines::MemoryBudget;
use crate::live::{self, Errand, Live, Wish};
use crate::messages::GameSummary;
use crate::refusal::Refusal;
use crate::saver::Saver;
use crate::scheduler::{Owner, Scheduler};
use plyground_engine::PAGE_TIME;
use plyground_games::registry;
use plyground_search::StopFlag;
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::sleep;

/// Games in memory at a time; those that nobody looks at make room.
const MOST_ROOMS: usize = 256;
/// Games that the start page lists.
const MOST_LISTED: usize = 12;
/// However a spec limits itself, an engine is told to stop after the longest time that a page may ask for.
const LONGEST_THOUGHT: Duration = PAGE_TIME;
/// Smaller numbers are for what takes turns with games without being one.
pub const FIRST_ROOM: u64 = 16;
/// A record on disk that is larger is not ours.
const LARGEST_RECORD: u64 = 64 << 20;

/// One game.
pub struct Room {
    /// Its address.
    pub id: String,
    /// Its number among the games that were opened since the server was started.
    number: u64,
    live: Mutex<Box<dyn Live>>,
    version: watch::Sender<u64>,
    thinking: Mutex<Option<(u64, StopFlag)>>,
    ticking: Mutex<Option<Instant>>,
}

impl Room {
    /// Tells the version whenever it changes.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Whether no page looks at it.
    pub fn is_deserted(&self) -> bool {
        self.version.receiver_count() == 0
    }

    /// Looks at the game.
    pub fn look<T>(&self, look: impl FnOnce(&dyn Live) -> T) -> T {
        look(lock(&self.live).as_ref())
    }
}

/// All games.
pub struct Rooms {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    folder: PathBuf,
    saver: Saver,
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
    /// Games below this folder. Must be called where a runtime is.
    pub fn new(folder: PathBuf, scheduler: Scheduler, budget: MemoryBudget, processes: bool) -> Self {
        Rooms {
            rooms: Mutex::default(),
            folder,
            saver: Saver::default(),
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

    /// Opens a table for a new game.
    pub fn create(self: &Arc<Self>, wish: &Wish) -> Result<Arc<Room>, Refusal> {
        self.seat(new_id()?, live::create(wish, &self.budget)?)
    }

    /// Opens a table for a recorded game.
    pub fn import(self: &Arc<Self>, text: &str, game: Option<&str>) -> Result<Arc<Room>, Refusal> {
        self.seat(new_id()?, live::reopen(text, game, seed()?, self.processes, &self.budget)?)
    }

    /// The game of this address, from memory or from disk.
    pub fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, Refusal> {
        let missing = || Refusal::missing("there is no such game");
        if !is_id(id) {
            return Err(missing()); // no other name ever becomes part of a path
        }
        if let Some(room) = lock(&self.rooms).get(id) {
            return Ok(Arc::clone(room));
        }
        let text = read_record(&self.path(id)).ok_or_else(missing)?;
        self.seat(id.to_string(), live::reopen(&text, None, seed()?, self.processes, &self.budget)?)
    }

    fn seat(self: &Arc<Self>, id: String, live: Box<dyn Live>) -> Result<Arc<Room>, Refusal> {
        let (version, _) = watch::channel(live.version());
        let room = Arc::new(Room {
            id,
            number: self.opened.fetch_add(1, Ordering::Relaxed),
            live: Mutex::new(live),
            version,
            thinking: Mutex::default(),
            ticking: Mutex::default(),
        });
        {
            let mut rooms = lock(&self.rooms);
            if let Some(room) = rooms.get(&room.id) {
                return Ok(Arc::clone(room)); // somebody else was quicker to open it
            }
            if rooms.len() >= MOST_ROOMS {
                // Whatever nobody holds is safe on disk.
                rooms.retain(|_, room| Arc::strong_count(room) > 1);
            }
            if rooms.len() >= MOST_ROOMS {
                return Err(Refusal::fault(format!("{MOST_ROOMS} games are open already")));
            }
            rooms.insert(room.id.clone(), Arc::clone(&room));
        }
        self.save(&room);
        self.act(&room, |_| ());
        Ok(room)
    }

    /// Does something to a game, and whatever follows from it: engines are sent to think, the record is written, pages
    /// are told. `None` if the game broke down over it.
    pub fn act<T>(self: &Arc<Self>, room: &Arc<Room>, act: impl FnOnce(&mut dyn Live) -> T) -> Option<T> {
        let before = *room.version.borrow();
        let (result, errand, after, rest) = {
            let mut live = lock(&room.live);
            let result = catch_unwind(AssertUnwindSafe(|| act(live.as_mut()))).ok();
            let errand = catch_unwind(AssertUnwindSafe(|| live.errand())).ok().flatten();
            let rest = catch_unwind(AssertUnwindSafe(|| live.tick())).ok().flatten();
            (result, errand, live.version(), rest)
        };
        if after != before {
            if let Some((_, stop)) = lock(&room.thinking).take_if(|(version, _)| *version != after) {
                stop.stop();
            }
            self.save(room);
            room.version.send_replace(after);
        }
        if let Some(errand) = errand {
            self.send(room, after, errand);
        }
        if let Some(rest) = rest {
            self.wind(room, rest);
        }
        result
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
                rooms.act(&room, |live| live.receive(caught));
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
                rooms.act(&room, |_| ());
            }
        });
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    fn save(&self, room: &Room) {
        if let Ok(record) = catch_unwind(AssertUnwindSafe(|| room.look(|live| live.record()))) {
            self.saver.write(self.path(&room.id), format!("{record:#}\n"));
        }
    }

    /// Returns when all games are on disk.
    pub fn flush(&self) {
        self.saver.flush();
    }

    /// The games that were played last, newest first.
    pub fn list(&self) -> Vec<GameSummary> {
        self.saver.flush();
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .filter(|entry| entry.path().extension().is_some_and(|kind| kind == "json"))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        files.sort_by_key(|(written, _)| std::cmp::Reverse(*written));
        files.into_iter().take(MOST_LISTED).filter_map(|(_, path)| summary(&path)).collect()
    }
}

fn summary(path: &Path) -> Option<GameSummary> {
    let id = path.file_stem()?.to_str().filter(|id| is_id(id))?.to_string();
    let record: Value = serde_json::from_str(&read_record(path)?).ok()?;
    let text = |key: &str| record[key].as_str().unwrap_or_default();
    let info = registry::info(text("game"))?;
    let seats = record["players"].as_array()?.iter().filter_map(Value::as_str).map(String::from).collect();
    Some(GameSummary {
        id,
        title: info.title.to_string(),
        variant: record["map"]["name"].as_str().unwrap_or_else(|| text("variant")).to_string(),
        plies: text("moves").split_whitespace().count(),
        seats,
        over: record["over"].as_bool().unwrap_or_default() || record["web"]["mishap"].is_array(),
    })
}

fn read_record(path: &Path) -> Option<String> {
    let size = fs::metadata(path).ok()?.len();
    if size > LARGEST_RECORD { None } else { fs::read_to_string(path).ok() }
}

/// Whether this can be the address of a game.
fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
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
