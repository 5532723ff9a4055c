//! The board of a census: its squares and the steps between them.

use crate::level::{ROW, largest_level};

/// The squares of a board, numbered from 0, and the ways that lead from each: a way is a row of squares, to be entered one
/// after another until something stands in it. Kings and knights have ways of a single square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CensusBoard {
    ways: Vec<Vec<Vec<u8>>>,
    /// Squares from this number on are permanent.
    removable: usize,
}

impl CensusBoard {
    /// One list of ways per square.
    ///
    /// # Panics
    /// If there are more squares than [`MOST_SQUARES`](crate::MOST_SQUARES), or ways that lead off the board.
    pub fn new(ways: Vec<Vec<Vec<u8>>>) -> Self {
        assert!(ways.len() <= crate::MOST_SQUARES, "at most {} squares", crate::MOST_SQUARES);
        assert!(
            ways.iter().flatten().flatten().all(|square| usize::from(*square) < ways.len()),
            "ways stay on the board"
        );
        CensusBoard { removable: ways.len(), ways }
    }

    /// Makes the last `permanent` squares permanent: they are never removed. `None` if two permanent squares are a step apart;
    /// then pieces could go back and forth forever, and positions have no order in which they can be counted.
    ///
    /// # Panics
    /// If there are fewer squares than that.
    pub fn with_permanent(mut self, permanent: usize) -> Option<Self> {
        assert!(permanent <= self.squares(), "permanent squares are squares of the board");
        self.removable = self.squares() - permanent;
        let mut targets = self.ways[self.removable..].iter().flatten().flatten();
        let is_step = targets.any(|square| usize::from(*square) >= self.removable);
        (!is_step).then_some(self)
    }

    /// How many squares there are.
    pub fn squares(&self) -> usize {
        self.ways.len()
    }

    /// How many of them can be removed: the first ones.
    pub fn removable(&self) -> usize {
        self.removable
    }

    /// Memory that counting all positions takes.
    pub fn bytes(&self) -> u64 {
        2 * (largest_level(self.removable) * self.squares() * ROW) as u64
    }

    /// How many positions there are: both pieces anywhere, and any of the other removable squares gone.
    pub fn positions(&self) -> u64 {
        let (removable, permanent) = (self.removable as u64, (self.squares() - self.removable) as u64);
        // By the number of removable squares that the pieces stand on.
        let under_both = removable * removable.saturating_sub(1);
        let under_one = 2 * removable * permanent;
        let under_none = permanent * permanent.saturating_sub(1);
        ((under_both << removable) >> 2) + ((under_one << removable) >> 1) + (under_none << removable)
    }

    /// All squares as a set.
    pub(crate) fn all(&self) -> u32 {
        (1 << self.squares()) - 1
    }

    /// The removable squares as a set.
    pub(crate) fn removable_set(&self) -> u32 {
        (1 << self.removable) - 1
    }

    /// Calls `visit` for every square of the set `free` that can be entered from a square.
    #[inline]
    pub(crate) fn each_step(&self, from: usize, free: u32, mut visit: impl FnMut(usize)) {
        for way in &self.ways[from] {
            for &square in way {
                if free >> square & 1 == 0 {
                    break;
                }
                visit(usize::from(square));
            }
        }
    }
}
