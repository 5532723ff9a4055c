//! From the words of `position` to a position.

use plyground_core::{Notation, NotationError, Turn, parse_moves};
use plyground_protocol::ugi::{Position, Start};

/// The position that the words describe.
pub(super) fn read<G: Notation>(game: &G, usual: &G::Position, words: &Position) -> Result<G::Position, NotationError> {
    let mut position = match &words.start {
        Start::Usual => usual.clone(),
        Start::Text(text) => game.parse_position(text)?,
    };
    parse_moves(game, &mut position, &words.moves.join(" "))?;
    match words.dice {
        None => Ok(position),
        Some(face) => roll(game, position, face),
    }
}

fn roll<G: Notation>(game: &G, position: G::Position, face: usize) -> Result<G::Position, NotationError> {
    let wrong = |reason: String| NotationError::new(format!("dice {face}"), reason);
    let mut rolled = game.before_roll(&position).map_or_else(|| position.clone(), |(before, _)| before);
    match game.turn(&position) {
        _ if !game.facts().chance => return Err(wrong("this game has no dice".to_string())),
        Turn::Over => return Err(wrong("the game is over, so there is no roll".to_string())),
        Turn::Player(_) | Turn::Chance => {}
    }
    let probabilities = game.outcomes(&rolled);
    match face.checked_sub(1).filter(|face| probabilities.get(*face).is_some_and(|p| *p > 0.0)) {
        Some(outcome) => {
            game.roll(&mut rolled, outcome);
        }
        None => return Err(wrong(format!("the die shows 1 to {}", probabilities.len()))),
    }
    if game.turn(&position) != Turn::Chance && rolled != position {
        return Err(wrong("the position already has another roll".to_string()));
    }
    Ok(rolled)
}
