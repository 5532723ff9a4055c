//! The board as the original program saw it: which squares are free, where the two pieces stand, and what the position
//! is worth to one of them.

use plyground_games::isola::Size;

/// Values at or above this are wins.
pub(super) const HI: i32 = i32::MAX - 100;
/// What having no move is worth.
pub(super) const LO: i32 = i32::MIN + 100;

/// A position. `me` and `opp` stay the same pieces throughout a game, no matter who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board {
    pub free: u64,
    pub me: u8,
    pub opp: u8,
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Me,
    Opp,
}

impl Side {
    pub fn other(self) -> Side {
        if self == Side::Me { Side::Opp } else { Side::Me }
    }
}

impl Board {
    pub fn piece(&self, side: Side) -> u8 {
        if side == Side::Me { self.me } else { self.opp }
    }

    /// The board after a step; the square just left is not free any more, and was not while the piece stood there.
    pub fn step(&self, side: Side, to: u8) -> Board {
        let mut after = Board { free: self.free & !(1 << to), ..*self };
        *(if side == Side::Me { &mut after.me } else { &mut after.opp }) = to;
        after
    }
}

/// Columns and rows from a square to the next one: north-west, west, south-west, north-east, east, south-east, north,
/// south. The program listed its moves in this order.
const DIRECTIONS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1), (0, -1), (0, 1)];

/// What never changes on a board of at most 64 squares.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    squares: u32,
    /// From each square in each direction: the next square, if there is one.
    next: Vec<[Option<u8>; 8]>,
    /// The squares around each square.
    near: Vec<u64>,
}

impl Grid {
    pub fn new(size: Size) -> Self {
        let squares = size.squares();
        let step = |square: usize, by: (isize, isize)| {
            let (col, row) = (square % size.cols(), square / size.cols());
            size.at(col as isize + by.0, row as isize + by.1).map(|square| square.index() as u8)
        };
        let next: Vec<[Option<u8>; 8]> = (0..squares).map(|square| DIRECTIONS.map(|by| step(square, by))).collect();
        let near = next.iter().map(|row| row.iter().flatten().fold(0, |set, square| set | 1u64 << square)).collect();
        Grid { squares: squares as u32, next, near }
    }

    /// The steps of a piece in the order of the program: direction by direction, near to far.
    pub fn steps(&self, board: &Board, side: Side, out: &mut Vec<u8>) {
        self.walk(board.piece(side), board.free, |to| out.push(to));
    }

    fn mobility(&self, board: &Board, side: Side) -> i32 {
        let mut count = 0;
        self.walk(board.piece(side), board.free, |_| count += 1);
        count
    }

    fn walk(&self, from: u8, free: u64, mut visit: impl FnMut(u8)) {
        for direction in 0..8 {
            let mut at = from;
            while let Some(next) = self.next[usize::from(at)][direction]
                && free >> next & 1 != 0
            {
                visit(next);
                at = next;
            }
        }
    }

    /// Squares that are not free: blocked, or under a piece.
    pub fn filled(&self, board: &Board) -> i32 {
        (self.squares - board.free.count_ones()) as i32
    }

    /// Whether the piece of ME cannot get next to that of OPP.
    pub fn is_split(&self, board: &Board) -> bool {
        self.space(board, Side::Me) & self.near[usize::from(board.opp)] == 0
            && self.near[usize::from(board.me)] >> board.opp & 1 == 0
    }

    /// The free squares that a piece could reach if it had the board to itself.
    fn space(&self, board: &Board, side: Side) -> u64 {
        let mut space = self.near[usize::from(board.piece(side))] & board.free;
        let mut wave = space;
        while wave != 0 {
            let square = wave.trailing_zeros() as usize;
            wave &= wave - 1;
            let new = self.near[square] & board.free & !space;
            space |= new;
            wave |= new;
        }
        space
    }

    /// The evaluation, for ME. `knows_split` when the pieces were separated at the root already.
    pub fn value(&self, board: &Board, knows_split: bool) -> i32 {
        let filled = self.filled(board);
        if !knows_split && 4 * filled > self.squares as i32 && self.is_split(board) {
            let [mine, theirs] = [Side::Me, Side::Opp].map(|side| self.space(board, side).count_ones() as i32);
            let split = HI / self.squares as i32;
            return match (mine, theirs) {
                (_, 0) => HI + mine,
                (0, _) => LO - theirs + 40,
                _ if mine > theirs => split * filled - theirs,
                // Equal spaces count as lost.
                _ => -split * filled - theirs,
            };
        }
        let [mine, theirs] = [Side::Me, Side::Opp].map(|side| self.mobility(board, side));
        match (mine, theirs) {
            (_, 0) => HI + mine,
            (0, _) => LO - theirs + 40,
            _ => (mine - 3 * theirs + 60) * filled,
        }
    }
}
