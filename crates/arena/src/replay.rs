//! A recorded game as text, and played again.

use crate::Fault;
use plyground_core::{GameEvent, Playable, PlayedTurn, Turn, write_moves};

/// A game as text, as `--moves` takes it, including disqualifications after which the game went on.
pub fn moves_text<G: Playable>(
    game: &G,
    start: &G::Position,
    turns: &[PlayedTurn<G::Move>],
    faults: &[Fault],
) -> String {
    let mut events = Vec::with_capacity(turns.len() + faults.len());
    let goes_on = !faults.is_empty() && game.disqualify(&mut start.clone(), faults[0].seat);
    for index in 0..=turns.len() {
        let left = faults.iter().filter(|fault| goes_on && fault.turn == index);
        events.extend(left.map(|fault| GameEvent::Out(fault.seat)));
        events.extend(turns.get(index).map(|turn| GameEvent::Turn(*turn)));
    }
    write_moves(game, start, events)
}

/// Replays a game: calls `visit` with the position before each move (after its roll), and returns the last position.
pub fn replay<G: Playable>(
    game: &G,
    start: &G::Position,
    turns: &[PlayedTurn<G::Move>],
    faults: &[Fault],
    mut visit: impl FnMut(&G::Position, PlayedTurn<G::Move>),
) -> G::Position {
    let mut position = start.clone();
    let disqualify = |position: &mut G::Position, turn: usize| {
        for fault in faults.iter().filter(|fault| fault.turn == turn) {
            game.disqualify(position, fault.seat);
        }
    };
    for (index, turn) in turns.iter().enumerate() {
        disqualify(&mut position, index);
        if let (Some(face), Turn::Chance) = (turn.0, game.turn(&position)) {
            game.roll(&mut position, face);
        }
        visit(&position, *turn);
        game.make(&mut position, turn.1);
    }
    disqualify(&mut position, turns.len());
    position
}
