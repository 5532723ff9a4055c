//! Moves on an 8x8 board of bits: all directions by shifts, no walk per square.

/// All columns but the outer two: what a horizontal or diagonal walk may pass over.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// Shifts to the right of a row and down, with the columns a walk along them may pass over; each also works leftwards.
const AXES: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, !0), (9, INNER)];

/// The set bits, from the lowest.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// Empty squares where `own` would turn something. Per direction the stones of `other` that follow a stone of `own`
/// without a gap are found by doubling: runs of one, two, then four more, which is all that eight squares can hold.
#[inline]
pub(super) fn open_squares(own: u64, other: u64) -> u64 {
    let mut open = 0;
    for (shift, passable) in AXES {
        let other = other & passable;
        let mut up = other & (own << shift);
        let mut down = other & (own >> shift);
        up |= other & (up << shift);
        down |= other & (down >> shift);
        let (pairs_up, pairs_down) = (other & (other << shift), other & (other >> shift));
        for _ in 0..2 {
            up |= pairs_up & (up << (2 * shift));
            down |= pairs_down & (down >> (2 * shift));
        }
        open |= up << shift | down >> shift;
    }
    open & !(own | other)
}

/// The stones of `other` that `own` turns by playing on a square: the same runs, begun at the square and kept where
/// one of `own` ends them.
#[inline]
pub(super) fn turned(own: u64, other: u64, square: u8) -> u64 {
    let start = 1u64 << (square & 63);
    let mut flips = 0;
    for (shift, passable) in AXES {
        let other = other & passable;
        let mut up = other & (start << shift);
        let mut down = other & (start >> shift);
        up |= other & (up << shift);
        down |= other & (down >> shift);
        let (pairs_up, pairs_down) = (other & (other << shift), other & (other >> shift));
        for _ in 0..2 {
            up |= pairs_up & (up << (2 * shift));
            down |= pairs_down & (down >> (2 * shift));
        }
        if (up << shift) & own != 0 {
            flips |= up;
        }
        if (down >> shift) & own != 0 {
            flips |= down;
        }
    }
    flips
}
