//! Breakthrough on a 6x6 board: men step forward, straight or slanting, and capture slantwise; the first on the last row wins.

use super::Foreign;
use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn, key_for};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breakthrough;

/// The men of both players, row by row, and the player to move. The first player moves towards higher rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    men: [u64; 2],
    mover: PlayerId,
}

/// A step: its cell of departure, and its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

const SIZE: u8 = 6;
const ROW: u64 = 0x3f;
const HOME: [u64; 2] = [0xfff, 0xfff << 24];
const GOAL: [u64; 2] = [ROW << 30, ROW];

impl Game for Breakthrough {
    type Position = Board;
    type Move = Step;
    type Undo = Board;

    fn facts(&self) -> Facts {
        Facts::two_players(100)
    }
    fn start(&self) -> Board {
        Board { men: HOME, mover: PlayerId::FIRST }
    }
    fn turn(&self, board: &Board) -> Turn {
        let last = board.mover.opponent().index();
        let over = board.men[last] & GOAL[last] != 0 || board.men[board.mover.index()] == 0;
        if over { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn moves(&self, board: &Board, out: &mut Vec<Step>) {
        let (own, other) = (board.men[board.mover.index()], board.men[board.mover.opponent().index()]);
        let mut men = own;
        while men != 0 {
            let from = men.trailing_zeros() as u8;
            men &= men - 1;
            let (column, row) = (from % SIZE, from / SIZE);
            let ahead = if board.mover == PlayerId::FIRST { row + 1 } else { row.wrapping_sub(1) };
            if ahead >= SIZE {
                continue;
            }
            for side in [column.wrapping_sub(1), column, column + 1] {
                let to = ahead * SIZE + side;
                let blocked = own | if side == column { other } else { 0 };
                if side < SIZE && blocked >> to & 1 == 0 {
                    out.push(Step { from, to });
                }
            }
        }
    }
    fn make(&self, board: &mut Board, step: Step) -> Board {
        let (before, own) = (*board, board.mover.index());
        board.men[own] ^= 1 << step.from | 1 << step.to;
        board.men[1 - own] &= !(1 << step.to);
        board.mover = board.mover.opponent();
        before
    }
    fn unmake(&self, board: &mut Board, _step: Step, before: Board) {
        *board = before;
    }
    fn payoffs(&self, board: &Board) -> Payoffs {
        Payoffs::win(board.mover.opponent())
    }
    fn key(&self, board: &Board) -> Option<u64> {
        Some(key_for(board.men[0], board.men[1] << 1 | board.mover.index() as u64))
    }
}

impl Foreign for Breakthrough {
    const NAME: &'static str = "Breakthrough 6x6";
    const DEPTH: u32 = 10;

    /// Men, and how far they have come.
    fn estimate(&self, board: &Board) -> i32 {
        let strength = |player: usize| -> i32 {
            let men = board.men[player];
            let rows = (0..6).map(|row| {
                let count = (men >> (6 * row) & ROW).count_ones() as i32;
                count * if player == 0 { row } else { 5 - row }
            });
            10 * men.count_ones() as i32 + rows.sum::<i32>()
        };
        let mover = board.mover.index();
        strength(mover) - strength(1 - mover)
    }
    fn to_move(board: &Board) -> PlayerId {
        board.mover
    }
    fn index(step: Step) -> u16 {
        u16::from(step.from) * 36 + u16::from(step.to)
    }
}
