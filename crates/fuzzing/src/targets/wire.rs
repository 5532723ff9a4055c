//! The bytes of ReversiXT's network.

use plyground_network::wire::{Decoder, Endpoint, Message, WireError};

/// The first byte says who listens and where the stream is cut.
pub(super) fn check(bytes: &[u8]) {
    let Some((first, stream)) = bytes.split_first() else { return };
    let endpoint = if first & 1 == 0 { Endpoint::Server } else { Endpoint::Client };
    let (whole, fault) = decode(endpoint, [stream].into_iter());
    let pieces = stream.chunks(usize::from(first >> 1) + 1);
    assert_eq!(decode(endpoint, pieces), (whole.clone(), fault), "splitting the stream changes the messages");
    let encoded: Vec<u8> = whole.iter().flat_map(Message::encode).collect();
    assert!(stream.starts_with(&encoded), "messages encode to other bytes than they were decoded from");
}

fn decode<'a>(endpoint: Endpoint, pieces: impl Iterator<Item = &'a [u8]>) -> (Vec<Message>, Option<WireError>) {
    let mut decoder = Decoder::new(endpoint);
    let mut messages = Vec::new();
    for piece in pieces {
        decoder.feed(piece);
        loop {
            match decoder.next() {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => break,
                Err(fault) => return (messages, Some(fault)),
            }
        }
    }
    (messages, None)
}
