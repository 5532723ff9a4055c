//! A running game: keeps the position in sync with the server and answers every request.

use super::error::ClientError as Error;
use super::reader::SessionEvent as Event;
use super::report::{AnswerReport, ClientEvent, ClientReport, ClientTotals};
use super::search_thread::SearchThread;
use super::server_clock::{AnswerSchedule, ServerClock};
use super::{ClientError, ClientOptions, Handshake};
use crate::rules::{MapGame, WireGame, first_move, open};
use crate::wire::{Message, RawMove};
use plyground_core::{PlayerId, Turn};
use plyground_engine::Spec;
use plyground_engine::thought::Thought;
use plyground_search::Limits;
use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// Plays from the first request to the end.
pub(super) fn play(
    stream: &TcpStream,
    handshake: Handshake,
    options: &ClientOptions,
    (outlet, inbox): (SyncSender<Event>, &Receiver<Event>),
    watch: &mut dyn FnMut(&ClientEvent),
) -> Result<ClientReport, ClientError> {
    let starter = SessionStarter { stream, me: handshake.player, options, outlet, inbox, watch };
    match open(handshake.map, "network") {
        MapGame::Plain(game) => starter.run(game),
        MapGame::General(game) => starter.run(game),
    }
}

struct SessionStarter<'a> {
    stream: &'a TcpStream,
    me: PlayerId,
    options: &'a ClientOptions,
    outlet: SyncSender<Event>,
    inbox: &'a Receiver<Event>,
    watch: &'a mut dyn FnMut(&ClientEvent),
}

impl SessionStarter<'_> {
    fn run<G: WireGame>(self, game: G) -> Result<ClientReport, ClientError> {
        let search = SearchThread::start(&game, self.options, self.outlet);
        let position = game.start();
        let session = ClientSession {
            game,
            position,
            me: self.me,
            stream: self.stream,
            inbox: self.inbox,
            watch: self.watch,
            server_timeout: self.options.server_timeout,
            ponders: self.options.ponder && can_ponder(&self.options.player),
            search,
            clock: ServerClock::new(self.options.reserve),
            totals: ClientTotals::default(),
            disqualified: false,
            is_answered: false,
            is_phase_2_announced: false,
            is_position_new: true,
        };
        session.run()
    }
}

/// Whether thinking about an opponent's turn helps a player of this kind: alpha-beta can fill its table with the eyes of a player who is
/// not to move, and a Monte Carlo tree keeps what grows below the move that is made.
fn can_ponder(player: &Spec) -> bool {
    matches!(player.name.as_str(), "best" | "search" | "mcts")
}

/// Whether the session continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Ended,
}

struct ClientSession<'a, G: WireGame> {
    game: G,
    position: G::Position,
    me: PlayerId,
    stream: &'a TcpStream,
    inbox: &'a Receiver<Event>,
    watch: &'a mut dyn FnMut(&ClientEvent),
    server_timeout: Duration,
    /// Whether the player thinks while others are to move.
    ponders: bool,
    search: SearchThread<G>,
    clock: ServerClock,
    totals: ClientTotals,
    disqualified: bool,
    /// Whether we have answered and the server has not confirmed the move yet.
    is_answered: bool,
    is_phase_2_announced: bool,
    /// Whether the position has changed since we last pondered.
    is_position_new: bool,
}

/// A move and the search behind it.
struct ChosenMove<M> {
    mv: M,
    value: Option<f64>,
    line: Vec<M>,
    depth: u32,
    nodes: u64,
    solved: bool,
    hurried: bool,
    thought: Option<Thought>,
}

impl<G: WireGame> ClientSession<'_, G> {
    fn run(mut self) -> Result<ClientReport, ClientError> {
        loop {
            self.ponder();
            let flow = match self.inbox.recv_timeout(self.server_timeout) {
                Ok(Event::Message(Message::Request { time, depth }, at)) => self.answer(at, time, depth)?,
                Ok(event) => self.handle(event)?,
                Err(RecvTimeoutError::Timeout) => return Err(Error::Silent(self.server_timeout)),
                Err(RecvTimeoutError::Disconnected) => unreachable!("the search thread holds a sender"),
            };
            if flow == Flow::Ended {
                return Ok(self.report());
            }
        }
    }

    /// Lets the player think about a new position while another one is to move.
    fn ponder(&mut self) {
        if !self.ponders || !std::mem::take(&mut self.is_position_new) {
            return;
        }
        match self.game.turn(&self.position) {
            Turn::Player(player) if player != self.me => self.search.ponder(&self.position, self.me),
            // Our own request is on its way.
            _ => self.search.stop(),
        }
    }

    /// Handles every event except requests.
    fn handle(&mut self, event: Event) -> Result<Flow, ClientError> {
        match event {
            Event::Message(Message::Move { mv, player }, _) => self.apply_move(mv, player).map(|()| Flow::Continue),
            Event::Message(Message::Disqualified(number), _) => self.apply_disqualification(number),
            Event::Message(Message::PhaseEnd, _) => self.enter_phase_2().map(|()| Flow::Continue),
            Event::Message(Message::GameEnd, _) => {
                (self.watch)(&ClientEvent::GameEnd);
                Ok(Flow::Ended)
            }
            Event::Message(other, _) => {
                Err(Error::Unexpected { found: other.name(), instead: "a move or the end of a phase" })
            }
            Event::Invalid(error) => Err(Error::Wire(error)),
            Event::Lost(reason) => Err(Error::Lost(reason)),
            Event::PlayerFailed(error) => Err(Error::Player(error)),
            // A search that the clock has overtaken.
            Event::SearchDone(_) => Ok(Flow::Continue),
        }
    }

    fn player(&self, number: u8) -> Result<PlayerId, ClientError> {
        let players = self.game.facts().players;
        let player = PlayerId::from_number(number.into()).filter(|player| player.number() <= players);
        player.ok_or_else(|| Error::Desync(format!("it speaks of player {number}, but there are {players}")))
    }

    /// Plays a move that the server reports, ours included.
    fn apply_move(&mut self, raw: RawMove, number: u8) -> Result<(), ClientError> {
        let player = self.player(number)?;
        match self.game.turn(&self.position) {
            Turn::Player(turn) if turn == player => {}
            Turn::Player(turn) => {
                let text = format!("player {player} is said to play {raw}, but it is the turn of player {turn}");
                return Err(Error::Desync(text));
            }
            _ => return Err(Error::Desync(format!("player {player} is said to play {raw} after the end"))),
        }
        let mv = self.game.read_move(&self.position, raw).map_err(|reason| {
            Error::Desync(format!("player {player} is said to play {raw}, which is not legal: {reason}"))
        })?;
        self.game.make(&mut self.position, mv);
        (self.is_answered, self.is_position_new) = (false, true);
        (self.watch)(&ClientEvent::Move { player, mv: raw });
        Ok(())
    }

    fn apply_disqualification(&mut self, number: u8) -> Result<Flow, ClientError> {
        let player = self.player(number)?;
        if self.game.payoffs(&self.position).of(player) < 0.0 {
            return Err(Error::Desync(format!("player {player} is disqualified a second time")));
        }
        self.game.disqualify(&mut self.position, player);
        self.is_position_new = true;
        (self.watch)(&ClientEvent::Disqualified(player));
        self.disqualified |= player == self.me;
        Ok(if self.disqualified { Flow::Ended } else { Flow::Continue })
    }

    fn enter_phase_2(&mut self) -> Result<(), ClientError> {
        if !self.game.is_bombing(&self.position) || self.is_phase_2_announced {
            let text = if self.is_phase_2_announced { "a second time" } else { "but a player can still move" };
            return Err(Error::Desync(format!("phase 1 is said to be over, {text}")));
        }
        self.is_phase_2_announced = true;
        (self.watch)(&ClientEvent::PhaseEnd);
        Ok(())
    }

    /// Answers a request that arrived at `at`.
    fn answer(&mut self, at: Instant, millis: u32, depth: u8) -> Result<Flow, ClientError> {
        let time = (millis > 0).then(|| Duration::from_millis(millis.into()));
        if self.is_answered {
            return Err(Error::Unexpected { found: "move request", instead: "the move we have answered" });
        }
        if self.game.turn(&self.position) != Turn::Player(self.me) {
            return Err(Error::Desync("it asks for a move although it is not our turn".to_string()));
        }
        // From here on there is a legal move to fall back on.
        let (fallback, choices) = first_move(&self.game, &self.position).expect("the player to move has a legal move");
        (self.watch)(&ClientEvent::Request { time, depth });
        let schedule = time.map(|limit| self.clock.schedule(limit));
        let mut pick = if choices == 1 {
            ChosenMove {
                mv: fallback,
                value: None,
                line: vec![fallback],
                depth: 0,
                nodes: 0,
                solved: false,
                hurried: false,
                thought: None,
            }
        } else {
            let limits = Limits { depth: schedule.is_none().then_some(u32::from(depth.max(1))), ..Limits::default() };
            match self.think(at, limits, schedule, fallback)? {
                Some(pick) => pick,
                None => return Ok(Flow::Ended),
            }
        };
        // Before the answer, so that those who watch know it when the move is made.
        if let Some(thought) = pick.thought.take() {
            (self.watch)(&ClientEvent::Thought(thought));
        }
        let raw = self.game.write_move(pick.mv);
        self.send(&Message::Answer(raw))?;
        self.is_answered = true;
        let used = at.elapsed();
        if let Some(limit) = time {
            self.clock.answered(limit, used);
        }
        let line = pick.line.iter().map(|mv| self.game.write_move(*mv)).collect();
        let ChosenMove { value, depth, nodes, solved, hurried, .. } = pick;
        let reserve = schedule.map_or(Duration::ZERO, |schedule| schedule.reserve);
        let chosen = AnswerReport { mv: raw, value, line, choices, depth, solved, nodes, time: used, reserve, hurried };
        self.totals.add(&chosen);
        (self.watch)(&ClientEvent::Answer(chosen));
        Ok(Flow::Continue)
    }

    /// Searches for a move and watches the clock; `None` when the game ends meanwhile.
    fn think(
        &mut self,
        at: Instant,
        limits: Limits,
        schedule: Option<AnswerSchedule>,
        fallback: G::Move,
    ) -> Result<Option<ChosenMove<G::Move>>, ClientError> {
        let number = self.search.begin(&self.position, limits, schedule.map(|schedule| at + schedule.think));
        let stop_at = at + schedule.map_or(self.server_timeout, |schedule| schedule.stop);
        let send_at = at + schedule.map_or(self.server_timeout * 2, |schedule| schedule.send);
        let mut is_stopped = false;
        let mut hurried = false;
        loop {
            let now = Instant::now();
            if !is_stopped && now >= stop_at {
                self.search.stop();
                is_stopped = true;
            }
            if now >= send_at {
                hurried = true;
                break;
            }
            let next = if is_stopped { send_at } else { stop_at };
            match self.inbox.recv_timeout(next.saturating_duration_since(now)) {
                Ok(Event::SearchDone(done)) if done == number => break,
                Ok(Event::Message(Message::Request { .. } | Message::Move { .. }, _)) => {
                    return Err(Error::Unexpected { found: "a move or a request", instead: "waiting for our answer" });
                }
                Ok(event) => {
                    if self.handle(event)? == Flow::Ended {
                        return Ok(None);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("the search thread holds a sender"),
            }
        }
        let status = self.search.status(number);
        // Players can be wrong; only legal moves are sent.
        let legal = |mv: &G::Move| self.game.is_legal(&self.position, *mv);
        let (depth, nodes) = status.as_ref().map_or((0, 0), |status| (status.depth, status.nodes));
        Ok(Some(match status.and_then(|status| status.best.filter(legal).map(|mv| (mv, status))) {
            Some((mv, status)) => ChosenMove {
                mv,
                value: Some(status.value),
                line: status.line,
                depth,
                nodes,
                solved: status.solved,
                hurried,
                thought: status.thought,
            },
            None => ChosenMove {
                mv: fallback,
                value: None,
                line: vec![fallback],
                depth,
                nodes,
                solved: false,
                hurried: true,
                thought: None,
            },
        }))
    }

    /// Sends an answer. A closed connection is left to the reader, which may still deliver messages.
    fn send(&mut self, message: &Message) -> Result<(), ClientError> {
        let mut stream = self.stream;
        match stream.write_all(&message.encode()) {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Err(Error::Lost("the server does not read our answer".to_string()))
            }
            _ => Ok(()),
        }
    }

    fn report(self) -> ClientReport {
        let payoffs = self.game.payoffs(&self.position);
        ClientReport {
            player: self.me,
            payoffs: payoffs.as_slice().to_vec(),
            places: payoffs.places(),
            disqualified: self.disqualified,
            complete: self.game.turn(&self.position) == Turn::Over,
            totals: self.totals,
            reserve: self.clock.reserve(),
            delay: self.clock.worst_delay(),
            position: self.game.position_text(&self.position),
        }
    }
}
