//! The board as the program draws it for people.

use super::SIDE;
use std::fmt::Write;

/// Draws the board of a position in our own notation after this many moves.
pub fn board(position: &str, moves: usize) -> String {
    let mut text = String::from("\n   ");
    for col in 1..=SIDE {
        write!(text, "  {col} ").expect("strings take all");
    }
    text.push('\n');
    let rows = position.split_whitespace().next().unwrap_or_default();
    for (index, row) in rows.split('/').enumerate() {
        write!(text, " {} |", index + 1).expect("strings take all");
        for square in row.chars() {
            text.push_str(match square {
                'X' => "*X*",
                'O' => "*O*",
                '#' => "|||",
                _ => "   ",
            });
            text.push('|');
        }
        text.push('\n');
    }
    writeln!(text, "Move: {moves}").expect("strings take all");
    text
}
