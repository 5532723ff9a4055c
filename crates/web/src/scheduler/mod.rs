//! Who thinks when: moves of games, and slices of analyses beside them.
//!
//! **Moves.** Every game that has to move gets a thread of its own, and the system shares the cores among them. There are
//! deliberately more threads than cores: a search cannot be taken off a thread and put back without changing what it finds,
//! but the system can share a core without its noticing. Limits of time are wall time, so a game answers within its limit
//! however many others think, with a smaller share of a core; limits of depth or nodes keep their result and take longer.
//! Beyond [`MOST_MOVES`] games wait in a fair queue: whoever has used the least time is next (start-time fair queueing, Goyal,
//! Vin and Cheng 1996). A game that nobody watches pays [`UNWATCHED_COST`] times the price.
//!
//! **Analyses** take turns in slices on cores that no move needs, and whose client has waited longest is next. A move pushes
//! them aside. When moves need all cores, one slice in every [`STARVED`] is granted all the same, so that engines that
//! play for hours do not silence all analyses.
//!
//! Threads that think have a lower priority than those that answer requests.

mod fair;
#[cfg(test)]
mod tests;

use fair::FairQueue;
use plyground_search::StopFlag;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Something to be done once.
pub type Job = Box<dyn FnOnce() + Send>;
/// A slice of something that takes long; true if there is more of it. Ends soon after the flag is set.
pub type Slice = Box<dyn FnMut(&StopFlag) -> bool + Send>;

/// Studies of one client at a time.
pub const MOST_OF_ONE: usize = 4;
/// Studies at a time.
pub const MOST_OF_ALL: usize = 200;
/// Moves that are thought about at a time. Every one has a thread and tables; 32 on two cores still get 60 ms of a second each.
const MOST_MOVES: usize = 32;
/// How much dearer time is for a game that nobody watches.
const UNWATCHED_COST: u32 = 4;
/// How long studies may go without a slice because of moves.
const STARVED: Duration = Duration::from_secs(1);
/// A thread that has had nothing to do for so long ends.
const IDLE_THREAD: Duration = Duration::from_secs(10);
/// How much lower the priorities of moves and studies are ("nice").
const MOVE_PRIORITY: i32 = 5;
const STUDY_PRIORITY: i32 = 10;

/// For whom a move is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner {
    /// The game, or whatever else takes its turn as one.
    pub number: u64,
    /// Whether a page looks on.
    pub watched: bool,
}

/// The threads that think. Clones share them.
#[derive(Clone)]
pub struct Scheduler(Arc<Shared>);

struct Shared {
    cores: usize,
    most_moves: usize,
    state: Mutex<State>,
    /// A move has come.
    moves: Condvar,
    /// A study has come, or a move has ended.
    studies: Condvar,
}

#[derive(Default)]
struct State {
    waiting: FairQueue<Job>,
    /// Moves in a thread at this moment.
    thinking: usize,
    /// Threads for moves, and those of them without one.
    threads: usize,
    idle: usize,
    studies: Vec<Study>,
    /// Studies in a thread at this moment.
    running: Vec<Running>,
    /// When each client was last served, in slices.
    served: HashMap<u64, u64>,
    slices: u64,
    /// When the last slice ended.
    last_slice: Option<Instant>,
}

struct Study {
    client: u64,
    slice: Slice,
}

struct Running {
    number: u64,
    client: u64,
    stop: StopFlag,
    /// Granted although moves need the cores.
    granted: bool,
}

impl Scheduler {
    /// For so many cores, for as long as the program runs.
    pub fn new(cores: usize) -> Self {
        Scheduler::with_threads(cores, MOST_MOVES.max(cores))
    }

    fn with_threads(cores: usize, most_moves: usize) -> Self {
        let (moves, studies) = (Condvar::new(), Condvar::new());
        let scheduler = Scheduler(Arc::new(Shared { cores, most_moves, state: Mutex::default(), moves, studies }));
        for _ in 0..cores {
            let shared = Arc::clone(&scheduler.0);
            thread::spawn(move || shared.study());
        }
        scheduler
    }

    /// Does this on a thread of its own, or as soon as it is this owner's turn.
    pub fn think(&self, owner: Owner, job: Job) {
        let mut state = self.0.lock();
        let cost = if owner.watched { 1 } else { UNWATCHED_COST };
        state.waiting.push(owner.number, cost, job);
        state.push_studies_aside(self.0.cores);
        if state.idle < state.waiting.len() && state.threads < self.0.most_moves {
            state.threads += 1;
            let shared = Arc::clone(&self.0);
            thread::spawn(move || shared.think());
        }
        self.0.moves.notify_one();
    }

    /// Goes on with this, slice by slice, until it has no more or refuses; false when there are too many studies.
    pub fn study(&self, client: u64, slice: Slice) -> bool {
        let mut state = self.0.lock();
        let own = state.studies.iter().filter(|study| study.client == client).count()
            + state.running.iter().filter(|running| running.client == client).count();
        if own >= MOST_OF_ONE || state.studies.len() + state.running.len() >= MOST_OF_ALL {
            return false;
        }
        let now = state.slices;
        state.served.entry(client).or_insert(now);
        state.studies.push(Study { client, slice });
        self.0.studies.notify_one();
        true
    }

    /// Forgets when a client was served, once it is gone.
    pub fn forget(&self, client: u64) {
        self.0.lock().served.remove(&client);
    }
}

impl State {
    /// Cores that no move needs.
    fn spare(&self, cores: usize) -> usize {
        cores.saturating_sub(self.thinking + self.waiting.len())
    }

    /// Ends as many slices as there are too many beside the moves.
    fn push_studies_aside(&self, cores: usize) {
        let active = || self.running.iter().filter(|running| !running.granted && !running.stop.is_set());
        let excess = active().count().saturating_sub(self.spare(cores));
        active().take(excess).for_each(|running| running.stop.stop());
    }

    /// The study that is next, if one may run now.
    fn next_study(&mut self, cores: usize) -> Option<(Study, Running)> {
        let free = self.running.len() < self.spare(cores);
        let starved = self.running.is_empty() && self.last_slice.is_none_or(|last| last.elapsed() >= STARVED);
        if !free && !starved {
            return None;
        }
        let served = |study: &Study| self.served.get(&study.client).copied().unwrap_or_default();
        let index = (0..self.studies.len()).min_by_key(|index| served(&self.studies[*index]))?;
        let study = self.studies.remove(index);
        self.slices += 1;
        self.served.insert(study.client, self.slices);
        let (number, client, stop) = (self.slices, study.client, StopFlag::default());
        Some((study, Running { number, client, stop, granted: !free }))
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A thread for moves.
    fn think(&self) {
        lower_priority(MOVE_PRIORITY);
        let mut state = self.lock();
        loop {
            let Some(turn) = state.waiting.pop() else {
                state.idle += 1;
                let (woken, waited) =
                    self.moves.wait_timeout(state, IDLE_THREAD).unwrap_or_else(PoisonError::into_inner);
                state = woken;
                state.idle -= 1;
                if waited.timed_out() && state.waiting.is_empty() {
                    state.threads -= 1;
                    return;
                }
                continue;
            };
            state.thinking += 1;
            drop(state);
            let begun = Instant::now();
            // What panics in a job ends that one alone.
            drop(catch_unwind(AssertUnwindSafe(turn.job)));
            state = self.lock();
            state.thinking -= 1;
            state.waiting.charge(turn.owner, begun.elapsed() * turn.cost);
            self.studies.notify_all();
        }
    }

    /// A thread for studies.
    fn study(&self) {
        lower_priority(STUDY_PRIORITY);
        let mut state = self.lock();
        loop {
            let Some((mut study, running)) = state.next_study(self.cores) else {
                // Those that wait because of moves must look at the clock.
                let pause = if state.studies.is_empty() { IDLE_THREAD } else { STARVED / 4 };
                state = self.studies.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
                continue;
            };
            let (number, stop) = (running.number, running.stop.clone());
            state.running.push(running);
            drop(state);
            let more = catch_unwind(AssertUnwindSafe(|| (study.slice)(&stop))).unwrap_or(false);
            state = self.lock();
            state.running.retain(|running| running.number != number);
            state.last_slice = Some(Instant::now());
            if more {
                state.studies.push(study);
            }
        }
    }
}

/// Lets threads that answer requests go before this one.
fn lower_priority(by: i32) {
    // On Linux this is about the calling thread, elsewhere about the whole process. A system that refuses is merely slower.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, by);
    #[cfg(not(target_os = "linux"))]
    let _ = by;
}
