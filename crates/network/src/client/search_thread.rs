//! Runs the player on a thread of its own, so that the session never blocks on it.

use super::ClientOptions;
use super::reader::SessionEvent;
use crate::rules::WireGame;
use plyground_core::PlayerId;
use plyground_core::sync::ignore_poison;
use plyground_engine::thought::{Thought, ThoughtTeller};
use plyground_engine::{Player, Request, SearchRequest, build};
use plyground_search::{Iteration, Limits, Report, StopFlag, StopReason};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The longest time to ponder about one position.
const PONDER_LIMIT: Duration = Duration::from_secs(600);
/// The shortest time that a player is given.
const MIN_TIME: Duration = Duration::from_millis(1);
/// How long a player may take to shut down.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(1);

/// What a search has found so far.
#[derive(Clone, Debug)]
pub(super) struct SearchStatus<M> {
    /// The number of the search.
    number: u64,
    /// The best move, if there is one.
    pub(super) best: Option<M>,
    /// What the position is worth to the player to move.
    pub(super) value: f64,
    /// The expected moves, the best one first.
    pub(super) line: Vec<M>,
    /// The completed depth.
    pub(super) depth: u32,
    /// Nodes searched.
    pub(super) nodes: u64,
    /// Whether the search reached the end of every line, so that the depth means nothing.
    pub(super) solved: bool,
    /// The same for people who watch, if it was asked for and the search has ended.
    pub(super) thought: Option<Thought>,
}

/// A position to search.
struct SearchTask<P> {
    number: u64,
    position: P,
    limits: Limits,
    /// The deadline. It holds even while the player is still busy with an older search.
    until: Option<Instant>,
    stop: StopFlag,
    /// The player to ponder for, while another one is to move.
    ponder_for: Option<PlayerId>,
}

/// A handle on the thread.
pub(super) struct SearchThread<G: WireGame> {
    /// `None` during shutdown.
    tasks: Option<Sender<SearchTask<G::Position>>>,
    thread: JoinHandle<()>,
    status: Arc<Mutex<Option<SearchStatus<G::Move>>>>,
    stop: StopFlag,
    number: u64,
}

impl<G: WireGame> SearchThread<G> {
    /// Starts the thread and builds the player there, because building may take longer than the first request allows.
    pub(super) fn start(game: &G, options: &ClientOptions, outlet: SyncSender<SessionEvent>) -> Self {
        let (tasks, inbox) = mpsc::channel();
        let status = Arc::new(Mutex::new(None));
        let (game, options, shared) = (game.clone(), options.clone(), Arc::clone(&status));
        let thread = std::thread::spawn(move || run(&game, &options, &inbox, &outlet, &shared));
        SearchThread { tasks: Some(tasks), thread, status, stop: StopFlag::default(), number: 0 }
    }

    /// Starts a search and returns its number.
    pub(super) fn begin(&mut self, position: &G::Position, limits: Limits, until: Option<Instant>) -> u64 {
        self.start_task(position, limits, until, None)
    }

    /// Ponders for a player about a position in which another one is to move, until something else begins.
    pub(super) fn ponder(&mut self, position: &G::Position, player: PlayerId) {
        let limits = Limits { time: Some(PONDER_LIMIT), ..Limits::default() };
        self.start_task(position, limits, None, Some(player));
    }

    fn start_task(
        &mut self,
        position: &G::Position,
        limits: Limits,
        until: Option<Instant>,
        ponder_for: Option<PlayerId>,
    ) -> u64 {
        self.stop.stop();
        self.stop = StopFlag::default();
        self.number += 1;
        let (number, stop) = (self.number, self.stop.clone());
        // If the thread has ended, the search finds nothing and the session sends its fallback move.
        let task = SearchTask { number, position: position.clone(), limits, until, stop, ponder_for };
        let _ = self.tasks.as_ref().map(|tasks| tasks.send(task));
        number
    }

    /// Stops the running search.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// What the search of this number has found so far.
    pub(super) fn status(&self, number: u64) -> Option<SearchStatus<G::Move>> {
        let status = ignore_poison(self.status.lock()).clone();
        status.filter(|status| status.number == number)
    }
}

impl<G: WireGame> Drop for SearchThread<G> {
    /// Gives the player a moment to shut down (it may run another process), but does not wait for it longer.
    fn drop(&mut self) {
        self.stop.stop();
        self.tasks = None;
        let begun = Instant::now();
        while !self.thread.is_finished() && begun.elapsed() < SHUTDOWN_LIMIT {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The main loop of the thread.
fn run<G: WireGame>(
    game: &G,
    options: &ClientOptions,
    inbox: &Receiver<SearchTask<G::Position>>,
    outlet: &SyncSender<SessionEvent>,
    shared: &Mutex<Option<SearchStatus<G::Move>>>,
) {
    let seed = options.seed;
    let mut player = match build(&options.equipped_player(), game, seed) {
        Ok(player) => player,
        Err(error) => {
            let _ = outlet.send(SessionEvent::PlayerFailed(error));
            return;
        }
    };
    player.new_game(seed);
    let mut teller = options.tells_thoughts.then(|| ThoughtTeller::new(game, player.as_ref()));
    for task in inbox {
        let number = task.number;
        // Several positions may have come while the player was busy; only the last one is worth pondering.
        if task.ponder_for.is_some() && task.stop.is_set() {
            continue;
        }
        // If the player panics, the session sends its fallback move.
        let _ = catch_unwind(AssertUnwindSafe(|| think(game, player.as_mut(), teller.as_mut(), task, shared)));
        if outlet.send(SessionEvent::SearchDone(number)).is_err() {
            return;
        }
    }
}

fn think<G: WireGame>(
    game: &G,
    player: &mut dyn Player<G>,
    teller: Option<&mut ThoughtTeller<G>>,
    task: SearchTask<G::Position>,
    shared: &Mutex<Option<SearchStatus<G::Move>>>,
) {
    if let Some(me) = task.ponder_for {
        let request = SearchRequest::new(game, &task.position).within(task.limits).until(&task.stop);
        player.think(Request::from(request.pondering_for(me)));
        return;
    }
    let number = task.number;
    let publish = |status| *ignore_poison(shared.lock()) = Some(status);
    let mut limits = task.limits;
    if let Some(until) = task.until {
        limits.time = Some(until.saturating_duration_since(Instant::now()).max(MIN_TIME));
    }
    let mut nodes = 0;
    let mut sink = |iteration: &Iteration<G::Move>| {
        nodes += iteration.nodes;
        publish(SearchStatus {
            number,
            best: iteration.best,
            value: iteration.value,
            line: iteration.best.into_iter().collect(),
            depth: iteration.depth,
            nodes,
            solved: false,
            thought: None,
        });
    };
    let report = player.think(Request::from(
        SearchRequest::new(game, &task.position).within(limits).until(&task.stop).telling(&mut sink),
    ));
    if report.best.is_some() {
        publish(SearchStatus {
            number,
            best: report.best,
            value: report.value,
            depth: report.depth,
            nodes: report.nodes,
            solved: is_solved(&report, &limits),
            thought: teller.map(|teller| teller.tell(game, &task.position, &report)),
            line: report.line,
        });
    }
}

/// Whether the search followed all its lines to the end of the game. With a beam that proves nothing, and the search goes
/// on to the deepest iteration.
fn is_solved<M>(report: &Report<M>, limits: &Limits) -> bool {
    let ran_out_of_depths = report.stopped == StopReason::Depth && limits.depth.is_none();
    report.exact || report.stopped == StopReason::Solved || ran_out_of_depths
}
