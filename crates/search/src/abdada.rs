//! Which moves other threads are searching right now. A thread that comes to such a move puts it off and takes the
//! next one; when it returns to it, the answer is usually in the table. (Kerrigan's simplified form of ABDADA.)

use plyground_core::splitmix64;
use std::sync::atomic::{AtomicU64, Ordering};

/// Places for moves that threads are busy with; a power of two, far more than moves in flight.
const SLOTS: usize = 1 << 12;

/// One board for all threads. A lost update only means that two threads do the same work.
pub(crate) struct Abdada {
    places: Vec<AtomicU64>,
}

impl Abdada {
    pub(crate) fn new() -> Self {
        Abdada { places: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// What identifies a move (by its place in the list) in a position searched to a depth.
    #[inline]
    pub(crate) fn name(key: u64, place: usize, depth: u32) -> u64 {
        splitmix64(key ^ (place as u64) << 8 ^ u64::from(depth)) | 1
    }

    #[inline]
    fn place(&self, name: u64) -> &AtomicU64 {
        &self.places[(name >> 32) as usize % SLOTS]
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
        let abdada = Abdada::new();
        let (one, two) = (Abdada::name(1, 2, 3), Abdada::name(1, 2, 4));
        assert_ne!(one, two);
        abdada.begin(one);
        assert!(abdada.is_searched(one) && !abdada.is_searched(two));
        abdada.end(two);
        assert!(abdada.is_searched(one));
        abdada.end(one);
        assert!(!abdada.is_searched(one));
    }
}
