//! The board and the score as text.

use super::{Colour, SIDE};
use crate::ProtocolError;
use std::fmt::{self, Write};
use std::str::FromStr;

/// What stands where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    cells: [[Option<Colour>; SIDE]; SIDE],
}

impl Board {
    /// The first position.
    pub fn start() -> Self {
        let mut cells = [[None; SIDE]; SIDE];
        (cells[3][3], cells[4][4]) = (Some(Colour::White), Some(Colour::White));
        (cells[3][4], cells[4][3]) = (Some(Colour::Black), Some(Colour::Black));
        Board { cells }
    }

    /// The board of a position in our own notation.
    pub fn from_position_text(text: &str) -> Result<Self, ProtocolError> {
        let wrong = || ProtocolError::malformed(text, "no position of Othello");
        let rows = text.split_whitespace().next().ok_or_else(wrong)?;
        let mut cells = [[None; SIDE]; SIDE];
        if rows.split('/').count() != SIDE {
            return Err(wrong());
        }
        for (row, line) in rows.split('/').enumerate() {
            if line.chars().count() != SIDE {
                return Err(wrong());
            }
            for (col, character) in line.chars().enumerate() {
                cells[row][col] = match character {
                    '0' => None,
                    '1' => Some(Colour::Black),
                    '2' => Some(Colour::White),
                    _ => return Err(wrong()),
                };
            }
        }
        Ok(Board { cells })
    }

    /// The board as `showboard` draws it, below a headline.
    pub fn show(&self, headline: &str) -> String {
        let mut text = format!("{headline}\n    a b c d e f g h");
        for (row, cells) in self.cells.iter().enumerate() {
            write!(text, "\n  {}", row + 1).expect("strings take all");
            for cell in cells {
                text.push_str(match cell {
                    None => " .",
                    Some(Colour::Black) => " X",
                    Some(Colour::White) => " O",
                });
            }
        }
        text
    }

    /// The board that another program drew: lines that begin with a row number and eight cells. `None` if that is not
    /// what it drew; the protocol leaves the picture free.
    pub fn read_picture(text: &str) -> Option<Self> {
        let mut cells = [None; SIDE];
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let Some(row) = words.next().and_then(|word| word.parse::<usize>().ok()) else { continue };
            if let Some(line) = read_cells(words) {
                *cells.get_mut(row.checked_sub(1)?)? = Some(line);
            }
        }
        let mut rows = [[None; SIDE]; SIDE];
        for (row, line) in rows.iter_mut().zip(cells) {
            *row = line?;
        }
        Some(Board { cells: rows })
    }

    /// The 64 cells in a row, as `grhino-setup_board` takes them.
    pub fn setup_text(&self) -> String {
        let cells = self.cells.iter().flatten();
        cells.map(|cell| cell.map_or('.', |colour| if colour == Colour::Black { 'X' } else { 'O' })).collect()
    }

    /// The score of a finished game: the difference of stones, empty squares counted for the winner.
    pub fn score(&self) -> Score {
        let count = |colour| self.cells.iter().flatten().filter(|cell| **cell == colour).count() as i32;
        let difference = count(Some(Colour::Black)) - count(Some(Colour::White));
        Score(difference + difference.signum() * count(None))
    }
}

/// Eight cells, written apart or together.
fn read_cells<'a>(words: impl Iterator<Item = &'a str>) -> Option<[Option<Colour>; SIDE]> {
    let mut cells = words.flat_map(str::chars).take(SIDE).map(|character| match character {
        '.' | '-' | '+' | '_' => Some(None),
        'X' | 'x' | 'B' | 'b' | '*' | '#' => Some(Some(Colour::Black)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Colour::White)),
        _ => None,
    });
    let mut line = [None; SIDE];
    for cell in &mut line {
        *cell = cells.next()??;
    }
    Some(line)
}

/// Black's stones minus White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score(pub i32);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            ahead if ahead > 0 => write!(f, "B+{ahead}"),
            behind => write!(f, "W+{}", behind.unsigned_abs()),
        }
    }
}

impl FromStr for Score {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Self, ProtocolError> {
        let wrong = || ProtocolError::malformed(text, "a score is B+4, W+4 or 0");
        let text = text.trim();
        if text == "0" || text.eq_ignore_ascii_case("draw") {
            return Ok(Score(0));
        }
        let (winner, margin) = text.split_once('+').ok_or_else(wrong)?;
        // Programs made for Go write fractions; half stones do not exist here.
        let margin = margin.strip_suffix(".0").unwrap_or(margin);
        let margin = margin.parse::<u8>().map_err(|_| wrong())?;
        match winner.parse::<Colour>() {
            Ok(Colour::Black) => Ok(Score(i32::from(margin))),
            Ok(Colour::White) => Ok(Score(-i32::from(margin))),
            Err(_) => Err(wrong()),
        }
    }
}
