//! The turns of a live game. Every turn keeps the position before it, so looking back is cheap.

use plyground_core::{AnyGame, AnyMove, AnyPosition, Change, Click, Drawable, Game, GameEvent, PlayerId, Turn};
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
        let cell = |click| if let Click::Cell(cell) = click { Some(cell) } else { None };
        let cells = decision(game, before, event)
            .map(|(rolled, mv)| game.clicks(&rolled, mv).into_iter().filter_map(cell).collect())
            .unwrap_or_default();
        PlayedTurn {
            text: event.text(game, before),
            seat: game.mover(before).map(|player| player.index()),
            before: before.clone(),
            event,
            cells,
            left,
        }
    }

    /// What it changed on the board, in order.
    pub fn changes(&self, game: &AnyGame) -> Vec<Change> {
        let decided = decision(game, &self.before, self.event);
        decided.map(|(rolled, mv)| game.changes(&rolled, mv)).unwrap_or_default()
    }

    /// The players who had no move after it.
    pub fn passed(&self, game: &AnyGame) -> Vec<PlayerId> {
        let decided = decision(game, &self.before, self.event);
        decided.map(|(rolled, mv)| game.passed(&rolled, mv)).unwrap_or_default()
    }
}

/// The position in which a move was chosen, after its roll; `None` for a disqualification.
fn decision(game: &AnyGame, before: &AnyPosition, event: GameEvent<AnyMove>) -> Option<(AnyPosition, AnyMove)> {
    let (face, mv) = event.turn()?;
    let mut rolled = before.clone();
    if let (Some(face), Turn::Chance) = (face, game.turn(&rolled)) {
        game.roll(&mut rolled, face);
    }
    Some((rolled, mv))
}
