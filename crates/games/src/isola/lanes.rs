//! Four directions of a slide side by side. Each step of the computation is the same operation on four words, which is
//! one vector instruction where a word has 64 bits and the processor has them.

use super::square::Size;
use super::word::Word;
use std::array::from_fn;

/// The directions in which square numbers rise: to the right, down, down to the right, down to the left. The other four
/// are their opposites.
const DIRECTIONS: usize = 4;

/// One word per direction.
type Lanes<W> = [W; DIRECTIONS];

/// The shifts and masks of slides on a board whose sides have at most eight squares, so that no slide has more than
/// seven steps.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct ShortSlides<W> {
    /// What a step in each direction can enter.
    rising: Lanes<W>,
    /// What a step in the opposite direction can enter.
    falling: Lanes<W>,
    /// The shifts of one, two and four steps.
    shifts: [[u32; DIRECTIONS]; 3],
}

impl<W: Word> ShortSlides<W> {
    /// The longest side for which three doublings are enough.
    pub const LONGEST_SIDE: usize = 8;

    /// For a board of this size; `rightwards` and `leftwards` are what steps to either side can enter.
    pub fn new(size: Size, rightwards: W, leftwards: W) -> Self {
        let all = rightwards | leftwards;
        let cols = size.cols() as u32;
        let step = [1, cols, cols + 1, cols - 1];
        // The longest shift is four steps on a diagonal. Larger boards never use it, but have these numbers, too.
        let shift = |steps: u32| step.map(|by| (steps * by) % W::BITS);
        ShortSlides {
            rising: [rightwards, all, rightwards, leftwards],
            falling: [leftwards, all, leftwards, rightwards],
            shifts: [shift(1), shift(2), shift(4)],
        }
    }

    /// The set and every free square that is one slide away from it, by the parallel prefix computation of Kogge and
    /// Stone: after n doublings a slide has gone 2^n - 1 squares.
    #[inline(always)]
    pub fn spread(&self, set: W, free: W) -> W {
        let [one, two, four] = self.shifts;
        let mut open_up = self.rising.map(|enterable| enterable & free);
        let mut open_down = self.falling.map(|enterable| enterable & free);
        let mut up: Lanes<W> = from_fn(|i| set | (open_up[i] & (set << one[i])));
        let mut down: Lanes<W> = from_fn(|i| set | (open_down[i] & (set >> one[i])));
        open_up = from_fn(|i| open_up[i] & (open_up[i] << one[i]));
        open_down = from_fn(|i| open_down[i] & (open_down[i] >> one[i]));
        up = from_fn(|i| up[i] | (open_up[i] & (up[i] << two[i])));
        down = from_fn(|i| down[i] | (open_down[i] & (down[i] >> two[i])));
        open_up = from_fn(|i| open_up[i] & (open_up[i] << two[i]));
        open_down = from_fn(|i| open_down[i] & (open_down[i] >> two[i]));
        up = from_fn(|i| up[i] | (open_up[i] & (up[i] << four[i])));
        down = from_fn(|i| down[i] | (open_down[i] & (down[i] >> four[i])));
        union(from_fn(|i| up[i] | down[i]))
    }

    /// The squares of eight rays from one square up to the first that is not free: first the rays of rising numbers, in
    /// the order of the shifts, then their opposites.
    #[inline(always)]
    pub fn slide(&self, rays: &[W; 2 * DIRECTIONS], free: W) -> W {
        let [one, two, four] = self.shifts;
        let walls = !free;
        let rising: Lanes<W> = from_fn(|i| rays[i]);
        let falling: Lanes<W> = from_fn(|i| rays[DIRECTIONS + i]);
        // Everything up to the first wall, which subtraction finds.
        let up: Lanes<W> = from_fn(|i| rising[i] & (rising[i] & walls).up_to_first());
        // Downwards nothing finds it but shifts: every wall casts a shadow over what lies behind it. Where a shadow leaves
        // the board on one side and comes back on the other it misses the ray, which has ended before.
        let mut shadow: Lanes<W> = from_fn(|i| falling[i] & walls);
        shadow = from_fn(|i| shadow[i] | (shadow[i] >> one[i]));
        shadow = from_fn(|i| shadow[i] | (shadow[i] >> two[i]));
        shadow = from_fn(|i| shadow[i] | (shadow[i] >> four[i]));
        union(from_fn(|i| up[i] | (falling[i] & !shadow[i]))) & free
    }
}

#[inline(always)]
fn union<W: Word>(lanes: Lanes<W>) -> W {
    let [a, b, c, d] = lanes;
    (a | b) | (c | d)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isola::square::Square;
    use proptest::prelude::*;

    const COMPASS: [(isize, isize); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

    /// The squares of a ray, nearest first.
    fn ray(size: Size, from: Square, (x, y): (isize, isize)) -> Vec<Square> {
        let (col, row) = size.place(from);
        let at = |step: isize| size.at(col as isize + step * x, row as isize + step * y);
        (1..).map_while(at).collect()
    }

    fn check<W: Word>(size: Size, free: W, set: W) {
        let squares = |wanted: &dyn Fn(usize) -> bool| {
            let squares = (0..size.squares()).filter(|index| wanted(index % size.cols()));
            squares.fold(W::EMPTY, |set, index| set | W::of(Square(index as u8)))
        };
        let slides = ShortSlides::new(size, squares(&|col| col > 0), squares(&|col| col + 1 < size.cols()));
        let mut reached = set;
        for from in set.squares() {
            let rays = COMPASS.map(|by| ray(size, from, by));
            let slow = rays.iter().flat_map(|ray| ray.iter().take_while(|square| free.has(**square)));
            let slow = slow.fold(W::EMPTY, |set, square| set | W::of(*square));
            let rays = rays.map(|ray| ray.into_iter().fold(W::EMPTY, |set, square| set | W::of(square)));
            assert_eq!(slides.slide(&rays, free), slow);
            reached |= slow;
        }
        assert_eq!(slides.spread(set, free), reached);
    }

    proptest! {
        #[test]
        fn slides_go_up_to_the_first_obstacle(cols in 2..=8usize, rows in 2..=8usize, free: u64, more: u64, set: u64) {
            let size = Size::new(cols, rows).unwrap();
            let all = u64::MAX >> (64 - size.squares());
            for free in [free & all, (free | more) & all] {
                check(size, free, set & free & set.rotate_left(7));
                check(size, u128::from(free), u128::from(set & free));
            }
        }
    }
}
