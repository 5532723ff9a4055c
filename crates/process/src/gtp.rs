//! Speaks GTP with an Othello program.
//!
//! The program keeps a board of its own, so it is told the moves since it was last asked. A player without a move is
//! passed over by our rules in silence; some programs want to hear `PASS` then and others call it an error, so it is
//! said and the answer ignored.

use crate::driver::{Driver, MoveRequest, clip, legal, stalled};
use crate::link::{Deadline, Link, Meaning};
use crate::path::path;
use crate::{Failure, FailureKind, ProcessSettings};
use plyground_core::{Playable, Turn};
use plyground_protocol::gtp::{Board, Colour, Command, GAME, RESIGN, Reply, ReplyReader, Vertex};
use plyground_search::{Iteration, Report, StopFlag, StopReason};
use std::time::{Duration, Instant};

const SETUP: &str = "grhino-setup_board";

pub(crate) struct Gtp<G: Playable> {
    game: G,
    commands: Vec<String>,
    /// What stands on the program's board, and who moved last.
    board: Option<(G::Position, Option<Colour>)>,
    seconds: Option<u32>,
}

impl<G: Playable> Gtp<G> {
    pub(crate) fn new(game: &G) -> Self {
        Gtp { game: game.clone(), commands: Vec::new(), board: None, seconds: None }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Makes the program's board show this position.
    fn catch_up(&mut self, link: &mut Link, time: Duration, question: MoveRequest<'_, G>) -> Result<(), Failure> {
        let target = question.position;
        if let Some((position, last)) = self.board.take()
            && let Some(moves) = path(&self.game, &position, target)
        {
            return self.replay(link, time, position, last, moves);
        }
        let start = self.game.start();
        if start != *target && self.knows(SETUP) {
            return self.set_up(link, time, target);
        }
        let moves = question.moves_from_start().ok_or_else(|| {
            let what = "cannot be shown this position: GTP knows moves only, and those that lead there are not known";
            link.failure(FailureKind::Unasked, what)
        })?;
        must(link, &Command::ClearBoard, time)?;
        self.replay(link, time, start, None, moves)
    }

    fn set_up(&mut self, link: &mut Link, time: Duration, target: &G::Position) -> Result<(), Failure> {
        let text = self.game.position_text(target);
        let board = Board::from_position_text(&text).map_err(|_| {
            let what = "cannot be shown this position, which is none of Othello";
            link.failure(FailureKind::Unasked, what)
        })?;
        must(link, &Command::SetupBoard(board.setup_text(), self.colour(target)), time)?;
        self.board = Some((target.clone(), None));
        Ok(())
    }

    fn replay(
        &mut self,
        link: &mut Link,
        time: Duration,
        mut position: G::Position,
        mut last: Option<Colour>,
        moves: Vec<G::Move>,
    ) -> Result<(), Failure> {
        for mv in moves {
            let colour = self.colour(&position);
            announce_pass(link, time, colour, last)?;
            let text = self.game.move_text(&position, mv);
            let vertex = Vertex::from_move_text(&text).expect("Othello has moves on squares only");
            must(link, &Command::Play(colour, vertex), time)?;
            self.game.make(&mut position, mv);
            last = Some(colour);
        }
        self.board = Some((position, last));
        Ok(())
    }

    fn colour(&self, position: &G::Position) -> Colour {
        let number = self.game.mover(position).map_or(1, |player| player.number());
        Colour::from_number(number).expect("Othello has two players")
    }

    /// Whole seconds per move are all that GTP can say.
    fn set_time(
        &mut self,
        link: &mut Link,
        settings: &ProcessSettings,
        limit: Option<Duration>,
    ) -> Result<(), Failure> {
        let seconds = limit.map(|time| u32::try_from(time.as_secs()).unwrap_or(u32::MAX).max(1));
        if seconds != self.seconds && self.knows("time_settings") {
            let command = match seconds {
                Some(period) => Command::TimeSettings { main: 0, period, stones: 1 },
                // A period without moves is the protocol's way to say that there is no limit.
                None => Command::TimeSettings { main: 0, period: 1, stones: 0 },
            };
            // A program that refuses has its own idea of time; its answers will show.
            ask(link, &command, settings.answer, None)?.ok();
            self.seconds = seconds;
        }
        Ok(())
    }
}

impl<G: Playable> Driver<G> for Gtp<G> {
    fn open(&mut self, link: &mut Link, settings: &ProcessSettings) -> Result<(), Failure> {
        (self.board, self.seconds) = (None, None);
        let version = must(link, &Command::ProtocolVersion, settings.start)?;
        if version.trim() != "2" {
            let what = format!("speaks version `{}` of GTP, not 2", clip(&version));
            return Err(link.failure(FailureKind::Garbage, what));
        }
        let commands = must(link, &Command::ListCommands, settings.start)?;
        self.commands = commands.split_whitespace().map(String::from).collect();
        if self.knows("set_game") {
            must(link, &Command::SetGame(GAME.to_string()), settings.start)?;
        }
        must(link, &Command::BoardSize(8), settings.start).map(drop)
    }

    fn new_game(&mut self, link: &mut Link, settings: &ProcessSettings, _seed: u64) -> Result<(), Failure> {
        must(link, &Command::ClearBoard, settings.start)?;
        self.board = Some((self.game.start(), None));
        Ok(())
    }

    fn choose(
        &mut self,
        link: &mut Link,
        settings: &ProcessSettings,
        question: MoveRequest<'_, G>,
        _news: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Result<Report<G::Move>, Failure> {
        let begun = Instant::now();
        self.set_time(link, settings, question.limits.time)?;
        self.catch_up(link, settings.answer, question)?;
        let colour = self.colour(question.position);
        let (position, last) = self.board.take().expect("the board was just brought up to date");
        announce_pass(link, settings.answer, colour, last)?;
        let request = Command::GenMove(colour);
        let time = question.deadline(settings);
        let said = ask(link, &request, time, question.stop)?.map_err(|reason| {
            let what = format!("refused `{request}`: {}", clip(&reason));
            link.failure(FailureKind::IllegalMove, what)
        })?;
        if said.trim().eq_ignore_ascii_case(RESIGN) {
            return Err(link.failure(FailureKind::Resignation, "resigned"));
        }
        let text = said.parse::<Vertex>().ok().and_then(Vertex::move_text);
        let mv = legal(&self.game, &position, text.as_deref().unwrap_or(&said), &said, link)?;
        let mut after = position;
        self.game.make(&mut after, mv);
        // In a finished game nothing more is asked, and programs differ in what they still accept.
        let is_over = self.game.turn(&after) == Turn::Over;
        self.board = (!is_over).then_some((after, Some(colour)));
        let mut report = Report::empty(StopReason::Time);
        (report.best, report.line, report.time) = (Some(mv), vec![mv], begun.elapsed());
        Ok(report)
    }

    fn quit(&self) -> Option<&'static str> {
        Some("quit")
    }
}

/// Tells the program that the opponent of `colour` has no move, if that is why `colour` moves again.
fn announce_pass(link: &mut Link, time: Duration, colour: Colour, last: Option<Colour>) -> Result<(), Failure> {
    if last == Some(colour) {
        ask(link, &Command::Play(colour.opponent(), Vertex::Pass), time, None)?.ok();
    }
    Ok(())
}

/// Asks something that must succeed.
fn must(link: &mut Link, command: &Command, time: Duration) -> Result<String, Failure> {
    ask(link, command, time, None)?.map_err(|reason| {
        let what = format!("refused `{}`: {}", clip(&command.to_string()), clip(&reason));
        link.failure(FailureKind::Garbage, what)
    })
}

/// Asks, and waits for the whole answer.
fn ask(
    link: &mut Link,
    command: &Command,
    time: Duration,
    stop: Option<&StopFlag>,
) -> Result<Result<String, String>, Failure> {
    link.send(command);
    let deadline = Deadline::until(time, stop);
    let mut reader = ReplyReader::default();
    let reply = link.wait_for(&deadline, |line| match reader.feed(line) {
        Ok(Some(Reply { outcome, .. })) => Meaning::Wanted(outcome),
        Ok(None) => Meaning::Useful,
        Err(_) => Meaning::None,
    })?;
    reply.or_else(|| stalled(link, &command.to_string(), time))
}
