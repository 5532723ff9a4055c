//! Where the two pieces are, whose turn it is, and how many turns led nowhere: four small numbers in one word. A turn
//! changes most of them and the next question reads them again. Written as single bytes and read as a word they would have
//! to leave the processor's store buffer first, which takes longer than the turn itself.

use super::square::Square;
use plyground_core::PlayerId;
use std::fmt;

const OTHER: u32 = 8;
const MOVER: u32 = 16;
const IDLE: u32 = 24;

/// From the lowest byte: the piece of the player to move, that of the other player, the player to move, idle turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Seats(u32);

impl Seats {
    /// The first player is to move.
    pub fn new(own: Square, other: Square) -> Self {
        Seats(u32::from(own.0) | u32::from(other.0) << OTHER)
    }

    #[inline]
    pub fn own(self) -> Square {
        Square(self.0 as u8)
    }

    #[inline]
    pub fn other(self) -> Square {
        Square((self.0 >> OTHER) as u8)
    }

    #[inline]
    pub fn mover(self) -> PlayerId {
        if self.0 & 1 << MOVER == 0 { PlayerId::FIRST } else { PlayerId::SECOND }
    }

    #[inline]
    pub fn idle(self) -> u8 {
        (self.0 >> IDLE) as u8
    }

    #[inline]
    pub fn with_idle(self, idle: u8) -> Self {
        Seats(self.0 & !(0xff << IDLE) | u32::from(idle) << IDLE)
    }

    /// The player to move has gone to this square; the turn is the other's.
    #[inline]
    pub fn after_step(self, to: Square) -> Self {
        let rest = self.0 & (0xffff << MOVER) ^ 1 << MOVER;
        Seats(self.0 >> OTHER & 0xff | u32::from(to.0) << OTHER | rest)
    }

    /// The same pieces with the turn of the other player.
    #[inline]
    pub fn after_pass(self) -> Self {
        self.after_step(self.own())
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = (self.own(), self.other(), self.mover(), self.idle());
        write!(f, "own {:?}, other {:?}, mover {:?}, idle {}", fields.0, fields.1, fields.2, fields.3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn turns_change_what_a_list_of_four_would_show(own: u8, other: u8, turns in prop::collection::vec((any::<u8>(), any::<u8>(), any::<bool>()), 0..20)) {
            let mut seats = Seats::new(Square(own), Square(other));
            let mut slow = (own, other, PlayerId::FIRST, 0);
            for (to, idle, passes) in turns {
                seats = if passes { seats.after_pass() } else { seats.after_step(Square(to)) }.with_idle(idle);
                slow = (slow.1, if passes { slow.0 } else { to }, slow.2.opponent(), idle);
                prop_assert_eq!((seats.own().0, seats.other().0, seats.mover(), seats.idle()), slow);
            }
        }
    }
}
