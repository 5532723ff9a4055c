//! From a stream of bytes, cut anywhere, to messages.

use super::message::NAMES;
use super::{HEADER, LONGEST_MAP, Message, RawMove, WireError};

/// Who listens; each side may be told only some of the messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hearer {
    /// A server is told group numbers and answers.
    Server,
    /// A client is told everything else.
    Client,
}

impl Hearer {
    fn hears(self, kind: u8) -> bool {
        matches!(kind, 1 | 5) == (self == Hearer::Server)
    }
}

/// Collects bytes until they are messages. A header is judged as soon as it is complete, so nobody makes us keep more
/// than one message that we want to hear; and a length that is only announced costs no memory.
#[derive(Clone, Debug)]
pub struct Decoder {
    hearer: Hearer,
    pub(super) buffer: Vec<u8>,
    /// How much of the buffer has become messages already.
    used: usize,
    fault: Option<WireError>,
}

impl Decoder {
    /// A decoder for one end of a connection.
    pub fn new(hearer: Hearer) -> Self {
        Decoder { hearer, buffer: Vec::new(), used: 0, fault: None }
    }

    /// Takes what has arrived. After a fault nothing is kept any more.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.fault.is_none() {
            self.buffer.drain(..self.used);
            self.used = 0;
            self.buffer.extend_from_slice(bytes);
        }
    }

    /// Bytes that have arrived and are no message yet.
    pub fn pending(&self) -> usize {
        self.buffer.len() - self.used
    }

    /// The next message, `None` while it is incomplete.
    ///
    /// # Errors
    /// When what has arrived can never become a message for this side. There is no way back: the same error comes again.
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
        if self.hearer.hears(kind) { Ok(()) } else { Err(WireError::WrongDirection { kind, name }) }
    }
}

fn name(kind: u8) -> Option<&'static str> {
    NAMES.get(usize::from(kind).checked_sub(1)?).copied()
}

/// The length of a payload of this type; a map's is its own affair.
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

/// The message of a type and a payload that were both checked.
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
