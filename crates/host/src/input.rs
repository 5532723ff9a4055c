//! Lines from a stream that is not trusted.

use plyground_protocol::lines::{LONGEST_COMMAND, Line, Lines};
use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind};
use thiserror::Error;

/// Reads lines of limited length.
pub(crate) struct LineReader<R> {
    input: R,
    lines: Lines,
    ready: VecDeque<Line>,
    ended: bool,
}

impl<R: BufRead> LineReader<R> {
    pub(crate) fn new(input: R) -> Self {
        LineReader { input, lines: Lines::new(LONGEST_COMMAND), ready: VecDeque::new(), ended: false }
    }
}

impl<R: BufRead> Iterator for LineReader<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Some(Ok(line));
            }
            if self.ended {
                return None;
            }
            match self.input.fill_buf() {
                Ok([]) => {
                    self.ended = true;
                    self.ready.extend(self.lines.finish());
                }
                Ok(bytes) => {
                    let length = bytes.len();
                    self.lines.feed(bytes, &mut self.ready);
                    self.input.consume(length);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

/// A line that is longer than any message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a line has at most {LONGEST_COMMAND} bytes")]
pub(crate) struct LineTooLong;

/// The text of a line, unless it cannot be a message.
pub(crate) fn whole(line: &Line) -> Result<&str, LineTooLong> {
    match line {
        Line::Whole(text) => Ok(text),
        Line::Cut(_) => Err(LineTooLong),
    }
}
