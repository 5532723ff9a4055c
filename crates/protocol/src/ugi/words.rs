//! Cutting a message into words.

use crate::ProtocolError;
use std::time::Duration;

/// The words of a message, taken one after another.
pub(super) struct Words<'a> {
    text: &'a str,
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Words { text, words: text.split_whitespace().peekable() }
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// Whether the next word is this one; then it is taken.
    pub(super) fn eat(&mut self, word: &str) -> bool {
        self.words.next_if(|next| *next == word).is_some()
    }

    /// The words up to one of `ends` (which stays), joined by single blanks.
    pub(super) fn until(&mut self, ends: &[&str]) -> String {
        let mut text = String::new();
        while let Some(word) = self.words.next_if(|word| !ends.contains(word)) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        text
    }

    /// The words up to one of `ends` (which stays).
    pub(super) fn list(&mut self, ends: &[&str]) -> Vec<String> {
        let mut list = Vec::new();
        while let Some(word) = self.words.next_if(|word| !ends.contains(word)) {
            list.push(word.to_string());
        }
        list
    }

    /// The number that must follow `name`.
    pub(super) fn number<T: std::str::FromStr>(&mut self, name: &str) -> Result<T, ProtocolError> {
        let word = self.next().ok_or_else(|| self.wrong(format!("a number must follow `{name}`")))?;
        word.parse().map_err(|_| self.wrong(format!("`{name}` is followed by a number, and `{}` is none", clip(word))))
    }

    /// The time in milliseconds that must follow `name`. A clock may have run out: less than nothing is nothing.
    pub(super) fn millis(&mut self, name: &str) -> Result<Duration, ProtocolError> {
        let millis: i64 = self.number(name)?;
        Ok(Duration::from_millis(u64::try_from(millis).unwrap_or(0)))
    }

    /// Refuses whatever is left.
    pub(super) fn end(&mut self) -> Result<(), ProtocolError> {
        match self.next() {
            Some(word) => Err(self.wrong(format!("`{}` is one word too many", clip(word)))),
            None => Ok(()),
        }
    }

    pub(super) fn wrong(&self, reason: impl Into<String>) -> ProtocolError {
        ProtocolError::malformed(self.text, reason)
    }
}

fn clip(word: &str) -> String {
    word.chars().take(20).flat_map(char::escape_debug).collect()
}
