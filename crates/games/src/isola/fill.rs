//! Sets of squares that grow by one step, by one move, or to all that can be reached, from all their squares at once.

use super::lanes::ShortSlides;
use super::square::Size;
use super::variant::Mover;
use super::word::Word;

/// The shifts and masks of a board: a shift is a step of all squares at once, and a mask keeps it from wrapping round an edge.
#[derive(Clone, Debug)]
pub(super) struct Fill<W> {
    kind: Kind,
    all: W,
    cols: u32,
    /// All but the first column: what a step to the right can enter.
    rightwards: W,
    /// All but the last column: what a step to the left can enter.
    leftwards: W,
    /// All but the first two columns: what the long side of a knight's jump to the right can enter.
    far_rightwards: W,
    /// All but the last two columns: what such a jump to the left can enter.
    far_leftwards: W,
    short: ShortSlides<W>,
    /// Doublings that carry a slide along a row, a column, a diagonal.
    doublings: [u32; 3],
}

/// How a piece gets from square to square. For queens on the usual boards the loops have a fixed length, which is faster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Steps,
    Jumps,
    /// No slide is longer than 7 squares.
    ShortSlides,
    /// No slide is longer than 15 squares, and the word is wide enough for shifts by eight of them.
    MediumSlides,
    LongSlides,
}

impl<W: Word> Fill<W> {
    /// For a piece that moves like this on a board of this size.
    pub fn new(size: Size, mover: Mover) -> Self {
        let longest = size.cols().max(size.rows());
        let kind = match mover {
            Mover::King => Kind::Steps,
            Mover::Knight => Kind::Jumps,
            Mover::Queen if longest <= ShortSlides::<W>::LONGEST_SIDE => Kind::ShortSlides,
            // Shifts reach (cols + 1) * 8, which must stay below the width of the word.
            Mover::Queen if longest <= 15 && (size.cols() as u32 + 1) * 8 < W::BITS => Kind::MediumSlides,
            Mover::Queen => Kind::LongSlides,
        };
        let squares = |wanted: &dyn Fn(usize) -> bool| {
            let indices = (0..size.squares()).filter(|index| wanted(index % size.cols()));
            indices.fold(W::EMPTY, |set, index| set | W::ONE << index as u32)
        };
        let doublings = |side: usize| usize::BITS - (side - 1).leading_zeros();
        let last = size.cols() - 1;
        let (rightwards, leftwards) = (squares(&|col| col >= 1), squares(&|col| col < last));
        Fill {
            kind,
            all: squares(&|_| true),
            cols: size.cols() as u32,
            short: ShortSlides::new(size, rightwards, leftwards),
            rightwards,
            leftwards,
            far_rightwards: squares(&|col| col >= 2),
            far_leftwards: squares(&|col| col + 1 < last),
            doublings: [size.cols(), size.rows(), size.cols().min(size.rows())].map(doublings),
        }
    }

    /// The set and every square of the board that is a single step away from it, slides being made of single steps.
    #[inline]
    pub fn touch(&self, set: W) -> W {
        if self.kind == Kind::Jumps { set | self.jump(set) } else { self.step(set) }
    }

    #[inline]
    fn step(&self, set: W) -> W {
        let row = set | ((set << 1) & self.rightwards) | ((set >> 1) & self.leftwards);
        (row | (row << self.cols) | (row >> self.cols)) & self.all
    }

    fn jump(&self, set: W) -> W {
        let near = ((set << 1) & self.rightwards) | ((set >> 1) & self.leftwards);
        let far = ((set << 2) & self.far_rightwards) | ((set >> 2) & self.far_leftwards);
        let two = 2 * self.cols;
        ((near << two) | (near >> two) | (far << self.cols) | (far >> self.cols)) & self.all
    }

    /// Whether a wave of all directions is a few vector instructions.
    #[inline]
    pub fn has_short_slides(&self) -> bool {
        self.kind == Kind::ShortSlides
    }

    /// The slides of pieces that slide, where none of them is long.
    #[inline]
    pub fn short_slides(&self) -> Option<&ShortSlides<W>> {
        (self.kind == Kind::ShortSlides).then_some(&self.short)
    }

    /// The set and every free square that is one move away from it, on an otherwise empty board.
    #[inline]
    pub fn spread(&self, set: W, free: W) -> W {
        if self.kind == Kind::ShortSlides { self.short.spread(set, free) } else { self.spread_otherwise(set, free) }
    }

    /// Kept out of the way of the usual boards.
    #[inline(never)]
    fn spread_otherwise(&self, set: W, free: W) -> W {
        match self.kind {
            Kind::Steps => set | (self.step(set) & free),
            Kind::Jumps => set | (self.jump(set) & free),
            Kind::ShortSlides => self.short.spread(set, free),
            Kind::MediumSlides => self.slide::<4>(set, free),
            Kind::LongSlides => self.slide_far(set, free),
        }
    }

    #[inline(always)]
    fn slide<const DOUBLINGS: u32>(&self, set: W, free: W) -> W {
        let (right, left) = (free & self.rightwards, free & self.leftwards);
        let cols = self.cols;
        up(set, right, 1, DOUBLINGS)
            | up(set, free, cols, DOUBLINGS)
            | up(set, right, cols + 1, DOUBLINGS)
            | up(set, left, cols - 1, DOUBLINGS)
            | down(set, left, 1, DOUBLINGS)
            | down(set, free, cols, DOUBLINGS)
            | down(set, left, cols + 1, DOUBLINGS)
            | down(set, right, cols - 1, DOUBLINGS)
    }

    fn slide_far(&self, set: W, free: W) -> W {
        let (right, left) = (free & self.rightwards, free & self.leftwards);
        let (cols, [row, column, diagonal]) = (self.cols, self.doublings);
        up(set, right, 1, row)
            | up(set, free, cols, column)
            | up(set, right, cols + 1, diagonal)
            | up(set, left, cols - 1, diagonal)
            | down(set, left, 1, row)
            | down(set, free, cols, column)
            | down(set, left, cols + 1, diagonal)
            | down(set, right, cols - 1, diagonal)
    }

    /// Everything that can be reached from a set of free squares, the set included.
    #[inline]
    pub fn region(&self, seed: W, free: W) -> W {
        let mut region = seed;
        loop {
            let next = self.touch(region) & free;
            if next == region {
                return region;
            }
            region = next;
        }
    }

    /// Everything that can be reached from a set of free squares; `None` if that includes a square of `goal`. Goals are mostly
    /// near, so it looks for them after every step instead of at the end.
    #[inline]
    pub fn region_without(&self, seed: W, free: W, goal: W) -> Option<W> {
        let mut region = seed;
        loop {
            let next = self.touch(region) & free;
            if !(next & goal).is_empty() {
                return None;
            }
            if next == region {
                return Some(region);
            }
            region = next;
        }
    }
}

/// Slides towards higher squares, by the parallel prefix computation of Kogge and Stone: after n doublings a slide has gone
/// 2^n - 1 squares. `open` are the free squares that can be entered in this direction.
#[inline(always)]
fn up<W: Word>(set: W, mut open: W, mut distance: u32, doublings: u32) -> W {
    let mut reached = set | (open & (set << distance));
    for _ in 1..doublings {
        open &= open << distance;
        // The shift stays below the width of the word: before the last doubling it is at most half of the longest slide.
        distance *= 2;
        reached |= open & (reached << distance);
    }
    reached
}

/// Slides towards lower squares, like [`up`].
#[inline(always)]
fn down<W: Word>(set: W, mut open: W, mut distance: u32, doublings: u32) -> W {
    let mut reached = set | (open & (set >> distance));
    for _ in 1..doublings {
        open &= open >> distance;
        distance *= 2;
        reached |= open & (reached >> distance);
    }
    reached
}
