//! A scene read with care: only cells that exist, only text that is safe to print.

use plyground_core::{Cell, CellKind, Mark, Piece, PlayerId, Scene};

/// Longer inscriptions are cut: a board must stay a board.
const LONGEST_LABEL: usize = 6;

/// The drawable part of a scene.
pub struct Grid<'a> {
    pub scene: &'a Scene,
    /// Columns that can hold a cell at all; at most `scene.cols`.
    pub cols: usize,
    /// Rows that can hold a cell at all; at most `scene.rows`.
    pub rows: usize,
}

impl<'a> Grid<'a> {
    pub fn new(scene: &'a Scene) -> Self {
        let cols = scene.cols.min(scene.cells.len());
        let rows = if cols == 0 { 0 } else { scene.rows.min(scene.cells.len().div_ceil(cols)) };
        Grid { scene, cols: if rows == 0 { 0 } else { cols }, rows }
    }

    /// The cell, unless it is a hole.
    pub fn cell(&self, col: usize, row: usize) -> Option<&'a Cell> {
        let index = (col < self.cols).then(|| row.checked_mul(self.scene.cols)?.checked_add(col)).flatten()?;
        self.scene.cells.get(index).filter(|cell| cell.ground != CellKind::Hole)
    }

    /// All cells that are no holes, row by row, with their places.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, &'a Cell)> + '_ {
        (0..self.rows).flat_map(move |row| (0..self.cols).filter_map(move |col| Some((col, row, self.cell(col, row)?))))
    }

    /// The place of a cell index, if it can be drawn and is no hole.
    pub fn place(&self, index: usize) -> Option<(usize, usize)> {
        let (col, row) = (index.checked_rem(self.scene.cols)?, index / self.scene.cols);
        (row < self.rows).then_some(())?;
        self.cell(col, row).map(|_| (col, row))
    }

    /// What stands above this column.
    pub fn col_name(&self, col: usize) -> String {
        caption(&self.scene.col_names, col)
    }

    /// What stands beside this row.
    pub fn row_name(&self, row: usize) -> String {
        caption(&self.scene.row_names, row)
    }

    /// The character that tells this player's pieces apart without colour.
    pub fn symbol(&self, player: PlayerId) -> char {
        match self.scene.seats.get(player.index()).map(|seat| seat.symbol) {
            Some(symbol) if printable(symbol) && symbol != ' ' => symbol,
            _ => char::from_digit(player.number() as u32, 10).unwrap_or('?'),
        }
    }
}

/// A piece's own inscription, safe and short.
pub fn label(piece: &Piece) -> String {
    short(&piece.label, LONGEST_LABEL)
}

/// Whether the last move ended on this cell.
pub fn is_last_move(cell: &Cell) -> bool {
    cell.mark == Some(Mark::LastMove)
}

fn caption(names: &[String], index: usize) -> String {
    names.get(index).map_or_else(|| index.to_string(), |name| short(name, LONGEST_LABEL))
}

/// Printable text of at most `longest` characters.
pub fn short(text: &str, longest: usize) -> String {
    let mut out: String = text.chars().take(longest).map(|c| if printable(c) { c } else { '?' }).collect();
    if text.chars().nth(longest).is_some() {
        out.pop();
        out.push('~');
    }
    out
}

/// Neither a control character (a label must not steer a terminal) nor one that XML forbids.
fn printable(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_do_not_exist_are_left_out() {
        let scene = Scene { cols: 3, rows: usize::MAX, cells: vec![Cell::default(); 4], ..Scene::default() };
        let grid = Grid::new(&scene);
        assert_eq!((grid.cols, grid.rows), (3, 2));
        assert_eq!(grid.cells().count(), 4);
        assert_eq!(grid.place(3), Some((0, 1)));
        assert_eq!(grid.place(4), None);
        assert_eq!(grid.cell(0, usize::MAX), None);
    }

    #[test]
    fn a_huge_empty_board_has_nothing_to_draw() {
        let scene = Scene { cols: usize::MAX, rows: usize::MAX, ..Scene::default() };
        let grid = Grid::new(&scene);
        assert_eq!((grid.cols, grid.rows, grid.place(7)), (0, 0, None));
    }

    #[test]
    fn text_is_made_short_and_harmless() {
        assert_eq!(short("\u{1b}[2J", 6), "?[2J");
        assert_eq!(short("abcdefgh", 6), "abcde~");
        assert_eq!(short("abcdef", 6), "abcdef");
    }

    #[test]
    fn players_without_a_seat_are_known_by_number() {
        let grid = Grid::new(&Scene { cols: 0, ..Scene::default() }).symbol(PlayerId::SECOND);
        assert_eq!(grid, '2');
    }
}
