//! Which moves other threads are searching right now. A thread that comes to such a move puts it off and takes the
//! next one; when it returns to it, the answer is usually in the table. (Kerrigan's simplified form of ABDADA.)

use plyground_core::splitmix64;
use std::sync::atomic::{AtomicU64, Ordering};

/// Places for moves that threads are busy with; a power of two, far more than moves in flight.
const BUSY_PLACES: usize = 1 << 12;

/// One board for all threads. A lost update only means that two threads do the same work.
pub(crate) struct Busy {
    places: Vec<AtomicU64>,
}

impl Busy {
    pub(crate) fn new() -> Self {
        Busy { places: (0..BUSY_PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    /// What identifies a move (by its place in the list) in a position searched to a depth.
    #[inline]
    pub(crate) fn name(key: u64, place: usize, depth: u32) -> u64 {
        splitmix64(key ^ (place as u64) << 8 ^ u64::from(depth)) | 1
    }

    #[inline]
    fn place(&self, name: u64) -> &AtomicU64 {
        &self.places[(name >> 32) as usize % BUSY_PLACES]
    }

    #[inline]
    pub(crate) fn is_searched(&self, name: u64) -> bool {
        self.place(name).load(Ordering::Relaxed) == name
    }

    #[inline]
    pub(crate) fn begin(&self, name: u64) {
        self.place(name).store(name, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn end(&self, name: u64) {
        // Only our own mark is taken away; another thread's may have covered it.
        let _ = self.place(name).compare_exchange(name, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_and_go() {
        let busy = Busy::new();
        let (one, two) = (Busy::name(1, 2, 3), Busy::name(1, 2, 4));
        assert_ne!(one, two);
        busy.begin(one);
        assert!(busy.is_searched(one) && !busy.is_searched(two));
        busy.end(two);
        assert!(busy.is_searched(one));
        busy.end(one);
        assert!(!busy.is_searched(one));
    }
}
