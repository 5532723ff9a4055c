//! Transposition tables: what is known about positions that were searched before.
//!
//! Two kinds, behind one door: [`Bucketed`] with replacement by age and depth, and [`TwoLevel`], the pair of tables of
//! the EinStein program Rock'n'Roll. Both are shared between threads without locks: an entry is two words, one of
//! them the key xor the data, so a read that mixes two writes does not match its key and counts as nothing found.

mod bucketed;
mod entry;
mod two_level;

pub use bucketed::Bucketed;
pub use entry::{Bound, Entry, WHOLE};
pub use two_level::TwoLevel;

use thiserror::Error;

/// Which table, and how large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableConfig {
    /// None.
    Off,
    /// Clusters of four entries, replacement by age and depth.
    Bucketed {
        /// Size in bytes; rounded down to whole clusters of 64.
        bytes: usize,
    },
    /// Rock'n'Roll's pair.
    TwoLevel {
        /// Entries of the table that keeps the deeper of two positions; 16 bytes each.
        upper: usize,
        /// Entries of the table that keeps the more recent one; 16 bytes each.
        lower: usize,
    },
}

impl TableConfig {
    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        match *self {
            TableConfig::Off => 0,
            TableConfig::Bucketed { bytes } => bytes,
            TableConfig::TwoLevel { upper, lower } => {
                upper.saturating_add(lower).saturating_mul(size_of::<entry::Slot>())
            }
        }
    }
}

/// A table that cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// No room for a single entry.
    #[error("a table of {bytes} bytes holds nothing: give at least {least} bytes, or switch the table off")]
    TooSmall {
        /// What was asked for.
        bytes: usize,
        /// What would do.
        least: usize,
    },
    /// One of the pair has no entry.
    #[error(
        "a two-level table of {upper} upper and {lower} lower entries lacks one of its levels: give each at least 1"
    )]
    MissingLevel {
        /// Upper entries asked for.
        upper: usize,
        /// Lower entries asked for.
        lower: usize,
    },
    /// The system refuses the memory.
    #[error("there is no memory for a table of {bytes} bytes: give it less, or switch the table off")]
    NoMemory {
        /// What was asked for.
        bytes: usize,
    },
    /// More than a machine has.
    #[error("a table of {bytes} bytes is beyond the limit of {most} bytes")]
    TooLarge {
        /// What was asked for.
        bytes: usize,
        /// What would do.
        most: usize,
    },
}

/// No table may be larger, so that a slip of the pen does not take the machine down.
pub const LARGEST_TABLE: usize = match 1_usize.checked_shl(40) {
    Some(bytes) => bytes,
    // A 32-bit machine cannot address that much anyway.
    None => isize::MAX as usize,
};

/// A transposition table of either kind.
#[derive(Debug)]
pub enum TranspositionTable {
    /// Clusters, age and depth.
    Bucketed(Bucketed),
    /// Deeper above, recent below.
    TwoLevel(TwoLevel),
}

impl TranspositionTable {
    /// Builds the table; `None` when it is switched off.
    pub fn new(config: TableConfig) -> Result<Option<TranspositionTable>, TableError> {
        if config.bytes() > LARGEST_TABLE {
            return Err(TableError::TooLarge { bytes: config.bytes(), most: LARGEST_TABLE });
        }
        Ok(match config {
            TableConfig::Off => None,
            TableConfig::Bucketed { bytes } => Some(TranspositionTable::Bucketed(Bucketed::new(bytes)?)),
            TableConfig::TwoLevel { upper, lower } => Some(TranspositionTable::TwoLevel(TwoLevel::new(upper, lower)?)),
        })
    }

    /// What is known under this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        match self {
            TranspositionTable::Bucketed(table) => table.probe(key),
            TranspositionTable::TwoLevel(table) => table.probe(key),
        }
    }

    /// Remembers, unless what is there deserves its place more.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        match self {
            TranspositionTable::Bucketed(table) => table.store(key, entry),
            TranspositionTable::TwoLevel(table) => table.store(key, entry),
        }
    }

    /// A new search begins: entries of older ones give way from now on. Nothing is forgotten at once.
    pub fn step(&mut self) {
        match self {
            TranspositionTable::Bucketed(table) => table.step(),
            TranspositionTable::TwoLevel(table) => table.step(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        match self {
            TranspositionTable::Bucketed(table) => table.clear(),
            TranspositionTable::TwoLevel(table) => table.clear(),
        }
    }

    /// Memory taken.
    pub fn bytes(&self) -> usize {
        match self {
            TranspositionTable::Bucketed(table) => table.bytes(),
            TranspositionTable::TwoLevel(table) => table.bytes(),
        }
    }
}

/// So many default values, or an error where a vector would end the process.
pub(crate) fn try_filled<T: Default>(count: usize) -> Result<Vec<T>, TableError> {
    let mut slots = Vec::new();
    let refused = |_| TableError::NoMemory { bytes: count.saturating_mul(size_of::<T>()) };
    slots.try_reserve_exact(count).map_err(refused)?;
    slots.resize_with(count, T::default);
    Ok(slots)
}

/// So many zeroed slots of three words, or an error where a vector would end the process. Pages that are never touched
/// take no memory.
pub fn try_zeroed(count: usize) -> Result<Box<[[u64; 3]]>, TableError> {
    let refused = |()| TableError::NoMemory { bytes: count.saturating_mul(size_of::<[u64; 3]>()) };
    bytemuck::allocation::try_zeroed_slice_box(count).map_err(refused)
}

/// The slot of a key among `count`: the high bits of the product spread keys evenly over any number of slots.
#[inline]
fn slot_of(key: u64, count: usize) -> usize {
    ((u128::from(key) * count as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_sizes_are_refused_with_a_sentence() {
        let said = |config| TranspositionTable::new(config).map(|_| ()).unwrap_err().to_string();
        assert!(said(TableConfig::Bucketed { bytes: 0 }).contains("a table of 0 bytes holds nothing"));
        assert!(said(TableConfig::Bucketed { bytes: 63 }).contains("at least 64 bytes"));
        assert!(said(TableConfig::TwoLevel { upper: 0, lower: 5 }).contains("lacks one of its levels"));
        assert!(said(TableConfig::Bucketed { bytes: usize::MAX }).contains("beyond the limit"));
        assert!(said(TableConfig::TwoLevel { upper: usize::MAX, lower: 1 }).contains("beyond the limit"));
        assert!(TranspositionTable::new(TableConfig::Off).unwrap().is_none());
    }

    #[test]
    fn memory_that_does_not_exist_is_an_error() {
        // No address space is that large, however much the system promises.
        for count in [usize::MAX, isize::MAX as usize / 24, 1 << 56] {
            assert!(matches!(try_filled::<[u64; 3]>(count), Err(TableError::NoMemory { .. })), "{count}");
            assert!(matches!(try_zeroed(count), Err(TableError::NoMemory { .. })), "{count}");
        }
        assert_eq!(try_filled::<u64>(3), Ok(vec![0; 3]));
        assert_eq!(try_zeroed(2).as_deref(), Ok([[0; 3]; 2].as_slice()));
    }

    #[test]
    fn slots_cover_every_size() {
        for count in [1, 3, 7, 1000] {
            assert_eq!(slot_of(u64::MAX, count), count - 1);
            assert_eq!(slot_of(0, count), 0);
        }
    }
}
