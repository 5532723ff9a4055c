//! Positions and moves as text.

use crate::{Game, NotationError};

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

    /// The variant as `--variant` takes it, such that it and [`position_text`](Notation::position_text) together
    /// restore the game.
    fn variant_text(&self) -> String;
}

/// A turn as played: the outcome of the roll where there was one, and the move.
pub type PlayedTurn<M> = (Option<usize>, M);

/// Plays moves separated by blanks from `position` on. In a game with dice a turn is `<face>:<move>`; the face may be
/// left out where the position has its roll already.
///
/// Returns the turns as (outcome, move) pairs; the position is where they lead.
pub fn parse_moves<G: Notation>(
    game: &G,
    position: &mut G::Position,
    text: &str,
) -> Result<Vec<PlayedTurn<G::Move>>, NotationError> {
    let mut turns = Vec::new();
    for (index, word) in text.split_whitespace().enumerate() {
        let turn = parse_turn(game, position, word)
            .map_err(|error| error.within(format_args!("move {} (`{word}`)", index + 1)))?;
        turns.push(turn);
    }
    Ok(turns)
}

fn parse_turn<G: Notation>(
    game: &G,
    position: &mut G::Position,
    word: &str,
) -> Result<PlayedTurn<G::Move>, NotationError> {
    use crate::Turn;
    if game.turn(position) == Turn::Over {
        return Err(NotationError::new(word, "the game is over, no move is possible"));
    }
    let mut rest = word;
    let mut outcome = None;
    if game.facts().chance
        && let Some((face, after)) = word.split_once(':')
    {
        outcome = Some(parse_outcome(game, position, face)?);
        rest = after;
    }
    match (game.turn(position), outcome) {
        (Turn::Chance, None) => {
            return Err(NotationError::new(word, "the roll is missing: a turn is written <face>:<move>"));
        }
        (Turn::Chance, Some(face)) => game.roll(position, face),
        (_, Some(face)) => {
            // The position came with its roll; a repeated face must agree with it.
            let mut rerolled = position.clone();
            game.unroll(&mut rerolled);
            game.roll(&mut rerolled, face);
            if rerolled != *position {
                return Err(NotationError::new(word, "the position already has another roll"));
            }
        }
        (_, None) => {}
    }
    let mv = game.parse_move(position, rest)?;
    game.make(position, mv);
    Ok((outcome, mv))
}

fn parse_outcome<G: Notation>(game: &G, position: &G::Position, face: &str) -> Result<usize, NotationError> {
    let mut waiting = position.clone();
    if game.turn(&waiting) != crate::Turn::Chance {
        game.unroll(&mut waiting);
    }
    let probabilities = game.outcomes(&waiting);
    match face.parse::<usize>() {
        Ok(number) if number >= 1 && probabilities.get(number - 1).is_some_and(|p| *p > 0.0) => Ok(number - 1),
        _ => Err(NotationError::new(
            face,
            format!("a roll is a number from 1 to {} that this die can show", probabilities.len()),
        )),
    }
}
