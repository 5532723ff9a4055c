//! What was found out about positions: bounds and the best move, under the whole position as key. Threads share one table without locks.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bounds of a position's score, and what to try first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SolverEntry {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The best move, or [`NO_MOVE`].
    pub(crate) best: u8,
    /// How sure the search was that found the bounds; see `selectivity.rs`.
    pub(crate) level: u8,
    /// Empty squares, at least one: entries with more are more expensive to find again.
    empty: u8,
}

pub(crate) const NO_MOVE: u8 = 64;

impl SolverEntry {
    fn unknown(empty: u32, level: u8) -> Self {
        SolverEntry { lower: -64, upper: 64, best: NO_MOVE, level, empty: empty as u8 }
    }

    fn pack(self) -> u64 {
        u64::from_le_bytes([self.lower as u8, self.upper as u8, self.best, self.level, self.empty, 0, 0, 0])
    }

    fn unpack(data: u64) -> Self {
        let [lower, upper, best, level, empty, ..] = data.to_le_bytes();
        SolverEntry { lower: lower as i8, upper: upper as i8, best, level, empty }
    }
}

/// The system refuses the memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    /// What was asked for.
    pub bytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for a table of {} bytes", self.bytes)
    }
}

impl std::error::Error for NoMemory {}

/// Own stones, other stones and data. Both sets of stones are mixed with the data, so that what two threads have written half each fits
/// no position (Hyatt and Mann, "A lock-less transposition table implementation", 2002).
#[derive(Debug, Default)]
struct Slot([AtomicU64; 3]);

impl Slot {
    fn seal(data: u64) -> u64 {
        data.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline]
    fn read(&self) -> (u64, u64, u64) {
        let data = self.0[2].load(Relaxed);
        let seal = Slot::seal(data);
        (self.0[0].load(Relaxed) ^ seal, self.0[1].load(Relaxed) ^ seal, data)
    }

    #[inline]
    fn find(&self, own: u64, other: u64) -> Option<SolverEntry> {
        let (found_own, found_other, data) = self.read();
        (found_own == own && found_other == other && data != 0).then(|| SolverEntry::unpack(data))
    }

    #[inline]
    fn write(&self, own: u64, other: u64, entry: SolverEntry) {
        let data = entry.pack();
        let seal = Slot::seal(data);
        self.0[0].store(own ^ seal, Relaxed);
        self.0[1].store(other ^ seal, Relaxed);
        self.0[2].store(data, Relaxed);
    }

    fn empty(&self) -> u32 {
        u32::from(SolverEntry::unpack(self.0[2].load(Relaxed)).empty)
    }
}

/// Pairs of places: the first keeps what was most expensive to find, the second what came last.
#[derive(Debug)]
pub(crate) struct SolverTable {
    pairs: Vec<[Slot; 2]>,
    mask: usize,
}

/// Even the smallest table has as many pairs.
const LEAST_PAIRS: usize = 64;

impl Default for SolverTable {
    fn default() -> Self {
        SolverTable { pairs: (0..LEAST_PAIRS).map(|_| Default::default()).collect(), mask: LEAST_PAIRS - 1 }
    }
}

/// Memory that nobody has written to yet, and for how many pairs.
fn reserve(bytes: usize) -> Result<(Vec<[Slot; 2]>, usize), NoMemory> {
    let count = 1usize << (bytes / size_of::<[Slot; 2]>()).max(LEAST_PAIRS).ilog2();
    let mut pairs = Vec::new();
    pairs.try_reserve_exact(count).map_err(|_| NoMemory { bytes })?;
    Ok((pairs, count))
}

impl SolverTable {
    /// A table of at most this many bytes, but with room for a few positions.
    pub(crate) fn new(bytes: usize) -> Result<Self, NoMemory> {
        let (mut pairs, count) = reserve(bytes)?;
        pairs.resize_with(count, Default::default);
        Ok(SolverTable { pairs, mask: count - 1 })
    }

    /// Whether there is memory for a table of this size.
    pub(crate) fn check(bytes: usize) -> Result<(), NoMemory> {
        reserve(bytes).map(drop)
    }

    /// What it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.pairs.as_slice())
    }

    pub(crate) fn clear(&mut self) {
        self.pairs.fill_with(Default::default);
    }

    /// A number that tells positions apart, most of the time.
    #[inline]
    pub(crate) fn hash(own: u64, other: u64) -> u64 {
        let mixed =
            (own ^ other.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ mixed >> 32
    }

    #[inline]
    fn pair(&self, own: u64, other: u64) -> &[Slot; 2] {
        &self.pairs[SolverTable::hash(own, other) as usize & self.mask]
    }

    #[inline]
    pub(crate) fn find(&self, own: u64, other: u64) -> Option<SolverEntry> {
        self.pair(own, other).iter().find_map(|slot| slot.find(own, other))
    }

    /// A search of this level with the window `alpha..beta` came to `score`.
    pub(crate) fn store(
        &self,
        (own, other): (u64, u64),
        empty: u32,
        level: u8,
        window: (i32, i32),
        score: i32,
        best: u8,
    ) {
        let pair = self.pair(own, other);
        let known = pair.iter().find_map(|slot| Some((slot, slot.find(own, other)?)));
        let (slot, mut entry) =
            known.unwrap_or_else(|| (&pair[usize::from(pair[0].empty() > empty)], SolverEntry::unknown(empty, level)));
        if entry.level > level {
            return;
        }
        if entry.level < level {
            entry = SolverEntry { best: entry.best, ..SolverEntry::unknown(empty, level) };
        }
        if score < window.1 {
            entry.upper = entry.upper.min(score as i8);
        }
        if score > window.0 {
            entry.lower = entry.lower.max(score as i8);
            entry.best = best;
        } else if entry.best == NO_MOVE {
            entry.best = best;
        }
        slot.write(own, other, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_close_in_and_other_positions_are_never_mistaken() {
        let table = SolverTable::new(0).unwrap();
        table.store((1, 2), 10, 0, (-64, 64), 6, 5);
        let entry = table.find(1, 2).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (6, 6, 5));
        table.store((3, 4), 10, 0, (0, 1), -4, 7);
        table.store((3, 4), 10, 0, (-8, -7), -6, 8);
        let entry = table.find(3, 4).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (-6, -4, 8));
        for own in 10..500 {
            table.store((own, 0), 20, 0, (0, 1), own as i32 % 60, 1);
            let expected = if own % 60 > 0 { (own % 60) as i8 } else { -64 };
            assert_eq!(table.find(own, 0).map(|entry| entry.lower), Some(expected), "what came last is there");
        }
        assert!(table.find(2, 1).is_none());
    }

    #[test]
    fn surer_bounds_replace_others_and_keep_the_move() {
        let table = SolverTable::new(0).unwrap();
        table.store((1, 2), 10, 1, (0, 1), 6, 5);
        table.store((1, 2), 10, 2, (0, 1), -6, 9);
        let entry = table.find(1, 2).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best, entry.level), (-64, -6, 5, 2));
        table.store((1, 2), 10, 1, (-64, 64), 20, 7);
        assert_eq!(table.find(1, 2).unwrap(), entry, "less sure bounds change nothing");
    }

    #[test]
    fn memory_that_does_not_exist_is_an_error() {
        let error = SolverTable::new(usize::MAX).map(drop).unwrap_err();
        assert_eq!(error.to_string(), format!("there is no memory for a table of {} bytes", usize::MAX));
    }

    #[test]
    fn the_dearer_position_stays() {
        let mut table = SolverTable { pairs: vec![Default::default()], mask: 0 };
        table.store((1, 0), 20, 0, (0, 1), 2, 1);
        table.store((2, 0), 10, 0, (0, 1), 2, 1);
        table.store((3, 0), 10, 0, (0, 1), 2, 1);
        assert!(table.find(1, 0).is_some() && table.find(2, 0).is_none() && table.find(3, 0).is_some());
        table.clear();
        assert!(table.find(1, 0).is_none());
    }

    #[test]
    fn two_halves_of_different_entries_fit_no_position() {
        let (slot, other) = (Slot::default(), Slot::default());
        slot.write(5, 8, SolverEntry { lower: 2, ..SolverEntry::unknown(9, 0) });
        other.write(5, 8, SolverEntry { lower: 4, ..SolverEntry::unknown(9, 0) });
        slot.0[2].store(other.0[2].load(Relaxed), Relaxed);
        assert!(slot.find(5, 8).is_none());
    }
}
