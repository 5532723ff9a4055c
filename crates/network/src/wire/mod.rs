//! The wire format: one byte for the type, four for the length of the payload, the payload; all numbers big-endian.

mod decoder;
mod error;
mod message;
#[cfg(test)]
mod tests;

pub use decoder::{Decoder, Endpoint};
pub use error::WireError;
pub use message::{Message, RawMove};

/// Bytes before the payload.
pub const HEADER: usize = 5;
/// The longest map that is read: as long as the longest map file.
pub const LONGEST_MAP: u32 = 64 << 20;
