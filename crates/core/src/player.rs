//! Who plays, and whose turn it is.

use std::fmt;

/// The largest number of seats any game may have.
pub const MAX_PLAYERS: usize = 8;

/// One seat of a game. Counted from 0 inside, from 1 in everything a person reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(u8);

impl PlayerId {
    /// The player who moves first by default.
    pub const FIRST: PlayerId = PlayerId(0);
    /// The second player; in a two-player game the opponent of [`PlayerId::FIRST`].
    pub const SECOND: PlayerId = PlayerId(1);

    /// The player with this index, counted from 0.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_PLAYERS`]; indices come from our own loops, never from outside.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < MAX_PLAYERS, "player index out of range");
        PlayerId(index as u8)
    }

    /// The player with this number, counted from 1, as people and protocols write it.
    pub const fn from_number(number: usize) -> Option<Self> {
        if number >= 1 && number <= MAX_PLAYERS { Some(PlayerId(number as u8 - 1)) } else { None }
    }

    /// Counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The other one of two players.
    #[inline]
    pub const fn opponent(self) -> Self {
        PlayerId(self.0 ^ 1)
    }

    /// All players of a game with `count` seats, in turn order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = PlayerId> + ExactSizeIterator {
        (0..count).map(PlayerId::from_index)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// What a position waits for. There is no separate "is it over", so nothing can disagree with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This player has at least one legal move and must make one.
    Player(PlayerId),
    /// A die must be rolled first.
    Chance,
    /// The game has ended; the payoffs are final.
    Over,
}

impl Turn {
    /// The player to move, if the position waits for one.
    #[inline]
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Turn::Player(player) => Some(player),
            _ => None,
        }
    }
}
