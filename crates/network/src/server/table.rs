//! One game: the referee's view.

use super::line::{Deed, Farewell, Heard, Line};
use super::report::{GameReport, Happening, SeatReport, Sight};
use super::seating::Chair;
use super::{Clock, ServerOptions};
use crate::rules::WireGame;
use crate::wire::{Message, RawMove};
use plyground_core::{GameEvent, PlayerId, Turn, write_moves};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// An answer that was read in time may need a moment to get here; it is judged by the time at which it was read.
const DELIVERY: Duration = Duration::from_millis(10);
/// Deeds that may lie unread.
const INBOX: usize = 64;
/// What the depth field says when there is a clock.
const DEPTH_WITH_CLOCK: u8 = 1;

/// Somebody at the table.
struct Seat {
    participant: usize,
    group: u8,
    spec: Option<String>,
    /// `None` once the player is out.
    line: Option<Line>,
    account: Duration,
    moves: u32,
    time: Duration,
    out: Option<String>,
}

/// A running game.
pub(super) struct Table<'a, G: WireGame> {
    game: &'a G,
    position: G::Position,
    seats: Vec<Seat>,
    inbox: Receiver<Heard>,
    options: &'a ServerOptions,
    watch: &'a mut dyn FnMut(&Happening<'_>),
    events: Vec<GameEvent<G::Move>>,
    phase_2_is_announced: bool,
    farewells: Vec<Farewell>,
}

impl<'a, G: WireGame> Table<'a, G> {
    /// Everybody takes a seat.
    pub(super) fn new(
        game: &'a G,
        chairs: Vec<Chair>,
        options: &'a ServerOptions,
        watch: &'a mut dyn FnMut(&Happening<'_>),
    ) -> std::io::Result<Self> {
        let (outlet, inbox) = mpsc::sync_channel(INBOX);
        let mut seats = Vec::new();
        for (index, chair) in chairs.into_iter().enumerate() {
            seats.push(Seat {
                participant: chair.participant,
                group: chair.guest.group,
                spec: chair.spec,
                line: Some(Line::open(index, chair.guest.stream, &outlet)?),
                account: Duration::ZERO,
                moves: 0,
                time: Duration::ZERO,
                out: None,
            });
        }
        Ok(Table {
            game,
            position: game.start(),
            seats,
            inbox,
            options,
            watch,
            events: Vec::new(),
            phase_2_is_announced: false,
            farewells: Vec::new(),
        })
    }

    /// Plays to the end.
    pub(super) fn play(mut self) -> GameReport {
        self.broadcast(&Message::Map(self.options.text.clone().into_bytes()));
        for (index, seat) in self.seats.iter().enumerate() {
            seat.say(&Message::Player(PlayerId::from_index(index).number() as u8));
        }
        self.settle();
        self.announce_phase_2();
        while let Turn::Player(player) = self.game.turn(&self.position) {
            self.ask(player);
        }
        self.broadcast(&Message::GameEnd);
        self.part()
    }

    /// Gives the clients a moment to get ready.
    fn settle(&mut self) {
        let until = Instant::now() + self.options.settle;
        while self.is_running() {
            match self.inbox.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(heard) => self.reproach(heard),
                Err(_) => return,
            }
        }
    }

    fn is_running(&self) -> bool {
        self.game.turn(&self.position) != Turn::Over
    }

    /// Asks for a move and waits for it; the others may do something stupid meanwhile.
    fn ask(&mut self, player: PlayerId) {
        let index = player.index();
        let (request, allowed) = self.request(index);
        // Before the request leaves, or a quick answer to it could look as if it had come too early.
        let begun = Instant::now();
        self.seats[index].say(&request);
        while self.is_running() && self.seats[index].out.is_none() {
            let left = (allowed + DELIVERY).saturating_sub(begun.elapsed());
            match self.inbox.recv_timeout(left) {
                Ok(Heard { seat, at, what: Deed::Said(Message::Answer(raw)) }) if seat == index && at >= begun => {
                    return self.judge(player, raw, at - begun, allowed);
                }
                Ok(heard) => self.reproach(heard),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    self.charge(index, allowed);
                    return self.expel(player, &format!("did not answer within {} ms", allowed.as_millis()));
                }
                Err(_) => {}
            }
        }
    }

    /// The next request to a seat, and the time it leaves for the answer.
    fn request(&mut self, index: usize) -> (Message, Duration) {
        match self.options.clock {
            Clock::Depth(depth) => (Message::Request { time: 0, depth }, self.options.patience),
            Clock::Time(increment) => {
                let account = &mut self.seats[index].account;
                *account += increment;
                let millis = u32::try_from(account.as_millis()).unwrap_or(u32::MAX);
                let request = Message::Request { time: millis, depth: DEPTH_WITH_CLOCK };
                (request, Duration::from_millis(millis.into()))
            }
        }
    }

    fn charge(&mut self, index: usize, used: Duration) {
        let seat = &mut self.seats[index];
        seat.time += used;
        seat.account = seat.account.saturating_sub(used);
    }

    /// Judges an answer that came after `used`.
    fn judge(&mut self, player: PlayerId, raw: RawMove, used: Duration, allowed: Duration) {
        self.charge(player.index(), used);
        if used > allowed {
            let (used, allowed) = (used.as_millis(), allowed.as_millis());
            return self.expel(player, &format!("answered after {used} ms where {allowed} ms were allowed"));
        }
        let mv = match self.game.read_move(&self.position, raw) {
            Ok(mv) => mv,
            Err(reason) => return self.expel(player, &format!("played {raw}: {reason}")),
        };
        let number = player.number() as u8;
        // As the rules understood it: a bomb's special value is 0, whatever was sent.
        let raw = self.game.write_move(mv);
        self.game.make(&mut self.position, mv);
        self.events.push(GameEvent::Turn((None, mv)));
        self.seats[player.index()].moves += 1;
        self.broadcast(&Message::Move { mv: raw, player: number });
        let turns = self.events.len();
        let payoffs = self.game.payoffs(&self.position);
        let standing = payoffs.as_slice();
        let board = || self.game.scene(&self.position);
        (self.watch)(&Happening::Moved { player, mv: raw, turns, time: used, standing, board: Sight(&board) });
        self.announce_phase_2();
    }

    /// Deals with whatever was not the answer that was waited for.
    fn reproach(&mut self, heard: Heard) {
        let reason = match heard.what {
            Deed::Said(message) => format!("sent a message ({}) without being asked", message.name()),
            Deed::Failed(reason) => reason,
        };
        self.expel(PlayerId::from_index(heard.seat), &reason);
    }

    /// Disqualifies a player, unless he is out already or the game is over.
    fn expel(&mut self, player: PlayerId, reason: &str) {
        if !self.is_running() || self.seats[player.index()].out.is_some() {
            return;
        }
        self.game.disqualify(&mut self.position, player);
        self.events.push(GameEvent::Out(player));
        // The culprit is told as well, and then hung up on.
        self.broadcast(&Message::Disqualified(player.number() as u8));
        let seat = &mut self.seats[player.index()];
        seat.out = Some(reason.to_string());
        self.farewells.extend(seat.line.take().map(Line::close));
        (self.watch)(&Happening::Expelled { player, reason });
        self.announce_phase_2();
    }

    /// Tells everybody once when the bombing phase has begun. A game that ends with one player left in phase 1 never
    /// gets there.
    fn announce_phase_2(&mut self) {
        if !self.phase_2_is_announced && self.game.is_bombing(&self.position) {
            self.phase_2_is_announced = true;
            self.broadcast(&Message::PhaseEnd);
            (self.watch)(&Happening::PhaseEnd);
        }
    }

    fn broadcast(&self, message: &Message) {
        let bytes: Arc<[u8]> = message.encode().into();
        self.seats.iter().filter_map(|seat| seat.line.as_ref()).for_each(|line| line.say(&bytes));
    }

    /// Hangs up and reports.
    fn part(self) -> GameReport {
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
        let has_clock = matches!(self.options.clock, Clock::Time(_));
        let mut farewells = self.farewells;
        for (index, seat) in self.seats.into_iter().enumerate() {
            farewells.extend(seat.line.map(Line::close));
            report.seats.push(SeatReport {
                participant: seat.participant,
                group: seat.group,
                spec: seat.spec,
                stones: report.payoffs[index].max(0.0) as usize,
                place: places[index],
                time_left: has_clock.then_some(seat.account),
                moves: seat.moves,
                time: seat.time,
                out: seat.out,
            });
        }
        // Whoever still has something to tell must not wait for us while we wait for him.
        drop(self.inbox);
        farewells.into_iter().for_each(Farewell::wait);
        report
    }
}

impl Seat {
    fn say(&self, message: &Message) {
        if let Some(line) = &self.line {
            line.say(&message.encode().into());
        }
    }
}
