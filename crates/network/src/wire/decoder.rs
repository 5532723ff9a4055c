//! Decodes messages from a stream of bytes that may be split anywhere.

use super::message::NAMES;
use super::{HEADER, LONGEST_MAP, Message, RawMove, WireError};

/// The receiving side of a connection; each side accepts only some of the messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endpoint {
    /// A server accepts group numbers and answers.
    Server,
    /// A client accepts everything else.
    Client,
}

impl Endpoint {
    fn accepts(self, kind: u8) -> bool {
        matches!(kind, 1 | 5) == (self == Endpoint::Server)
    }
}

/// Collects bytes until they form messages. A header is checked as soon as it is complete, so the buffer never holds more
/// than one acceptable message, and an announced length allocates no memory.
#[derive(Clone, Debug)]
pub struct Decoder {
    endpoint: Endpoint,
    pub(super) buffer: Vec<u8>,
    /// How many bytes of the buffer have been decoded.
    used: usize,
    fault: Option<WireError>,
}

impl Decoder {
    /// A decoder for one end of a connection.
    pub fn new(endpoint: Endpoint) -> Self {
        Decoder { endpoint, buffer: Vec::new(), used: 0, fault: None }
    }

    /// Adds received bytes. After an error nothing is kept.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.fault.is_none() {
            self.buffer.drain(..self.used);
            self.used = 0;
            self.buffer.extend_from_slice(bytes);
        }
    }

    /// The number of received bytes that are not decoded yet.
    pub fn pending(&self) -> usize {
        self.buffer.len() - self.used
    }

    /// The next message, `None` while it is incomplete.
    ///
    /// # Errors
    /// When what has arrived can never become a message for this side. The decoder stays in this state and returns the same error again.
    #[allow(clippy::should_implement_trait)] // it is no iterator: `None` may be followed by more
    pub fn next(&mut self) -> Result<Option<Message>, WireError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        self.read().inspect_err(|fault| {
            self.fault = Some(*fault);
            (self.buffer, self.used) = (Vec::new(), 0);
        })
    }

    fn read(&mut self) -> Result<Option<Message>, WireError> {
        let rest = &self.buffer[self.used..];
        let Some(&kind) = rest.first() else { return Ok(None) };
        self.check_kind(kind)?;
        let Some((header, rest)) = rest.split_at_checked(HEADER) else { return Ok(None) };
        let length = u32::from_be_bytes([header[1], header[2], header[3], header[4]]);
        check_length(kind, length)?;
        let Some(payload) = rest.get(..length as usize) else { return Ok(None) };
        let message = parse(kind, payload);
        self.used += HEADER + payload.len();
        Ok(Some(message))
    }

    fn check_kind(&self, kind: u8) -> Result<(), WireError> {
        let name = name(kind).ok_or(WireError::UnknownType(kind))?;
        if self.endpoint.accepts(kind) { Ok(()) } else { Err(WireError::WrongDirection { kind, name }) }
    }
}

fn name(kind: u8) -> Option<&'static str> {
    NAMES.get(usize::from(kind).checked_sub(1)?).copied()
}

/// The payload length of this type; `None` for maps, which have any length.
fn fixed_length(kind: u8) -> Option<u32> {
    match kind {
        2 => None,
        4 | 5 => Some(5),
        6 => Some(6),
        8 | 9 => Some(0),
        _ => Some(1),
    }
}

fn check_length(kind: u8, found: u32) -> Result<(), WireError> {
    match fixed_length(kind) {
        None if found > LONGEST_MAP => Err(WireError::TooLong { found, most: LONGEST_MAP }),
        Some(expected) if found != expected => {
            let name = name(kind).unwrap_or_default();
            Err(WireError::WrongLength { kind, name, found, expected })
        }
        _ => Ok(()),
    }
}

/// The message of a checked type and payload.
fn parse(kind: u8, payload: &[u8]) -> Message {
    let byte = |index: usize| payload[index];
    let raw = || RawMove::read([byte(0), byte(1), byte(2), byte(3), byte(4)]);
    match kind {
        1 => Message::Group(byte(0)),
        2 => Message::Map(payload.to_vec()),
        3 => Message::Player(byte(0)),
        4 => Message::Request { time: u32::from_be_bytes([byte(0), byte(1), byte(2), byte(3)]), depth: byte(4) },
        5 => Message::Answer(raw()),
        6 => Message::Move { mv: raw(), player: byte(5) },
        7 => Message::Disqualified(byte(0)),
        8 => Message::PhaseEnd,
        _ => Message::GameEnd,
    }
}
