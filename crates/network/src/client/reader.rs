//! Reads messages from the server and stamps them with their time of arrival.

use crate::wire::{Decoder, Endpoint, Message, WireError};
use plyground_engine::SpecError;
use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

/// What the session waits for.
#[derive(Debug)]
pub(super) enum SessionEvent {
    /// The server sent a message.
    Message(Message, Instant),
    /// The server sent bytes that are not a message.
    Invalid(WireError),
    /// The connection has ended.
    Lost(String),
    /// The search with this number is complete.
    SearchDone(u64),
    /// The player cannot play on this map.
    PlayerFailed(SpecError),
}

/// Reads until the connection ends, an invalid message arrives, or the receiver is gone.
pub(super) fn read(mut stream: TcpStream, outlet: &SyncSender<SessionEvent>) {
    let mut decoder = Decoder::new(Endpoint::Client);
    let mut bytes = vec![0; 1 << 16];
    loop {
        let event = match stream.read(&mut bytes) {
            Ok(0) => Some(SessionEvent::Lost("the server closed it".to_string())),
            Ok(count) => {
                let now = Instant::now();
                decoder.feed(&bytes[..count]);
                deliver(&mut decoder, now, outlet)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => None,
            Err(error) => Some(SessionEvent::Lost(error.to_string())),
        };
        if let Some(last) = event {
            // The receiver is gone if the game is over.
            let _ = outlet.send(last);
            return;
        }
    }
}

/// Passes on complete messages; returns the last event if the connection ends here.
fn deliver(decoder: &mut Decoder, now: Instant, outlet: &SyncSender<SessionEvent>) -> Option<SessionEvent> {
    loop {
        match decoder.next() {
            Ok(None) => return None,
            Ok(Some(message)) => {
                if outlet.send(SessionEvent::Message(message, now)).is_err() {
                    return Some(SessionEvent::Lost("the session has ended".to_string()));
                }
            }
            Err(error) => return Some(SessionEvent::Invalid(error)),
        }
    }
}
