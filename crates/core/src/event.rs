//! What happens in a game besides moves, and how a whole game is written as words.
//!
//! A recorded game is a list of words separated by blanks. A word is a turn, or `out=<player>`: this player is
//! disqualified here and the game goes on without them. Recorded games are written and read through this
//! module.

use crate::{Game, Notation, NotationError, PlayerId, Turn};

/// What stands before the number of a disqualified player.
const OUT: &str = "out=";

/// A turn as played: the outcome of the roll where there was one, and the move.
pub type PlayedTurn<M> = (Option<usize>, M);

/// One word of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameEvent<M> {
    /// A player moved.
    Turn(PlayedTurn<M>),
    /// A player broke the rules and is out of the game.
    Out(PlayerId),
}

impl<M: Copy> GameEvent<M> {
    /// The turn, unless it is something else.
    pub fn turn(&self) -> Option<PlayedTurn<M>> {
        match self {
            GameEvent::Turn(turn) => Some(*turn),
            GameEvent::Out(_) => None,
        }
    }

    /// Lets it happen. The event must fit the position, as those from [`parse_moves`] do.
    pub fn apply<G: Game<Move = M>>(&self, game: &G, position: &mut G::Position) {
        match *self {
            GameEvent::Turn((outcome, mv)) => {
                if let (Some(face), Turn::Chance) = (outcome, game.turn(position)) {
                    game.roll(position, face);
                }
                game.make(position, mv);
            }
            GameEvent::Out(player) => {
                game.disqualify(position, player);
            }
        }
    }

    /// The position in which the move was chosen: after the roll, if the turn began with one.
    pub fn after_roll<G: Game<Move = M>>(&self, game: &G, before: &G::Position) -> G::Position {
        let mut position = before.clone();
        if let (GameEvent::Turn((Some(face), _)), Turn::Chance) = (self, game.turn(&position)) {
            game.roll(&mut position, *face);
        }
        position
    }

    /// The word for it in this position.
    pub fn text<G: Notation + Game<Move = M>>(&self, game: &G, position: &G::Position) -> String {
        match *self {
            GameEvent::Turn((Some(face), mv)) if game.turn(position) == Turn::Chance => {
                format!("{}:{}", face + 1, game.move_text(&self.after_roll(game, position), mv))
            }
            GameEvent::Turn((_, mv)) => game.move_text(position, mv),
            GameEvent::Out(player) => format!("{OUT}{player}"),
        }
    }
}

/// Plays moves separated by blanks from `position` on. In a game with dice a turn is `<face>:<move>`; the face may be
/// left out where the position has its roll already. Where a game goes on without a disqualified player, `out=<player>`
/// says so.
///
/// Returns what happened; the position is where it leads.
pub fn parse_moves<G: Notation>(
    game: &G,
    position: &mut G::Position,
    text: &str,
) -> Result<Vec<GameEvent<G::Move>>, NotationError> {
    let mut events = Vec::new();
    for (index, word) in text.split_whitespace().enumerate() {
        let event = parse_event(game, position, word)
            .map_err(|error| error.within(format_args!("move {} (`{word}`)", index + 1)))?;
        events.push(event);
    }
    Ok(events)
}

/// The words of a game from `start`; [`parse_moves`] reads them back.
pub fn write_moves<G: Notation>(
    game: &G,
    start: &G::Position,
    events: impl IntoIterator<Item = GameEvent<G::Move>>,
) -> String {
    let mut position = start.clone();
    let mut words = Vec::new();
    for event in events {
        words.push(event.text(game, &position));
        event.apply(game, &mut position);
    }
    words.join(" ")
}

pub(crate) fn parse_event<G: Notation>(
    game: &G,
    position: &mut G::Position,
    word: &str,
) -> Result<GameEvent<G::Move>, NotationError> {
    if game.turn(position) == Turn::Over {
        return Err(NotationError::new(word, "the game is over, no move is possible"));
    }
    if let Some(number) = word.strip_prefix(OUT) {
        return parse_out(game, position, number).map(GameEvent::Out);
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
        (Turn::Chance, Some(face)) => {
            game.roll(position, face);
        }
        // The position came with its roll; a repeated face must agree with it.
        (_, Some(face)) => {
            if game.before_roll(position).is_none_or(|(_, rolled)| rolled != face) {
                return Err(NotationError::new(word, "the position already has another roll"));
            }
        }
        (_, None) => {}
    }
    let mv = game.parse_move(position, rest)?;
    game.make(position, mv);
    Ok(GameEvent::Turn((outcome, mv)))
}

fn parse_out<G: Notation>(game: &G, position: &mut G::Position, number: &str) -> Result<PlayerId, NotationError> {
    let players = game.facts().players;
    let player = number.parse().ok().filter(|number| *number <= players).and_then(PlayerId::from_number);
    let player = player.ok_or_else(|| NotationError::new(number, format!("expected a player from 1 to {players}")))?;
    let before = position.clone();
    if !game.disqualify(position, player) {
        return Err(NotationError::new(number, "this game ends when a player breaks the rules, nobody is left out"));
    }
    if *position == before {
        return Err(NotationError::new(number, "this player is disqualified already"));
    }
    Ok(player)
}

pub(crate) fn parse_outcome<G: Notation>(game: &G, position: &G::Position, face: &str) -> Result<usize, NotationError> {
    let before = game.before_roll(position);
    let probabilities = game.outcomes(before.as_ref().map_or(position, |(waiting, _)| waiting));
    match face.parse::<usize>() {
        Ok(number) if number >= 1 && probabilities.get(number - 1).is_some_and(|p| *p > 0.0) => Ok(number - 1),
        _ => Err(NotationError::new(
            face,
            format!("a roll is a number from 1 to {} that this die can show", probabilities.len()),
        )),
    }
}
