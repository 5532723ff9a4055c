//! What has happened at a table. Every turn keeps the position before it, so that looking back costs nothing.

use plyground_core::{Click, GameEvent, Playable, Turn};
use std::time::Duration;

/// One turn that has been made.
pub(super) struct Past<G: Playable> {
    /// What happened.
    pub event: GameEvent<G::Move>,
    /// The position before it, and before its roll if the roll came with it.
    pub before: G::Position,
    /// The word for it.
    pub text: String,
    /// Who made it, from 0.
    pub seat: Option<usize>,
    /// The cells that entered it.
    pub cells: Vec<usize>,
    /// The account of who made it, before.
    pub left: Option<Duration>,
}

impl<G: Playable> Past<G> {
    pub fn new(game: &G, before: &G::Position, event: GameEvent<G::Move>, left: Option<Duration>) -> Self {
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
        Past {
            text: event.text(game, before),
            seat: game.mover(before).map(|player| player.index()),
            before: before.clone(),
            event,
            cells,
            left,
        }
    }
}
