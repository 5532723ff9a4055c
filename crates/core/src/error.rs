//! What can be wrong with text from outside.

use std::fmt;
use thiserror::Error;

/// The longest piece of someone's input that an error repeats.
const QUOTE_LIMIT: usize = 60;

/// A position or move that could not be read, or that the rules forbid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}`{}`: {reason}", self.prefix(), Quote(.input))]
pub struct NotationError {
    input: String,
    reason: String,
    place: Option<String>,
}

impl NotationError {
    /// `input` is wrong for this `reason`, which reads well after a colon.
    pub fn new(input: impl Into<String>, reason: impl Into<String>) -> Self {
        NotationError { input: input.into(), reason: reason.into(), place: None }
    }

    /// The same error, found in a larger text.
    #[must_use]
    pub fn within(mut self, place: fmt::Arguments<'_>) -> Self {
        self.place = Some(match self.place {
            Some(inner) => format!("{place}, {inner}"),
            None => place.to_string(),
        });
        self
    }

    /// Why it is wrong, without the input.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    fn prefix(&self) -> String {
        self.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default()
    }
}

/// A game that could not be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    /// No game has this name.
    #[error("there is no game `{name}`; {hint}")]
    Unknown {
        /// The name.
        name: String,
        /// Which one may have been meant.
        hint: String,
    },
    /// The game exists, but not with this set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// No map that comes with the program has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no built-in map `{name}`; {hint}")]
pub struct UnknownMap {
    /// The name.
    pub name: String,
    /// Which one may have been meant.
    pub hint: String,
}

/// A game that could not be set up as asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The variant is unknown, malformed or impossible.
    #[error("variant {0}")]
    Variant(NotationError),
    /// The map is not valid; the text names line, token and reason.
    #[error("{0}")]
    Map(String),
    /// The position is not valid in this variant.
    #[error("position {0}")]
    Position(NotationError),
    /// An option that this game does not have.
    #[error("{0}")]
    Unsuitable(String),
}

/// Someone's input, shortened and with control characters made visible.
struct Quote<'a>(&'a str);

impl fmt::Display for Quote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars().take(QUOTE_LIMIT) {
            if character.is_control() {
                write!(f, "{}", character.escape_default())?
            } else {
                write!(f, "{character}")?
            }
        }
        if self.0.chars().nth(QUOTE_LIMIT).is_some() { write!(f, "…") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_wild_input_is_quoted_tamely() {
        let text = NotationError::new("\u{1b}".to_string() + &"x".repeat(1000), "no such move").to_string();
        assert!(text.starts_with("`\\u{1b}xxx"), "{text}");
        assert!(text.ends_with("…`: no such move"), "{text}");
        assert!(text.len() < 100);
    }
}
