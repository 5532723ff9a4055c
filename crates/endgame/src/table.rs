//! The values of one pair of classes, in memory or in a file.

use crate::file::Problem;
use crate::layout::{Layout, PairLayout};
use crate::reader::TableReader;
use std::borrow::Cow;

/// What a certain win is stored as. Two bytes a position.
const CERTAIN: f64 = 65535.0;

/// How far values in a database of this many stones may be from the truth.
///
/// Storing rounds to a multiple of 1/65535, so by at most half of that. Inside a pair of classes values are exact up
/// to the rounding of `f32`, at most 2^-25 for numbers below one, once for each turn; no game of `n` stones without a
/// capture has more than `8 n` turns. An average of maxima is never farther from the truth than the farthest of its
/// parts, so errors do not grow on their way up but only add up: once for each number of stones from two on.
pub fn error_bound(stones: usize) -> f64 {
    let stored = 0.5 / CERTAIN;
    let kept = 1.0 / f64::from(1 << 25);
    (2..=stones).map(|count| stored + (8 * count) as f64 * kept).sum()
}

/// Rounds to what is stored.
pub(crate) fn stored(value: f32) -> u16 {
    (f64::from(value) * CERTAIN).round() as u16
}

/// The values of a pair of classes.
pub(crate) struct PairTable {
    pub(crate) layout: PairLayout,
    pub(crate) values: Values,
}

pub(crate) enum Values {
    Memory(Vec<u16>),
    File(TableReader),
}

impl PairTable {
    /// The half in which this class rolls, and where it begins.
    pub(crate) fn half(&self, rolling: usize) -> (&Layout, usize) {
        self.layout.half(rolling)
    }

    /// A value; `None` if the file was damaged there, or cannot be read any more.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> Option<f64> {
        let value = match &self.values {
            Values::Memory(values) => values[place],
            Values::File(file) => file.value(place)?,
        };
        Some(f64::from(value) / CERTAIN)
    }

    /// All values in memory, for work that needs most of them.
    pub(crate) fn whole(&self) -> Result<LoadedTable<'_>, Problem> {
        let values = match &self.values {
            Values::Memory(values) => Cow::Borrowed(values.as_slice()),
            Values::File(file) => Cow::Owned(file.read_all()?),
        };
        Ok(LoadedTable { layout: &self.layout, values })
    }
}

/// A database of which every value is at hand.
pub(crate) struct LoadedTable<'a> {
    layout: &'a PairLayout,
    values: Cow<'a, [u16]>,
}

impl LoadedTable<'_> {
    /// The half in which this class rolls, and where it begins.
    pub(crate) fn half(&self, rolling: usize) -> (&Layout, usize) {
        self.layout.half(rolling)
    }

    /// A value.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> f64 {
        f64::from(self.values[place]) / CERTAIN
    }
}
