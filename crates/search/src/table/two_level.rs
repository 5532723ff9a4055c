//! The pair of tables of Rock'n'Roll (2006): above, the deeper of two positions stays; whatever is rejected or
//! displaced there falls into the table below, where the most recent one stays. A counter that steps once per search
//! makes old entries above give way, so that nothing is ever flushed during a game.

use super::entry::{AGES, Slot, age_of, depth_of};
use super::{Entry, TableError, slot_of, try_filled};

/// The pair.
#[derive(Debug)]
pub struct TwoLevel {
    upper: Vec<Slot>,
    lower: Vec<Slot>,
    age: u8,
}

impl TwoLevel {
    /// Tables of this many entries.
    pub fn new(upper: usize, lower: usize) -> Result<Self, TableError> {
        if upper == 0 || lower == 0 {
            return Err(TableError::MissingLevel { upper, lower });
        }
        Ok(TwoLevel { upper: try_filled(upper)?, lower: try_filled(lower)?, age: 0 })
    }

    /// See [`TranspositionTable::probe`](super::TranspositionTable::probe).
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for level in [&self.upper, &self.lower] {
            let (found, data) = level[slot_of(key, level.len())].read();
            if found == key && data != 0 {
                return Entry::unpack(data);
            }
        }
        None
    }

    /// See [`TranspositionTable::store`](super::TranspositionTable::store).
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let above = &self.upper[slot_of(key, self.upper.len())];
        let (known, old) = above.read();
        if old == 0 || known == key {
            // The newest word about a position replaces the older one: two would contradict each other.
            if entry.hint == 0 {
                entry.hint = Entry::unpack(old).map_or(0, |old| old.hint);
            }
            above.write(key, entry.pack(self.age));
        } else if age_of(old) != self.age || entry.depth >= depth_of(old) {
            above.write(key, entry.pack(self.age));
            self.drop_below(known, old);
        } else {
            self.drop_below(key, entry.pack(self.age));
        }
    }

    #[inline]
    fn drop_below(&self, key: u64, data: u64) {
        self.lower[slot_of(key, self.lower.len())].write(key, data);
    }

    pub(super) fn step(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    pub(super) fn clear(&mut self) {
        self.upper.iter_mut().chain(&mut self.lower).for_each(Slot::clear);
        self.age = 0;
    }

    pub(super) fn bytes(&self) -> usize {
        (self.upper.len() + self.lower.len()) * size_of::<Slot>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bound;
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, depth, bound: Bound::Exact, hint: 1 }
    }

    #[test]
    fn the_deeper_stays_above_and_the_other_falls() {
        let table = TwoLevel::new(1, 1).unwrap();
        table.store(1, entry(1, 5));
        table.store(2, entry(2, 3)); // rejected above, lands below
        assert_eq!(table.probe(1).unwrap().value, 1);
        assert_eq!(table.probe(2).unwrap().value, 2);
        table.store(3, entry(3, 8)); // displaces 1, which displaces 2
        assert_eq!(table.probe(3).unwrap().value, 3);
        assert_eq!(table.probe(1).unwrap().value, 1);
        assert_eq!(table.probe(2), None);
    }

    #[test]
    fn old_entries_give_way_whatever_their_depth() {
        let mut table = TwoLevel::new(1, 1).unwrap();
        table.store(1, entry(1, 50));
        table.step();
        table.store(2, entry(2, 1));
        table.store(3, entry(3, 0)); // not deeper than 2, which is current: falls and covers 1
        assert_eq!(table.probe(2).unwrap().value, 2);
        assert_eq!(table.probe(3).unwrap().value, 3);
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn a_newer_word_about_the_same_position_counts() {
        let mut table = TwoLevel::new(1, 1).unwrap();
        table.store(1, entry(1, 9));
        table.store(1, Entry { hint: 0, ..entry(7, 4) });
        assert_eq!(table.probe(1), Some(Entry { hint: 1, ..entry(7, 4) }));
        table.clear();
        assert_eq!(table.probe(1), None);
        assert_eq!(table.bytes(), 32);
    }
}
