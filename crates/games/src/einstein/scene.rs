//! Positions as pictures, moves as clicks: first the stone, then where it goes.

use super::board::file_letter;
use super::position::{Move, Position};
use super::{Einstein, player_letter, player_name};
use plyground_core::{Cell, CellKind, Click, ClickChoice, Drawable, Piece, PlayerId, Scene, SeatInfo};

impl Drawable for Einstein {
    fn scene(&self, position: &Position) -> Scene {
        let board = self.board();
        let size = board.size();
        Scene {
            cols: size,
            rows: size,
            cells: (0..board.cells() as u8).map(|cell| self.draw_cell(position, cell)).collect(),
            links: Vec::new(),
            seats: PlayerId::all(2).map(|player| seat(position, player)).collect(),
            die: position.die().map(|face| face + 1),
            col_names: (0..size).map(|col| file_letter(col).to_string()).collect(),
            row_names: (1..=size).rev().map(|rank| rank.to_string()).collect(),
        }
    }

    fn clicks(&self, position: &Position, mv: Move) -> Vec<Click> {
        let from = position.stones(position.mover()).get(mv.stone());
        let to = from.and_then(|cell| self.board().target(position.mover(), cell, mv.step()));
        from.into_iter().chain(to).map(|cell| Click::Cell(cell as usize)).collect()
    }

    fn click_forms(&self) -> Vec<Vec<ClickChoice>> {
        vec![vec![ClickChoice::Cell, ClickChoice::Cell]]
    }

    fn ending(&self, position: &Position) -> Option<String> {
        let arrived = |player: &PlayerId| {
            position.occupant(self.board().goal(*player)).is_some_and(|(owner, _)| owner == *player)
        };
        let bare = |player: &PlayerId| position.stones(*player).count() == 0;
        let reached =
            PlayerId::all(2).find(arrived).map(|player| format!("{} reached the corner", player_name(player)));
        let taken = || PlayerId::all(2).find(bare).map(|player| format!("{} has no stone left", player_name(player)));
        reached.or_else(taken)
    }
}

impl Einstein {
    fn draw_cell(&self, position: &Position, cell: u8) -> Cell {
        let players = || PlayerId::all(2);
        // A player's corner is the other one's goal, which matters more.
        let goal = players().find(|player| self.board().goal(*player) == cell).map(CellKind::Goal);
        let home = players().find(|player| self.board().home(*player).contains(&cell)).map(CellKind::Home);
        let piece = position
            .occupant(cell)
            .map(|(player, stone)| Piece { owner: Some(player), label: (stone + 1).to_string() });
        Cell { ground: goal.or(home).unwrap_or_default(), piece, mark: None }
    }
}

fn seat(position: &Position, player: PlayerId) -> SeatInfo {
    SeatInfo {
        name: player_name(player).to_string(),
        symbol: player_letter(player),
        holdings: vec![("stones", position.stones(player).count() as i64)],
        eliminated: false,
    }
}
