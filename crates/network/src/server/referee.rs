//! The referee of one hosted game.

use super::connection::{ClosingConnection, Connection, SeatEvent, SeatEventKind};
use super::report::{GameReport, LazyScene, SeatReport, ServerEvent};
use super::seat_rotation::AssignedSeat;
use super::{GameClock, ServerOptions};
use crate::rules::WireGame;
use crate::wire::{Message, RawMove};
use plyground_core::{GameEvent, PlayerId, Turn, write_moves};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Extra wait for an answer that was read in time but is still in the queue; what counts is the time of reading.
const DELIVERY: Duration = Duration::from_millis(10);
/// The most unread events.
const INBOX: usize = 64;
/// The depth field of a request when there is a clock.
const DEPTH_WITH_CLOCK: u8 = 1;

/// The state of one seat.
struct SeatState {
    participant: usize,
    group: u8,
    spec: Option<String>,
    /// `None` once the player is out.
    connection: Option<Connection>,
    clock: Duration,
    moves: u32,
    time: Duration,
    out: Option<String>,
}

/// A running game and its connections.
pub(super) struct NetworkReferee<'a, G: WireGame> {
    game: &'a G,
    position: G::Position,
    seats: Vec<SeatState>,
    inbox: Receiver<SeatEvent>,
    options: &'a ServerOptions,
    watch: &'a mut dyn FnMut(&ServerEvent<'_>),
    events: Vec<GameEvent<G::Move>>,
    phase_2_is_announced: bool,
    closing: Vec<ClosingConnection>,
}

impl<'a, G: WireGame> NetworkReferee<'a, G> {
    /// Opens the connections of all seats.
    pub(super) fn new(
        game: &'a G,
        assigned: Vec<AssignedSeat>,
        options: &'a ServerOptions,
        watch: &'a mut dyn FnMut(&ServerEvent<'_>),
    ) -> std::io::Result<Self> {
        let (outlet, inbox) = mpsc::sync_channel(INBOX);
        let mut seats = Vec::new();
        for (index, seat) in assigned.into_iter().enumerate() {
            seats.push(SeatState {
                participant: seat.participant,
                group: seat.client.group,
                spec: seat.spec,
                connection: Some(Connection::open(index, seat.client.stream, &outlet)?),
                clock: Duration::ZERO,
                moves: 0,
                time: Duration::ZERO,
                out: None,
            });
        }
        Ok(NetworkReferee {
            game,
            position: game.start(),
            seats,
            inbox,
            options,
            watch,
            events: Vec::new(),
            phase_2_is_announced: false,
            closing: Vec::new(),
        })
    }

    /// Plays to the end.
    pub(super) fn play(mut self) -> GameReport {
        self.broadcast(&Message::Map(self.options.text.clone().into_bytes()));
        for (index, seat) in self.seats.iter().enumerate() {
            seat.send(&Message::Player(PlayerId::from_index(index).number() as u8));
        }
        self.wait_for_start();
        self.announce_phase_2();
        while let Turn::Player(player) = self.game.turn(&self.position) {
            self.ask(player);
        }
        self.broadcast(&Message::GameEnd);
        self.finish()
    }

    /// Waits the start delay; a client that sends something meanwhile is disqualified.
    fn wait_for_start(&mut self) {
        let until = Instant::now() + self.options.start_delay;
        while self.is_running() {
            match self.inbox.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(event) => self.reject(event),
                Err(_) => return,
            }
        }
    }

    fn is_running(&self) -> bool {
        self.game.turn(&self.position) != Turn::Over
    }

    /// Requests a move and waits for it. Other players can be disqualified meanwhile.
    fn ask(&mut self, player: PlayerId) {
        let index = player.index();
        let (request, allowed) = self.request(index);
        // Taken before the request leaves; otherwise a quick answer could seem to precede it.
        let begun = Instant::now();
        self.seats[index].send(&request);
        while self.is_running() && self.seats[index].out.is_none() {
            let left = (allowed + DELIVERY).saturating_sub(begun.elapsed());
            match self.inbox.recv_timeout(left) {
                Ok(SeatEvent { seat, at, kind: SeatEventKind::Message(Message::Answer(raw)) })
                    if seat == index && at >= begun =>
                {
                    return self.judge(player, raw, at - begun, allowed);
                }
                Ok(event) => self.reject(event),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    self.charge(index, allowed);
                    return self.disqualify(player, &format!("did not answer within {} ms", allowed.as_millis()));
                }
                Err(_) => {}
            }
        }
    }

    /// The next request to a seat and the time allowed for the answer.
    fn request(&mut self, index: usize) -> (Message, Duration) {
        match self.options.clock {
            GameClock::Depth(depth) => (Message::Request { time: 0, depth }, self.options.answer_timeout),
            GameClock::Time(increment) => {
                let clock = &mut self.seats[index].clock;
                *clock += increment;
                let millis = u32::try_from(clock.as_millis()).unwrap_or(u32::MAX);
                let request = Message::Request { time: millis, depth: DEPTH_WITH_CLOCK };
                (request, Duration::from_millis(millis.into()))
            }
        }
    }

    fn charge(&mut self, index: usize, used: Duration) {
        let seat = &mut self.seats[index];
        seat.time += used;
        seat.clock = seat.clock.saturating_sub(used);
    }

    /// Plays or rejects an answer that took `used`.
    fn judge(&mut self, player: PlayerId, raw: RawMove, used: Duration, allowed: Duration) {
        self.charge(player.index(), used);
        if used > allowed {
            let (used, allowed) = (used.as_millis(), allowed.as_millis());
            return self.disqualify(player, &format!("answered after {used} ms where {allowed} ms were allowed"));
        }
        let mv = match self.game.read_move(&self.position, raw) {
            Ok(mv) => mv,
            Err(reason) => return self.disqualify(player, &format!("played {raw}: {reason}")),
        };
        let number = player.number() as u8;
        // Normalised by the rules: a bomb's special value is 0, whatever was sent.
        let raw = self.game.write_move(mv);
        self.game.make(&mut self.position, mv);
        self.events.push(GameEvent::Turn((None, mv)));
        self.seats[player.index()].moves += 1;
        self.broadcast(&Message::Move { mv: raw, player: number });
        let turns = self.events.len();
        let payoffs = self.game.payoffs(&self.position);
        let standing = payoffs.as_slice();
        let board = || self.game.scene(&self.position);
        (self.watch)(&ServerEvent::Moved { player, mv: raw, turns, time: used, standing, board: LazyScene(&board) });
        self.announce_phase_2();
    }

    /// Disqualifies the sender of anything but the expected answer.
    fn reject(&mut self, event: SeatEvent) {
        let reason = match event.kind {
            SeatEventKind::Message(message) => format!("sent a message ({}) without being asked", message.name()),
            SeatEventKind::Failed(reason) => reason,
        };
        self.disqualify(PlayerId::from_index(event.seat), &reason);
    }

    /// Disqualifies a player unless they are out already or the game is over.
    fn disqualify(&mut self, player: PlayerId, reason: &str) {
        if !self.is_running() || self.seats[player.index()].out.is_some() {
            return;
        }
        self.game.disqualify(&mut self.position, player);
        self.events.push(GameEvent::Out(player));
        // The disqualified player gets the message too, before their connection is closed.
        self.broadcast(&Message::Disqualified(player.number() as u8));
        let seat = &mut self.seats[player.index()];
        seat.out = Some(reason.to_string());
        self.closing.extend(seat.connection.take().map(Connection::close));
        (self.watch)(&ServerEvent::Disqualified { player, reason });
        self.announce_phase_2();
    }

    /// Announces the bombing phase once. A game that ends in phase 1 with one player left never reaches it.
    fn announce_phase_2(&mut self) {
        if !self.phase_2_is_announced && self.game.is_bombing(&self.position) {
            self.phase_2_is_announced = true;
            self.broadcast(&Message::PhaseEnd);
            (self.watch)(&ServerEvent::PhaseEnd);
        }
    }

    fn broadcast(&self, message: &Message) {
        let bytes: Arc<[u8]> = message.encode().into();
        self.seats.iter().filter_map(|seat| seat.connection.as_ref()).for_each(|connection| connection.send(&bytes));
    }

    /// Closes all connections and reports the result.
    fn finish(self) -> GameReport {
        let payoffs = self.game.payoffs(&self.position);
        let places = payoffs.places();
        let mut report = GameReport {
            map: self.options.map.clone(),
            seats: Vec::new(),
            start: self.game.position_text(&self.game.start()),
            moves: write_moves(self.game, &self.game.start(), self.events.iter().copied()),
            turns: self.events.iter().filter(|event| event.turn().is_some()).count(),
            payoffs: payoffs.as_slice().to_vec(),
        };
        let has_clock = matches!(self.options.clock, GameClock::Time(_));
        let mut closing = self.closing;
        for (index, seat) in self.seats.into_iter().enumerate() {
            closing.extend(seat.connection.map(Connection::close));
            report.seats.push(SeatReport {
                participant: seat.participant,
                group: seat.group,
                spec: seat.spec,
                stones: report.payoffs[index].max(0.0) as usize,
                place: places[index],
                time_left: has_clock.then_some(seat.clock),
                moves: seat.moves,
                time: seat.time,
                out: seat.out,
            });
        }
        // Readers that still deliver events must not block on us while we wait for them.
        drop(self.inbox);
        closing.into_iter().for_each(ClosingConnection::wait);
        report
    }
}

impl SeatState {
    fn send(&self, message: &Message) {
        if let Some(connection) = &self.connection {
            connection.send(&message.encode().into());
        }
    }
}
