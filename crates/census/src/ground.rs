//! Where pieces may step.

/// The squares of a board, numbered from 0, and the ways that lead from each: a way is a row of squares, to be entered one
/// after another until something stands in it. Kings and knights have ways of a single square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    ways: Vec<Vec<Vec<u8>>>,
}

impl Ground {
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
        Ground { ways }
    }

    /// How many squares there are.
    pub fn squares(&self) -> usize {
        self.ways.len()
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
