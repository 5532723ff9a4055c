//! Errors in bytes from a peer.

use thiserror::Error;

/// Bytes that are not a message, or not one that this side accepts. The text continues a sentence after "sent".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WireError {
    /// The type does not exist.
    #[error("a message of type {0}, but types are 1 to 9")]
    UnknownType(u8),
    /// The message is meant for the other side.
    #[error("a message of type {kind} ({name}), which is not for this side")]
    WrongDirection {
        /// The type.
        kind: u8,
        /// Its name.
        name: &'static str,
    },
    /// The payload has the wrong length.
    #[error("a message of type {kind} ({name}) with a payload of {found} bytes instead of {expected}")]
    WrongLength {
        /// The type.
        kind: u8,
        /// Its name.
        name: &'static str,
        /// The announced length.
        found: u32,
        /// The right one.
        expected: u32,
    },
    /// The map is longer than the limit.
    #[error("a map of {found} bytes, more than the {most} that a map may have")]
    TooLong {
        /// The announced length.
        found: u32,
        /// The limit.
        most: u32,
    },
}
