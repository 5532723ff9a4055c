//! What was found out about walks, so that it is found out once. A search meets the same room again and again, since what
//! happens in one room changes nothing in the other: of all walks asked for in the middle of a game on 8x8 five in six had been
//! asked for before.

use super::square::{Size, Square};
use super::variant::Mover;
use super::walk::Walk;
use super::word::Word;
use std::cell::Cell;

/// Walks that a thread remembers: a power of two, in a quarter of a megabyte.
const ENTRIES: usize = 1 << 13;

/// A piece alone with its room, and everything else that the length of its walks depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WalkQuestion {
    room: [u64; 2],
    from: Square,
    cols: u8,
    mover: Mover,
}

impl WalkQuestion {
    #[inline]
    pub fn new<W: Word>(from: Square, room: W, size: Size, mover: Mover) -> Self {
        let room = room.to_wide();
        WalkQuestion { room: [room as u64, (room >> u64::BITS) as u64], from, cols: size.cols() as u8, mover }
    }

    pub fn from(&self) -> Square {
        self.from
    }

    #[inline]
    fn place(&self) -> usize {
        let [low, high] = self.room;
        let mixed = low ^ high.rotate_left(29) ^ u64::from(self.from.0) << 57;
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - ENTRIES.trailing_zeros())) as usize
    }
}

/// What is known about the longest walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WalkAnswer {
    pub walk: Walk,
    /// Whether a search for more would find the same again.
    pub whole: bool,
}

/// An entry is empty where its question is: no board has no columns.
#[derive(Clone, Copy)]
struct Entry {
    question: WalkQuestion,
    lower: u8,
    upper: u8,
    whole: bool,
}

const EMPTY: Entry = Entry {
    question: WalkQuestion { room: [0; 2], from: Square::NOWHERE, cols: 0, mover: Mover::King },
    lower: 0,
    upper: 0,
    whole: false,
};

/// Answers by question; a new one takes the place of whatever lies there.
pub(super) struct WalkCache(Box<[Cell<Entry>; ENTRIES]>);

impl WalkCache {
    fn new() -> Self {
        let entries = vec![Cell::new(EMPTY); ENTRIES].into_boxed_slice();
        WalkCache(entries.try_into().unwrap_or_else(|_| unreachable!("the vector has this length")))
    }

    #[inline]
    pub fn recall(&self, question: &WalkQuestion) -> Option<WalkAnswer> {
        let entry = self.0[question.place()].get();
        let walk = Walk { lower: u32::from(entry.lower), upper: u32::from(entry.upper) };
        (entry.question == *question).then_some(WalkAnswer { walk, whole: entry.whole })
    }

    #[inline]
    pub fn remember(&self, question: WalkQuestion, answer: WalkAnswer) {
        // No walk has more steps than a board has squares.
        let (lower, upper) = (answer.walk.lower as u8, answer.walk.upper as u8);
        self.0[question.place()].set(Entry { question, lower, upper, whole: answer.whole });
    }
}

thread_local! {
    /// One for every thread, taken from the heap when the thread first asks, so that threads need not wait for each other.
    static CACHE: WalkCache = WalkCache::new();
}

/// Hands out what this thread remembers.
#[inline]
pub(super) fn with_cache<R>(use_it: impl FnOnce(&WalkCache) -> R) -> R {
    CACHE.with(use_it)
}
