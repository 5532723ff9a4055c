//! How games begin, so that two deterministic players do not play the same game a thousand times.

use plyground_core::{GameVisitor, NotationError, Playable, Rng, Setup, Turn, suggest::hint};
use plyground_games::registry;
use std::fmt;
use std::str::FromStr;

/// More random plies than this leave nothing to play.
const MOST_PLIES: usize = 100;
/// How often a random opening that ended the game is drawn again before a shorter one is tried.
const ATTEMPTS: usize = 50;

/// How openings are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OpeningRule {
    /// A deal where the game has set-ups, dice where it rolls them, else one random move per seat.
    #[default]
    Auto,
    /// Always the first position.
    Start,
    /// A set-up drawn by lot for every unit.
    Deal,
    /// This many random moves for every unit.
    Random(usize),
}

impl FromStr for OpeningRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "auto" => Ok(OpeningRule::Auto),
            None if text == "start" => Ok(OpeningRule::Start),
            None if text == "deal" => Ok(OpeningRule::Deal),
            Some(("random", plies)) => match plies.parse() {
                Ok(plies) if (1..=MOST_PLIES).contains(&plies) => Ok(OpeningRule::Random(plies)),
                _ => Err(format!("`{plies}` is no number of random plies, 1 to {MOST_PLIES}")),
            },
            _ => Err(format!("`{text}` is no way to open games; there are: auto, start, deal, random:PLIES")),
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
    /// What `auto` means here. Somebody who chose the position wants just that one.
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

fn has_deals<G: Playable>(game: &G) -> bool {
    let start = game.start();
    (0..8).any(|index| game.random_start(&mut Rng::part(0, index)) != start)
}

/// Openings by a rule, or as texts of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningWish {
    /// Drawn.
    Rule(OpeningRule),
    /// Listed; nobody has read them yet.
    Positions(Vec<String>),
}

impl From<OpeningRule> for OpeningWish {
    fn from(rule: OpeningRule) -> Self {
        OpeningWish::Rule(rule)
    }
}

impl OpeningWish {
    /// A rule, or the name of one of the game's collections of openings.
    ///
    /// # Errors
    /// When the word is neither, in a sentence that tells what there is.
    pub fn look_up(word: &str, game: &str, setup: &Setup) -> Result<Self, String> {
        let reason = match word.parse() {
            Ok(rule) => return Ok(OpeningWish::Rule(rule)),
            Err(reason) => reason,
        };
        let collections = registry::collections(game);
        match collections.iter().find(|collection| collection.name == word) {
            Some(collection) => Self::of_variants(&collection.openings, game, setup),
            None if !registry::names().contains(&game) => Err(registry::unknown(game)),
            None if word.starts_with("random") => Err(reason),
            None => {
                let names = collections.iter().map(|collection| collection.name);
                let known = ["auto", "start", "deal", "random:PLIES"].into_iter().chain(names);
                Err(format!("`{word}` is no way to open games of {game}; {}", hint(word, known)))
            }
        }
    }

    /// The first positions of variants of the game.
    ///
    /// # Errors
    /// When there is no such variant.
    pub fn of_variants(list: &[String], game: &str, setup: &Setup) -> Result<Self, String> {
        let start = |parameters: &String| {
            let variant = match &setup.variant {
                Some(variant) => format!("{variant},{parameters}"),
                None => parameters.clone(),
            };
            let setup = Setup { variant: Some(variant), position: None, ..setup.clone() };
            match registry::visit(game, &setup, StartText) {
                Some(text) => text.map_err(|error| error.to_string()),
                None => Err(registry::unknown(game)),
            }
        };
        list.iter().map(start).collect::<Result<_, _>>().map(OpeningWish::Positions)
    }

    /// The openings of games that are played from `start`, unless a list says otherwise.
    ///
    /// # Errors
    /// When a listed text is no position of the game.
    pub fn open<G: Playable>(&self, game: &G, start: &G::Position) -> Result<Openings<G::Position>, NotationError> {
        match self {
            OpeningWish::Rule(rule) => {
                let rule = rule.resolve(game, *start != game.start());
                Ok(Openings::Drawn { rule, start: start.clone() })
            }
            OpeningWish::Positions(texts) => Openings::listed(game, texts),
        }
    }
}

struct StartText;

impl GameVisitor for StartText {
    type Output = String;
    fn visit<G: Playable>(self, game: G, start: G::Position) -> String {
        game.position_text(&start)
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

/// Random moves that do not end the game; fewer where the game is too short for so many.
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
                if game.turn(&position) == Turn::Chance {
                    let face = rng.weighted(game.outcomes(&position));
                    game.roll(&mut position, face);
                }
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
