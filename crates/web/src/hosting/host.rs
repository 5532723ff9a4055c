//! One host: a port, its clients and their games.

use crate::messages::{HostedGame, HostedSeat, HostingState, Scene};
use plyground_core::sync::lock;
use plyground_network::server::{GameReport, SeatReport, Server, ServerEvent, ServerOptions};
use plyground_search::StopFlag;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Lines in the log.
const MAX_LOG: usize = 200;
/// The minimum time between two updates; quick players move more often than a person can see.
const FRAME_TIME: Duration = Duration::from_millis(60);

/// A host of network games.
pub struct Host {
    state: Mutex<HostingState>,
    stop: StopFlag,
    changes: watch::Sender<u64>,
}

impl Host {
    /// Waits for clients and runs their games, on a thread of its own.
    pub fn start(server: Server, options: ServerOptions) -> Arc<Self> {
        let state = HostingState {
            address: server.address().to_string(),
            join_command: format!("plyground {} connect {}", super::game(), server.address()),
            map: options.map.clone(),
            phase: "waiting",
            status: "waiting for clients".to_string(),
            scene: None,
            standing: Vec::new(),
            log: Vec::new(),
            results: Vec::new(),
        };
        let host =
            Arc::new(Host { state: Mutex::new(state), stop: options.stop.clone(), changes: watch::channel(0).0 });
        let worker = Arc::clone(&host);
        thread::spawn(move || worker.run(server, &options));
        host
    }

    fn run(&self, server: Server, options: &ServerOptions) {
        let mut notified = Instant::now();
        let result =
            catch_unwind(AssertUnwindSafe(|| server.run(options, &mut |event| self.handle(event, &mut notified))));
        let end = match result {
            Ok(Ok(_)) => ("over", "all games have been played".to_string()),
            Ok(Err(error)) => ("failed", error.to_string()),
            Err(_) => ("failed", "internal server error".to_string()),
        };
        self.change(|state| (state.phase, state.status) = end);
    }

    fn handle(&self, event: &ServerEvent<'_>, notified: &mut Instant) {
        match event {
            ServerEvent::Joined { group, address, waiting, wanted } => self.change(|state| {
                state.phase = "waiting";
                state.status = format!("{waiting} of {wanted} clients have joined");
                log(state, format!("group {group} has joined from {address}"));
            }),
            ServerEvent::TurnedAway { address, reason } => {
                self.change(|state| log(state, format!("rejected {address}: {reason}")));
            }
            ServerEvent::Begins { game, of, board } => self.change(|state| {
                state.phase = "playing";
                state.status = format!("game {game} of {of}");
                state.scene = Some(Scene::from(board.scene()));
                log(state, format!("game {game} of {of} starts"));
            }),
            ServerEvent::Moved { player, mv, turns, standing, board, .. } => {
                let mut state = self.lock();
                state.status = format!("move {turns}: player {player} plays {mv}");
                state.standing = standing.to_vec();
                state.scene = Some(Scene::from(board.scene()));
                drop(state);
                if notified.elapsed() >= FRAME_TIME {
                    *notified = Instant::now();
                    self.notify();
                }
            }
            ServerEvent::Disqualified { player, reason } => {
                self.change(|state| log(state, format!("player {player} is disqualified: {reason}")));
            }
            ServerEvent::PhaseEnd => self.change(|state| log(state, "the bomb phase starts".to_string())),
            ServerEvent::Ended(report) => self.change(|state| finish(state, report)),
        }
    }

    fn change(&self, change: impl FnOnce(&mut HostingState)) {
        change(&mut self.lock());
        self.notify();
    }

    fn notify(&self) {
        self.changes.send_modify(|version| *version += 1);
    }

    fn lock(&self) -> MutexGuard<'_, HostingState> {
        lock(&self.state)
    }

    /// The current state.
    pub fn state(&self) -> HostingState {
        self.lock().clone()
    }

    /// Whether all games have ended, or hosting has failed.
    pub fn is_over(&self) -> bool {
        matches!(self.lock().phase, "over" | "failed")
    }

    /// Stops waiting for clients.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// A receiver that changes with the state.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}

fn log(state: &mut HostingState, line: String) {
    if state.log.len() >= MAX_LOG {
        state.log.remove(0);
    }
    state.log.push(line);
}

fn finish(state: &mut HostingState, report: &GameReport) {
    let seat = |seat: &SeatReport| HostedSeat {
        name: seat.spec.clone().unwrap_or_else(|| format!("group {}", seat.group)),
        stones: seat.stones,
        place: seat.place,
        disqualified: seat.out.clone(),
    };
    state.standing = report.payoffs.clone();
    state.results.push(HostedGame { seats: report.seats.iter().map(seat).collect(), turns: report.turns });
    log(state, format!("the game is over after {} turns", report.turns));
}
