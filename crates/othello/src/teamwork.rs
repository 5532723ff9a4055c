//! Several searches of one position at once. They share the table, and each puts off moves that another is searching: ABDADA in its
//! simplified form (Jean-Christophe Weill, "The ABDADA distributed minimax search algorithm", 1996).

use crate::table::SolverTable;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Positions that can be marked at the same time, and then some.
const MARKS: usize = 1 << 12;

/// What the searches of a position know of each other.
#[derive(Debug)]
pub(crate) struct Team {
    /// Hashes of positions that are being searched; empty for a search alone.
    marks: Vec<AtomicU64>,
    nodes: AtomicU64,
    done: AtomicBool,
}

impl Team {
    pub(crate) fn new(threads: usize) -> Self {
        let marks = if threads > 1 { MARKS } else { 0 };
        Team {
            marks: (0..marks).map(|_| AtomicU64::new(0)).collect(),
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
        }
    }

    /// Whether there is more than one search.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Marks a position; `false` if another search has it.
    pub(crate) fn begin(&self, own: u64, other: u64) -> bool {
        let hash = SolverTable::hash(own, other);
        self.marks[hash as usize % MARKS].swap(hash, Relaxed) != hash
    }

    /// Takes the mark away, wherever it came from.
    pub(crate) fn end(&self, own: u64, other: u64) {
        let hash = SolverTable::hash(own, other);
        let _ = self.marks[hash as usize % MARKS].compare_exchange(hash, 0, Relaxed, Relaxed);
    }

    /// Positions visited by all searches, with these.
    pub(crate) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// Says that the position is solved.
    pub(crate) fn finish(&self) {
        self.done.store(true, Relaxed);
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }
}
