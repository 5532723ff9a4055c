//! Positions and moves as text.

use crate::{Game, NotationError, SetupForm};

/// How a game is written. What is printed parses back to the same value.
pub trait Notation: Game {
    /// The position in one line, without the variant.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Parses and validates: whatever comes out is a position the rules can handle.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The move as written in this position.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// A legal move from its text. The error says what is wrong: unreadable, or readable but against which rule.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError>;

    /// The stage of the game, in a word for people and records.
    fn phase(&self, _position: &Self::Position) -> &'static str {
        "play"
    }

    /// The chance node before the roll that a position shows, and the outcome rolled; `None` where the position shows
    /// none. Texts need it: a position may be given with its roll, and the roll be named again with the move.
    fn before_roll(&self, _position: &Self::Position) -> Option<(Self::Position, usize)> {
        None
    }

    /// How positions on this board are put together by hand; `None` where they cannot.
    fn setup_form(&self) -> Option<SetupForm> {
        None
    }

    /// The variant as `--variant` takes it, such that it and [`position_text`](Notation::position_text) together
    /// restore the game.
    fn variant_text(&self) -> String;
}
