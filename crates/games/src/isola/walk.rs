//! How long a piece that is alone with its room can go on: the longest walk that enters no square twice. Exact where
//! the room is small or generous, sound bounds where it is neither.

use super::board::Board;
use super::square::Square;
use super::variant::Mover;
use super::word::Word;

/// What is known about the longest walk of a piece, in moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    /// A walk of this length was found.
    pub lower: u32,
    /// None is longer.
    pub upper: u32,
}

impl<W: Word> Board<W> {
    /// The longest walk of a piece over the free squares of its room. Looks at no more than `budget` squares along the
    /// way, and no further than a walk of `enough` moves.
    pub fn longest_walk(&self, from: Square, room: W, budget: u32, enough: u32) -> Walk {
        self.longest_walk_below(self.walk_bound(from, room).0, from, room, budget, enough)
    }

    /// The same where the bound of the walk is known already.
    pub fn longest_walk_below(&self, upper: u32, from: Square, room: W, budget: u32, enough: u32) -> Walk {
        let mut walker = Walker { board: self, budget, longest: 0, enough: enough.min(upper) };
        walker.go_on(from, room, 0);
        let lower = walker.longest;
        // A walk that ran out of budget may have missed a longer one, and one that had enough did not look for it.
        let exhausted = walker.budget > 0 && (lower < enough || lower == upper);
        Walk { lower, upper: if exhausted { lower } else { upper } }
    }

    /// No walk from here is longer than this, and the only part of the room where one of that length can be. What lies
    /// around the piece may be several parts, of which it can enter just one.
    pub fn walk_bound(&self, from: Square, room: W) -> (u32, W) {
        let mut doors = self.near(from) & room;
        let mut best = (0, W::EMPTY);
        while !doors.is_empty() {
            let part = self.fill.region(doors & doors.up_to_first(), room);
            let bound = self.part_bound(from, part);
            if bound > best.0 {
                best = (bound, part);
            }
            doors &= !part;
        }
        best
    }

    /// Every square once; knights change the colour of their square with every jump.
    fn part_bound(&self, from: Square, part: W) -> u32 {
        if self.mover != Mover::Knight {
            return part.count();
        }
        let dark = (part & self.dark).count();
        let light = part.count() - dark;
        let (same, other) = if self.dark.has(from) { (dark, light) } else { (light, dark) };
        if other <= same { 2 * other } else { 2 * same + 1 }
    }
}

struct Walker<'a, W> {
    board: &'a Board<W>,
    budget: u32,
    longest: u32,
    enough: u32,
}

impl<W: Word> Walker<'_, W> {
    /// Goes on from a square after this many moves. Squares with the fewest ways on come first (Warnsdorff's rule): they
    /// are the ones that would be lost later.
    fn go_on(&mut self, at: Square, room: W, moves: u32) {
        self.longest = self.longest.max(moves);
        if self.longest >= self.enough || self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let board = self.board;
        // A walk that is the longest so far gets longer with the first step. For any other the squares that are left are
        // a bound at hand, those that can still be reached a better one.
        let is_longest = moves == self.longest;
        if !is_longest && (moves + room.count() <= self.longest || moves + board.walk_bound(at, room).0 <= self.longest)
        {
            return;
        }
        let mut left = board.steps(at, room);
        while !left.is_empty() {
            let ways_on = |to: &Square| (board.near(*to) & room).count();
            let Some(to) = left.squares().min_by_key(ways_on) else { return };
            left ^= W::of(to);
            self.go_on(to, room ^ W::of(to), moves + 1);
            if self.longest >= self.enough || self.budget == 0 {
                return;
            }
        }
    }
}
