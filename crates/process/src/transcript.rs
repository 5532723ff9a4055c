//! The last lines of a conversation, for people who have to find out what went wrong.

use plyground_core::sync::ignore_poison;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

/// How many lines are kept.
const LINES: usize = 12;
/// How much of a line is kept.
const LENGTH: usize = 160;

/// Shared by everybody who listens to one process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript(Arc<Mutex<VecDeque<String>>>);

impl Transcript {
    /// Notes a line: `>` we said it, `<` it said it, `!` it wrote it to standard error.
    pub(crate) fn note(&self, sign: char, line: &str) {
        let mut lines = self.lines();
        if lines.len() == LINES {
            lines.pop_front();
        }
        let shown = line.chars().take(LENGTH).map(|c| if c.is_control() { ' ' } else { c });
        lines.push_back([sign, ' '].into_iter().chain(shown).collect());
    }

    /// What is remembered, oldest first.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        self.lines().iter().cloned().collect()
    }

    fn lines(&self) -> MutexGuard<'_, VecDeque<String>> {
        // A panic while a line is noted leaves at worst a line too few.
        ignore_poison(self.0.lock())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_kept_and_they_are_tame() {
        let transcript = Transcript::default();
        for number in 0..100 {
            transcript.note('<', &format!("{number}\u{1b}{}", "x".repeat(1000)));
        }
        let lines = transcript.last_lines();
        assert_eq!(lines.len(), LINES);
        assert!(lines[LINES - 1].starts_with("< 99 xxx"), "{lines:?}");
        assert!(lines.iter().all(|line| line.len() <= LENGTH + 2));
    }
}
