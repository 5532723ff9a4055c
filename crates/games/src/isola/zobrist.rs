//! Random numbers for hash keys, the same on every board and in every build.

use super::square::SLOTS;
use plyground_core::key_for;

const SALT: u64 = u64::from_le_bytes(*b"isola\0\0\0");

const fn family(number: u64) -> [u64; SLOTS] {
    let mut keys = [0; SLOTS];
    let mut index = 0;
    while index < SLOTS {
        keys[index] = key_for(SALT + number, index as u64);
        index += 1;
    }
    keys
}

/// A free square.
pub(super) static FREE: [u64; SLOTS] = family(0);
/// The piece of X and of O on a square; the last entry is a piece that is not on the board yet.
pub(super) static PIECE: [[u64; SLOTS]; 2] = [family(1), family(2)];
/// A permanent square.
pub(super) static PERMANENT: [u64; SLOTS] = family(3);
/// The second player is to move.
pub(super) const TURN: u64 = key_for(SALT + 4, 0);

/// So many turns without progress; see [`IDLE_LIMIT`](super::rules::IDLE_LIMIT).
pub(super) fn idle(turns: u8) -> u64 {
    if turns == 0 { 0 } else { key_for(SALT + 5, u64::from(turns)) }
}
