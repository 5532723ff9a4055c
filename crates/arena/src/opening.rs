//! Openings, which keep two deterministic players from playing the same game a thousand times.

use crate::ArgumentError;
use plyground_core::{Game, Notation, NotationError, OpenError, Playable, Rng, Setup, Turn, suggest::hint};
use plyground_games::registry;
use std::fmt;
use std::str::FromStr;

/// More random plies than this leave nothing to play.
const MOST_PLIES: usize = 100;
/// How often a random opening that ends the game is drawn again before a shorter one is tried.
const ATTEMPTS: usize = 50;

/// How openings are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OpeningRule {
    /// A deal where the game has set-ups, dice where it rolls them, else one random move per seat.
    #[default]
    Auto,
    /// Always the first position.
    Start,
    /// A random set-up for every unit.
    Deal,
    /// This many random moves for every unit.
    Random(usize),
}

impl FromStr for OpeningRule {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        match text.split_once(':') {
            None if text == "auto" => Ok(OpeningRule::Auto),
            None if text == "start" => Ok(OpeningRule::Start),
            None if text == "deal" => Ok(OpeningRule::Deal),
            Some(("random", plies)) => match plies.parse() {
                Ok(plies) if (1..=MOST_PLIES).contains(&plies) => Ok(OpeningRule::Random(plies)),
                _ => Err(ArgumentError::RandomPlies { plies: plies.to_string(), most: MOST_PLIES }),
            },
            _ => Err(ArgumentError::OpeningRule { text: text.to_string() }),
        }
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningRule::Auto => f.write_str("auto"),
            OpeningRule::Start => f.write_str("start"),
            OpeningRule::Deal => f.write_str("deal"),
            OpeningRule::Random(plies) => write!(f, "random:{plies}"),
        }
    }
}

impl OpeningRule {
    /// What `auto` means here. A chosen position is always the start.
    #[must_use]
    pub fn resolve<G: Playable>(self, game: &G, chosen_position: bool) -> Self {
        match self {
            OpeningRule::Auto if chosen_position => OpeningRule::Start,
            OpeningRule::Auto if has_deals(game) => OpeningRule::Deal,
            OpeningRule::Auto if game.facts().chance => OpeningRule::Start,
            OpeningRule::Auto => OpeningRule::Random(game.facts().players),
            other => other,
        }
    }
}

fn unknown_game(game: &str) -> ArgumentError {
    ArgumentError::Setup { game: game.to_string(), reason: registry::unknown(game) }
}

fn has_deals<G: Playable>(game: &G) -> bool {
    let start = game.start();
    (0..8).any(|index| game.random_start(&mut Rng::part(0, index)) != start)
}

/// Where openings come from: a rule or a list of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// Drawn.
    Rule(OpeningRule),
    /// Listed as texts, which are not parsed yet.
    Positions(Vec<String>),
}

impl From<OpeningRule> for OpeningSource {
    fn from(rule: OpeningRule) -> Self {
        OpeningSource::Rule(rule)
    }
}

impl OpeningSource {
    /// A rule, or the name of one of the game's collections of openings.
    ///
    /// # Errors
    /// When the word is neither.
    pub fn parse(word: &str, game: &str, setup: &Setup) -> Result<Self, ArgumentError> {
        let reason = match word.parse() {
            Ok(rule) => return Ok(OpeningSource::Rule(rule)),
            Err(reason) => reason,
        };
        let collections = registry::collections(game);
        match collections.iter().find(|collection| collection.name == word) {
            Some(collection) => Self::of_variants(&collection.openings, game, setup),
            None if !registry::names().contains(&game) => Err(unknown_game(game)),
            None if word.starts_with("random") => Err(reason),
            None => {
                let names = collections.iter().map(|collection| collection.name);
                let known = ["auto", "start", "deal", "random:PLIES"].into_iter().chain(names);
                let hint = hint(word, known).to_string();
                Err(ArgumentError::Opening { text: word.to_string(), game: game.to_string(), hint })
            }
        }
    }

    /// The first positions of variants of the game.
    ///
    /// # Errors
    /// When there is no such variant.
    pub fn of_variants(list: &[String], game: &str, setup: &Setup) -> Result<Self, ArgumentError> {
        let start = |parameters: &String| {
            let variant = match &setup.variant {
                Some(variant) => format!("{variant},{parameters}"),
                None => parameters.clone(),
            };
            let setup = Setup { variant: Some(variant), position: None, ..setup.clone() };
            let opened = registry::open(game, &setup).map_err(|error| match error {
                OpenError::Unknown { .. } => unknown_game(game),
                OpenError::Setup(error) => ArgumentError::Setup { game: game.to_string(), reason: error.to_string() },
            });
            opened.map(|(game, start)| game.position_text(&start))
        };
        list.iter().map(start).collect::<Result<_, _>>().map(OpeningSource::Positions)
    }

    /// The openings of games from `start`, unless positions are listed.
    ///
    /// # Errors
    /// When a listed text is not a position of the game.
    pub fn open<G: Playable>(&self, game: &G, start: &G::Position) -> Result<Openings<G::Position>, NotationError> {
        match self {
            OpeningSource::Rule(rule) => {
                let rule = rule.resolve(game, *start != game.start());
                Ok(Openings::Drawn { rule, start: start.clone() })
            }
            OpeningSource::Positions(texts) => Openings::listed(game, texts),
        }
    }
}

/// The openings of a match.
#[derive(Clone, Debug)]
pub enum Openings<P> {
    /// Drawn unit by unit.
    Drawn {
        /// How; never [`OpeningRule::Auto`].
        rule: OpeningRule,
        /// The position that `start` and `random` begin with.
        start: P,
    },
    /// These positions, one after another and again from the first.
    Listed(Vec<P>),
}

impl<P: Clone> Openings<P> {
    /// Listed positions from their texts.
    ///
    /// # Errors
    /// When one of them is no position of the game.
    pub fn listed<G: Playable<Position = P>>(game: &G, texts: &[String]) -> Result<Self, NotationError> {
        let positions: Result<Vec<P>, _> = texts.iter().map(|text| game.parse_position(text)).collect();
        positions.map(Openings::Listed)
    }

    /// The opening of a unit.
    pub fn draw<G: Playable<Position = P>>(&self, game: &G, unit: u64, rng: &mut Rng) -> Opening<P, G::Move> {
        let position = match self {
            Openings::Listed(positions) => positions[(unit % positions.len() as u64) as usize].clone(),
            Openings::Drawn { rule: OpeningRule::Deal, .. } => game.random_start(rng),
            Openings::Drawn { rule: OpeningRule::Random(plies), start } => {
                return random_opening(game, start, *plies, rng);
            }
            Openings::Drawn { start, .. } => start.clone(),
        };
        Opening { position, moves: Vec::new() }
    }
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening<P, M> {
    /// The position.
    pub position: P,
    /// The random moves that led there, if there were any.
    pub moves: Vec<M>,
}

/// The position after some random turns, or after fewer if the game would be over.
pub fn after_random_turns<G: Game>(game: &G, start: G::Position, turns: usize, rng: &mut Rng) -> G::Position {
    let mut position = start;
    let mut moves = Vec::new();
    for _ in 0..turns {
        let mut next = position.clone();
        roll_dice(game, &mut next, rng);
        moves.clear();
        game.moves(&next, &mut moves);
        if moves.is_empty() {
            break;
        }
        game.make(&mut next, moves[rng.below(moves.len())]);
        if game.turn(&next) == Turn::Over {
            break;
        }
        position = next;
    }
    position
}

/// Rolls until a player is to move or the game is over.
pub(crate) fn roll_dice<G: Game>(game: &G, position: &mut G::Position, rng: &mut Rng) {
    while game.turn(position) == Turn::Chance {
        let outcome = rng.weighted(game.outcomes(position));
        game.roll(position, outcome);
    }
}

/// Random moves that do not end the game; fewer where the game is too short.
fn random_opening<G: Playable>(
    game: &G,
    start: &G::Position,
    plies: usize,
    rng: &mut Rng,
) -> Opening<G::Position, G::Move> {
    let (mut moves, mut made) = (Vec::new(), Vec::new());
    for plies in (1..=plies).rev() {
        for _ in 0..ATTEMPTS {
            let mut position = start.clone();
            made.clear();
            while made.len() < plies && game.turn(&position) != Turn::Over {
                roll_dice(game, &mut position, rng);
                moves.clear();
                game.moves(&position, &mut moves);
                let mv = moves[rng.below(moves.len())];
                game.make(&mut position, mv);
                made.push(mv);
            }
            if game.turn(&position) != Turn::Over {
                return Opening { position, moves: made };
            }
        }
    }
    Opening { position: start.clone(), moves: Vec::new() }
}
