//! Domineering on an 8x8 board: one player places dominoes upright, the other lying; a player without room loses.

use super::Foreign;
use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn, key_for};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering;

/// Taken cells and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    taken: u64,
    mover: PlayerId,
}

const SIZE: u32 = 8;
const LAST_COLUMN: u64 = 0x8080_8080_8080_8080;

/// Every cell where the player's domino can begin.
fn room(taken: u64, player: PlayerId) -> u64 {
    let free = !taken;
    if player == PlayerId::FIRST { free & free >> SIZE } else { free & free >> 1 & !LAST_COLUMN }
}

fn domino(cell: u8, player: PlayerId) -> u64 {
    if player == PlayerId::FIRST { 1 << cell | 1 << (u32::from(cell) + SIZE) } else { 3 << cell }
}

impl Game for Domineering {
    type Position = Board;
    type Move = u8;
    type Undo = ();

    fn facts(&self) -> Facts {
        Facts::two_players(32)
    }
    fn start(&self) -> Board {
        Board { taken: 0, mover: PlayerId::FIRST }
    }
    fn turn(&self, board: &Board) -> Turn {
        if room(board.taken, board.mover) == 0 { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        let mut cells = room(board.taken, board.mover);
        while cells != 0 {
            out.push(cells.trailing_zeros() as u8);
            cells &= cells - 1;
        }
    }
    fn make(&self, board: &mut Board, cell: u8) {
        *board = Board { taken: board.taken | domino(cell, board.mover), mover: board.mover.opponent() };
    }
    fn unmake(&self, board: &mut Board, cell: u8, (): ()) {
        board.mover = board.mover.opponent();
        board.taken &= !domino(cell, board.mover);
    }
    fn payoffs(&self, board: &Board) -> Payoffs {
        Payoffs::win(board.mover.opponent())
    }
    fn key(&self, board: &Board) -> Option<u64> {
        Some(key_for(board.taken, board.mover.index() as u64))
    }
}

impl Foreign for Domineering {
    const NAME: &'static str = "Domineering 8x8";
    const DEPTH: u32 = 8;

    /// How many more places the player to move has.
    fn estimate(&self, board: &Board) -> i32 {
        let places = |player| room(board.taken, player).count_ones() as i32;
        places(board.mover) - places(board.mover.opponent())
    }
    fn to_move(board: &Board) -> PlayerId {
        board.mover
    }
    fn index(cell: u8) -> u16 {
        u16::from(cell)
    }
}
