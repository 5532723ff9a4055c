//! What was found out about positions: bounds and the best move, under the whole position as key.

use std::fmt;

/// Bounds of a position's score, and what to try first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SolverEntry {
    own: u64,
    other: u64,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The best move, or [`NO_MOVE`].
    pub(crate) best: u8,
    /// Empty squares: entries with more are dearer.
    empty: u8,
}

pub(crate) const NO_MOVE: u8 = 64;

const VACANT: SolverEntry = SolverEntry { own: 0, other: 0, lower: -64, upper: 64, best: NO_MOVE, empty: 0 };

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

/// Pairs of places: the first keeps what was dearest to find, the second what came last.
#[derive(Clone, Debug)]
pub(crate) struct SolverTable {
    pairs: Vec<[SolverEntry; 2]>,
    mask: usize,
}

impl SolverTable {
    /// A table of at most this many bytes, but with room for a few positions.
    pub(crate) fn new(bytes: usize) -> Result<Self, NoMemory> {
        let pairs = (bytes / size_of::<[SolverEntry; 2]>()).max(64);
        let count = 1usize << pairs.ilog2();
        let mut pairs = Vec::new();
        pairs.try_reserve_exact(count).map_err(|_| NoMemory { bytes })?;
        pairs.resize(count, [VACANT; 2]);
        Ok(SolverTable { pairs, mask: count - 1 })
    }

    pub(crate) fn clear(&mut self) {
        self.pairs.fill([VACANT; 2]);
    }

    #[inline]
    fn place(&self, own: u64, other: u64) -> usize {
        let mixed =
            (own ^ other.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (mixed ^ mixed >> 32) as usize & self.mask
    }

    #[inline]
    pub(crate) fn find(&self, own: u64, other: u64) -> Option<&SolverEntry> {
        self.pairs[self.place(own, other)].iter().find(|entry| entry.own == own && entry.other == other)
    }

    /// A search with the window `alpha..beta` came to `score`.
    pub(crate) fn store(&mut self, own: u64, other: u64, empty: u32, window: (i32, i32), score: i32, best: u8) {
        let place = self.place(own, other);
        let pair = &mut self.pairs[place];
        let known = pair.iter().position(|entry| entry.own == own && entry.other == other);
        let index = known.unwrap_or(usize::from(u32::from(pair[0].empty) > empty));
        let entry = &mut pair[index];
        if known.is_none() {
            *entry = SolverEntry { own, other, empty: empty as u8, ..VACANT };
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_close_in_and_other_positions_are_never_mistaken() {
        let mut table = SolverTable::new(0).unwrap();
        table.store(1, 2, 10, (-64, 64), 6, 5);
        let entry = table.find(1, 2).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (6, 6, 5));
        table.store(3, 4, 10, (0, 1), -4, 7);
        table.store(3, 4, 10, (-8, -7), -6, 8);
        let entry = table.find(3, 4).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (-6, -4, 8));
        for own in 10..500 {
            table.store(own, 0, 20, (0, 1), 2, 1);
            assert_eq!(table.find(own, 0).map(|entry| entry.own), Some(own), "what came last is there");
        }
        assert!(table.find(2, 1).is_none());
    }

    #[test]
    fn memory_that_does_not_exist_is_an_error() {
        let error = SolverTable::new(usize::MAX).map(drop).unwrap_err();
        assert_eq!(error.to_string(), format!("there is no memory for a table of {} bytes", usize::MAX));
    }

    #[test]
    fn the_dearer_position_stays() {
        let mut table = SolverTable { pairs: vec![[VACANT; 2]; 1], mask: 0 };
        table.store(1, 0, 20, (0, 1), 2, 1);
        table.store(2, 0, 10, (0, 1), 2, 1);
        table.store(3, 0, 10, (0, 1), 2, 1);
        assert!(table.find(1, 0).is_some() && table.find(2, 0).is_none() && table.find(3, 0).is_some());
        table.clear();
        assert!(table.find(1, 0).is_none());
    }
}
