//! A conversation with a process: lines out, lines in, every wait with an end.

use crate::child::{Child, Output};
use crate::group::Ending;
use crate::transcript::Transcript;
use crate::{Failure, FailureKind};
use plyground_protocol::lines::{LONGEST_ANSWER, Line, Lines};
use plyground_search::StopFlag;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How often the stop flag is looked at while waiting.
const GLANCE: Duration = Duration::from_millis(5);
/// A process whose output ended has this long to end itself before we call it merely disconnected.
const LAST_BREATH: Duration = Duration::from_millis(500);
/// So many lines in one wait that mean nothing are more than chatter.
pub(crate) const MOST_NOISE: usize = 1000;

/// A wait longer than any clock can count is a wait of a year.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// How long to wait.
#[derive(Clone, Debug)]
pub struct Deadline {
    end: Instant,
    stop: Option<StopFlag>,
}

impl Deadline {
    /// Until then from now on, whatever happens.
    pub fn lasting(time: Duration) -> Self {
        let now = Instant::now();
        Deadline { end: now.checked_add(time).unwrap_or(now + LONGEST), stop: None }
    }

    /// The same, or until it is stopped.
    pub fn until(time: Duration, stop: Option<&StopFlag>) -> Self {
        Deadline { stop: stop.cloned(), ..Deadline::lasting(time) }
    }

    fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    fn is_over(&self) -> bool {
        self.left().is_zero() || self.stop.as_ref().is_some_and(StopFlag::is_set)
    }
}

/// What became of waiting for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Received {
    /// A line.
    Line(String),
    /// Nothing in time, or it was stopped.
    Nothing,
}

/// What became of waiting for something particular.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaitOutcome<T> {
    /// It came.
    Found(T),
    /// It did not come in time, or it was stopped.
    Missing,
}

impl<T> WaitOutcome<T> {
    /// It, or a failure when it did not come.
    pub fn or_else(self, failure: impl FnOnce() -> Failure) -> Result<T, Failure> {
        match self {
            WaitOutcome::Found(found) => Ok(found),
            WaitOutcome::Missing => Err(failure()),
        }
    }
}

/// A process that talks in lines. It is killed when this value is dropped; [`Link::stop`] is politer.
pub struct Link {
    child: Child,
    lines: Lines,
    waiting: VecDeque<Line>,
}

impl Link {
    /// Starts the program, the first of these words, with the others as its arguments.
    pub fn start(words: &[String]) -> Result<Self, Failure> {
        let child = Child::start(words, Transcript::default()).map_err(|error| {
            let program = words.first().map_or("", String::as_str);
            Failure::new(FailureKind::Crash, format!("could not be started: {program}: {error}"))
        })?;
        Ok(Link { child, lines: Lines::new(LONGEST_ANSWER), waiting: VecDeque::new() })
    }

    /// Says a line.
    pub fn send(&mut self, line: impl std::fmt::Display) {
        self.child.write(&line.to_string());
    }

    /// Waits for a line. The error means that there will never be one again.
    pub fn receive(&mut self, deadline: &Deadline) -> Result<Received, Failure> {
        loop {
            if let Some(line) = self.waiting.pop_front() {
                self.child.received(line.text());
                return Ok(Received::Line(line.text().to_string()));
            }
            match self.receive_bytes(deadline)? {
                Some(bytes) => self.lines.feed(&bytes, &mut self.waiting),
                None => return Ok(Received::Nothing),
            }
        }
    }

    /// Waits for bytes, for programs whose prompts have no line end. `None` when nothing came in time.
    pub fn receive_bytes(&mut self, deadline: &Deadline) -> Result<Option<Vec<u8>>, Failure> {
        loop {
            let over = deadline.is_over();
            match self.child.read(if over { Duration::ZERO } else { deadline.left().min(GLANCE) }) {
                Output::Bytes(bytes) => return Ok(Some(bytes)),
                Output::Closed => return Err(self.gone()),
                Output::Nothing if over => return Ok(None),
                Output::Nothing => {}
            }
        }
    }

    /// Notes what was received as bytes, for [`Failure::last_lines`].
    pub fn note(&mut self, received: impl std::fmt::Display) {
        self.child.received(received.to_string().trim());
    }

    /// Waits for a line that means something. Others are passed over, but not for ever.
    pub fn wait_for<T>(
        &mut self,
        deadline: &Deadline,
        mut meaning: impl FnMut(&str) -> Meaning<T>,
    ) -> Result<WaitOutcome<T>, Failure> {
        let mut noise = 0;
        let mut flood = 0;
        loop {
            let Received::Line(line) = self.receive(deadline)? else { return Ok(WaitOutcome::Missing) };
            match meaning(&line) {
                Meaning::Wanted(found) => return Ok(WaitOutcome::Found(found)),
                Meaning::Useful => {}
                Meaning::None if line.trim().is_empty() => {}
                Meaning::None => noise += 1,
            }
            // A flood never lets the time run out inside `hear`; what is already here may still be what is sought.
            flood += usize::from(deadline.is_over());
            if flood > MOST_NOISE {
                return Ok(WaitOutcome::Missing);
            }
            if noise > MOST_NOISE {
                return Err(self.failure(FailureKind::Garbage, format!("said {noise} lines that mean nothing")));
            }
        }
    }

    /// What was said but not received, without waiting. A flood is cut off.
    pub fn drain(&mut self) -> Vec<String> {
        while self.waiting.len() <= MOST_NOISE
            && let Output::Bytes(bytes) = self.child.read(Duration::ZERO)
        {
            self.lines.feed(&bytes, &mut self.waiting);
        }
        let lines: Vec<String> = self.waiting.drain(..).map(|line| line.text().to_string()).collect();
        lines.iter().for_each(|line| self.child.received(line));
        lines
    }

    /// A failure with the last lines of the conversation.
    pub fn failure(&mut self, kind: FailureKind, what: impl Into<String>) -> Failure {
        Failure { kind, what: what.into(), last_lines: self.child.last_lines() }
    }

    /// Why there will be no more lines.
    fn gone(&mut self) -> Failure {
        match self.child.ending(LAST_BREATH) {
            Some(Ending::Code(0)) => self.failure(FailureKind::Disconnect, "went away with exit code 0"),
            Some(ending) => self.failure(FailureKind::Crash, ending.to_string()),
            None => self.failure(FailureKind::Disconnect, "closed its output"),
        }
    }

    /// Says quit, closes its input and gives it this long to end; then it is killed. True if it ended by itself.
    pub fn stop(mut self, quit: Option<&str>, deadline: Duration) -> bool {
        if let Some(quit) = quit {
            self.send(quit);
            self.child.close_input();
            return self.child.ending(deadline).is_some();
        }
        false
    }

    /// The exit code, if it ended by itself within this time.
    pub fn exit_code(&mut self, deadline: Duration) -> Option<i32> {
        match self.child.ending(deadline) {
            Some(Ending::Code(code)) => Some(code),
            _ => None,
        }
    }

    /// Closes its standard input.
    pub fn close_input(&mut self) {
        self.child.close_input();
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

/// What a line means to the waiting side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning<T> {
    /// It is what was waited for.
    Wanted(T),
    /// It is something else that makes sense.
    Useful,
    /// Nothing.
    None,
}
