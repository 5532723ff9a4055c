//! Positions as rows from the top, moves as `b2-b3` and `b2xc3`.

use crate::{Breakthrough, Position, SIZE, Step};
use plyground::core::{Game, Notation, NotationError, PlayerId};

const LETTERS: [char; 2] = ['w', 'b'];

fn name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % SIZE as u8), cell / SIZE as u8 + 1)
}

impl Notation for Breakthrough {
    fn position_text(&self, position: &Position) -> String {
        let cell = |cell: usize| position.owner(cell).map_or('.', |player| LETTERS[player.index()]);
        let row = |row: usize| (0..SIZE).map(|col| cell(row * SIZE + col)).collect::<String>();
        let rows: Vec<String> = (0..SIZE).rev().map(row).collect();
        format!("{} {}", rows.join("/"), LETTERS[position.mover.index()])
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |reason: &str| NotationError::new(text, reason);
        let (board, mover) = text.split_once(' ').ok_or_else(|| wrong("expected rows and a player, `w` or `b`"))?;
        let player = |letter: &str| LETTERS.iter().position(|known| letter == known.to_string());
        let mover = player(mover).and_then(|index| PlayerId::from_number(index + 1));
        let mover = mover.ok_or_else(|| wrong("the player to move is `w` or `b`"))?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != SIZE || rows.iter().any(|row| row.chars().count() != SIZE) {
            return Err(wrong("expected six rows of six cells, separated by `/`"));
        }
        let mut position = Position { men: [0, 0], mover };
        for (row, line) in rows.iter().rev().enumerate() {
            for (col, letter) in line.chars().enumerate() {
                match LETTERS.iter().position(|known| *known == letter) {
                    Some(player) => position.men[player] |= 1 << (row * SIZE + col),
                    None if letter == '.' => {}
                    None => return Err(wrong("a cell is `w`, `b` or `.`")),
                }
            }
        }
        let mut moves = Vec::new();
        self.moves(&position, &mut moves);
        match position.winner() {
            None if moves.is_empty() => Err(wrong("the player to move has no move")),
            Some(winner) if winner == mover => Err(wrong("the game is over, and the winner does not move next")),
            _ => Ok(position),
        }
    }

    fn move_text(&self, position: &Position, step: Step) -> String {
        let takes = position.owner(usize::from(step.to)).is_some();
        format!("{}{}{}", name(step.from), if takes { 'x' } else { '-' }, name(step.to))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Step, NotationError> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let found = moves.into_iter().find(|step| self.move_text(position, *step) == text);
        found.ok_or_else(|| NotationError::new(text, "this is not a legal move; write one like `b2-b3` or `b2xc3`"))
    }

    fn variant_text(&self) -> String {
        "standard".to_string()
    }
}
