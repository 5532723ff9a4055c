//! Hex on a 5x5 board. The first player joins top and bottom, the second left and right.

use super::Foreign;
use plyground_core::{Facts, Game, Payoffs, PlayerId, Turn, key_for};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hex;

/// The stones of both players, row by row, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    stones: [u32; 2],
    mover: PlayerId,
}

const SIZE: u32 = 5;
const ALL: u32 = (1 << (SIZE * SIZE)) - 1;
const FIRST_COLUMN: u32 = 0b00001_00001_00001_00001_00001;
const LAST_COLUMN: u32 = FIRST_COLUMN << (SIZE - 1);
const FIRST_ROW: u32 = 0x1f;
const LAST_ROW: u32 = FIRST_ROW << (SIZE * (SIZE - 1));

/// Cells next to any of these.
fn neighbours(cells: u32) -> u32 {
    let (not_first, not_last) = (cells & !FIRST_COLUMN, cells & !LAST_COLUMN);
    (cells << SIZE | cells >> SIZE | not_last << 1 | not_first >> 1 | not_first << (SIZE - 1) | not_last >> (SIZE - 1))
        & ALL
}

fn sides(player: usize) -> (u32, u32) {
    if player == 0 { (FIRST_ROW, LAST_ROW) } else { (FIRST_COLUMN, LAST_COLUMN) }
}

/// All stones joined to the `reached` ones.
fn flood(mut reached: u32, stones: u32) -> u32 {
    loop {
        let next = reached | neighbours(reached) & stones;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// How many stones the player still needs to join both sides; none if they are joined.
fn missing(own: u32, other: u32, player: usize) -> i32 {
    let (near, far) = sides(player);
    let mut reached = flood(near & own, own);
    let mut stones = 0;
    while reached & far == 0 {
        let next = (reached | neighbours(reached) | if stones == 0 { near } else { 0 }) & !other;
        let next = flood(next, own);
        if next == reached {
            return 99;
        }
        reached = next;
        stones += 1;
    }
    stones
}

impl Game for Hex {
    type Position = Board;
    type Move = u8;
    type Undo = ();

    fn facts(&self) -> Facts {
        Facts::two_players((SIZE * SIZE) as usize)
    }
    fn start(&self) -> Board {
        Board { stones: [0, 0], mover: PlayerId::FIRST }
    }
    fn turn(&self, board: &Board) -> Turn {
        let last = board.mover.opponent().index();
        let (near, far) = sides(last);
        let own = board.stones[last];
        if flood(near & own, own) & far != 0 { Turn::Over } else { Turn::Player(board.mover) }
    }
    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        let mut free = ALL & !(board.stones[0] | board.stones[1]);
        while free != 0 {
            out.push(free.trailing_zeros() as u8);
            free &= free - 1;
        }
    }
    fn make(&self, board: &mut Board, cell: u8) {
        board.stones[board.mover.index()] |= 1 << cell;
        board.mover = board.mover.opponent();
    }
    fn unmake(&self, board: &mut Board, cell: u8, (): ()) {
        board.mover = board.mover.opponent();
        board.stones[board.mover.index()] &= !(1 << cell);
    }
    fn payoffs(&self, board: &Board) -> Payoffs {
        Payoffs::win(board.mover.opponent())
    }
    fn key(&self, board: &Board) -> Option<u64> {
        Some(key_for(u64::from(board.stones[0]), u64::from(board.stones[1])))
    }
}

impl Foreign for Hex {
    const NAME: &'static str = "Hex 5x5";
    const DEPTH: u32 = 10;

    /// How many stones fewer the player to move needs.
    fn estimate(&self, board: &Board) -> i32 {
        let needs = |player: usize| missing(board.stones[player], board.stones[1 - player], player);
        let mover = board.mover.index();
        needs(1 - mover) - needs(mover)
    }
    fn to_move(board: &Board) -> PlayerId {
        board.mover
    }
    fn index(cell: u8) -> u16 {
        u16::from(cell)
    }
}
