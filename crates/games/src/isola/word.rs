//! Sets of squares as machine words: one bit per square, `u64` where the board fits into it, `u128` otherwise.

use super::square::Square;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A machine word used as a set of squares.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// The empty set.
    const EMPTY: Self;
    /// The set of square 0 alone.
    const ONE: Self;
    /// Every bit of the word.
    const ALL: Self;
    /// The number of squares a set can hold.
    const BITS: u32;

    /// Drops what does not fit.
    fn from_wide(set: u128) -> Self;

    /// The same set in the widest word.
    fn to_wide(self) -> u128;

    /// The number of squares in the set.
    fn count(self) -> u32;

    /// Which of the first squares, fewer than 32, are in the set, as a number.
    fn lowest(self, squares: u32) -> usize;

    /// The index of the first square; [`Word::BITS`] for the empty set.
    fn first(self) -> u32;

    /// The index of the last square of a set that is not empty.
    fn last(self) -> u32;

    /// The set without its first square.
    fn without_first(self) -> Self;

    /// Every bit up to and including the first square of the set; all of them for the empty set.
    fn up_to_first(self) -> Self;

    /// The set of one square on the board.
    #[inline]
    fn of(square: Square) -> Self {
        Self::ONE << u32::from(square.0)
    }

    /// Whether a square on the board is in the set.
    #[inline]
    fn has(self, square: Square) -> bool {
        self & Self::of(square) != Self::EMPTY
    }

    /// Whether nothing is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The squares in ascending order.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The same squares, counted beforehand: a list that is extended by them makes room once instead of asking for
    /// each.
    #[inline]
    fn counted(self) -> impl Iterator<Item = Square> {
        let mut rest = self;
        (0..self.count()).map(move |_| {
            let square = Square(rest.first() as u8);
            rest = rest.without_first();
            square
        })
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const EMPTY: Self = 0;
            const ONE: Self = 1;
            const ALL: Self = <$word>::MAX;
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn from_wide(set: u128) -> Self {
                set as $word
            }
            #[inline]
            fn to_wide(self) -> u128 {
                self.into()
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self, squares: u32) -> usize {
                self as usize & ((1 << squares) - 1)
            }
            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn last(self) -> u32 {
                <$word>::BITS - 1 - (self | 1).leading_zeros()
            }
            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn up_to_first(self) -> Self {
                self ^ self.wrapping_sub(1)
            }
        }
    };
}

word!(u64);
word!(u128);

/// Iterates over a set.
#[derive(Clone, Copy, Debug)]
pub struct Squares<W>(W);

impl<W: Word> Iterator for Squares<W> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = Square(self.0.first() as u8);
        self.0 = self.0.without_first();
        Some(square)
    }
}
