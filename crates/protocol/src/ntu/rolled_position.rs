//! The request for a move, which carries the whole position.

use super::{Cell, Colour, SIDE, STONES, Step};
use crate::ProtocolError;
use std::fmt;
use std::str::FromStr;

/// A position with its roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RolledPosition {
    /// Who is to move.
    pub player: Colour,
    /// The roll, 1 to 6.
    pub roll: usize,
    /// Where blue's stones 1 to 6 stand; `None` if captured.
    pub blue: [Option<Cell>; STONES],
    /// Where red's stones 1 to 6 stand; `None` if captured.
    pub red: [Option<Cell>; STONES],
}

impl RolledPosition {
    /// The stones of a player.
    pub fn stones(&self, player: Colour) -> &[Option<Cell>; STONES] {
        match player {
            Colour::Red => &self.red,
            Colour::Blue => &self.blue,
        }
    }

    fn occupant(&self, cell: Cell) -> Option<(Colour, usize)> {
        [Colour::Red, Colour::Blue].into_iter().find_map(|player| {
            let stone = self.stones(player).iter().position(|stone| *stone == Some(cell))?;
            Some((player, stone + 1))
        })
    }

    /// The position in our own notation.
    pub fn position_text(&self) -> String {
        let mut text = String::new();
        for row in 0..SIDE {
            if row > 0 {
                text.push('/');
            }
            for col in 0..SIDE {
                match self.occupant(Cell { col, row }) {
                    Some((player, stone)) => text.push_str(&format!("{}{stone}", player.letter())),
                    None => text.push('.'),
                }
            }
        }
        format!("{text} {} {}", self.player.letter(), self.roll)
    }

    /// A position of ours. Without a roll the 1 is taken, which the roll replaces.
    pub fn from_position_text(text: &str) -> Result<Self, ProtocolError> {
        let wrong = |reason: &str| ProtocolError::malformed(text, reason);
        let mut words = text.split_whitespace();
        let rows = words.next().unwrap_or_default();
        let player = words.next().unwrap_or_default().parse()?;
        let roll = match words.next() {
            None | Some("-") => 1,
            Some(roll) => roll.parse().ok().filter(|roll| (1..=6).contains(roll)).ok_or(wrong("a roll is 1 to 6"))?,
        };
        let mut get = RolledPosition { player, roll, blue: [None; STONES], red: [None; STONES] };
        if rows.split('/').count() != SIDE {
            return Err(wrong("the board has five rows"));
        }
        for (row, line) in rows.split('/').enumerate() {
            get.read_row(row, line).ok_or(wrong("a row has five cells: `.`, r1 to r6 or b1 to b6"))?;
        }
        Ok(get)
    }

    fn read_row(&mut self, row: usize, line: &str) -> Option<()> {
        let mut characters = line.chars();
        for col in 0..SIDE {
            let stones = match characters.next()? {
                '.' => continue,
                'r' => &mut self.red,
                'b' => &mut self.blue,
                _ => return None,
            };
            let label = characters.next()?.to_digit(10)? as usize;
            *stones.get_mut(label.checked_sub(1)?)? = Some(Cell { col, row });
        }
        characters.next().is_none().then_some(())
    }

    /// The step as a move in our own notation; `None` when no stone of the player to move stands where it begins.
    pub fn move_text(&self, step: Step) -> Option<String> {
        let (player, stone) = self.occupant(step.from).filter(|(player, _)| *player == self.player)?;
        let sign = if self.occupant(step.to).is_some() { 'x' } else { '-' };
        Some(format!("{}{stone}{}{sign}{}", player.letter(), step.from.name(), step.to.name()))
    }
}

impl FromStr for RolledPosition {
    type Err = ProtocolError;

    /// Reads what follows `get`.
    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let wrong = |reason: &str| ProtocolError::malformed(text, reason);
        let mut words = text.split_whitespace();
        let player = words.next().unwrap_or_default().parse()?;
        let roll = words.next().and_then(|word| word.parse().ok()).filter(|roll| (1..=6).contains(roll));
        let mut get = RolledPosition {
            player,
            roll: roll.ok_or(wrong("a roll is 1 to 6"))?,
            blue: [None; STONES],
            red: [None; STONES],
        };
        let mut seen = Vec::new();
        for stone in get.blue.iter_mut().chain(&mut get.red) {
            let word = words.next().ok_or(wrong("twelve cells follow the roll, those of blue first"))?;
            if word != "0" {
                let cell: Cell = word.parse()?;
                if seen.contains(&cell) {
                    return Err(wrong("two stones stand on one cell"));
                }
                seen.push(cell);
                *stone = Some(cell);
            }
        }
        if words.next().is_some() { Err(wrong("twelve cells follow the roll, not more")) } else { Ok(get) }
    }
}

/// As it stands after `get`.
impl fmt::Display for RolledPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.player, self.roll)?;
        for stone in self.blue.iter().chain(&self.red) {
            match stone {
                Some(cell) => write!(f, " {cell}")?,
                None => f.write_str(" 0")?,
            }
        }
        Ok(())
    }
}
