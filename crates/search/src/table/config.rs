//! Sizes, policies, and what is wrong with them.

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
    /// The same kind of table in no more memory than this.
    pub(crate) fn at_most(self, most: usize) -> Self {
        match self {
            TableConfig::Off => TableConfig::Off,
            TableConfig::Bucketed { bytes } => TableConfig::Bucketed { bytes: bytes.min(most) },
            TableConfig::TwoLevel { upper, lower } => {
                let half = (most / size_of::<super::whole::Slot>() / 2).max(1);
                TableConfig::TwoLevel { upper: upper.min(half), lower: lower.min(half) }
            }
        }
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        match *self {
            TableConfig::Off => 0,
            TableConfig::Bucketed { bytes } => bytes,
            TableConfig::TwoLevel { upper, lower } => {
                upper.saturating_add(lower).saturating_mul(size_of::<super::whole::Slot>())
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
