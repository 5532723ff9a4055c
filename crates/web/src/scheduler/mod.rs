//! Decides which engine searches when: moves of games, and slices of analyses in between.
//!
//! **Moves.** Every game that has to move gets a thread of its own, and the operating system shares the cores among them. There are
//! deliberately more threads than cores: a search cannot be suspended and resumed without changing its result, but the system can
//! preempt it unnoticed. Time limits are wall time, so a game answers within its limit however many others are searching, with a
//! smaller share of a core; searches limited by depth or nodes keep their result and take longer. Beyond [`MAX_MOVES`] games wait
//! in a fair queue: the one that has used the least time is next (start-time fair queueing, Goyal, Vin and Cheng 1996). Games
//! without a spectator are charged [`UNWATCHED_COST`] times their time.
//!
//! **Analyses** take turns in slices on cores that no move needs; the client that has waited longest is next. A move preempts them.
//! When moves need all cores, one slice is still granted every [`STARVED`], so that engines playing for hours do not stop all
//! analyses.
//!
//! Search threads have a lower priority than the threads that answer requests.

mod fair;
#[cfg(test)]
mod tests;

use fair::FairQueue;
use plyground_core::sync::{ignore_poison, lock};
use plyground_search::StopFlag;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// Work that is done once.
pub type Task = Box<dyn FnOnce() + Send>;
/// A slice of long work; returns true if there is more. Ends soon after the flag is set.
pub type Slice = Box<dyn FnMut(&StopFlag) -> bool + Send>;

/// Analyses of one client at a time.
pub const MAX_PER_CLIENT: usize = 4;
/// Analyses of all clients at a time.
pub const MAX_ANALYSES: usize = 200;
/// Concurrent move searches. Each has a thread and tables; 32 on two cores still get 60 ms per second each.
const MAX_MOVES: usize = 32;
/// The factor by which the time of a game without spectators is charged.
const UNWATCHED_COST: u32 = 4;
/// How long analyses may go without a slice because of moves.
const STARVED: Duration = Duration::from_secs(1);
/// An idle thread ends after this time.
const IDLE_THREAD: Duration = Duration::from_secs(10);
/// How much lower the priorities of moves and analyses are ("nice" values).
const MOVE_PRIORITY: i32 = 5;
const ANALYSIS_PRIORITY: i32 = 10;

/// The owner of a move search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner {
    /// The game, or other work that takes turns like a game.
    pub number: u64,
    /// Whether a page shows it.
    pub watched: bool,
}

/// The search threads. Clones share them.
#[derive(Clone)]
pub struct Scheduler(Arc<SchedulerInner>);

struct SchedulerInner {
    cores: usize,
    most_moves: usize,
    queues: Mutex<Queues>,
    /// Signals a new move.
    moves: Condvar,
    /// Signals a new analysis, or the end of a move.
    analyses: Condvar,
}

#[derive(Default)]
struct Queues {
    waiting: FairQueue<Task>,
    /// Moves being searched.
    searching: usize,
    /// Threads for moves, and how many of them are idle.
    threads: usize,
    idle: usize,
    analyses: Vec<QueuedAnalysis>,
    /// Slices being executed.
    running: Vec<RunningSlice>,
    /// The number of the last slice of each client.
    served: HashMap<u64, u64>,
    slices: u64,
    /// When the last slice ended.
    last_slice: Option<Instant>,
}

struct QueuedAnalysis {
    client: u64,
    slot: usize,
    slice: Slice,
}

struct RunningSlice {
    number: u64,
    client: u64,
    slot: usize,
    stop: StopFlag,
    /// Granted to a starved analysis although moves need the cores.
    granted: bool,
}

impl Scheduler {
    /// A scheduler for this many cores. Its threads run as long as the program.
    pub fn new(cores: usize) -> Self {
        Scheduler::with_threads(cores, MAX_MOVES.max(cores))
    }

    fn with_threads(cores: usize, most_moves: usize) -> Self {
        let (moves, analyses) = (Condvar::new(), Condvar::new());
        let scheduler =
            Scheduler(Arc::new(SchedulerInner { cores, most_moves, queues: Mutex::default(), moves, analyses }));
        for _ in 0..cores {
            let inner = Arc::clone(&scheduler.0);
            thread::spawn(move || inner.run_analyses());
        }
        scheduler
    }

    /// Runs a task on a thread of its own, as soon as it is the owner's turn.
    pub fn spawn(&self, owner: Owner, task: Task) {
        let mut queues = self.0.lock();
        let cost = if owner.watched { 1 } else { UNWATCHED_COST };
        queues.waiting.push(owner.number, cost, task);
        queues.preempt_analyses(self.0.cores);
        if queues.idle < queues.waiting.len() && queues.threads < self.0.most_moves {
            queues.threads += 1;
            let inner = Arc::clone(&self.0);
            thread::spawn(move || inner.run_moves());
        }
        self.0.moves.notify_one();
    }

    /// Runs an analysis slice by slice until it returns false, in place of the client's analysis in this slot. Returns false if
    /// there are too many analyses.
    pub fn analyse(&self, client: u64, slot: usize, slice: Slice) -> bool {
        self.cancel(client, slot);
        let mut queues = self.0.lock();
        let own = queues.analyses.iter().filter(|analysis| analysis.client == client).count()
            + queues.running.iter().filter(|running| running.client == client && !running.stop.is_set()).count();
        if own >= MAX_PER_CLIENT || queues.analyses.len() + queues.running.len() >= MAX_ANALYSES {
            return false;
        }
        let now = queues.slices;
        queues.served.entry(client).or_insert(now);
        queues.analyses.push(QueuedAnalysis { client, slot, slice });
        self.0.analyses.notify_one();
        true
    }

    /// Ends the client's analysis in this slot. A slice that is running is told to stop and must return false.
    pub fn cancel(&self, client: u64, slot: usize) {
        let mut queues = self.0.lock();
        let cancelled = |other: u64, place: usize| other == client && place == slot;
        let waiting = |analysis: &mut QueuedAnalysis| cancelled(analysis.client, analysis.slot);
        let ended: Vec<QueuedAnalysis> = queues.analyses.extract_if(.., waiting).collect();
        let running = queues.running.iter().filter(|running| cancelled(running.client, running.slot));
        running.for_each(|running| running.stop.stop());
        drop(queues);
        drop(ended); // freeing the tables of an engine takes a moment
    }

    /// Whether an analysis waits for a thread.
    pub fn is_contended(&self) -> bool {
        !self.0.lock().analyses.is_empty()
    }

    /// Forgets a client that has disconnected.
    pub fn forget(&self, client: u64) {
        self.0.lock().served.remove(&client);
    }
}

impl Queues {
    /// Cores that no move needs.
    fn spare(&self, cores: usize) -> usize {
        cores.saturating_sub(self.searching + self.waiting.len())
    }

    /// Stops as many slices as the moves need cores.
    fn preempt_analyses(&self, cores: usize) {
        let active = || self.running.iter().filter(|running| !running.granted && !running.stop.is_set());
        let excess = active().count().saturating_sub(self.spare(cores));
        active().take(excess).for_each(|running| running.stop.stop());
    }

    /// The next analysis, if one may run now.
    fn next_analysis(&mut self, cores: usize) -> Option<(QueuedAnalysis, RunningSlice)> {
        let free = self.running.len() < self.spare(cores);
        let starved = self.running.is_empty() && self.last_slice.is_none_or(|last| last.elapsed() >= STARVED);
        if !free && !starved {
            return None;
        }
        let served = |analysis: &QueuedAnalysis| self.served.get(&analysis.client).copied().unwrap_or_default();
        let index = (0..self.analyses.len()).min_by_key(|index| served(&self.analyses[*index]))?;
        let analysis = self.analyses.remove(index);
        self.slices += 1;
        self.served.insert(analysis.client, self.slices);
        let (number, client, slot, stop) = (self.slices, analysis.client, analysis.slot, StopFlag::default());
        Some((analysis, RunningSlice { number, client, slot, stop, granted: !free }))
    }
}

impl SchedulerInner {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        lock(&self.queues)
    }

    /// The loop of a thread for moves.
    fn run_moves(&self) {
        lower_priority(MOVE_PRIORITY);
        let mut queues = self.lock();
        loop {
            let Some(queued) = queues.waiting.pop() else {
                queues.idle += 1;
                let (woken, waited) = ignore_poison(self.moves.wait_timeout(queues, IDLE_THREAD));
                queues = woken;
                queues.idle -= 1;
                if waited.timed_out() && queues.waiting.is_empty() {
                    queues.threads -= 1;
                    return;
                }
                continue;
            };
            queues.searching += 1;
            drop(queues);
            let begun = Instant::now();
            // A panic ends only this task.
            drop(catch_unwind(AssertUnwindSafe(queued.task)));
            queues = self.lock();
            queues.searching -= 1;
            queues.waiting.charge(queued.owner, begun.elapsed() * queued.cost);
            self.analyses.notify_all();
        }
    }

    /// The loop of a thread for analyses.
    fn run_analyses(&self) {
        lower_priority(ANALYSIS_PRIORITY);
        let mut queues = self.lock();
        loop {
            let Some((mut analysis, running)) = queues.next_analysis(self.cores) else {
                // Analyses held up by moves become due by time, without a signal.
                let pause = if queues.analyses.is_empty() { IDLE_THREAD } else { STARVED / 4 };
                queues = ignore_poison(self.analyses.wait_timeout(queues, pause)).0;
                continue;
            };
            let (number, stop) = (running.number, running.stop.clone());
            queues.running.push(running);
            drop(queues);
            let more = catch_unwind(AssertUnwindSafe(|| (analysis.slice)(&stop))).unwrap_or(false);
            queues = self.lock();
            queues.running.retain(|running| running.number != number);
            queues.last_slice = Some(Instant::now());
            if more {
                queues.analyses.push(analysis);
            }
        }
    }
}

/// Lowers the priority of this thread below that of the threads that answer requests.
fn lower_priority(by: i32) {
    // On Linux this affects the calling thread, elsewhere the whole process. If the system refuses, only speed is lost.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, by);
    #[cfg(not(target_os = "linux"))]
    let _ = by;
}
