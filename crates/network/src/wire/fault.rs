//! What can be wrong with bytes from a peer.

use thiserror::Error;

/// Bytes that are no message, or none that this side may be told. Reads well after "sent".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WireError {
    /// No such type.
    #[error("a message of type {0}, but types are 1 to 9")]
    UnknownType(u8),
    /// A type that the other side sends.
    #[error("a message of type {kind} ({name}), which is not for this side")]
    WrongDirection {
        /// The type.
        kind: u8,
        /// What it is called.
        name: &'static str,
    },
    /// A payload of the wrong length.
    #[error("a message of type {kind} ({name}) with a payload of {found} bytes instead of {expected}")]
    WrongLength {
        /// The type.
        kind: u8,
        /// What it is called.
        name: &'static str,
        /// The announced length.
        found: u32,
        /// The right one.
        expected: u32,
    },
    /// A map that is longer than any.
    #[error("a map of {found} bytes, more than the {most} that a map may have")]
    TooLong {
        /// The announced length.
        found: u32,
        /// The limit.
        most: u32,
    },
}
