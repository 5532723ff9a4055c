//! Speaks UGI. Thinking happens on another thread, so that `stop`, `isready` and `quit` are heard meanwhile; everything
//! else waits until the thought is complete, as a runner that has just said `stop` expects.

mod options;
mod position;
mod search;

use crate::Engine;
use crate::clock::ReportedClock;
use crate::input::{LineReader, whole};
use plyground_core::{Game, Playable, Turn};
use plyground_protocol::lines::Line;
use plyground_protocol::ugi::{Answer, Command, Go, Info, Query};
use plyground_search::StopFlag;
use search::UgiSearch;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// The most commands that wait during a search; a runner that sends more is broken.
const MOST_WAITING: usize = 1000;
/// The capacity of the channel to the main thread.
const CHANNEL: usize = 256;

/// What the main thread waits for.
pub(crate) enum UgiEvent<G: Playable> {
    /// A line from the runner, with its time of arrival.
    Received(io::Result<Line>, Instant),
    /// The input has ended.
    Ended,
    /// Progress of the search.
    Info(Info),
    /// The player has finished.
    Done(search::FinishedSearch<G>),
}

struct UgiSession<'a, G: Playable, W> {
    engine: Engine<G>,
    /// `None` after a position that could not be parsed: better no answer than one for another position.
    position: Option<G::Position>,
    thinking: Option<RunningSearch>,
    /// Commands that arrived during the search, with their times.
    waiting: VecDeque<(Command, Instant)>,
    clock: ReportedClock,
    sender: SyncSender<UgiEvent<G>>,
    output: &'a mut W,
}

/// A search in progress.
struct RunningSearch {
    /// When it was requested.
    begun: Instant,
    stop: StopFlag,
    /// An infinite search keeps its answer until it is stopped.
    held: bool,
    answer: Option<Vec<Answer>>,
}

enum SessionFlow {
    Continue,
    Quit,
}

pub(crate) fn serve<G: Playable>(
    engine: Engine<G>,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    let (sender, events) = sync_channel(CHANNEL);
    listen(input, sender.clone());
    let position = Some(engine.start.clone());
    let (waiting, clock) = (VecDeque::new(), ReportedClock::new());
    let mut session = UgiSession { engine, position, thinking: None, waiting, clock, sender, output };
    session.engine.new_game();
    session.run(&events)
}

/// Reads on a thread of its own until the runner has nothing more to say.
fn listen<G: Playable>(input: impl BufRead + Send + 'static, sender: SyncSender<UgiEvent<G>>) {
    thread::spawn(move || {
        for line in LineReader::new(input) {
            let is_last = line.as_ref().is_ok_and(|line| line.text().trim() == "quit");
            if sender.send(UgiEvent::Received(line, Instant::now())).is_err() || is_last {
                return;
            }
        }
        // This fails only after the end of the session.
        let _ = sender.send(UgiEvent::Ended);
    });
}

impl<G: Playable, W: Write> UgiSession<'_, G, W> {
    fn run(&mut self, events: &Receiver<UgiEvent<G>>) -> io::Result<()> {
        let mut ended = false;
        for event in events {
            match event {
                UgiEvent::Received(line, at) => {
                    if matches!(self.hear(&line?, at)?, SessionFlow::Quit) {
                        // A thought under way is cut short, but its answer is still given.
                        ended = true;
                        self.waiting.clear();
                        self.release()?;
                    }
                }
                UgiEvent::Ended => ended = true,
                UgiEvent::Info(info) => self.say(&Answer::Info(info))?,
                UgiEvent::Done(finished) => self.finish(finished)?,
            }
            self.catch_up()?;
            // Nobody is left to say stop. What was held back may be all that the rest waited for, so nothing else would
            // wake us.
            while ended && self.thinking.as_ref().is_some_and(|thinking| thinking.held) {
                self.release()?;
                self.catch_up()?;
            }
            if ended && self.thinking.is_none() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Does what had to wait, as far as it has not to wait any longer.
    fn catch_up(&mut self) -> io::Result<()> {
        while self.thinking.is_none() || self.waiting.front().is_some_and(|(command, _)| *command == Command::Stop) {
            let Some((command, at)) = self.waiting.pop_front() else { break };
            self.obey(command, at)?;
        }
        Ok(())
    }

    fn hear(&mut self, line: &Line, at: Instant) -> io::Result<SessionFlow> {
        let text = match whole(line) {
            Ok(text) if text.trim().is_empty() => return Ok(SessionFlow::Continue),
            Ok(text) => text,
            Err(error) => return self.complain(&error).map(|()| SessionFlow::Continue),
        };
        match text.parse() {
            Err(error) => self.complain(&error),
            Ok(Command::IsReady) => self.say(&Answer::ReadyOk),
            Ok(Command::Stop) if !self.waiting.iter().any(|(command, _)| matches!(command, Command::Go(_))) => {
                self.release()
            }
            Ok(Command::Quit) => return Ok(SessionFlow::Quit),
            Ok(_) if self.waiting.len() >= MOST_WAITING => self.complain(&"too many commands while thinking"),
            Ok(command) => {
                self.waiting.push_back((command, at));
                return Ok(SessionFlow::Continue);
            }
        }?;
        Ok(SessionFlow::Continue)
    }

    /// Executes a command that arrived at that time; no search is running.
    fn obey(&mut self, command: Command, at: Instant) -> io::Result<()> {
        match command {
            Command::Ugi => self.introduce(),
            Command::NewGame => {
                self.engine.new_game();
                self.clock.new_game();
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, &value.unwrap_or_default()),
            Command::Position(position) => match position::read(&self.engine.game, &self.engine.start, &position) {
                Ok(position) => {
                    self.position = Some(position);
                    Ok(())
                }
                Err(error) => {
                    self.position = None;
                    self.complain(&error)
                }
            },
            Command::Go(go) => self.go(&go, at),
            Command::Query(query) => {
                let answer = self.position.as_ref().map(|position| answer_to(&self.engine.game, position, query));
                self.say(&Answer::Response(answer.unwrap_or_else(|| "none".to_string())))
            }
            Command::Stop => self.release(),
            Command::IsReady | Command::Quit => unreachable!("these never wait"),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(&Answer::Name(format!("Plyground {}", env!("CARGO_PKG_VERSION"))))?;
        self.say(&Answer::Author("the Plyground authors".to_string()))?;
        options::all(self.engine.spec()).into_iter().try_for_each(|option| self.say(&Answer::Option(option)))?;
        self.say(&Answer::UgiOk)
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match options::set(&mut self.engine, &mut self.clock, name, value) {
            Ok(None) => Ok(()),
            Ok(Some(remark)) => self.say(&Answer::Info(Info::text(remark))),
            Err(error) => self.complain(&error),
        }
    }

    fn go(&mut self, go: &Go, at: Instant) -> io::Result<()> {
        let game = &self.engine.game;
        let turn = self.position.as_ref().map(|position| (position, game.turn(position)));
        let (position, player) = match turn {
            Some((position, Turn::Player(player))) => (position.clone(), player),
            other => {
                let reason = match other {
                    None => "the last position was not understood",
                    Some((_, Turn::Chance)) => "the roll is missing: add `dice FACE` to the position",
                    Some(_) => "the game is over",
                };
                self.complain(&reason)?;
                return self.say(&Answer::BestMove(None));
            }
        };
        let limits = self.clock.limits(go, player.number(), self.engine.limits);
        let stop = StopFlag::default();
        self.thinking = Some(RunningSearch { begun: at, stop: stop.clone(), held: go.infinite, answer: None });
        let thinker = UgiSearch { game: game.clone(), position, limits, begun: at, stop };
        thinker.start(self.engine.lend(), self.sender.clone());
        Ok(())
    }

    fn finish(&mut self, finished: search::FinishedSearch<G>) -> io::Result<()> {
        self.engine.give_back(finished.player);
        match &mut self.thinking {
            Some(RunningSearch { held: true, answer, .. }) => {
                *answer = Some(finished.answer);
                Ok(())
            }
            _ => {
                let thinking = self.thinking.take();
                finished.answer.iter().try_for_each(|answer| self.say(answer))?;
                if let Some(thinking) = thinking {
                    self.clock.answered(thinking.begun.elapsed());
                }
                Ok(())
            }
        }
    }

    /// Handles `stop`: sends an answer that was held back, or ends the search.
    fn release(&mut self) -> io::Result<()> {
        let Some(thinking) = &mut self.thinking else { return Ok(()) };
        thinking.stop.stop();
        thinking.held = false;
        match thinking.answer.take() {
            None => Ok(()),
            Some(answers) => {
                self.thinking = None;
                answers.iter().try_for_each(|answer| self.say(answer))
            }
        }
    }

    fn complain(&mut self, error: &dyn std::fmt::Display) -> io::Result<()> {
        self.say(&Answer::Info(Info::text(format!("error: {error}"))))
    }

    fn say(&mut self, answer: &Answer) -> io::Result<()> {
        writeln!(self.output, "{answer}")?;
        self.output.flush()
    }
}

/// The answer to a question about the position.
fn answer_to<G: Game>(game: &G, position: &G::Position, query: Query) -> String {
    let over = game.turn(position) == Turn::Over;
    match query {
        Query::GameOver => over.to_string(),
        Query::Turn(number) => {
            (!over && game.mover(position).is_some_and(|player| player.number() == number)).to_string()
        }
        Query::Result if !over => "none".to_string(),
        Query::Result => game.payoffs(position).winner().map_or("draw".to_string(), |winner| format!("p{winner}win")),
    }
}
