//! One entry, and how it fits into two words.

use crate::Score;
use std::sync::atomic::{AtomicU64, Ordering};

/// The depth of a value that no deeper search can change: the game was followed to its ends.
pub const WHOLE: u8 = u8::MAX;

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value is at least this: the node was cut off.
    Lower = 1,
    /// The true value is at most this: no move reached the window.
    Upper = 2,
    /// The value is the true one.
    Exact = 3,
}

impl Bound {
    /// What a fail-soft search that was entered with `alpha` and `beta` and came back with `value` has learnt.
    #[inline]
    pub fn of(value: Score, alpha: Score, beta: Score) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Whether the value answers the question that this window asks.
    #[inline]
    pub fn settles(self, value: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }
}

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
pub(super) const AGES: u8 = 64;

impl Entry {
    #[inline]
    pub(super) fn pack(self, age: u8) -> u64 {
        u64::from(self.value as u32)
            | u64::from(self.hint) << HINT_SHIFT
            | u64::from(self.depth) << DEPTH_SHIFT
            | u64::from(age % AGES) << AGE_SHIFT
            | (self.bound as u64) << BOUND_SHIFT
    }

    #[inline]
    pub(super) fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> BOUND_SHIFT {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            value: data as u32 as i32,
            depth: (data >> DEPTH_SHIFT) as u8,
            bound,
            hint: (data >> HINT_SHIFT) as u16,
        })
    }
}

/// The age in a packed entry.
#[inline]
pub(super) fn age_of(data: u64) -> u8 {
    (data >> AGE_SHIFT) as u8 % AGES
}

/// The depth in a packed entry.
#[inline]
pub(super) fn depth_of(data: u64) -> u8 {
    (data >> DEPTH_SHIFT) as u8
}

/// A place for an entry: key xor data, and data. Both words are written without order, so a reader may see one word
/// of two different writes; the xor then yields another key.
#[derive(Debug, Default)]
pub(super) struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

// Four slots are one cache line.
const _: () = assert!(size_of::<Slot>() == 16);

impl Slot {
    /// Key and packed entry, as far as they belong together; data 0 when the slot is empty.
    #[inline]
    pub(super) fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    pub(super) fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }

    pub(super) fn clear(&mut self) {
        *self = Slot::default();
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
        fn packing_loses_nothing(value: i32, depth: u8, bound in bounds(), hint: u16, age in 0..AGES) {
            let entry = Entry { value, depth, bound, hint };
            let data = entry.pack(age);
            prop_assert_eq!(Entry::unpack(data), Some(entry));
            prop_assert_eq!(age_of(data), age);
            prop_assert_eq!(depth_of(data), depth);
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
    fn an_empty_word_is_no_entry() {
        assert_eq!(Entry::unpack(0), None);
        assert_eq!(Slot::default().read(), (0, 0));
    }

    #[test]
    fn a_torn_write_has_another_key() {
        let old = Entry { value: 5, depth: 3, bound: Bound::Exact, hint: 1 }.pack(0);
        let new = Entry { value: -5, depth: 4, bound: Bound::Lower, hint: 2 }.pack(0);
        for (old_key, new_key) in [(11, 22), (11, 11)] {
            let slot = Slot::default();
            slot.write(old_key, old);
            slot.check.store(new_key ^ new, Ordering::Relaxed); // and the second half of the write is late
            let (key, _) = slot.read();
            assert!(key != old_key && key != new_key);
        }
    }
}
