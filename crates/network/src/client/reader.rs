//! What comes from the server, with the time at which it came.

use crate::wire::{Decoder, Hearer, Message, WireError};
use plyground_engine::SpecError;
use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

/// What the caller's thread waits for.
#[derive(Debug)]
pub(super) enum Event {
    /// The server said something.
    Said(Message, Instant),
    /// The server said something that is no message.
    Broken(WireError),
    /// The connection has ended.
    Lost(String),
    /// The thought with this number is complete.
    Thought(u64),
    /// The player cannot play on this map.
    Unfit(SpecError),
}

/// Reads until the connection ends, the server talks nonsense, or nobody listens any more.
pub(super) fn read(mut stream: TcpStream, outlet: &SyncSender<Event>) {
    let mut decoder = Decoder::new(Hearer::Client);
    let mut bytes = vec![0; 1 << 16];
    loop {
        let event = match stream.read(&mut bytes) {
            Ok(0) => Some(Event::Lost("the server closed it".to_string())),
            Ok(count) => {
                let now = Instant::now();
                decoder.feed(&bytes[..count]);
                pass_on(&mut decoder, now, outlet)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => None,
            Err(error) => Some(Event::Lost(error.to_string())),
        };
        if let Some(last) = event {
            // Nobody listens if the game is over.
            let _ = outlet.send(last);
            return;
        }
    }
}

/// Hands over what is complete; the last event of this connection if it ends here.
fn pass_on(decoder: &mut Decoder, now: Instant, outlet: &SyncSender<Event>) -> Option<Event> {
    loop {
        match decoder.next() {
            Ok(None) => return None,
            Ok(Some(message)) => {
                if outlet.send(Event::Said(message, now)).is_err() {
                    return Some(Event::Lost("nobody listens any more".to_string()));
                }
            }
            Err(error) => return Some(Event::Broken(error)),
        }
    }
}
