//! The square board: names, steps, homes and goals. Built once per game, so that play only looks things up.

use super::{BLUE, Step};
use plyground_core::PlayerId;

/// The smallest board.
pub const MIN_SIZE: usize = 3;
/// The largest board; its cells still fit one byte each with room for "off the board".
pub const MAX_SIZE: usize = 8;
/// The most stones of one player: a die has at most six faces.
pub const MAX_STONES: usize = 6;

/// Cells of the largest board, for arrays that serve all sizes.
pub(super) const CELLS: usize = MAX_SIZE * MAX_SIZE;

/// Marks a missing step.
const NONE: u8 = u8::MAX;

/// How many stones of each player a board of this size can hold. The home triangles of both players must not share a
/// cell, so a triangle's side is at most `size - 1`.
pub const fn capacity(size: usize) -> usize {
    let triangle = size * (size - 1) / 2;
    if triangle < MAX_STONES { triangle } else { MAX_STONES }
}

/// A board of one size with the homes of a given number of stones.
///
/// Cells are counted row by row from the top left corner. Red comes from there and goes to the opposite corner; Blue's
/// view is the same board after half a turn.
#[derive(Clone, Debug)]
pub struct Board {
    size: usize,
    homes: [Vec<u8>; 2],
    /// Targets by player, cell and [`Step`]; [`NONE`] where the step would leave the board.
    targets: [[[u8; 3]; CELLS]; 2],
    /// The same targets without gaps, one byte each, and their number in the last byte, for play-outs.
    reach: [[u32; CELLS]; 2],
}

impl Board {
    /// The caller has checked both numbers: `size` within the limits, `stones` within [`capacity`].
    pub(super) fn new(size: usize, stones: usize) -> Self {
        let mut board =
            Board { size, homes: Default::default(), targets: [[[NONE; 3]; CELLS]; 2], reach: [[0; CELLS]; 2] };
        for player in PlayerId::all(2) {
            board.homes[player.index()] =
                home_cells(stones).map(|(row, col)| board.seen_by(player, row, col)).collect();
            for cell in 0..board.cells() as u8 {
                board.enter_steps(player, cell);
            }
        }
        board
    }

    fn enter_steps(&mut self, player: PlayerId, cell: u8) {
        // From Red's point of view; a cell's half-turn image gives Blue's.
        let (row, col) = self.travelled(player, cell);
        let last = self.size - 1;
        let (mut reach, mut count) = (0, 0);
        for step in Step::ALL {
            let (down, right) = step.shift();
            if row + down <= last && col + right <= last {
                let target = self.seen_by(player, row + down, col + right);
                self.targets[player.index()][cell as usize][step as usize] = target;
                reach |= u32::from(target) << (8 * count);
                count += 1;
            }
        }
        self.reach[player.index()][cell as usize] = reach | count << 24;
    }

    /// Rows and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.size * self.size
    }

    /// The home cells that carry stones, in the order of set-up strings.
    pub fn home(&self, player: PlayerId) -> &[u8] {
        &self.homes[player.index()]
    }

    /// The cell that wins for this player.
    #[inline]
    pub fn goal(&self, player: PlayerId) -> u8 {
        if player == BLUE { 0 } else { (self.size * self.size - 1) as u8 }
    }

    /// Where the step leads, if it stays on the board.
    #[inline]
    pub fn target(&self, player: PlayerId, cell: u8, step: Step) -> Option<u8> {
        let target = self.targets[player.index()][cell as usize][step as usize];
        (target != NONE).then_some(target)
    }

    /// By cell: up to three targets, a byte each from the lowest, and their number in the highest byte.
    #[inline]
    pub(super) fn reach(&self, player: PlayerId) -> &[u32; CELLS] {
        &self.reach[player.index()]
    }

    /// Moves to the goal if nobody interferes: the larger of the remaining ranks and files.
    #[inline]
    pub fn distance(&self, player: PlayerId, cell: u8) -> usize {
        let (row, col) = self.travelled(player, cell);
        self.size - 1 - row.min(col)
    }

    /// Rows and columns between the player's own corner and this cell.
    pub fn travelled(&self, player: PlayerId, cell: u8) -> (usize, usize) {
        let cell = if player == BLUE { self.cells() - 1 - cell as usize } else { cell as usize };
        (cell / self.size, cell % self.size)
    }

    fn seen_by(&self, player: PlayerId, row: usize, col: usize) -> u8 {
        let cell = row * self.size + col;
        (if player == BLUE { self.cells() - 1 - cell } else { cell }) as u8
    }

    /// The cell's image under reflection in the diagonal through both goals.
    pub fn transposed(&self, cell: u8) -> u8 {
        let (row, col) = (cell as usize / self.size, cell as usize % self.size);
        (col * self.size + row) as u8
    }

    /// The cell's name: file from `a`, rank from 1 at the bottom.
    pub fn name(&self, cell: u8) -> String {
        self.letters(cell).iter().collect()
    }

    /// The two letters of the cell's name.
    pub(super) fn letters(&self, cell: u8) -> [char; 2] {
        let (row, col) = (cell as usize / self.size, cell as usize % self.size);
        [file_letter(col), digit(self.size - row)]
    }

    /// The cell of this name in either case; `None` for anything that is not a cell of this board.
    pub fn named(&self, name: &str) -> Option<u8> {
        let mut characters = name.chars();
        let (file, rank) = (characters.next()?.to_ascii_lowercase(), characters.next()?.to_digit(10)? as usize);
        if characters.next().is_some() || !file.is_ascii_lowercase() {
            return None;
        }
        let col = (file as u8 - b'a') as usize;
        (col < self.size && (1..=self.size).contains(&rank)).then(|| ((self.size - rank) * self.size + col) as u8)
    }

    /// The most turns any game can have. Every move brings its player's stones nearer to the goal, by ranks and files
    /// together, and no position has them farther away than the start: the homes are the farthest cells.
    pub(super) fn longest_game(&self) -> usize {
        let farthest: usize = self.homes[0].iter().map(|cell| 2 * (self.size - 1) - self.ranks_and_files(*cell)).sum();
        2 * farthest
    }

    fn ranks_and_files(&self, cell: u8) -> usize {
        cell as usize / self.size + cell as usize % self.size
    }
}

/// The letter of a column.
pub(super) fn file_letter(col: usize) -> char {
    (b'a' + col as u8) as char
}

/// The digit of a rank or a label; boards have few of both.
pub(super) fn digit(number: usize) -> char {
    (b'0' + number as u8) as char
}

/// Row and column of the cells that carry stones: the smallest triangle in the corner that holds them all, filled row
/// by row. For up to six stones these are also the cells nearest to the corner.
fn home_cells(stones: usize) -> impl Iterator<Item = (usize, usize)> {
    let side = (1..).find(|side| side * (side + 1) / 2 >= stones).expect("triangles grow without limit");
    (0..side).flat_map(move |row| (0..side - row).map(move |col| (row, col))).take(stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::einstein::RED;

    fn names(board: &Board, cells: &[u8]) -> String {
        cells.iter().map(|cell| board.name(*cell)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn homes_and_goals_are_where_the_rules_say() {
        let board = Board::new(5, 6);
        assert_eq!(names(&board, board.home(RED)), "a5 b5 c5 a4 b4 a3");
        assert_eq!(names(&board, board.home(BLUE)), "e1 d1 c1 e2 d2 e3");
        assert_eq!(names(&board, &[board.goal(RED), board.goal(BLUE)]), "e1 a5");
        assert_eq!(board.longest_game(), 80);
    }

    #[test]
    fn homes_never_overlap_and_are_the_farthest_cells() {
        for size in MIN_SIZE..=MAX_SIZE {
            for stones in 1..=capacity(size) {
                let board = Board::new(size, stones);
                let red = board.home(RED);
                assert_eq!(red.len(), stones);
                assert!(red.iter().all(|cell| !board.home(BLUE).contains(cell)), "{size} {stones}");
                let worst = red.iter().map(|cell| board.ranks_and_files(*cell)).max().unwrap();
                let nearer =
                    (0..board.cells() as u8).filter(|c| board.ranks_and_files(*c) < worst && !red.contains(c)).count();
                assert_eq!(nearer, 0, "a cell nearer to the corner is empty: {size} {stones}");
            }
        }
    }

    #[test]
    fn names_and_cells_are_inverse() {
        for size in MIN_SIZE..=MAX_SIZE {
            let board = Board::new(size, 1);
            for cell in 0..board.cells() as u8 {
                assert_eq!(board.named(&board.name(cell)), Some(cell));
                assert_eq!(board.named(&board.name(cell).to_uppercase()), Some(cell));
            }
        }
        let board = Board::new(5, 6);
        for wrong in ["", "a", "a0", "a6", "f1", "a11", "é1", "a٣", "1a", "`1"] {
            assert_eq!(board.named(wrong), None, "{wrong}");
        }
    }
}
