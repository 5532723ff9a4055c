//! One host: a port, its clients, and what they play.

use crate::messages::{HostedGame, HostedSeat, HostingState, Scene};
use plyground_network::server::{GameReport, Happening, SeatReport, Server, ServerOptions};
use plyground_search::StopFlag;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Lines of the log that a page shows.
const LONGEST_LOG: usize = 200;
/// Quick players move more often than anybody can see.
const FRAME: Duration = Duration::from_millis(60);

/// One host.
pub struct Hosting {
    state: Mutex<HostingState>,
    stop: StopFlag,
    news: watch::Sender<u64>,
}

impl Hosting {
    /// Waits for clients and lets them play, on a thread of its own.
    pub fn begin(server: Server, options: ServerOptions) -> Arc<Self> {
        let state = HostingState {
            address: server.address().to_string(),
            map: options.map.clone(),
            phase: "waiting",
            words: "waiting for clients".to_string(),
            scene: None,
            standing: Vec::new(),
            log: Vec::new(),
            results: Vec::new(),
        };
        let hosting =
            Arc::new(Hosting { state: Mutex::new(state), stop: options.stop.clone(), news: watch::channel(0).0 });
        let host = Arc::clone(&hosting);
        thread::spawn(move || host.run(server, &options));
        hosting
    }

    fn run(&self, server: Server, options: &ServerOptions) {
        let mut shown = Instant::now();
        let hosted =
            catch_unwind(AssertUnwindSafe(|| server.run(options, &mut |happening| self.hear(happening, &mut shown))));
        let end = match hosted {
            Ok(Ok(_)) => ("over", "all games are played".to_string()),
            Ok(Err(error)) => ("failed", error.to_string()),
            Err(_) => ("failed", "something went wrong inside the server".to_string()),
        };
        self.change(|state| (state.phase, state.words) = end);
    }

    fn hear(&self, happening: &Happening<'_>, shown: &mut Instant) {
        match happening {
            Happening::Joined { group, address, waiting, wanted } => self.change(|state| {
                state.phase = "waiting";
                state.words = format!("{waiting} of {wanted} clients are here");
                note(state, format!("group {group} has joined from {address}"));
            }),
            Happening::TurnedAway { address, reason } => {
                self.change(|state| note(state, format!("turned away {address}: {reason}")));
            }
            Happening::Begins { game, of, board } => self.change(|state| {
                state.phase = "playing";
                state.words = format!("game {game} of {of}");
                state.scene = Some(Scene::from(board.scene()));
                note(state, format!("game {game} of {of} begins"));
            }),
            Happening::Moved { player, mv, turns, standing, board, .. } => {
                let mut state = self.lock();
                state.words = format!("move {turns}: player {player} plays {mv}");
                state.standing = standing.to_vec();
                state.scene = Some(Scene::from(board.scene()));
                drop(state);
                if shown.elapsed() >= FRAME {
                    *shown = Instant::now();
                    self.tell();
                }
            }
            Happening::Expelled { player, reason } => {
                self.change(|state| note(state, format!("player {player} is disqualified: {reason}")));
            }
            Happening::PhaseEnd => self.change(|state| note(state, "the bombs are out".to_string())),
            Happening::Ended(report) => self.change(|state| finish(state, report)),
        }
    }

    fn change(&self, change: impl FnOnce(&mut HostingState)) {
        change(&mut self.lock());
        self.tell();
    }

    fn tell(&self) {
        self.news.send_modify(|version| *version += 1);
    }

    fn lock(&self) -> MutexGuard<'_, HostingState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How things stand.
    pub fn state(&self) -> HostingState {
        self.lock().clone()
    }

    /// Whether nothing more will happen.
    pub fn is_over(&self) -> bool {
        matches!(self.lock().phase, "over" | "failed")
    }

    /// Stops waiting.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Tells whenever something happens.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }
}

fn note(state: &mut HostingState, line: String) {
    if state.log.len() >= LONGEST_LOG {
        state.log.remove(0);
    }
    state.log.push(line);
}

fn finish(state: &mut HostingState, report: &GameReport) {
    let seat = |seat: &SeatReport| HostedSeat {
        name: seat.spec.clone().unwrap_or_else(|| format!("group {}", seat.group)),
        stones: seat.stones,
        place: seat.place,
        out: seat.out.clone(),
    };
    state.standing = report.payoffs.clone();
    state.results.push(HostedGame { seats: report.seats.iter().map(seat).collect(), turns: report.turns });
    note(state, format!("the game is over after {} turns", report.turns));
}
