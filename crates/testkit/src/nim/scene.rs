//! Each heap is a row of cells; objects taken away leave closed cells behind.

use super::notation::heap_name;
use super::rules::{Nim, Position, Take};
use plyground_core::{Cell, CellKind, Click, Drawable, Piece, PlayerId, Scene, SeatInfo};

impl Drawable for Nim {
    fn scene(&self, position: &Position) -> Scene {
        let cols = self.width();
        let cells = (0..self.heaps.len() * cols).map(|index| self.cell(position, index / cols, index % cols)).collect();
        let seat = |player: PlayerId| SeatInfo {
            name: format!("player {player}"),
            symbol: char::from(b'1' + player.index() as u8),
            ..SeatInfo::default()
        };
        Scene {
            cols,
            rows: self.heaps.len(),
            cells,
            seats: PlayerId::all(self.players).map(seat).collect(),
            die: position.roll.map(usize::from),
            row_names: (0..self.heaps.len()).map(|heap| heap_name(heap).to_string()).collect(),
            ..Scene::default()
        }
    }

    /// The object at which the taking begins: everything from it to the end of the row goes.
    fn clicks(&self, position: &Position, mv: Take) -> Vec<Click> {
        let heap = usize::from(mv.heap);
        let left = position.heaps[heap].saturating_sub(mv.count);
        vec![Click::Cell(heap * self.width() + usize::from(left))]
    }
}

impl Nim {
    fn width(&self) -> usize {
        self.heaps.iter().copied().max().map_or(0, usize::from)
    }

    fn cell(&self, position: &Position, row: usize, col: usize) -> Cell {
        if col < usize::from(position.heaps[row]) {
            Cell { piece: Some(Piece { owner: None, label: String::new() }), ..Cell::default() }
        } else if col < usize::from(self.heaps[row]) {
            Cell { ground: CellKind::Blocked, ..Cell::default() }
        } else {
            Cell { ground: CellKind::Hole, ..Cell::default() }
        }
    }
}
