//! A transposition table for real numbers. Entries hold a whole `f64`, so that a value from the table is the value
//! that was searched, bit for bit.
//!
//! An entry answers only for the depth it was searched with, or for any greater depth if every line below it reached
//! the end of the game; so a search with a table finds exactly what it would find without one.

use crate::table::{TableError, try_zeroed};
use crate::{TableUse, Window};

/// What the stored number says about the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Entry {
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

impl Entry {
    fn fits(&self, depth: u16) -> bool {
        self.depth == depth || (self.solved && self.depth < depth)
    }

    /// The value, if it settles a search of this depth and window.
    pub(crate) fn answer(&self, depth: u16, window: Window) -> Option<f64> {
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= window.high,
            Bound::Upper => self.value <= window.low,
        };
        (settles && self.fits(depth)).then_some(self.value)
    }
}

/// Which entry gives way when two want the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Replacement {
    /// The older one.
    Recent,
    /// The one searched less deep, unless it is left over from an earlier search.
    Deeper,
    /// Rock'n'Roll's pair of tables, each half the size: the upper one keeps the deeper entry, and whatever it rejects
    /// or displaces falls into the lower one, which keeps the more recent.
    #[default]
    Pair,
    /// Groups of four places: the one left over from an earlier search, else the one searched least deep, makes room.
    Bucketed,
}

impl Replacement {
    /// All ways, for lists and errors.
    pub const ALL: [Replacement; 4] =
        [Replacement::Recent, Replacement::Deeper, Replacement::Pair, Replacement::Bucketed];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Replacement::Recent => "recent",
            Replacement::Deeper => "deeper",
            Replacement::Pair => "pair",
            Replacement::Bucketed => "bucketed",
        }
    }
}

/// Key, bits of the value, everything else. Plain integers, because zeroed memory costs nothing until it is used.
type Slot = [u64; 3];

/// Bytes of one entry.
pub(crate) const SLOT_BYTES: usize = std::mem::size_of::<Slot>();
const _: () = assert!(SLOT_BYTES == 24);

/// The counter that marks entries by search; 0 is an empty slot.
type Step = u16;

pub(crate) struct ExpectimaxTable {
    upper: Box<[Slot]>,
    lower: Box<[Slot]>,
    replacement: Replacement,
    /// Stepped for every search, so that leftovers are recognised without touching them.
    step: Step,
    /// Entries of earlier steps belong to another game.
    first_step: Step,
    usage: TableUse,
}

impl ExpectimaxTable {
    /// A table of about this many bytes, but at least one entry (one in each half of a pair).
    pub(crate) fn new(bytes: usize, replacement: Replacement) -> Result<Self, TableError> {
        let slots = bytes / SLOT_BYTES;
        let (upper, lower) = match replacement {
            Replacement::Recent | Replacement::Bucketed => (0, slots.max(1)),
            Replacement::Deeper => (slots.max(1), 0),
            Replacement::Pair => ((slots / 2).max(1), (slots - slots / 2).max(1)),
        };
        let usage = TableUse { bytes: ((upper + lower) * SLOT_BYTES) as u64, ..TableUse::default() };
        let (upper, lower) = (try_zeroed(upper)?, try_zeroed(lower)?);
        Ok(ExpectimaxTable { upper, lower, replacement, step: 1, first_step: 1, usage })
    }

    /// Another search begins: what is there may be used, but gives way first. Counting starts anew.
    pub(crate) fn begin_search(&mut self) {
        if self.step == Step::MAX {
            self.clear();
        }
        self.step += 1;
        self.usage = TableUse { bytes: self.usage.bytes, ..TableUse::default() };
    }

    /// Everything there is becomes worthless, without touching it.
    pub(crate) fn forget(&mut self) {
        if self.step == Step::MAX {
            self.clear();
        }
        self.step += 1;
        self.first_step = self.step;
    }

    fn clear(&mut self) {
        self.upper.fill([0; 3]);
        self.lower.fill([0; 3]);
        self.step = 1;
        self.first_step = 1;
    }

    pub(crate) fn usage(&self) -> TableUse {
        self.usage
    }

    /// What is known of the key: preferably something that fits the depth, otherwise at least a best move.
    pub(crate) fn find(&mut self, key: u64, depth: u16) -> Option<Entry> {
        self.usage.probes += 1;
        if self.replacement == Replacement::Bucketed {
            return self.find_in_bucket(key, depth);
        }
        let upper = self.read(&self.upper, key);
        if let Some(entry) = upper.filter(|entry| entry.fits(depth)) {
            self.usage.hits += 1;
            return Some(entry);
        }
        let lower = self.read(&self.lower, key);
        if let Some(entry) = lower.filter(|entry| entry.fits(depth)) {
            self.usage.hits += 1;
            return Some(entry);
        }
        upper.or(lower)
    }

    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        self.usage.stores += 1;
        let slot = pack(key, entry, self.step);
        match self.replacement {
            Replacement::Recent => put(&mut self.lower, slot),
            Replacement::Deeper => {
                if self.gives_way(key, entry.depth) {
                    put(&mut self.upper, slot);
                }
            }
            Replacement::Pair if self.gives_way(key, entry.depth) => {
                let displaced = self.upper[place(&self.upper, key)];
                if displaced[0] != key && step_of(&displaced) >= self.first_step {
                    put(&mut self.lower, displaced);
                }
                put(&mut self.upper, slot);
            }
            Replacement::Pair => put(&mut self.lower, slot),
            Replacement::Bucketed => {
                let step = self.step;
                let bucket = bucket_of(&self.lower, key);
                let worth = |old: &Slot| (old[0] != key || step_of(old) != step, step_of(old) == step, depth_of(old));
                // The same position first, then leftovers, then whatever was searched least deep.
                let victim = bucket.min_by_key(|place| worth(&self.lower[*place]));
                self.lower[victim.expect("a bucket has a place")] = slot;
            }
        }
    }

    fn find_in_bucket(&mut self, key: u64, depth: u16) -> Option<Entry> {
        let ours = |slot: &&Slot| slot[0] == key && step_of(slot) >= self.first_step;
        let entry = self.lower[bucket_of(&self.lower, key)].iter().find(ours).map(unpack);
        self.usage.hits += u64::from(entry.is_some_and(|entry| entry.fits(depth)));
        entry
    }

    /// Whether the upper entry in the place of `key` makes room for one of this depth.
    fn gives_way(&self, key: u64, depth: u16) -> bool {
        let old = &self.upper[place(&self.upper, key)];
        step_of(old) != self.step || depth_of(old) <= depth
    }

    fn read(&self, slots: &[Slot], key: u64) -> Option<Entry> {
        if slots.is_empty() {
            return None;
        }
        let slot = &slots[place(slots, key)];
        (slot[0] == key && step_of(slot) >= self.first_step).then(|| unpack(slot))
    }
}

/// Spreads keys over any number of slots by multiplication, so that sizes need not be powers of two.
fn place(slots: &[Slot], key: u64) -> usize {
    ((u128::from(key) * slots.len() as u128) >> 64) as usize
}

/// Places that belong together; the last bucket may be smaller.
const BUCKET: usize = 4;

fn bucket_of(slots: &[Slot], key: u64) -> std::ops::Range<usize> {
    let buckets = slots.len().div_ceil(BUCKET);
    let first = BUCKET * ((u128::from(key) * buckets as u128) >> 64) as usize;
    first..(first + BUCKET).min(slots.len())
}

fn put(slots: &mut [Slot], slot: Slot) {
    let place = place(slots, slot[0]);
    slots[place] = slot;
}

fn pack(key: u64, entry: Entry, step: Step) -> Slot {
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    let rest = u64::from(entry.depth)
        | u64::from(entry.best) << 16
        | u64::from(step) << 32
        | bound << 48
        | u64::from(entry.solved) << 56;
    [key, entry.value.to_bits(), rest]
}

fn unpack(slot: &Slot) -> Entry {
    let bound = match slot[2] >> 48 & 0xff {
        0 => Bound::Exact,
        1 => Bound::Lower,
        _ => Bound::Upper,
    };
    Entry {
        value: f64::from_bits(slot[1]),
        bound,
        depth: depth_of(slot),
        solved: slot[2] >> 56 == 1,
        best: (slot[2] >> 16) as u16,
    }
}

fn depth_of(slot: &Slot) -> u16 {
    slot[2] as u16
}

fn step_of(slot: &Slot) -> Step {
    (slot[2] >> 32) as Step
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: f64, depth: u16) -> Entry {
        Entry { value, bound: Bound::Exact, depth, solved: false, best: 3 }
    }

    fn found(table: &mut ExpectimaxTable, key: u64, depth: u16) -> Option<f64> {
        table.find(key, depth).and_then(|entry| entry.answer(depth, Window { low: 0.0, high: 1.0 }))
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let mut table = ExpectimaxTable::new(1 << 12, Replacement::Pair).unwrap();
        for (key, bound) in [(1 << 60, Bound::Exact), (2 << 60, Bound::Lower), (3 << 60, Bound::Upper)] {
            for solved in [true, false] {
                for best in [0, 77, NO_MOVE] {
                    let entry = Entry { value: 0.1 + 0.2, bound, depth: 9, solved, best };
                    table.store(key, entry);
                    assert_eq!(table.find(key, 9), Some(entry));
                }
            }
        }
        assert_eq!(table.find(5 << 60, 9), None);
    }

    #[test]
    fn bounds_answer_only_from_their_side() {
        let window = Window { low: -1.0, high: 1.0 };
        let answer = |bound, value| Entry { bound, ..entry(value, 4) }.answer(4, window);
        assert_eq!([-2.0, 0.0, 2.0].map(|value| answer(Bound::Lower, value)), [None, None, Some(2.0)]);
        assert_eq!([-2.0, 0.0, 2.0].map(|value| answer(Bound::Upper, value)), [Some(-2.0), None, None]);
        assert_eq!([-2.0, 0.0, 2.0].map(|value| answer(Bound::Exact, value)), [Some(-2.0), Some(0.0), Some(2.0)]);
    }

    #[test]
    fn other_depths_are_answered_only_by_the_end_of_the_game() {
        let window = Window { low: -1.0, high: 1.0 };
        let depths = |entry: Entry| [3, 4, 5].map(|depth| entry.answer(depth, window).is_some());
        assert_eq!(depths(entry(0.5, 4)), [false, true, false]);
        // A tree that ends within four turns is the same tree seen from five, but not from three.
        assert_eq!(depths(Entry { solved: true, ..entry(0.5, 4) }), [false, true, true]);
    }

    #[test]
    fn the_pair_keeps_the_deeper_above_and_the_more_recent_below() {
        let mut table = ExpectimaxTable::new(2 * SLOT_BYTES, Replacement::Pair).unwrap(); // one place in each half
        table.store(1, entry(0.1, 5));
        table.store(2, entry(0.2, 3)); // rejected above, falls
        assert_eq!((found(&mut table, 1, 5), found(&mut table, 2, 3)), (Some(0.1), Some(0.2)));
        table.store(3, entry(0.3, 2)); // falls upon 2
        assert_eq!(
            (found(&mut table, 1, 5), found(&mut table, 2, 3), found(&mut table, 3, 2)),
            (Some(0.1), None, Some(0.3))
        );
        table.store(4, entry(0.4, 7)); // displaces 1, which falls upon 3
        assert_eq!(
            (found(&mut table, 4, 7), found(&mut table, 1, 5), found(&mut table, 3, 2)),
            (Some(0.4), Some(0.1), None)
        );
    }

    #[test]
    fn a_bucket_gives_up_leftovers_first_and_then_the_least_deep() {
        let mut table = ExpectimaxTable::new(4 * SLOT_BYTES, Replacement::Bucketed).unwrap();
        table.store(1, entry(0.1, 9));
        table.begin_search();
        for (key, depth) in [(2, 5), (3, 2), (4, 7), (5, 3)] {
            table.store(key, entry(key as f64 / 10.0, depth)); // the last one takes the place of the leftover
        }
        let all = |table: &mut ExpectimaxTable| {
            [(1, 9), (2, 5), (3, 2), (4, 7), (5, 3)].map(|(key, depth)| found(table, key, depth))
        };
        assert_eq!(all(&mut table), [None, Some(0.2), Some(0.3), Some(0.4), Some(0.5)]);
        table.store(6, entry(0.6, 1)); // takes the place of 3
        assert_eq!(all(&mut table), [None, Some(0.2), None, Some(0.4), Some(0.5)]);
        table.store(4, entry(0.7, 1));
        assert_eq!(found(&mut table, 4, 1), Some(0.7), "a position has one place");
        assert_eq!(found(&mut table, 6, 1), Some(0.6));
    }

    #[test]
    fn a_step_makes_leftovers_give_way_and_a_new_game_forgets_them() {
        let mut table = ExpectimaxTable::new(SLOT_BYTES, Replacement::Deeper).unwrap();
        table.store(1, entry(0.1, 9));
        table.store(2, entry(0.2, 3));
        assert_eq!((found(&mut table, 1, 9), found(&mut table, 2, 3)), (Some(0.1), None));
        table.begin_search();
        assert_eq!(found(&mut table, 1, 9), Some(0.1), "values stay true");
        table.store(2, entry(0.2, 3));
        assert_eq!(found(&mut table, 2, 3), Some(0.2));
        table.forget();
        assert_eq!(found(&mut table, 2, 3), None);
        for _ in 0..3 * usize::from(Step::MAX) {
            table.store(7, entry(0.7, 1));
            table.forget();
            assert_eq!(found(&mut table, 7, 1), None, "also when the counter starts over");
        }
    }

    #[test]
    fn sizes_are_in_bytes_and_never_nothing() {
        for replacement in Replacement::ALL {
            assert!(ExpectimaxTable::new(1_000_000, replacement).unwrap().usage().bytes > 999_900);
            let least = ExpectimaxTable::new(1, replacement).unwrap().usage().bytes;
            assert_eq!(least, if replacement == Replacement::Pair { 48 } else { 24 });
        }
    }
}
