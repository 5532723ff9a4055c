//! Entries in real numbers, for one thread. They hold a whole `f64`, so that a value from the table is the value that was
//! searched, bit for bit.
//!
//! An entry answers only for the depth it was searched with, or for any greater depth if every line below it reached
//! the end of the game; so a search with a table finds exactly what it would find without one.

use super::{Bound, Layout};
use crate::Window;
use std::cell::Cell;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RealEntry {
    pub(crate) value: f64,
    pub(crate) bound: Bound,
    pub(crate) depth: u16,
    /// Whether no line below ended in an opinion.
    pub(crate) solved: bool,
    /// The place of the best move in its list, or [`NO_MOVE`].
    pub(crate) best: u16,
}

/// Stands for "no best move known".
pub(crate) const NO_MOVE: u16 = u16::MAX;

impl RealEntry {
    /// Whether it answers for this depth.
    pub(crate) fn fits(&self, depth: u16) -> bool {
        self.depth == depth || (self.solved && self.depth < depth)
    }

    /// The value, if it settles a search of this depth and window.
    pub(crate) fn answer(&self, depth: u16, window: Window) -> Option<f64> {
        let settles = self.bound.settles(self.value, window.low, window.high);
        (settles && self.fits(depth)).then_some(self.value)
    }
}

/// Key, bits of the value, everything else. Three words cannot be checked like two, so the cells keep the table to one
/// thread.
pub(crate) type Slot = [Cell<u64>; 3];

const _: () = assert!(size_of::<Slot>() == 24);

// The third word: depth 16 bits, best move 16, age 16, bound 2, solved 1.
const BEST_SHIFT: u32 = 16;
const AGE_SHIFT: u32 = 32;
const BOUND_SHIFT: u32 = 48;
const SOLVED_SHIFT: u32 = 56;

/// The three words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Real([u64; 3]);

impl Layout for Real {
    type Entry = RealEntry;
    type Slot = Slot;
    const AGES: Option<u16> = None;
    // Entries of different depths answer different questions.
    const ONE_PER_POSITION: bool = false;

    fn load(slot: &Slot) -> Self {
        Real([slot[0].get(), slot[1].get(), slot[2].get()])
    }

    fn store(self, slot: &Slot) {
        slot.iter().zip(self.0).for_each(|(cell, word)| cell.set(word));
    }

    fn pack(key: u64, entry: RealEntry, age: u16) -> Self {
        let rest = u64::from(entry.depth)
            | u64::from(entry.best) << BEST_SHIFT
            | u64::from(age) << AGE_SHIFT
            | (entry.bound as u64) << BOUND_SHIFT
            | u64::from(entry.solved) << SOLVED_SHIFT;
        Real([key, entry.value.to_bits(), rest])
    }

    fn unpack(self) -> Option<RealEntry> {
        let [_, value, rest] = self.0;
        Some(RealEntry {
            value: f64::from_bits(value),
            bound: Bound::from_bits(rest >> BOUND_SHIFT & 3)?,
            depth: self.depth(),
            solved: rest >> SOLVED_SHIFT == 1,
            best: (rest >> BEST_SHIFT) as u16,
        })
    }

    /// No bound has the bits 0.
    fn is_empty(self) -> bool {
        self.0[2] == 0
    }

    fn key(self) -> u64 {
        self.0[0]
    }

    fn depth(self) -> u16 {
        self.0[2] as u16
    }

    fn age(self) -> u16 {
        (self.0[2] >> AGE_SHIFT) as u16
    }

    /// Leftovers of earlier searches give way before anything else.
    fn worth(self, age: u16) -> i32 {
        i32::from(self.depth()) + if self.age() == age { 1 << 16 } else { 0 }
    }

    fn inherit(self, _old: Self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Replacement, TranspositionTable};
    use super::*;

    type Table = TranspositionTable<Real>;

    const SLOT_BYTES: usize = size_of::<Slot>();

    fn table(bytes: usize, replacement: Replacement) -> Table {
        Table::with_replacement(bytes, replacement).unwrap()
    }

    fn entry(value: f64, depth: u16) -> RealEntry {
        RealEntry { value, bound: Bound::Exact, depth, solved: false, best: 3 }
    }

    fn find(table: &Table, key: u64, depth: u16) -> Option<RealEntry> {
        table.probe_for(key, |entry| entry.fits(depth))
    }

    fn found(table: &Table, key: u64, depth: u16) -> Option<f64> {
        find(table, key, depth).and_then(|entry| entry.answer(depth, Window { low: 0.0, high: 1.0 }))
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = table(1 << 12, Replacement::Pair);
        for (key, bound) in [(1 << 60, Bound::Exact), (2 << 60, Bound::Lower), (3 << 60, Bound::Upper)] {
            for solved in [true, false] {
                for best in [0, 77, NO_MOVE] {
                    let entry = RealEntry { value: 0.1 + 0.2, bound, depth: 9, solved, best };
                    table.store(key, entry);
                    assert_eq!(find(&table, key, 9), Some(entry));
                }
            }
        }
        assert_eq!(find(&table, 5 << 60, 9), None);
    }

    #[test]
    fn bounds_answer_only_from_their_side() {
        let window = Window { low: -1.0, high: 1.0 };
        let answer = |bound, value| RealEntry { bound, ..entry(value, 4) }.answer(4, window);
        assert_eq!([-2.0, 0.0, 2.0].map(|value| answer(Bound::Lower, value)), [None, None, Some(2.0)]);
        assert_eq!([-2.0, 0.0, 2.0].map(|value| answer(Bound::Upper, value)), [Some(-2.0), None, None]);
        assert_eq!([-2.0, 0.0, 2.0].map(|value| answer(Bound::Exact, value)), [Some(-2.0), Some(0.0), Some(2.0)]);
    }

    #[test]
    fn other_depths_are_answered_only_by_the_end_of_the_game() {
        let window = Window { low: -1.0, high: 1.0 };
        let depths = |entry: RealEntry| [3, 4, 5].map(|depth| entry.answer(depth, window).is_some());
        assert_eq!(depths(entry(0.5, 4)), [false, true, false]);
        // A tree that ends within four turns is the same tree seen from five, but not from three.
        assert_eq!(depths(RealEntry { solved: true, ..entry(0.5, 4) }), [false, true, true]);
    }

    #[test]
    fn the_pair_keeps_the_deeper_above_and_the_more_recent_below() {
        let table = table(2 * SLOT_BYTES, Replacement::Pair); // one place in each half
        table.store(1, entry(0.1, 5));
        table.store(2, entry(0.2, 3)); // rejected above, falls
        assert_eq!((found(&table, 1, 5), found(&table, 2, 3)), (Some(0.1), Some(0.2)));
        table.store(3, entry(0.3, 2)); // falls upon 2
        assert_eq!((found(&table, 1, 5), found(&table, 2, 3), found(&table, 3, 2)), (Some(0.1), None, Some(0.3)));
        table.store(4, entry(0.4, 7)); // displaces 1, which falls upon 3
        assert_eq!((found(&table, 4, 7), found(&table, 1, 5), found(&table, 3, 2)), (Some(0.4), Some(0.1), None));
    }

    #[test]
    fn a_bucket_gives_up_leftovers_first_and_then_the_least_deep() {
        let mut table = table(4 * SLOT_BYTES, Replacement::Bucketed);
        table.store(1, entry(0.1, 9));
        table.begin_search();
        for (key, depth) in [(2, 5), (3, 2), (4, 7), (5, 3)] {
            table.store(key, entry(key as f64 / 10.0, depth)); // the last one takes the place of the leftover
        }
        let all = |table: &Table| [(1, 9), (2, 5), (3, 2), (4, 7), (5, 3)].map(|(key, depth)| found(table, key, depth));
        assert_eq!(all(&table), [None, Some(0.2), Some(0.3), Some(0.4), Some(0.5)]);
        table.store(6, entry(0.6, 1)); // takes the place of 3
        assert_eq!(all(&table), [None, Some(0.2), None, Some(0.4), Some(0.5)]);
        table.store(4, entry(0.7, 1));
        assert_eq!(found(&table, 4, 1), Some(0.7), "a position has one place");
        assert_eq!(found(&table, 6, 1), Some(0.6));
    }

    #[test]
    fn a_step_makes_leftovers_give_way_and_a_new_game_forgets_them() {
        let mut table = table(SLOT_BYTES, Replacement::Deeper);
        table.store(1, entry(0.1, 9));
        table.store(2, entry(0.2, 3));
        assert_eq!((found(&table, 1, 9), found(&table, 2, 3)), (Some(0.1), None));
        table.begin_search();
        assert_eq!(found(&table, 1, 9), Some(0.1), "values stay true");
        table.store(2, entry(0.2, 3));
        assert_eq!(found(&table, 2, 3), Some(0.2));
        table.forget();
        assert_eq!(found(&table, 2, 3), None);
        for _ in 0..3 * usize::from(u16::MAX) {
            table.store(7, entry(0.7, 1));
            table.forget();
            assert_eq!(found(&table, 7, 1), None, "also when the counter starts over");
        }
    }

    #[test]
    fn sizes_are_in_bytes_and_never_nothing() {
        for replacement in Replacement::ALL {
            assert!(table(1_000_000, replacement).bytes() > 999_900);
            let least = table(1, replacement).bytes();
            assert_eq!(least, if replacement == Replacement::Pair { 48 } else { 24 });
        }
    }
}
