//! The codec against literal bytes, against a plain reader of whole streams, and against noise.

use super::*;
use proptest::prelude::*;

/// Every message with its bytes, written out by hand.
fn literal() -> Vec<(Message, Vec<u8>)> {
    let mv = RawMove { x: 0x0102, y: 0x0304, special: 21 };
    vec![
        (Message::Group(9), vec![1, 0, 0, 0, 1, 9]),
        (Message::Map(b"2\r\n".to_vec()), vec![2, 0, 0, 0, 3, b'2', b'\r', b'\n']),
        (Message::Map(Vec::new()), vec![2, 0, 0, 0, 0]),
        (Message::Player(3), vec![3, 0, 0, 0, 1, 3]),
        (Message::Request { time: 3957, depth: 1 }, vec![4, 0, 0, 0, 5, 0, 0, 0x0f, 0x75, 1]),
        (Message::Answer(mv), vec![5, 0, 0, 0, 5, 1, 2, 3, 4, 21]),
        (Message::Move { mv, player: 8 }, vec![6, 0, 0, 0, 6, 1, 2, 3, 4, 21, 8]),
        (Message::Disqualified(2), vec![7, 0, 0, 0, 1, 2]),
        (Message::PhaseEnd, vec![8, 0, 0, 0, 0]),
        (Message::GameEnd, vec![9, 0, 0, 0, 0]),
    ]
}

fn receiver_of(message: &Message) -> Endpoint {
    if matches!(message, Message::Group(_) | Message::Answer(_)) { Endpoint::Server } else { Endpoint::Client }
}

/// Everything that comes out of these pieces: the messages, then the error if there is one.
fn decode(endpoint: Endpoint, pieces: &[&[u8]]) -> (Vec<Message>, Option<WireError>) {
    let mut decoder = Decoder::new(endpoint);
    let mut messages = Vec::new();
    for piece in pieces {
        decoder.feed(piece);
        loop {
            match decoder.next() {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => break,
                Err(error) => return (messages, Some(error)),
            }
        }
    }
    (messages, None)
}

/// The slow twin: reads a whole stream at once with nothing but the table of the protocol.
fn read_all(endpoint: Endpoint, mut bytes: &[u8]) -> (Vec<Vec<u8>>, bool) {
    let heard: &[(u8, Option<usize>)] = match endpoint {
        Endpoint::Server => &[(1, Some(1)), (5, Some(5))],
        Endpoint::Client => {
            &[(2, None), (3, Some(1)), (4, Some(5)), (6, Some(6)), (7, Some(1)), (8, Some(0)), (9, Some(0))]
        }
    };
    let mut found = Vec::new();
    while let Some(kind) = bytes.first() {
        let Some((_, fixed)) = heard.iter().find(|(heard, _)| heard == kind) else { return (found, true) };
        if bytes.len() < 5 {
            break;
        }
        let length = bytes[1..5].iter().fold(0usize, |sum, byte| sum * 256 + usize::from(*byte));
        if fixed.is_some_and(|fixed| fixed != length) || length > 64 * 1024 * 1024 {
            return (found, true);
        }
        if bytes.len() < 5 + length {
            break;
        }
        found.push(bytes[..5 + length].to_vec());
        bytes = &bytes[5 + length..];
    }
    (found, false)
}

#[test]
fn every_message_has_its_bytes() {
    for (message, bytes) in literal() {
        assert_eq!(message.encode(), bytes, "{message:?}");
        assert_eq!(decode(receiver_of(&message), &[&bytes]), (vec![message], None));
    }
}

#[test]
fn messages_for_the_other_side_are_refused_at_their_first_byte() {
    for (message, bytes) in literal() {
        let other = if receiver_of(&message) == Endpoint::Server { Endpoint::Client } else { Endpoint::Server };
        let (messages, error) = decode(other, &[&bytes[..1]]);
        assert!(messages.is_empty());
        assert!(matches!(error, Some(WireError::WrongDirection { .. })), "{message:?}: {error:?}");
    }
    assert_eq!(decode(Endpoint::Server, &[&[0]]).1, Some(WireError::UnknownType(0)));
    assert_eq!(decode(Endpoint::Client, &[&[10]]).1, Some(WireError::UnknownType(10)));
    assert_eq!(decode(Endpoint::Client, &[&[255]]).1, Some(WireError::UnknownType(255)));
}

#[test]
fn lengths_are_judged_before_the_payload_comes() {
    let wrong = [5, 0xff, 0xff, 0xff, 0xff];
    assert!(matches!(decode(Endpoint::Server, &[&wrong]).1, Some(WireError::WrongLength { found: u32::MAX, .. })));
    let mut huge = vec![2];
    huge.extend((LONGEST_MAP + 1).to_be_bytes());
    assert!(matches!(decode(Endpoint::Client, &[&huge]).1, Some(WireError::TooLong { .. })));
    let mut announced = vec![2];
    announced.extend(LONGEST_MAP.to_be_bytes());
    let mut decoder = Decoder::new(Endpoint::Client);
    decoder.feed(&announced);
    assert_eq!(decoder.next(), Ok(None));
    assert!(decoder.buffer.capacity() < 1000, "an announcement costs no memory");
}

#[test]
fn after_a_fault_nothing_is_kept() {
    let mut decoder = Decoder::new(Endpoint::Server);
    decoder.feed(&[77]);
    let fault = decoder.next().unwrap_err();
    decoder.feed(&Message::Group(1).encode());
    assert_eq!(decoder.next(), Err(fault));
    assert_eq!(decoder.pending(), 0);
}

fn messages(endpoint: Endpoint) -> impl Strategy<Value = Message> {
    let raw = (any::<u16>(), any::<u16>(), any::<u8>()).prop_map(|(x, y, special)| RawMove { x, y, special });
    match endpoint {
        Endpoint::Server => prop_oneof![any::<u8>().prop_map(Message::Group), raw.prop_map(Message::Answer)].boxed(),
        Endpoint::Client => prop_oneof![
            prop::collection::vec(any::<u8>(), 0..300).prop_map(Message::Map),
            any::<u8>().prop_map(Message::Player),
            (any::<u32>(), any::<u8>()).prop_map(|(time, depth)| Message::Request { time, depth }),
            (raw, any::<u8>()).prop_map(|(mv, player)| Message::Move { mv, player }),
            any::<u8>().prop_map(Message::Disqualified),
            Just(Message::PhaseEnd),
            Just(Message::GameEnd),
        ]
        .boxed(),
    }
}

fn endpoints() -> impl Strategy<Value = Endpoint> {
    prop_oneof![Just(Endpoint::Server), Just(Endpoint::Client)]
}

/// Cuts bytes at the given places (taken modulo the length).
fn cut<'a>(bytes: &'a [u8], places: &[usize]) -> Vec<&'a [u8]> {
    let mut places: Vec<usize> = places.iter().map(|place| place % (bytes.len() + 1)).collect();
    places.sort_unstable();
    let mut pieces = Vec::new();
    let mut from = 0;
    for place in places {
        pieces.push(&bytes[from..place]);
        from = place;
    }
    pieces.push(&bytes[from..]);
    pieces
}

proptest! {
    #[test]
    fn any_split_gives_the_same_messages(
        (endpoint, sent) in endpoints().prop_flat_map(|endpoint| (Just(endpoint), prop::collection::vec(messages(endpoint), 0..12))),
        places in prop::collection::vec(any::<usize>(), 0..30),
    ) {
        let bytes: Vec<u8> = sent.iter().flat_map(Message::encode).collect();
        prop_assert_eq!(decode(endpoint, &cut(&bytes, &places)), (sent, None));
    }

    /// Noise, and noise that begins like a conversation: no panic, and the same verdict as the plain reader.
    #[test]
    fn noise_is_judged_as_the_plain_reader_judges_it(
        (endpoint, sent) in endpoints().prop_flat_map(|endpoint| (Just(endpoint), prop::collection::vec(messages(endpoint), 0..4))),
        noise in prop::collection::vec(prop_oneof![3 => 0u8..12, 1 => any::<u8>()], 0..80),
        places in prop::collection::vec(any::<usize>(), 0..10),
    ) {
        let mut bytes: Vec<u8> = sent.iter().flat_map(Message::encode).collect();
        bytes.extend(noise);
        let (expected, is_wrong) = read_all(endpoint, &bytes);
        let (found, error) = decode(endpoint, &cut(&bytes, &places));
        let found: Vec<Vec<u8>> = found.iter().map(Message::encode).collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(error.is_some(), is_wrong);
    }
}
