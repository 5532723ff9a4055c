//! One host: a port, its clients and their games.

use super::person::PersonSeat;
use super::records::HostedRecords;
use crate::error::ApiError;
use crate::messages::{HostedGame, HostedSeat, HostingState, Scene};
use plyground_core::sync::lock;
use plyground_network::server::{GameReport, SeatReport, Server, ServerEvent, ServerOptions};
use plyground_search::StopFlag;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Lines in the log.
const MAX_LOG: usize = 200;
/// The minimum time between two updates; quick players move more often than a person can see.
const FRAME_TIME: Duration = Duration::from_millis(60);

/// People of the page who may take seats of one host.
const MAX_PEOPLE: usize = 8;
/// The group number of the first person; clients of others usually have small ones.
const FIRST_GROUP: u8 = 255;

/// A host of network games.
pub struct Host {
    address: SocketAddr,
    state: Mutex<HostingState>,
    records: HostedRecords,
    people: Mutex<Vec<PersonSeat>>,
    /// Set when nothing is hosted any more.
    over: StopFlag,
    stop: StopFlag,
    changes: watch::Sender<u64>,
}

impl Host {
    /// Waits for clients and runs their games, on a thread of its own.
    pub fn start(server: Server, options: ServerOptions, records: HostedRecords) -> Arc<Self> {
        let options = ServerOptions { thoughts: Some(records.listener()), ..options };
        let address = server.address();
        let state = HostingState {
            address: address.to_string(),
            join_command: format!("plyground {} connect {address}", super::game()),
            map: options.map.clone(),
            phase: "waiting",
            status: "waiting for clients".to_string(),
            scene: None,
            standing: Vec::new(),
            log: Vec::new(),
            results: Vec::new(),
            game: None,
            people: 0,
        };
        let host = Arc::new(Host {
            address,
            state: Mutex::new(state),
            records,
            people: Mutex::default(),
            over: StopFlag::default(),
            stop: options.stop.clone(),
            changes: watch::channel(0).0,
        });
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
        self.over.stop();
        self.records.end("hosting ended before the game was over");
        self.change(|state| {
            (state.phase, state.status) = end;
            state.game = None;
        });
    }

    /// Takes a seat for a person of the page.
    pub fn join(&self) -> Result<(), ApiError> {
        if self.lock().phase != "waiting" {
            return Err(ApiError::rejected("all seats are taken"));
        }
        let mut people = lock(&self.people);
        let group = FIRST_GROUP - people.len().min(MAX_PEOPLE) as u8;
        if people.len() >= MAX_PEOPLE {
            return Err(ApiError::rejected(format!("at most {MAX_PEOPLE} people of a page can take part")));
        }
        let seat = PersonSeat::join(self.address, group, self.over.clone());
        people.push(seat.map_err(|error| ApiError::internal(format!("the seat cannot be taken: {error}")))?);
        drop(people);
        self.change(|state| state.people += 1);
        Ok(())
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
            ServerEvent::Begins { game, of, board, players } => {
                // Saved before it is shown, like every move.
                let saved = self.records.begin(players, &lock(&self.people));
                self.change(|state| {
                    state.phase = "playing";
                    state.status = format!("game {game} of {of}");
                    state.scene = Some(Scene::from(board.scene()));
                    log(state, format!("game {game} of {of} starts"));
                    match saved {
                        Ok(id) => state.game = Some(id),
                        Err(reason) => log(state, format!("the game cannot be saved: {reason}")),
                    }
                });
            }
            ServerEvent::Moved { player, mv, turns, time, standing, board } => {
                self.records.add_move(*player, mv.to_string(), *time);
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
                self.records.add_exit(*player);
                self.change(|state| log(state, format!("player {player} is disqualified: {reason}")));
            }
            ServerEvent::PhaseEnd => self.change(|state| log(state, "the bomb phase starts".to_string())),
            ServerEvent::Ended(report) => {
                self.records.end("the host ended the game");
                let people: Vec<u8> = lock(&self.people).iter().map(|person| person.group).collect();
                self.change(|state| finish(state, report, &people));
            }
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

fn finish(state: &mut HostingState, report: &GameReport, people: &[u8]) {
    let name = |seat: &SeatReport| match &seat.spec {
        Some(spec) => spec.clone(),
        None if people.contains(&seat.group) => "you".to_string(),
        None => format!("group {}", seat.group),
    };
    let seat = |seat: &SeatReport| HostedSeat {
        name: name(seat),
        stones: seat.stones,
        place: seat.place,
        disqualified: seat.out.clone(),
    };
    state.standing = report.payoffs.clone();
    let seats = report.seats.iter().map(seat).collect();
    state.results.push(HostedGame { id: state.game.take(), seats, turns: report.turns });
    log(state, format!("the game is over after {} turns", report.turns));
}
