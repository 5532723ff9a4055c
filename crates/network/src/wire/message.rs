//! The nine messages.

/// A move of the wire format: column, row and special value, not yet checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RawMove {
    /// Column from 0.
    pub x: u16,
    /// Row from 0.
    pub y: u16,
    /// 0, the number of a player on a choice tile, 20 or 21 on a bonus tile.
    pub special: u8,
}

/// A message of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// 1, from a client: its group number.
    Group(u8),
    /// 2, from the server: the map file, byte for byte.
    Map(Vec<u8>),
    /// 3, from the server: the client's player number, from 1.
    Player(u8),
    /// 4, from the server: move now.
    Request {
        /// Milliseconds until the answer must be there; 0 means no clock.
        time: u32,
        /// Plies to search where there is no clock.
        depth: u8,
    },
    /// 5, from a client: its move.
    Answer(RawMove),
    /// 6, from the server: a player has moved.
    Move {
        /// The move.
        mv: RawMove,
        /// The player number, from 1.
        player: u8,
    },
    /// 7, from the server: this player is disqualified.
    Disqualified(u8),
    /// 8, from the server: the bombing phase begins.
    PhaseEnd,
    /// 9, from the server: the game is over.
    GameEnd,
}

/// The names of the types, from type 1 on.
pub(super) const NAMES: [&str; 9] = [
    "group number",
    "map",
    "player number",
    "move request",
    "move answer",
    "move",
    "disqualification",
    "end of phase 1",
    "end of game",
];

impl Message {
    /// Its type, 1 to 9.
    pub fn kind(&self) -> u8 {
        match self {
            Message::Group(_) => 1,
            Message::Map(_) => 2,
            Message::Player(_) => 3,
            Message::Request { .. } => 4,
            Message::Answer(_) => 5,
            Message::Move { .. } => 6,
            Message::Disqualified(_) => 7,
            Message::PhaseEnd => 8,
            Message::GameEnd => 9,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        NAMES[usize::from(self.kind()) - 1]
    }

    /// The message as bytes, header included.
    ///
    /// # Panics
    /// If a map is longer than the length field allows; such a map cannot be loaded.
    pub fn encode(&self) -> Vec<u8> {
        let payload = self.payload();
        let length = u32::try_from(payload.len()).expect("maps are limited to far less than 4 GB");
        let mut bytes = Vec::with_capacity(super::HEADER + payload.len());
        bytes.push(self.kind());
        bytes.extend(length.to_be_bytes());
        bytes.extend(payload);
        bytes
    }

    fn payload(&self) -> Vec<u8> {
        match self {
            Message::Group(number) | Message::Player(number) | Message::Disqualified(number) => vec![*number],
            Message::Map(text) => text.clone(),
            Message::Request { time, depth } => [&time.to_be_bytes()[..], &[*depth]].concat(),
            Message::Answer(mv) => mv.bytes().to_vec(),
            Message::Move { mv, player } => [&mv.bytes()[..], &[*player]].concat(),
            Message::PhaseEnd | Message::GameEnd => Vec::new(),
        }
    }
}

impl RawMove {
    fn bytes(self) -> [u8; 5] {
        let ([a, b], [c, d]) = (self.x.to_be_bytes(), self.y.to_be_bytes());
        [a, b, c, d, self.special]
    }

    pub(super) fn read(bytes: [u8; 5]) -> Self {
        let [a, b, c, d, special] = bytes;
        RawMove { x: u16::from_be_bytes([a, b]), y: u16::from_be_bytes([c, d]), special }
    }
}

impl std::fmt::Display for RawMove {
    /// The usual notation: `x,y` or `x,y:special`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x, self.y)?;
        if self.special == 0 { Ok(()) } else { write!(f, ":{}", self.special) }
    }
}
