//! The game itself: a model in step with the server, and an answer to every request.

use super::error::ClientError as Error;
use super::mind::Mind;
use super::pacer::{Pacer, Plan};
use super::reader::Event;
use super::report::{Chosen, ClientReport, News, Totals};
use super::{ClientError, ClientOptions, Seated};
use crate::rules::{GameUser, WireGame, first_move, open};
use crate::wire::{Message, RawMove};
use plyground_core::{PlayerId, Turn};
use plyground_search::Limits;
use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// Plays from the first request to the end.
pub(super) fn play(
    stream: &TcpStream,
    seat: Seated,
    options: &ClientOptions,
    (outlet, inbox): (SyncSender<Event>, &Receiver<Event>),
    watch: &mut dyn FnMut(&News),
) -> Result<ClientReport, ClientError> {
    open(seat.map, "network", Opener { stream, me: seat.number, options, outlet, inbox, watch })
}

struct Opener<'a> {
    stream: &'a TcpStream,
    me: PlayerId,
    options: &'a ClientOptions,
    outlet: SyncSender<Event>,
    inbox: &'a Receiver<Event>,
    watch: &'a mut dyn FnMut(&News),
}

impl GameUser for Opener<'_> {
    type Output = Result<ClientReport, ClientError>;

    fn with<G: WireGame>(self, game: G) -> Self::Output {
        let mind = Mind::start(&game, &self.options.player, self.options.seed, self.outlet);
        let position = game.start();
        let session = Session {
            game,
            position,
            me: self.me,
            stream: self.stream,
            inbox: self.inbox,
            watch: self.watch,
            patience: self.options.patience,
            mind,
            pacer: Pacer::new(self.options.reserve),
            totals: Totals::default(),
            disqualified: false,
            is_answered: false,
            phase_2_is_told: false,
        };
        session.run()
    }
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Goes,
    Ended,
}

struct Session<'a, G: WireGame> {
    game: G,
    position: G::Position,
    me: PlayerId,
    stream: &'a TcpStream,
    inbox: &'a Receiver<Event>,
    watch: &'a mut dyn FnMut(&News),
    patience: Duration,
    mind: Mind<G>,
    pacer: Pacer,
    totals: Totals,
    disqualified: bool,
    /// Whether an answer of ours waits for its echo.
    is_answered: bool,
    phase_2_is_told: bool,
}

/// A move and what the player knew about it.
struct Pick<M> {
    mv: M,
    depth: u32,
    nodes: u64,
    solved: bool,
    hurried: bool,
}

impl<G: WireGame> Session<'_, G> {
    fn run(mut self) -> Result<ClientReport, ClientError> {
        loop {
            let flow = match self.inbox.recv_timeout(self.patience) {
                Ok(Event::Said(Message::Request { time, depth }, at)) => self.answer(at, time, depth)?,
                Ok(event) => self.hear(event)?,
                Err(RecvTimeoutError::Timeout) => return Err(Error::Silent(self.patience)),
                Err(RecvTimeoutError::Disconnected) => unreachable!("the mind holds a sender"),
            };
            if flow == Flow::Ended {
                return Ok(self.report());
            }
        }
    }

    /// Everything but requests.
    fn hear(&mut self, event: Event) -> Result<Flow, ClientError> {
        match event {
            Event::Said(Message::Move { mv, player }, _) => self.follow(mv, player).map(|()| Flow::Goes),
            Event::Said(Message::Disqualified(number), _) => self.expel(number),
            Event::Said(Message::PhaseEnd, _) => self.enter_phase_2().map(|()| Flow::Goes),
            Event::Said(Message::GameEnd, _) => {
                (self.watch)(&News::GameEnd);
                Ok(Flow::Ended)
            }
            Event::Said(other, _) => Err(Error::Unexpected { found: other.name(), instead: "news of the game" }),
            Event::Broken(error) => Err(Error::Wire(error)),
            Event::Lost(reason) => Err(Error::Lost(reason)),
            Event::Unfit(error) => Err(Error::Player(error)),
            // A thought that was overtaken by the clock.
            Event::Thought(_) => Ok(Flow::Goes),
        }
    }

    fn player(&self, number: u8) -> Result<PlayerId, ClientError> {
        let players = self.game.facts().players;
        let player = PlayerId::from_number(number.into()).filter(|player| player.number() <= players);
        player.ok_or_else(|| Error::OutOfStep(format!("it speaks of player {number}, but there are {players}")))
    }

    /// Keeps the model in step with a move that was made, ours included.
    fn follow(&mut self, raw: RawMove, number: u8) -> Result<(), ClientError> {
        let player = self.player(number)?;
        match self.game.turn(&self.position) {
            Turn::Player(turn) if turn == player => {}
            Turn::Player(turn) => {
                let text = format!("player {player} is said to play {raw}, but it is the turn of player {turn}");
                return Err(Error::OutOfStep(text));
            }
            _ => return Err(Error::OutOfStep(format!("player {player} is said to play {raw} after the end"))),
        }
        let mv = self.game.read_move(&self.position, raw).map_err(|reason| {
            Error::OutOfStep(format!("player {player} is said to play {raw}, which is not legal: {reason}"))
        })?;
        self.game.make(&mut self.position, mv);
        self.is_answered = false;
        (self.watch)(&News::Move { player, mv: raw });
        Ok(())
    }

    fn expel(&mut self, number: u8) -> Result<Flow, ClientError> {
        let player = self.player(number)?;
        if self.game.payoffs(&self.position).of(player) < 0.0 {
            return Err(Error::OutOfStep(format!("player {player} is disqualified a second time")));
        }
        self.game.disqualify(&mut self.position, player);
        (self.watch)(&News::Disqualified(player));
        self.disqualified |= player == self.me;
        Ok(if self.disqualified { Flow::Ended } else { Flow::Goes })
    }

    fn enter_phase_2(&mut self) -> Result<(), ClientError> {
        if !self.game.is_bombing(&self.position) || self.phase_2_is_told {
            let text = if self.phase_2_is_told { "a second time" } else { "but somebody can still move" };
            return Err(Error::OutOfStep(format!("phase 1 is said to be over, {text}")));
        }
        self.phase_2_is_told = true;
        (self.watch)(&News::PhaseEnd);
        Ok(())
    }

    /// Answers a request that came at `at`.
    fn answer(&mut self, at: Instant, millis: u32, depth: u8) -> Result<Flow, ClientError> {
        let time = (millis > 0).then(|| Duration::from_millis(millis.into()));
        if self.is_answered {
            return Err(Error::Unexpected { found: "move request", instead: "the move we have answered" });
        }
        if self.game.turn(&self.position) != Turn::Player(self.me) {
            return Err(Error::OutOfStep("it asks for a move although it is not our turn".to_string()));
        }
        // From here on there is a legal move in hand.
        let (fallback, choices) = first_move(&self.game, &self.position).expect("the player to move has a legal move");
        (self.watch)(&News::Request { time, depth });
        let plan = time.map(|limit| self.pacer.plan(limit));
        let pick = if choices == 1 {
            Pick { mv: fallback, depth: 0, nodes: 0, solved: false, hurried: false }
        } else {
            let limits = Limits { depth: plan.is_none().then_some(u32::from(depth.max(1))), ..Limits::default() };
            match self.think(at, limits, plan, fallback)? {
                Some(pick) => pick,
                None => return Ok(Flow::Ended),
            }
        };
        let raw = self.game.write_move(pick.mv);
        self.send(&Message::Answer(raw))?;
        self.is_answered = true;
        let used = at.elapsed();
        if let Some(limit) = time {
            self.pacer.answered(limit, used);
        }
        let Pick { depth, nodes, solved, hurried, .. } = pick;
        let reserve = plan.map_or(Duration::ZERO, |plan| plan.reserve);
        let chosen = Chosen { mv: raw, choices, depth, solved, nodes, time: used, reserve, hurried };
        self.totals.add(&chosen);
        (self.watch)(&News::Answer(chosen));
        Ok(Flow::Goes)
    }

    /// Lets the player think and watches the clock; `None` when the game ends meanwhile.
    fn think(
        &mut self,
        at: Instant,
        limits: Limits,
        plan: Option<Plan>,
        fallback: G::Move,
    ) -> Result<Option<Pick<G::Move>>, ClientError> {
        let number = self.mind.begin(&self.position, limits, plan.map(|plan| at + plan.think));
        let stop_at = at + plan.map_or(self.patience, |plan| plan.stop);
        let send_at = at + plan.map_or(self.patience * 2, |plan| plan.send);
        let mut is_told = false;
        let mut hurried = false;
        loop {
            let now = Instant::now();
            if !is_told && now >= stop_at {
                self.mind.stop();
                is_told = true;
            }
            if now >= send_at {
                hurried = true;
                break;
            }
            let next = if is_told { send_at } else { stop_at };
            match self.inbox.recv_timeout(next.saturating_duration_since(now)) {
                Ok(Event::Thought(done)) if done == number => break,
                Ok(Event::Said(Message::Request { .. } | Message::Move { .. }, _)) => {
                    return Err(Error::Unexpected { found: "a move or a request", instead: "waiting for our answer" });
                }
                Ok(event) => {
                    if self.hear(event)? == Flow::Ended {
                        return Ok(None);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("the mind holds a sender"),
            }
        }
        let insight = self.mind.insight(number);
        let best = insight.and_then(|insight| insight.best);
        // A player's word is not enough: what we send is legal.
        let best = best.filter(|mv| self.game.is_legal(&self.position, *mv));
        let (depth, nodes) = insight.map_or((0, 0), |insight| (insight.depth, insight.nodes));
        let solved = insight.is_some_and(|insight| insight.solved);
        hurried |= best.is_none();
        Ok(Some(Pick { mv: best.unwrap_or(fallback), depth, nodes, solved, hurried }))
    }

    /// Sends an answer. A connection that has ended is left to the reader, which may still have something to tell.
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
            reserve: self.pacer.reserve(),
            delay: self.pacer.worst_delay(),
            position: self.game.position_text(&self.position),
        }
    }
}
