//! Remembers what the hidden layer saw of one player's stones.

/// Arrangements kept, as a power of two. With 128 units one takes 1 KB. The memories of both players fit into a third-level cache only, but
/// fetching a kilobyte from there is quicker than adding it up again: 256 places made a search of 7 turns a third slower, 1,024 a tenth.
const PLACE_BITS: u32 = 12;
const PLACES: usize = 1 << PLACE_BITS;

/// No arrangement of stones: the spare bytes of one are never zero.
const EMPTY: u64 = 0;

/// One place for each hash of an arrangement; a newcomer takes it over.
#[derive(Debug)]
pub(super) struct EvalCache {
    keys: Vec<u64>,
    sums: Vec<f32>,
    width: usize,
}

impl EvalCache {
    pub(super) fn new(width: usize) -> Self {
        EvalCache { keys: vec![EMPTY; PLACES], sums: vec![0.0; PLACES * width], width }
    }

    /// The place of this arrangement, whose sums are computed if they are not there.
    #[inline]
    pub(super) fn place(&mut self, key: u64, compute: impl FnOnce(&mut [f32])) -> usize {
        // Fibonacci hashing: the high bits of a multiple of 2^64 divided by the golden ratio.
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACE_BITS)) as usize % PLACES;
        if self.keys[place] != key {
            compute(&mut self.sums[place * self.width..(place + 1) * self.width]);
            self.keys[place] = key;
        }
        place
    }

    /// Whether the place still belongs to this arrangement.
    #[inline]
    pub(super) fn holds(&self, place: usize, key: u64) -> bool {
        self.keys[place] == key
    }

    /// The sums of the arrangement at this place.
    #[inline]
    pub(super) fn sums(&self, place: usize) -> &[f32] {
        &self.sums[place * self.width..(place + 1) * self.width]
    }
}

impl Clone for EvalCache {
    /// A copy begins with nothing, which only costs time later: megabytes would have to be copied for every thread and every game.
    fn clone(&self) -> Self {
        EvalCache::new(self.width)
    }
}
