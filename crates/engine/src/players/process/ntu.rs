//! Speaks the protocol of the EinStein courses. Every request carries the whole position, so the program need not
//! remember anything.

use super::Settings;
use super::driver::{Driver, Question, clip, legal, stalled};
use super::link::{Heard, Link, Patience};
use crate::{Failure, FailureKind};
use plyground_core::Playable;
use plyground_protocol::ntu::{Command, Get, Step};
use plyground_search::{Iteration, Report, StopReason};
use std::time::{Duration, Instant};

/// After a line that is no move a proper one may still come: some programs confirm their settings late.
const SECOND_CHANCE: Duration = Duration::from_millis(300);

#[derive(Default)]
pub(super) struct Ntu {
    time: Option<Duration>,
}

impl<G: Playable> Driver<G> for Ntu {
    fn open(&mut self, link: &mut Link, settings: &Settings) -> Result<(), Failure> {
        self.time = None;
        for command in [Command::Name, Command::Version] {
            link.say(&command);
            if link.hear(&Patience::lasting(settings.start))? == Heard::Nothing {
                return Err(stalled(link, &command.to_string(), settings.start));
            }
        }
        link.say(Command::BoardSetting([5, 6, 2]));
        Ok(())
    }

    fn new_game(&mut self, _link: &mut Link, _settings: &Settings, _seed: u64) -> Result<(), Failure> {
        // Some programs take the time for that of a whole game, so every game gets its own.
        self.time = None;
        Ok(())
    }

    fn choose(
        &mut self,
        link: &mut Link,
        settings: &Settings,
        question: Question<'_, G>,
        _news: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Result<Report<G::Move>, Failure> {
        let begun = Instant::now();
        if let Some(time) = question.limits.time.filter(|time| self.time != Some(*time)) {
            link.say(Command::TimeSetting(time));
            self.time = Some(time);
        }
        let game = question.game;
        let get = Get::from_position_text(&game.position_text(question.position))
            .map_err(|error| link.failure(FailureKind::Unasked, format!("cannot be shown this position: {error}")))?;
        let request = Command::Get(Box::new(get));
        link.ignore_the_rest();
        link.say(&request);
        let time = question.patience(settings);
        let said = self.wait_for_step(link, Patience::until(time, question.stop))?;
        let said = said.ok_or_else(|| stalled(link, &request.to_string(), begun.elapsed()))?;
        let text = said.parse().ok().and_then(|step: Step| get.move_text(step));
        let mv = legal(game, question.position, text.as_deref().unwrap_or(&said), &said, link)?;
        let mut report = Report::empty(StopReason::Time);
        (report.best, report.line, report.time) = (Some(mv), vec![mv], begun.elapsed());
        Ok(report)
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("exit")
    }
}

impl Ntu {
    /// The first line that is a move, else the first line that is none; `None` if nothing came.
    fn wait_for_step(&self, link: &mut Link, mut patience: Patience) -> Result<Option<String>, Failure> {
        let mut odd = None;
        loop {
            match link.hear(&patience)? {
                Heard::Nothing => return Ok(odd.map(|line: String| clip(&line))),
                Heard::Line(line) if line.parse::<Step>().is_ok() => return Ok(Some(line)),
                Heard::Line(line) if line.trim().is_empty() => {}
                Heard::Line(_) if odd.is_some() => {}
                Heard::Line(line) => {
                    odd = Some(line);
                    patience = Patience::lasting(SECOND_CHANCE);
                }
            }
        }
    }
}
