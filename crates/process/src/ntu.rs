//! Speaks the protocol of the EinStein courses. Every request carries the whole position, so the program need not
//! remember anything.

use crate::driver::{Driver, MoveRequest, clip, legal, stalled};
use crate::link::{Deadline, Link, MOST_NOISE, Received};
use crate::{Failure, FailureKind, ProcessSettings};
use plyground_core::Playable;
use plyground_protocol::ntu::{Command, RolledPosition, Step, is_confirmation};
use plyground_search::{Iteration, Report, StopReason};
use std::time::{Duration, Instant};

/// After a line that is no move a proper one may still come.
const SECOND_CHANCE: Duration = Duration::from_millis(300);
/// How long a program may take to confirm its first setting before it is taken for one that does not confirm any: the
/// descriptions of the protocol know no such answer, but many programs give one.
const CONFIRMATION: Duration = Duration::from_millis(500);

#[derive(Default)]
pub(crate) struct Ntu {
    time: Option<Duration>,
    /// Whether the program confirms settings.
    confirms: bool,
    /// Settings that were not confirmed. The confirmation may still come, even after the next request.
    unconfirmed: u32,
}

impl<G: Playable> Driver<G> for Ntu {
    fn open(&mut self, link: &mut Link, settings: &ProcessSettings) -> Result<(), Failure> {
        *self = Ntu::default();
        for command in [Command::Name, Command::Version] {
            link.send(&command);
            if link.receive(&Deadline::lasting(settings.start))? == Received::Nothing {
                return Err(stalled(link, &command.to_string(), settings.start));
            }
        }
        self.confirms = self.set(link, &Command::BoardSetting([5, 6, 2]), CONFIRMATION)?;
        Ok(())
    }

    fn new_game(&mut self, _link: &mut Link, _settings: &ProcessSettings, _seed: u64) -> Result<(), Failure> {
        // Some programs take the time for that of a whole game, so every game gets its own.
        self.time = None;
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
        if let Some(time) = question.limits.time.filter(|time| self.time != Some(*time)) {
            let deadline = if self.confirms { settings.answer } else { Duration::ZERO };
            self.set(link, &Command::TimeSetting(time), deadline)?;
            self.time = Some(time);
        }
        let game = question.game;
        let get = RolledPosition::from_position_text(&game.position_text(question.position))
            .map_err(|error| link.failure(FailureKind::Unasked, format!("cannot be shown this position: {error}")))?;
        let request = Command::Get(Box::new(get));
        // Whatever else was said before the request is no answer to it.
        let confirmed = link.drain().iter().filter(|line| is_confirmation(line)).count();
        self.unconfirmed = self.unconfirmed.saturating_sub(u32::try_from(confirmed).unwrap_or(u32::MAX));
        link.send(&request);
        let time = question.deadline(settings);
        let said = self.wait_for_step(link, Deadline::until(time, question.stop))?;
        let said = said.ok_or_else(|| stalled(link, &request.to_string(), begun.elapsed()))?;
        let text = said.parse().ok().and_then(|step: Step| get.move_text(step));
        let mv = legal(game, question.position, text.as_deref().unwrap_or(&said), &said, link)?;
        let mut report = Report::empty(StopReason::Time);
        (report.best, report.line, report.time) = (Some(mv), vec![mv], begun.elapsed());
        Ok(report)
    }

    fn quit(&self) -> Option<&'static str> {
        Some("exit")
    }
}

impl Ntu {
    /// Says a setting and waits at most this long for the program to confirm it; whether it did.
    fn set(&mut self, link: &mut Link, command: &Command, deadline: Duration) -> Result<bool, Failure> {
        link.send(command);
        self.unconfirmed += 1;
        let deadline = Deadline::lasting(deadline);
        for _ in 0..MOST_NOISE {
            match link.receive(&deadline)? {
                Received::Line(line) if is_confirmation(&line) => {
                    self.unconfirmed = self.unconfirmed.saturating_sub(1);
                    return Ok(true);
                }
                Received::Line(_) => {}
                Received::Nothing => return Ok(false),
            }
        }
        Err(flood(link))
    }

    /// The first line that is a move, else the first line that is none; `None` if nothing came. A confirmation that was still
    /// to come is passed over, however late the move follows it.
    fn wait_for_step(&mut self, link: &mut Link, mut deadline: Deadline) -> Result<Option<String>, Failure> {
        let mut odd = None;
        // A flood never lets the time run out.
        for _ in 0..MOST_NOISE {
            match link.receive(&deadline)? {
                Received::Nothing => return Ok(odd.map(|line: String| clip(&line))),
                Received::Line(line) if line.parse::<Step>().is_ok() => return Ok(Some(line)),
                Received::Line(line) if line.trim().is_empty() => {}
                Received::Line(line) if self.unconfirmed > 0 && is_confirmation(&line) => self.unconfirmed -= 1,
                Received::Line(_) if odd.is_some() => {}
                Received::Line(line) => {
                    odd = Some(line);
                    deadline = Deadline::lasting(SECOND_CHANCE);
                }
            }
        }
        Err(flood(link))
    }
}

fn flood(link: &mut Link) -> Failure {
    link.failure(FailureKind::Garbage, format!("said {MOST_NOISE} lines that mean nothing"))
}
