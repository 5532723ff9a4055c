//! The dialogue of the original Isola program, which was made for people at a terminal and is driven through pipes all
//! the same. Its prompts have no line end, so its output is read as bytes.
//!
//! It is started with two arguments, its player (1 or 2) and whole seconds per move, and plays one game of the variant
//! `columbia`. Coordinates are `row column`, both from 1, row 1 at the top: `6 3` is our `c6`.

mod board;
mod cell;
mod output_parser;
mod program_message;
#[cfg(test)]
mod tests;
mod user_input;

pub use board::board;
pub use cell::{Cell, SIDE};
pub use output_parser::OutputParser;
pub use program_message::ProgramMessage;
pub use user_input::UserInput;

const START: &str = "X......./......../......../......../......../......../......../.......O X";

/// Why this language cannot speak about a game of ours, given its variant and its first position as text.
pub fn refuses(variant: &str, start: &str) -> Option<String> {
    let fits = variant == "columbia" && start == START;
    (!fits).then(|| "the Isola program plays `isola --variant columbia` only".to_string())
}
