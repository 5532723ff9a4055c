//! The bytes of ReversiXT's network.

use plyground_network::wire::{Decoder, Hearer, Message, WireError};

/// The first byte says who listens and where the stream is cut.
pub(super) fn check(bytes: &[u8]) {
    let Some((first, stream)) = bytes.split_first() else { return };
    let hearer = if first & 1 == 0 { Hearer::Server } else { Hearer::Client };
    let (whole, fault) = decode(hearer, [stream].into_iter());
    let pieces = stream.chunks(usize::from(first >> 1) + 1);
    assert_eq!(decode(hearer, pieces), (whole.clone(), fault), "the cuts change what is received");
    let encoded: Vec<u8> = whole.iter().flat_map(Message::encode).collect();
    assert!(stream.starts_with(&encoded), "messages encode to other bytes than they were decoded from");
}

fn decode<'a>(hearer: Hearer, pieces: impl Iterator<Item = &'a [u8]>) -> (Vec<Message>, Option<WireError>) {
    let mut decoder = Decoder::new(hearer);
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
