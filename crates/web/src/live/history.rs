//! The turns of a live game. Every turn keeps the position before it, so looking back is cheap.

use plyground_core::{AnyGame, AnyMove, AnyPosition, Click, Drawable, Game, GameEvent, Turn};
use std::time::Duration;

/// A turn that was made.
pub(super) struct PlayedTurn {
    /// The move or the disqualification.
    pub event: GameEvent<AnyMove>,
    /// The position before it, and before its roll if it has one.
    pub before: AnyPosition,
    /// Its notation.
    pub text: String,
    /// The player who made it, from 0.
    pub seat: Option<usize>,
    /// The cells clicked to enter it.
    pub cells: Vec<usize>,
    /// That player's time left before it, in games with clocks.
    pub left: Option<Duration>,
}

impl PlayedTurn {
    pub fn new(game: &AnyGame, before: &AnyPosition, event: GameEvent<AnyMove>, left: Option<Duration>) -> Self {
        let cells = match event {
            GameEvent::Out(_) => Vec::new(),
            GameEvent::Turn((face, mv)) => {
                let mut rolled = before.clone();
                if let (Some(face), Turn::Chance) = (face, game.turn(&rolled)) {
                    game.roll(&mut rolled, face);
                }
                let cell = |click| if let Click::Cell(cell) = click { Some(cell) } else { None };
                game.clicks(&rolled, mv).into_iter().filter_map(cell).collect()
            }
        };
        PlayedTurn {
            text: event.text(game, before),
            seat: game.mover(before).map(|player| player.index()),
            before: before.clone(),
            event,
            cells,
            left,
        }
    }
}
