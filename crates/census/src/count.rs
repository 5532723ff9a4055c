//! From the last squares to the whole board, level by level.

use crate::ground::Ground;
use crate::level::{ROW, largest_pair, next, ranks_after, sets, squares_of, unrank};
use crate::{MOST_SQUARES, worth};
use std::sync::Mutex;
use std::thread;

/// Sets of squares that a thread takes at a time.
const PORTION: usize = 4096;

/// A position: the whole ground is there, and somebody is to move.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The squares that are left.
    pub ground: &'a Ground,
    /// Where the piece of the player to move stands.
    pub own: usize,
    /// Where the other one stands.
    pub other: usize,
}

/// A turn and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The square entered.
    pub to: usize,
    /// The square removed.
    pub removed: usize,
    /// Turns until the end, this one included; odd if it wins.
    pub plies: u32,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Turns until the end when the winner hurries and the loser delays: odd if the player to move wins.
    pub plies: u32,
    /// Every turn.
    pub turns: Vec<Turn>,
    /// Positions counted.
    pub positions: u64,
}

impl Question<'_> {
    /// Counts all positions through, with so many threads. `watch` hears how many levels are done, of how many.
    pub fn answer(&self, threads: usize, watch: &mut dyn FnMut(usize, usize)) -> Found {
        let squares = self.ground.squares();
        let room = largest_pair(squares).into_iter().max().unwrap_or(1) * squares * ROW;
        // Both are as large as any level, so that memory is asked for only once.
        let (mut after, mut now) = (vec![0; room], vec![0; room]);
        let mut positions = 0;
        let last = squares.saturating_sub(2);
        for gone in (1..=last).rev() {
            self.count_level(gone, &after, &mut now, threads);
            std::mem::swap(&mut after, &mut now);
            positions += (sets(squares, gone) * (squares - gone) * (squares - gone - 1)) as u64;
            watch(last - gone + 1, last);
        }
        let turns = self.turns(&after);
        // Winning soonest is best, losing latest the next best.
        let best = turns.iter().map(|turn| worth::of_plies(turn.plies as u8 - 1)).max().unwrap_or(worth::NONE);
        Found { plies: u32::from(worth::plies(worth::before(best))), turns, positions: positions + 1 }
    }

    /// Every turn of the position itself, from the level of one square gone.
    fn turns(&self, after: &[u8]) -> Vec<Turn> {
        let squares = self.ground.squares();
        let all = (1u32 << squares) - 1;
        let mut turns = Vec::new();
        self.ground.each_step(self.own, all & !(1 << self.other), |to| {
            for removed in (0..squares).filter(|square| *square != to && *square != self.other) {
                // Sets of one square are numbered by it.
                let child = after[(removed * squares + self.other) * ROW + to];
                turns.push(Turn { to, removed, plies: u32::from(worth::plies(child)) + 1 });
            }
        });
        turns
    }

    /// All positions with so many squares gone, from those with one more gone.
    fn count_level(&self, gone: usize, after: &[u8], now: &mut [u8], threads: usize) {
        let squares = self.ground.squares();
        let size = squares * ROW;
        let level = &mut now[..sets(squares, gone) * size];
        let portions = Mutex::new(level.chunks_mut(PORTION * size).enumerate());
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let taken = portions.lock().expect("nobody panics with it").next();
                        let Some((index, portion)) = taken else { break };
                        let mut set = unrank(index * PORTION, gone);
                        for block in portion.chunks_exact_mut(size) {
                            self.count_set(set, after, block);
                            set = next(set);
                        }
                    }
                });
            }
        });
    }

    /// All positions with these squares gone: `block` holds a row for every place of the piece to move.
    fn count_set(&self, set: u32, after: &[u8], block: &mut [u8]) {
        let squares = self.ground.squares();
        let free = !set & ((1 << squares) - 1);
        let mut numbers = [0; MOST_SQUARES];
        ranks_after(set, squares, &mut numbers);
        block.fill(worth::NONE);
        for other in squares_of(free) {
            // The best that can be removed, for every square that the piece to move might enter.
            let mut best = [worth::NONE; ROW];
            for removed in squares_of(free & !(1 << other)) {
                let at = (numbers[removed] as usize * squares + other) * ROW;
                let row = &after[at..at + ROW];
                best.iter_mut().zip(row).for_each(|(best, worth)| *best = (*best).max(*worth));
            }
            let open = free & !(1 << other);
            for own in squares_of(open) {
                let mut top = worth::NONE;
                self.ground.each_step(own, open, |to| top = top.max(best[to]));
                block[own * ROW + other] = worth::before(top);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kings on a board.
    fn kings(cols: isize, rows: isize) -> Ground {
        let square = |col: isize, row: isize| (row * cols + col) as u8;
        let inside = |col: isize, row: isize| (0..cols).contains(&col) && (0..rows).contains(&row);
        let around = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        let ways = |at: isize| {
            let (col, row) = (at % cols, at / cols);
            let near = around.iter().map(move |(x, y)| (col + x, row + y)).filter(move |(x, y)| inside(*x, *y));
            near.map(|(x, y)| vec![square(x, y)]).collect()
        };
        Ground::new((0..cols * rows).map(ways).collect())
    }

    /// The rules again, one position after the other.
    fn plies(ground: &Ground, free: u32, own: usize, other: usize) -> u32 {
        let mut steps = Vec::new();
        ground.each_step(own, free, |to| steps.push(to));
        let mut ends = Vec::new();
        for to in steps {
            let left = (free | 1 << own) & !(1 << to);
            for removed in squares_of(left) {
                ends.push(plies(ground, left & !(1 << removed), other, to));
            }
        }
        let won = ends.iter().filter(|end| *end % 2 == 0).min().map(|end| end + 1);
        won.or_else(|| ends.iter().max().map(|end| end + 1)).unwrap_or(0)
    }

    #[test]
    fn every_start_on_small_boards_ends_as_the_rules_say() {
        for (cols, rows) in [(2, 2), (3, 2), (4, 2), (3, 3)] {
            let ground = kings(cols, rows);
            let squares = ground.squares();
            for own in 0..squares {
                // On the larger boards the slow way takes its time.
                for other in (0..squares).filter(|other| *other != own && (squares < 8 || (own + other) % 4 == 0)) {
                    let found = Question { ground: &ground, own, other }.answer(2, &mut |_, _| {});
                    let free = ((1 << squares) - 1) & !(1 << own) & !(1 << other);
                    assert_eq!(found.plies, plies(&ground, free, own, other), "{cols}x{rows}, {own} {other}");
                    let best = found.turns.iter().filter(|turn| turn.plies == found.plies).count();
                    assert!(found.turns.is_empty() || best > 0, "some turn is the best");
                }
            }
        }
    }

    #[test]
    fn threads_change_nothing() {
        let ground = kings(4, 3);
        let ask = |threads| Question { ground: &ground, own: 0, other: 11 }.answer(threads, &mut |_, _| {});
        assert_eq!(ask(1), ask(3));
        assert_eq!(ask(1).positions, (12 * 11 * (1 << 10)) - 12 * 11 + 1, "all but the other starts");
    }
}
