//! From the last squares to the whole board, level by level.

use crate::census_board::CensusBoard;
use crate::level::{ROW, largest_level, next, ranks_after, sets, squares_of, unrank};
use crate::{MOST_SQUARES, worth};
use std::sync::Mutex;
use std::thread;

/// Sets of squares that a thread takes at a time.
const PORTION: usize = 4096;

/// A position in which no square has been removed yet.
#[derive(Clone, Copy, Debug)]
pub struct CensusPosition<'a> {
    /// The board.
    pub board: &'a CensusBoard,
    /// The square of the player to move.
    pub own: usize,
    /// The square of the other player.
    pub other: usize,
}

/// A turn and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CensusTurn {
    /// The square entered.
    pub to: usize,
    /// The square removed; none if only permanent squares are left.
    pub removed: Option<usize>,
    /// Turns until the end, this one included; odd if it wins.
    pub plies: u32,
}

/// The result of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CensusResult {
    /// Turns until the end with best play (the winner hurries, the loser delays); odd if the player to move wins.
    pub plies: u32,
    /// Every turn.
    pub turns: Vec<CensusTurn>,
    /// Positions counted.
    pub positions: u64,
}

impl CensusPosition<'_> {
    /// Counts all positions, using up to `threads` threads. `watch` gets the number of finished levels and of all levels.
    pub fn solve(&self, threads: usize, watch: &mut dyn FnMut(usize, usize)) -> CensusResult {
        let squares = self.board.squares();
        let room = largest_level(self.board.removable()) * squares * ROW;
        // Both are as large as any level, so that memory is asked for only once.
        let (mut after, mut now) = (vec![0; room], vec![0; room]);
        // Two squares are always left for the pieces, and permanent squares are always left.
        let last = self.board.removable().min(squares.saturating_sub(2));
        for gone in (0..=last).rev() {
            self.count_level(gone, &after, &mut now, threads);
            std::mem::swap(&mut after, &mut now);
            watch(last - gone + 1, last + 1);
        }
        // The last level counted is in `after`: the whole board, one set.
        let whole = after[self.own * ROW + self.other];
        let turns = self.turns(&after, &now);
        CensusResult { plies: u32::from(worth::plies(whole)), turns, positions: self.board.positions() }
    }

    /// Every turn of the position itself, from the levels of no and of one square gone.
    fn turns(&self, whole: &[u8], after: &[u8]) -> Vec<CensusTurn> {
        let squares = self.board.squares();
        let mut turns = Vec::new();
        self.board.each_step(self.own, self.board.all() & !(1 << self.other), |to| {
            let choices = self.board.removable_set() & !(1 << to) & !(1 << self.other);
            let mut add =
                |removed, child| turns.push(CensusTurn { to, removed, plies: u32::from(worth::plies(child)) + 1 });
            if choices == 0 {
                add(None, whole[self.other * ROW + to]);
            }
            for removed in squares_of(choices) {
                // Sets of one square are numbered by it.
                add(Some(removed), after[(removed * squares + self.other) * ROW + to]);
            }
        });
        turns
    }

    /// All positions with this number of squares gone, from those with one more gone.
    fn count_level(&self, gone: usize, after: &[u8], now: &mut [u8], threads: usize) {
        let size = self.board.squares() * ROW;
        let level = &mut now[..sets(self.board.removable(), gone) * size];
        let portions = Mutex::new(level.chunks_mut(PORTION * size).enumerate());
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let taken = portions.lock().expect("no thread panics while it holds the lock").next();
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
        let squares = self.board.squares();
        let free = self.board.all() & !set;
        let removable = self.board.removable_set() & !set;
        let mut numbers = [0; MOST_SQUARES];
        ranks_after(set, self.board.removable(), &mut numbers);
        block.fill(worth::NONE);
        // The best that can be removed, for every square that the piece to move might enter, by the place of the other.
        let mut best = [[worth::NONE; ROW]; MOST_SQUARES];
        for other in squares_of(free) {
            for removed in squares_of(removable & !(1 << other)) {
                let at = (numbers[removed] as usize * squares + other) * ROW;
                let row = &after[at..at + ROW];
                best[other].iter_mut().zip(row).for_each(|(best, worth)| *best = (*best).max(*worth));
            }
            // A piece on a removable square always leaves something to remove: that square.
            self.count_places(removable & !(1 << other), free, other, &best[other], block);
        }
        if self.board.removable() < squares {
            self.count_permanent(free, removable, &mut best, block);
        }
    }

    /// All places in `places` of the piece to move, while the other one stands on `other`.
    #[inline]
    fn count_places(&self, places: u32, free: u32, other: usize, best: &[u8; ROW], block: &mut [u8]) {
        let open = free & !(1 << other);
        for own in squares_of(places) {
            let mut top = worth::NONE;
            self.board.each_step(own, open, |to| top = top.max(best[to]));
            block[own * ROW + other] = worth::before(top);
        }
    }

    /// The positions in which the piece to move stands on a permanent square. If it enters the only removable square that is free, then
    /// nothing is left to remove, and the turn leads to a position of this very set.
    fn count_permanent(&self, free: u32, removable: u32, best: &mut [[u8; ROW]; MOST_SQUARES], block: &mut [u8]) {
        for other in squares_of(free) {
            let choices = removable & !(1 << other);
            if choices.count_ones() == 1 {
                let to = choices.trailing_zeros() as usize;
                // A piece on a removable square was counted before. One on a permanent square can only step to permanent
                // squares, as no other is free, and they are never a step apart: it has lost.
                best[other][to] =
                    if removable >> other & 1 == 1 { block[other * ROW + to] } else { worth::of_plies(0) };
            }
            self.count_places(free & !removable & !(1 << other), free, other, &best[other], block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kings on a board, where some squares (counted row by row) are permanent and therefore numbered last.
    fn board(cols: isize, rows: isize, permanent: &[isize]) -> Option<CensusBoard> {
        let removable = (0..cols * rows).filter(|square| !permanent.contains(square));
        let order: Vec<isize> = removable.chain(permanent.iter().copied()).collect();
        let number = |col: isize, row: isize| {
            let inside = (0..cols).contains(&col) && (0..rows).contains(&row);
            inside.then(|| order.iter().position(|square| *square == row * cols + col)).flatten()
        };
        let around = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        let ways = |at: &isize| {
            let near = around.iter().filter_map(|(x, y)| number(at % cols + x, at / cols + y));
            near.map(|square| vec![square as u8]).collect()
        };
        CensusBoard::new(order.iter().map(ways).collect()).with_permanent(permanent.len())
    }

    fn kings(cols: isize, rows: isize) -> CensusBoard {
        board(cols, rows, &[]).expect("without permanent squares there is always an order")
    }

    /// The rules again, one position after the other.
    fn plies(board: &CensusBoard, free: u32, own: usize, other: usize) -> u32 {
        let mut steps = Vec::new();
        board.each_step(own, free, |to| steps.push(to));
        let mut ends = Vec::new();
        for to in steps {
            let left = (free | 1 << own) & !(1 << to);
            let choices = left & board.removable_set();
            for removed in squares_of(choices) {
                ends.push(plies(board, left & !(1 << removed), other, to));
            }
            if choices == 0 {
                ends.push(plies(board, left, other, to));
            }
        }
        let won = ends.iter().filter(|end| *end % 2 == 0).min().map(|end| end + 1);
        won.or_else(|| ends.iter().max().map(|end| end + 1)).unwrap_or(0)
    }

    /// Every start, or on larger boards, where the slow way takes its time, every fourth.
    fn check_starts(board: &CensusBoard, name: &str) {
        let squares = board.squares();
        for own in 0..squares {
            for other in (0..squares).filter(|other| *other != own && (squares < 8 || (own + other) % 4 == 0)) {
                let found = CensusPosition { board, own, other }.solve(2, &mut |_, _| {});
                let free = board.all() & !(1 << own) & !(1 << other);
                assert_eq!(found.plies, plies(board, free, own, other), "{name}, {own} {other}");
                let best = found.turns.iter().filter(|turn| turn.plies == found.plies).count();
                assert!(found.turns.is_empty() || best > 0, "{name}: one turn at least is the best");
                for turn in found.turns.iter().filter(|_| squares < 8) {
                    let left = (free | 1 << own) & !(1 << turn.to);
                    let left = turn.removed.map_or(left, |removed| left & !(1 << removed));
                    let expected = plies(board, left, other, turn.to) + 1;
                    assert_eq!(turn.plies, expected, "{name}, {own} {other}: {turn:?}");
                }
            }
        }
    }

    #[test]
    fn every_start_on_small_boards_ends_as_the_rules_say() {
        for (cols, rows) in [(2, 2), (3, 2), (4, 2), (3, 3)] {
            check_starts(&kings(cols, rows), &format!("{cols}x{rows}"));
        }
    }

    #[test]
    fn permanent_squares_are_never_removed() {
        let boards: [(isize, isize, &[isize]); 10] = [
            (2, 1, &[0]),
            (3, 1, &[0, 2]),
            (5, 1, &[0, 2, 4]),
            (2, 2, &[3]),
            (3, 2, &[0]),
            (3, 2, &[1]),
            (3, 2, &[0, 5]),
            (4, 2, &[0, 7]),
            (3, 3, &[4]),
            (3, 3, &[0, 2, 6, 8]),
        ];
        for (cols, rows, permanent) in boards {
            let board = board(cols, rows, permanent).expect("no two of them are a step apart");
            check_starts(&board, &format!("{cols}x{rows} with {permanent:?}"));
        }
    }

    #[test]
    fn permanent_squares_a_step_apart_have_no_order() {
        assert_eq!(board(3, 3, &[0, 1]), None);
        assert_eq!(board(3, 3, &[0, 4, 8]), None);
        // Three squares in a row, the middle one is number 0: a queen crosses it.
        let row = CensusBoard::new(vec![vec![vec![1], vec![2]], vec![vec![0, 2]], vec![vec![0, 1]]]);
        assert!(row.clone().with_permanent(1).is_some());
        assert_eq!(row.with_permanent(2), None);
    }

    #[test]
    fn all_positions_are_counted() {
        for (board, name) in [(kings(3, 2), "plain"), (board(3, 2, &[0, 2]).expect("apart"), "permanent")] {
            let squares = board.squares();
            let mut count = 0;
            for gone in 0..1u32 << board.removable() {
                let left = u64::from((board.all() & !gone).count_ones());
                count += left * left.saturating_sub(1);
            }
            assert_eq!(board.positions(), count, "{name} {squares}");
        }
    }

    #[test]
    fn threads_change_nothing() {
        for board in [kings(4, 3), board(4, 3, &[0, 11]).expect("apart")] {
            let ask = |threads| CensusPosition { board: &board, own: 0, other: 11 }.solve(threads, &mut |_, _| {});
            assert_eq!(ask(1), ask(3));
        }
    }
}
