//! Connect Four on seven columns and six rows.

use super::Foreign;
use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn, key_for};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

/// A column has seven bits, the top one always empty, so that lines cannot wrap around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    discs: [u64; 2],
    mover: PlayerId,
}

fn has_four(discs: u64) -> bool {
    let pairs = |step: u32| discs & discs >> step;
    [1, 6, 7, 8].iter().any(|step| pairs(*step) & pairs(*step) >> (2 * step) != 0)
}

impl Game for ConnectFour {
    type Position = Board;
    type Move = u8;
    type Undo = Board;

    fn facts(&self) -> Facts {
        Facts::two_players(42)
    }
    fn start(&self) -> Board {
        Board { discs: [0, 0], mover: PlayerId::FIRST }
    }
    fn turn(&self, board: &Board) -> Turn {
        let full = (board.discs[0] | board.discs[1]).count_ones() == 42;
        let over = full || has_four(board.discs[board.mover.opponent().index()]);
        if over { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        let all = board.discs[0] | board.discs[1];
        out.extend([3, 2, 4, 1, 5, 0, 6].iter().filter(|column| all >> (7 * **column + 5) & 1 == 0));
    }
    fn make(&self, board: &mut Board, column: u8) -> Board {
        let (before, shift) = (*board, 7 * column);
        let all = board.discs[0] | board.discs[1];
        board.discs[board.mover.index()] |= (all + (1 << shift)) & 0x3f << shift;
        board.mover = board.mover.opponent();
        before
    }
    fn unmake(&self, board: &mut Board, _column: u8, before: Board) {
        *board = before;
    }
    fn payoffs(&self, board: &Board) -> Payoffs {
        let last = board.mover.opponent();
        if has_four(board.discs[last.index()]) { Payoffs::win(last) } else { Payoffs::new(&[0.0, 0.0]) }
    }
    fn key(&self, board: &Board) -> Option<u64> {
        Some(key_for(board.discs[0], board.discs[1]))
    }
}

impl Foreign for ConnectFour {
    const NAME: &'static str = "Connect Four 7x6";
    const DEPTH: u32 = 18;

    /// Nothing is known before the end.
    fn estimate(&self, _board: &Board) -> i32 {
        0
    }
    fn to_move(board: &Board) -> PlayerId {
        board.mover
    }
    fn index(column: u8) -> u16 {
        u16::from(column)
    }
}
