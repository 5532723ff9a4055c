//! What can be wrong with a message.

use plyground_core::NotationError;
use thiserror::Error;

/// A message that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProtocolError {
    /// The first word is no message of the language.
    #[error("`{word}` is unknown; {hint}")]
    Unknown {
        /// The word, shortened.
        word: String,
        /// The nearest right word, or all of them.
        hint: String,
    },
    /// The message is known but does not read as it should.
    #[error("{0}")]
    Malformed(NotationError),
}

impl ProtocolError {
    /// `text` is wrong for this `reason`, which reads well after a colon.
    pub fn malformed(text: impl Into<String>, reason: impl Into<String>) -> Self {
        ProtocolError::Malformed(NotationError::new(text, reason))
    }

    /// `word` is none of the language's words.
    pub fn unknown<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Self {
        let shown = word.chars().take(40).flat_map(char::escape_debug).collect();
        ProtocolError::Unknown { word: shown, hint: plyground_core::suggest::hint(word, known) }
    }
}
