//! The Go Text Protocol, version 2, as Othello programs speak it (Debian's `gtp-rhino` and `quarry`, for example).
//! Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002; `set_game` and `list_games`
//! come from Quarry, `grhino-setup_board` from GRhino.
//!
//! Black moves first and is player 1. Square `a1` is top left, as on every Othello board.

mod board;
mod command;
mod reply;
#[cfg(test)]
mod tests;
mod vertex;

pub use board::{Board, Score};
pub use command::{COMMANDS, Command, Request};
pub use reply::{LONGEST_REPLY, Reply, ReplyReader};
pub use vertex::{Colour, SIDE, Vertex};

/// The name of the game in `set_game`.
pub const GAME: &str = "Othello";

/// What `genmove` is answered with by a program that gives up.
pub const RESIGN: &str = "resign";

/// Why this language cannot speak about a game of ours, given its variant and its first position as text.
pub fn refuses(variant: &str, start: &str) -> Option<String> {
    let fits = variant == "standard" && Board::from_position_text(start).is_ok_and(|board| board == Board::start());
    (!fits).then(|| "GTP is spoken about Othello only, which is `reversixt --variant standard`".to_string())
}
