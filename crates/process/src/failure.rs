//! Why a player that works outside this program did not come up with a move.

use std::fmt;

/// What kind of failure it was. A referee books each under its own heading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FailureKind {
    /// It could not be started, or it ended by a signal or with an error code.
    Crash,
    /// It did not answer in time, not even when told to stop.
    Stall,
    /// It went away without an error: it closed its output, or exited as if all were done.
    Disconnect,
    /// It answered with a move that the rules forbid, or with something that is no move.
    IllegalMove,
    /// It gave up the game, as its language allows.
    Resignation,
    /// It talks, but not the language that was agreed upon.
    Garbage,
    /// It cannot be asked: the language has no words for this position. Nobody's fault but the question's.
    Unasked,
}

impl FailureKind {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Crash => "crash",
            FailureKind::Stall => "stall",
            FailureKind::Disconnect => "disconnect",
            FailureKind::IllegalMove => "illegal move",
            FailureKind::Resignation => "resignation",
            FailureKind::Garbage => "garbage",
            FailureKind::Unasked => "unasked",
        }
    }
}

/// A failure, told so that the author of the other program can find its cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What kind it was.
    pub kind: FailureKind,
    /// What happened, as it reads after the player's name: `offered z9, which is …`.
    pub what: String,
    /// The last lines of the conversation: `>` we said, `<` it said, `!` it wrote to standard error.
    pub last_lines: Vec<String>,
}

impl Failure {
    /// A failure without a conversation.
    pub fn new(kind: FailureKind, what: impl Into<String>) -> Self {
        Failure { kind, what: what.into(), last_lines: Vec::new() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if self.last_lines.is_empty() { Ok(()) } else { write!(f, " (last lines: {})", self.last_lines.join(" | ")) }
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_reads_as_one_line() {
        let mut failure = Failure::new(FailureKind::Crash, "ended with exit code 3");
        assert_eq!(failure.to_string(), "ended with exit code 3");
        failure.last_lines = vec!["> go".to_string(), "! out of memory".to_string()];
        assert_eq!(failure.to_string(), "ended with exit code 3 (last lines: > go | ! out of memory)");
    }
}
