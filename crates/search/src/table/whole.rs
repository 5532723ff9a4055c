//! Entries in whole numbers: two words each, shared between threads without locks.

use super::{Bound, Layout};
use crate::Score;
use std::sync::atomic::{AtomicU64, Ordering};

/// The depth of a value that no deeper search can change: the game was followed to its ends.
pub const WHOLE: u8 = u8::MAX;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its value for the player to move, distances counted from the position itself.
    pub value: Score,
    /// Plies searched below it, or [`WHOLE`].
    pub depth: u8,
    /// What the value means.
    pub bound: Bound,
    /// The best move as its place in the move list, from 1; 0 when none stood out.
    pub hint: u16,
}

// Value 32 bits, hint 16, depth 8, age 6, bound 2: one word. No bound has the bits 0, so an empty word is no entry.
const HINT_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const AGE_SHIFT: u32 = 56;
const BOUND_SHIFT: u32 = 62;

/// Ages are counted modulo this.
const AGES: u16 = 64;

/// One search older weighs as much as this many plies less depth.
const AGE_WEIGHT: i32 = 8;

/// Key xor data, and data. Both words are written without order, so a reader may see one word of two different writes; the
/// xor then yields another key.
pub(crate) type Slot = [AtomicU64; 2];

// Four slots are one cache line.
const _: () = assert!(size_of::<Slot>() == 16);

/// Key and data, as far as they belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Whole {
    key: u64,
    data: u64,
}

impl Whole {
    /// What an empty slot holds.
    pub(super) const EMPTY: Whole = Whole { key: 0, data: 0 };
}

impl Layout for Whole {
    type Entry = Entry;
    type Slot = Slot;
    const AGES: Option<u16> = Some(AGES);
    // Entries of any depth answer: two about one position would contradict each other.
    const ONE_PER_POSITION: bool = true;

    #[inline]
    fn load(slot: &Slot) -> Self {
        let data = slot[1].load(Ordering::Relaxed);
        Whole { key: slot[0].load(Ordering::Relaxed) ^ data, data }
    }

    #[inline]
    fn store(self, slot: &Slot) {
        slot[0].store(self.key ^ self.data, Ordering::Relaxed);
        slot[1].store(self.data, Ordering::Relaxed);
    }

    #[inline]
    fn pack(key: u64, entry: Entry, age: u16) -> Self {
        let data = u64::from(entry.value as u32)
            | u64::from(entry.hint) << HINT_SHIFT
            | u64::from(entry.depth) << DEPTH_SHIFT
            | u64::from(age % AGES) << AGE_SHIFT
            | (entry.bound as u64) << BOUND_SHIFT;
        Whole { key, data }
    }

    #[inline]
    fn unpack(self) -> Option<Entry> {
        Some(Entry {
            value: self.data as u32 as i32,
            depth: self.depth() as u8,
            bound: Bound::from_bits(self.data >> BOUND_SHIFT)?,
            hint: (self.data >> HINT_SHIFT) as u16,
        })
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.data == 0
    }

    #[inline]
    fn key(self) -> u64 {
        self.key
    }

    #[inline]
    fn depth(self) -> u16 {
        u16::from((self.data >> DEPTH_SHIFT) as u8)
    }

    #[inline]
    fn age(self) -> u16 {
        (self.data >> AGE_SHIFT) as u16 % AGES
    }

    #[inline]
    fn worth(self, age: u16) -> i32 {
        let searches_ago = (age + AGES - self.age()) % AGES;
        i32::from(self.depth()) - AGE_WEIGHT * i32::from(searches_ago)
    }

    /// A result without a best move keeps the one known before: it is still the likeliest to cut.
    #[inline]
    fn inherit(mut self, old: Self) -> Self {
        const HINT: u64 = 0xffff << HINT_SHIFT;
        if self.data & HINT == 0 {
            self.data |= old.data & HINT;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bounds() -> impl Strategy<Value = Bound> {
        prop_oneof![Just(Bound::Lower), Just(Bound::Upper), Just(Bound::Exact)]
    }

    proptest! {
        #[test]
        fn packing_loses_nothing(key: u64, value: i32, depth: u8, bound in bounds(), hint: u16, age in 0..AGES) {
            let entry = Entry { value, depth, bound, hint };
            let packed = Whole::pack(key, entry, age);
            prop_assert_eq!(packed.unpack(), Some(entry));
            prop_assert_eq!((packed.key(), packed.age(), packed.depth()), (key, age, u16::from(depth)));
            let slot = Slot::default();
            packed.store(&slot);
            prop_assert_eq!(Whole::load(&slot), packed);
        }

        /// Whatever a search with a window learns about a true value, the bound it notes is true, and a later window
        /// is settled only if the true value gives the same answer.
        #[test]
        fn bounds_are_true_and_settle_only_what_they_know(
            truth in -20..20i32, slack in 0..5i32, alpha in -20..20i32, width in 1..10i32,
            later_alpha in -20..20i32, later_width in 1..10i32,
        ) {
            let beta = alpha + width;
            // A fail-soft search may return anything between the window and the truth when it fails.
            let value = if truth >= beta { (truth - slack).max(beta) }
                else if truth <= alpha { (truth + slack).min(alpha) } else { truth };
            let bound = Bound::of(value, alpha, beta);
            match bound {
                Bound::Exact => prop_assert_eq!(value, truth),
                Bound::Lower => prop_assert!(value <= truth),
                Bound::Upper => prop_assert!(value >= truth),
            }
            let later_beta = later_alpha + later_width;
            if bound.settles(value, later_alpha, later_beta) {
                prop_assert_eq!(value >= later_beta, truth >= later_beta);
                prop_assert_eq!(value <= later_alpha, truth <= later_alpha);
            }
        }
    }

    #[test]
    fn an_empty_slot_is_no_entry() {
        let empty = Whole::load(&Slot::default());
        assert!(empty.is_empty());
        assert_eq!(empty.unpack(), None);
    }

    #[test]
    fn a_torn_write_has_another_key() {
        let old = Entry { value: 5, depth: 3, bound: Bound::Exact, hint: 1 };
        let new = Entry { value: -5, depth: 4, bound: Bound::Lower, hint: 2 };
        for (old_key, new_key) in [(11, 22), (11, 11)] {
            let slot = Slot::default();
            Whole::pack(old_key, old, 0).store(&slot);
            let new = Whole::pack(new_key, new, 0);
            slot[0].store(new.key ^ new.data, Ordering::Relaxed); // and the second half of the write is late
            let key = Whole::load(&slot).key();
            assert!(key != old_key && key != new_key);
        }
    }
}
