//! Games that are played elsewhere while they are shown here: the truth comes from their referee, and a person's move is an answer to
//! it. Nothing but what the referee reports is ever applied.

use super::game::LiveGame;
use super::source::RecordedEnd;
use crate::error::ApiError;
use crate::messages::{GameCommand, SeatThought, SocketResponse};
use plyground_core::{AnyMove, Game, GameEvent, Notation, PlayerId, Turn};
use plyground_engine::thought::Thought;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// What a person at a remote game answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatAnswer {
    /// This move, in the game's notation.
    Move(String),
    /// They leave the game.
    Leave,
}

/// The connection of a game to its referee.
#[derive(Default)]
pub struct RemoteGame {
    /// Where the answers of each seat go; `None` for seats of others.
    pub answers: Vec<Option<Sender<SeatAnswer>>>,
    /// The time accounts of the players; `None` in a game without a clock.
    pub accounts: Option<TimeAccounts>,
}

/// The time accounts as the referee keeps them: the increment is added before each move, and the time of the move is taken away.
pub struct TimeAccounts {
    increment: Duration,
    left: Vec<Duration>,
}

impl TimeAccounts {
    /// Empty accounts of this many players.
    pub fn new(increment: Duration, players: usize) -> Self {
        TimeAccounts { increment, left: vec![Duration::ZERO; players] }
    }

    /// What a player has: between two turns, or in a turn that has lasted this long.
    pub fn left(&self, player: PlayerId, turn: Option<Duration>) -> Duration {
        let left = self.left[player.index()];
        turn.map_or(left, |elapsed| (left + self.increment).saturating_sub(elapsed))
    }

    fn charge(&mut self, player: PlayerId, took: Duration) {
        self.left[player.index()] = self.left(player, Some(took));
    }
}

impl LiveGame {
    /// Executes a command in a game that is played elsewhere; `None` if it is an ordinary command or an ordinary game.
    pub(super) fn execute_remote(&mut self, command: &GameCommand) -> Option<Result<SocketResponse, ApiError>> {
        self.remote.as_ref()?;
        Some(match command {
            GameCommand::Move { text } => self.answer_remote(text),
            GameCommand::Resign => self.leave_remote(),
            GameCommand::Roll { .. }
            | GameCommand::Undo
            | GameCommand::Redo
            | GameCommand::Pause { .. }
            | GameCommand::Seat { .. }
            | GameCommand::Pace { .. } => {
                Err(ApiError::rejected("this is not possible in a game that is played over the network"))
            }
            _ => return None,
        })
    }

    fn answer_remote(&self, text: &str) -> Result<SocketResponse, ApiError> {
        let player = self.check_turn()?;
        let mv = self.game.parse_move(&self.position, text).map_err(ApiError::rejected)?;
        self.send_answer(player, SeatAnswer::Move(self.game.move_text(&self.position, mv)))
    }

    fn leave_remote(&self) -> Result<SocketResponse, ApiError> {
        let mut seats = PlayerId::all(self.seats.len());
        let own = seats.find(|player| self.seats[player.index()].is_person());
        let own = own.ok_or_else(|| ApiError::rejected("you have no seat in this game"))?;
        self.send_answer(own, SeatAnswer::Leave)
    }

    fn send_answer(&self, player: PlayerId, answer: SeatAnswer) -> Result<SocketResponse, ApiError> {
        let answers = self.remote.as_ref().map(|remote| remote.answers.as_slice()).unwrap_or_default();
        let sent = answers.get(player.index()).and_then(Option::as_ref).map(|outlet| outlet.send(answer));
        match sent {
            Some(Ok(())) => Ok(SocketResponse::Done),
            _ => Err(ApiError::rejected("your seat has lost its connection to the game")),
        }
    }

    /// Applies a move that the referee reports, with the time that it took and what its player thought, if that is known. A move
    /// that does not fit breaks the record off: it must not go on with a hole.
    pub fn apply_remote_move(&mut self, text: &str, took: Duration, thought: Option<Thought>) {
        let (Ok(mv), false) = (self.game.parse_move(&self.position, text), self.is_over()) else {
            return self.break_off(&format!("the move {text} does not fit this record"));
        };
        let accounts = self.remote.as_mut().and_then(|remote| remote.accounts.as_mut());
        if let (Some(accounts), Some(player)) = (accounts, self.game.mover(&self.position)) {
            accounts.charge(player, took);
        }
        if let (Some(thought), Some(player)) = (thought, self.mover()) {
            self.thoughts.push(SeatThought::new(self.history.len(), player, &thought));
        }
        self.apply(GameEvent::Turn((None, mv)));
    }

    /// Applies a disqualification that the referee reports.
    pub fn apply_remote_exit(&mut self, player: PlayerId) {
        if !self.is_over() && player.index() < self.seats.len() {
            let event: GameEvent<AnyMove> = GameEvent::Out(player);
            self.apply(event);
        }
    }

    /// The referee reports no more.
    pub fn end_remote(&mut self, reason: &str) {
        self.remote = None;
        if self.game.turn(&self.position) == Turn::Over {
            self.bump_version();
        } else {
            self.break_off(reason);
        }
    }

    fn break_off(&mut self, reason: &str) {
        if self.ended.is_none() {
            self.ended = Some(RecordedEnd::broken_off(reason));
            self.bump_version();
        }
    }
}
