//! A player on a thread of its own, which may take as long as it likes: nobody waits for it.

use super::reader::Event;
use crate::rules::WireGame;
use plyground_engine::{Player, Request, Spec, build};
use plyground_search::{Iteration, Limits, Report, StopFlag, StopReason};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Even a player out of time needs a moment.
const LEAST_TIME: Duration = Duration::from_millis(1);
/// What a player gets to tidy up.
const FAREWELL: Duration = Duration::from_secs(1);

/// What is known about a thought so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Insight<M> {
    /// Which thought it belongs to.
    number: u64,
    /// The best move, if there is one yet.
    pub(super) best: Option<M>,
    /// How deep it looked.
    pub(super) depth: u32,
    /// Positions visited.
    pub(super) nodes: u64,
    /// Whether it saw the end of every line, so that the depth means nothing.
    pub(super) solved: bool,
}

/// A position to think about.
struct Task<P> {
    number: u64,
    position: P,
    limits: Limits,
    /// When the time is over; it runs even while the player is still busy with an older thought.
    until: Option<Instant>,
    stop: StopFlag,
}

/// The desk before the thinking thread.
pub(super) struct Mind<G: WireGame> {
    /// `None` once nothing will be asked any more.
    tasks: Option<Sender<Task<G::Position>>>,
    thread: JoinHandle<()>,
    insight: Arc<Mutex<Option<Insight<G::Move>>>>,
    stop: StopFlag,
    number: u64,
}

impl<G: WireGame> Mind<G> {
    /// Starts the thread. The player is built there, because that may take its time and a request may come first.
    pub(super) fn start(game: &G, spec: &Spec, seed: u64, outlet: SyncSender<Event>) -> Self {
        let (tasks, inbox) = mpsc::channel();
        let insight = Arc::new(Mutex::new(None));
        let (game, spec, shared) = (game.clone(), spec.clone(), Arc::clone(&insight));
        let thread = std::thread::spawn(move || work(&game, &spec, seed, &inbox, &outlet, &shared));
        Mind { tasks: Some(tasks), thread, insight, stop: StopFlag::default(), number: 0 }
    }

    /// Begins a thought and returns its number.
    pub(super) fn begin(&mut self, position: &G::Position, limits: Limits, until: Option<Instant>) -> u64 {
        self.stop.stop();
        self.stop = StopFlag::default();
        self.number += 1;
        let (number, stop) = (self.number, self.stop.clone());
        // A thread that has ended finds nothing, and the move in hand is sent.
        let task = Task { number, position: position.clone(), limits, until, stop };
        let _ = self.tasks.as_ref().map(|tasks| tasks.send(task));
        number
    }

    /// Ends the running thought.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// What the thought of this number has found so far.
    pub(super) fn insight(&self, number: u64) -> Option<Insight<G::Move>> {
        let insight = *self.insight.lock().unwrap_or_else(PoisonError::into_inner);
        insight.filter(|insight| insight.number == number)
    }
}

impl<G: WireGame> Drop for Mind<G> {
    /// Gives the player a moment to tidy up (it may have a process of its own), but waits for nobody.
    fn drop(&mut self) {
        self.stop.stop();
        self.tasks = None;
        let begun = Instant::now();
        while !self.thread.is_finished() && begun.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The life of the thread.
fn work<G: WireGame>(
    game: &G,
    spec: &Spec,
    seed: u64,
    inbox: &Receiver<Task<G::Position>>,
    outlet: &SyncSender<Event>,
    shared: &Mutex<Option<Insight<G::Move>>>,
) {
    let mut player = match build(spec, game, seed) {
        Ok(player) => player,
        Err(error) => {
            let _ = outlet.send(Event::Unfit(error));
            return;
        }
    };
    player.new_game(seed);
    for task in inbox {
        let number = task.number;
        // A player that panics has nothing to say; the move in hand is sent instead.
        let _ = catch_unwind(AssertUnwindSafe(|| think(game, player.as_mut(), task, shared)));
        if outlet.send(Event::Thought(number)).is_err() {
            return;
        }
    }
}

fn think<G: WireGame>(
    game: &G,
    player: &mut dyn Player<G>,
    task: Task<G::Position>,
    shared: &Mutex<Option<Insight<G::Move>>>,
) {
    let number = task.number;
    let note = |best, depth, nodes, solved| {
        let insight = Insight { number, best, depth, nodes, solved };
        *shared.lock().unwrap_or_else(PoisonError::into_inner) = Some(insight);
    };
    let mut limits = task.limits;
    if let Some(until) = task.until {
        limits.time = Some(until.saturating_duration_since(Instant::now()).max(LEAST_TIME));
    }
    let mut nodes = 0;
    let mut sink = |iteration: &Iteration<G::Move>| {
        nodes += iteration.nodes;
        note(iteration.best, iteration.depth, nodes, false);
    };
    let report = player.think(Request::new(game, &task.position).within(limits).until(&task.stop).telling(&mut sink));
    if report.best.is_some() {
        note(report.best, report.depth, report.nodes, is_solved(&report, &limits));
    }
}

/// Whether the search followed all it looked at to the end of the game. With a beam that is no proof, and it goes on to the
/// deepest iteration that there is.
fn is_solved<M>(report: &Report<M>, limits: &Limits) -> bool {
    let ran_out_of_depths = report.stopped == StopReason::Depth && limits.depth.is_none();
    report.exact || report.stopped == StopReason::Solved || ran_out_of_depths
}
