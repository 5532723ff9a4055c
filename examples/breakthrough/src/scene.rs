//! The picture of a position.

use crate::{Breakthrough, Position, SIZE, Step};
use plyground::core::{Cell, Click, Drawable, Piece, PlayerId, Scene, SeatInfo};

/// The cell of the scene, which counts from the top.
fn drawn_at(cell: usize) -> usize {
    (SIZE - 1 - cell / SIZE) * SIZE + cell % SIZE
}

impl Drawable for Breakthrough {
    fn scene(&self, position: &Position) -> Scene {
        let mut cells = vec![Cell::default(); SIZE * SIZE];
        for cell in 0..SIZE * SIZE {
            let piece = position.owner(cell).map(|owner| Piece { owner: Some(owner), label: String::new() });
            cells[drawn_at(cell)].piece = piece;
        }
        let seat = |player: PlayerId| {
            let (name, symbol) = if player == PlayerId::FIRST { ("white", 'w') } else { ("black", 'b') };
            let men = i64::from(position.men[player.index()].count_ones());
            SeatInfo { name: name.to_string(), symbol, holdings: vec![("men", men)], eliminated: false }
        };
        Scene {
            cols: SIZE,
            rows: SIZE,
            cells,
            seats: PlayerId::all(2).map(seat).collect(),
            col_names: (0..SIZE as u8).map(|col| char::from(b'a' + col).to_string()).collect(),
            row_names: (1..=SIZE).rev().map(|row| row.to_string()).collect(),
            ..Scene::default()
        }
    }

    fn clicks(&self, _position: &Position, step: Step) -> Vec<Click> {
        vec![Click::Cell(drawn_at(usize::from(step.from))), Click::Cell(drawn_at(usize::from(step.to)))]
    }
}
