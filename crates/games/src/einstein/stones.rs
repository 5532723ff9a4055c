//! The stones of one player in a single register.

use super::MAX_STONES;

/// Bytes in the register.
pub(super) const LANES: usize = 8;
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = ONES << 7;

/// Stones 1 to 6 of a player, one byte each: the cell, or 255 when the stone is off the board. The two spare bytes
/// are always off the board.
///
/// One byte per stone in a machine word makes the question "who stands here?" a few instructions without a loop, and
/// a position small enough to copy instead of undoing moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones(u64);

impl Stones {
    /// No stone on the board.
    pub const NONE: Stones = Stones(u64::MAX);

    /// The cell of a stone that is on the board; meaningless for others.
    #[inline]
    pub(super) fn cell(self, stone: usize) -> u8 {
        (self.0 >> (8 * stone)) as u8
    }

    /// The cell of a stone, counted from 0, if it is on the board.
    #[inline]
    pub fn get(self, stone: usize) -> Option<u8> {
        let on_board = stone < MAX_STONES && self.cell(stone) != u8::MAX;
        on_board.then(|| self.cell(stone))
    }

    /// Puts or moves a stone.
    #[inline]
    pub(super) fn put(&mut self, stone: usize, cell: u8) {
        self.0 ^= u64::from(self.cell(stone) ^ cell) << (8 * stone);
    }

    /// Takes whichever stone stands on the cell off the board, and says which it was: the last lane, which is spare, if there was none.
    #[inline]
    pub(super) fn clear(&mut self, cell: u8) -> usize {
        let found = self.lowest_match(cell);
        // 0x80 in a lane becomes 0xff in that lane.
        self.0 |= (found >> 7) * 0xff;
        (found | 1 << (u64::BITS - 1)).trailing_zeros() as usize / 8
    }

    /// The stone that stands on the cell.
    #[inline]
    pub fn find(self, cell: u8) -> Option<usize> {
        let found = self.lowest_match(cell);
        (found != 0).then(|| found.trailing_zeros() as usize / 8)
    }

    /// The high bit of the lane that holds `cell`. The usual test for a zero byte is exact for the lowest one, and no
    /// two stones share a cell.
    #[inline]
    fn lowest_match(self, cell: u8) -> u64 {
        let difference = self.0 ^ (ONES * u64::from(cell));
        let zeros = difference.wrapping_sub(ONES) & !difference & HIGH_BITS;
        zeros & zeros.wrapping_neg()
    }

    /// The stones on the board as a set of bits.
    #[inline]
    pub fn mask(self) -> usize {
        // Gathers the inverted high bits of all lanes; cells are below 64, so only "off the board" has that bit.
        let present = (!self.0 >> 7) & ONES;
        (present.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
    }

    /// Every stone on the cell that half a turn of the board brings it to; `last` is the last cell.
    #[inline]
    pub(super) fn half_turned(self, last: u8) -> Stones {
        // All ones in the lanes of stones on the board; no lane borrows, for no cell is behind the last.
        let present = ((!self.0 & HIGH_BITS) >> 7) * 0xff;
        Stones(((ONES * u64::from(last)) & present).wrapping_sub(self.0 & present) | !present)
    }

    /// One byte per stone, for keys.
    #[inline]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// Whether no stone is left.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Stones::NONE
    }

    /// Number of stones on the board.
    #[inline]
    pub fn count(self) -> usize {
        self.mask().count_ones() as usize
    }

    /// Stones on the board with their cells, in the order of their labels.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (usize, u8)> {
        (0..MAX_STONES).filter_map(move |stone| self.get(stone).map(|cell| (stone, cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::Rng;

    /// The same set of stones kept in the plainest way.
    #[derive(Default)]
    struct Plain([Option<u8>; MAX_STONES]);

    fn compare(stones: Stones, plain: &Plain) {
        for cell in 0..64 {
            assert_eq!(stones.find(cell), plain.0.iter().position(|c| *c == Some(cell)), "{plain:?}", plain = plain.0);
        }
        let mask = (0..MAX_STONES).filter(|s| plain.0[*s].is_some()).fold(0, |mask, stone| mask | 1 << stone);
        assert_eq!(stones.mask(), mask);
        assert_eq!(stones.count(), plain.0.iter().flatten().count());
        assert_eq!(stones.is_empty(), mask == 0);
        let turned = stones.half_turned(63);
        assert!((0..MAX_STONES).all(|stone| turned.get(stone) == plain.0[stone].map(|cell| 63 - cell)));
        assert_eq!(turned.half_turned(63), stones);
        let listed: Vec<_> = (0..MAX_STONES).filter_map(|s| plain.0[s].map(|cell| (s, cell))).collect();
        assert_eq!(stones.iter().collect::<Vec<_>>(), listed);
    }

    #[test]
    fn packed_bytes_behave_like_an_array() {
        let mut rng = Rng::seeded(11);
        let (mut stones, mut plain) = (Stones::NONE, Plain::default());
        for _ in 0..3000 {
            let (stone, cell) = (rng.below(MAX_STONES), rng.below(64) as u8);
            // As in play: the stone on the cell goes first.
            stones.clear(cell);
            plain.0.iter_mut().filter(|c| **c == Some(cell)).for_each(|c| *c = None);
            if rng.below(3) > 0 {
                stones.put(stone, cell);
                plain.0[stone] = Some(cell);
            }
            compare(stones, &plain);
        }
    }
}
