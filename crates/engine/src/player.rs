//! What every player can do, whatever thinks behind it.

use crate::ParamInfo;
use plyground_core::{Facts, Game};
use plyground_search::{Limits, Report, StopFlag};

/// A request to think about one position.
#[derive(Clone, Debug)]
pub struct Thought<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position: a player's turn, or a chance node when an expectation before the roll is wanted.
    pub position: &'a G::Position,
    /// Limits from outside, for players that have none of their own.
    pub limits: Limits,
    /// Ends the thinking from another thread.
    pub stop: StopFlag,
}

impl<'a, G: Game> Thought<'a, G> {
    /// A request without limits.
    pub fn new(game: &'a G, position: &'a G::Position) -> Self {
        Thought { game, position, limits: Limits::default(), stop: StopFlag::default() }
    }

    /// The same request with limits.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// Chooses moves.
pub trait Player<G: Game>: Send {
    /// Thinks and answers with a legal move (for each outcome, at a chance node) and whatever else it found out.
    fn think(&mut self, thought: &Thought<'_, G>) -> Report<G::Move>;

    /// Forgets everything that could change how the next game is played; `seed` governs all its chance decisions.
    fn new_game(&mut self, seed: u64);

    /// What its values measure.
    fn unit(&self) -> &'static str {
        "points"
    }
}

/// What lists and help say about a kind of player.
#[derive(Clone, Debug)]
pub struct PlayerInfo {
    /// The word in specs.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Parameters in positional order.
    pub params: Vec<ParamInfo>,
    /// Why this kind cannot play a game with these facts, if it cannot.
    pub refuses: fn(&Facts) -> Option<String>,
    /// The only game it plays, if it belongs to one.
    pub game: Option<&'static str>,
}

/// For kinds that play everything.
pub fn refuses_nothing(_facts: &Facts) -> Option<String> {
    None
}
