//! Positions as pictures, moves as clicks: first the stone, then where it goes.

use super::board::file_letter;
use super::position::{Move, Position};
use super::{Einstein, player_letter, player_name};
use plyground_core::{Cell, CellKind, Click, ClickChoice, Drawable, Game, Piece, PlayerId, Scene, SeatInfo};

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

    fn prompts(&self, position: &Position) -> Vec<String> {
        let first = match self.movable_labels(position).as_slice() {
            [stone] => format!("Move stone {stone}"),
            [one, other] => format!("Move stone {one} or {other}"),
            _ => "Move a stone".to_string(),
        };
        vec![first, "Choose where it goes".to_string()]
    }

    fn refusal(&self, position: &Position, clicks: &[Click]) -> Option<String> {
        let Some(Click::Cell(cell)) = clicks.last() else {
            return None;
        };
        if clicks.len() > 1 {
            return Some(
                "A stone goes one square towards the opposite corner: forward, sideways or diagonally.".into(),
            );
        }
        let occupant = u8::try_from(*cell).ok().filter(|cell| usize::from(*cell) < self.board().cells())?;
        let reason = match position.occupant(occupant) {
            None => "There is no stone on that square: choose one of yours.".to_string(),
            Some((owner, _)) if owner != position.mover() => "That stone is your opponent's.".to_string(),
            Some(_) => self.why_these_stones(position)?,
        };
        Some(reason)
    }
}

impl Einstein {
    /// The numbers of the stones that the roll lets move.
    fn movable_labels(&self, position: &Position) -> Vec<usize> {
        let mut moves = Vec::new();
        if position.die().is_some() {
            self.moves(position, &mut moves);
        }
        let mut stones: Vec<usize> = moves.into_iter().map(Move::label).collect();
        stones.sort_unstable();
        stones.dedup();
        stones
    }

    /// Why the roll lets exactly these stones move.
    fn why_these_stones(&self, position: &Position) -> Option<String> {
        let face = position.die()? + 1;
        let stones = self.movable_labels(position);
        let names: Vec<String> = stones.iter().map(usize::to_string).collect();
        Some(match stones.contains(&face) {
            true => format!("The die shows {face}, so stone {face} has to move."),
            false => {
                format!("The die shows {face} and stone {face} is gone, so stone {} has to move.", names.join(" or "))
            }
        })
    }

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
