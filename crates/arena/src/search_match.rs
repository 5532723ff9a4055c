//! A match between two searches on any game of two players, without specs, notation or pictures.

use crate::opening::{after_random_turns, roll_dice};
use crate::stats::{Interval, Units, elo_of_score};
use plyground_core::{Game, Payoffs, PlayerId, Rng, Turn};
use plyground_search::{Limits, Search, SearchRequest, Unsupported};
use thiserror::Error;

/// Two searches play pairs of games. Both games of a pair share their opening and their dice, and the searches change
/// seats, so that neither luck nor the first move favours one of them.
///
/// ```
/// use plyground_arena::SearchMatch;
/// use plyground_search::{Limits, alphabeta::AlphaBeta, montecarlo::ZeroEval};
/// use plyground_testkit::nim::Nim;
///
/// let game = Nim::new(&[3, 4, 5]).expect("three small heaps");
/// let rules = SearchMatch { pairs: 20, limits: Limits::depth(12), ..SearchMatch::default() };
/// let mut first = AlphaBeta::new(ZeroEval);
/// let mut second = AlphaBeta::new(ZeroEval);
/// let result = rules.play(&game, &mut first, &mut second)?;
/// assert_eq!(result.score(), 0.5, "perfect players share every pair");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchMatch {
    /// How many pairs of games.
    pub pairs: u64,
    /// What each search may spend on a move.
    pub limits: Limits,
    /// Random turns before the searches take over, the same in both games of a pair.
    pub opening: usize,
    /// Governs openings, dice and the random choices of both searches.
    pub seed: u64,
}

impl Default for SearchMatch {
    fn default() -> Self {
        SearchMatch { pairs: 50, limits: Limits::nodes(10_000), opening: 2, seed: 1 }
    }
}

/// Why a match cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SearchMatchError {
    /// The game has not two players.
    #[error("a match of two searches needs a game of two players; this one has {0}")]
    Players(usize),
    /// A search cannot play the game.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// The points of the first search, counted by pairs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SearchMatchResult {
    /// Games won, drawn and lost by the first search.
    pub games: [u64; 3],
    units: Units,
}

impl SearchMatchResult {
    /// The share of the points that the first search took, 0 to 1.
    pub fn score(&self) -> f64 {
        self.units.score()
    }

    /// The 95 % interval of the score. It allows for the two games of a pair not being independent.
    pub fn interval(&self) -> Interval {
        self.units.interval()
    }

    /// The difference in Elo points that the score stands for; `None` where all games ended alike.
    pub fn elo(&self) -> Option<f64> {
        elo_of_score(self.score())
    }

    fn add(&mut self, points: [f64; 2]) {
        for point in points {
            self.games[if point > 0.5 {
                0
            } else if point < 0.5 {
                2
            } else {
                1
            }] += 1;
        }
        self.units.add(2, points[0] + points[1]);
    }
}

impl SearchMatch {
    /// Plays the match.
    ///
    /// # Errors
    /// When the game has not two players, or when its facts rule one of the searches out.
    pub fn play<G: Game>(
        &self,
        game: &G,
        first: &mut dyn Search<G>,
        second: &mut dyn Search<G>,
    ) -> Result<SearchMatchResult, SearchMatchError> {
        let facts = game.facts();
        if facts.players != 2 {
            return Err(SearchMatchError::Players(facts.players));
        }
        first.method().check(&facts)?;
        second.method().check(&facts)?;
        let mut result = SearchMatchResult::default();
        for pair in 0..self.pairs {
            let start = self.opening(game, pair);
            let as_first = self.game(game, &start, pair, [&mut *first, &mut *second])?;
            let as_second = self.game(game, &start, pair, [&mut *second, &mut *first])?;
            result.add([points(&as_first, PlayerId::FIRST), points(&as_second, PlayerId::SECOND)]);
        }
        Ok(result)
    }

    /// The position after the random turns of a pair. An opening that ends the game is cut short before the end.
    fn opening<G: Game>(&self, game: &G, pair: u64) -> G::Position {
        let mut rng = Rng::part(self.seed, 3 * pair);
        let start = game.random_start(&mut rng);
        after_random_turns(game, start, self.opening, &mut rng)
    }

    fn game<G: Game>(
        &self,
        game: &G,
        start: &G::Position,
        pair: u64,
        mut seats: [&mut dyn Search<G>; 2],
    ) -> Result<Payoffs, Unsupported> {
        for (seat, search) in seats.iter_mut().enumerate() {
            search.new_game(Rng::part(self.seed, 3 * pair + 1).bits().wrapping_add(seat as u64));
        }
        let mut dice = Rng::part(self.seed, 3 * pair + 2);
        let mut position = start.clone();
        loop {
            roll_dice(game, &mut position, &mut dice);
            let Turn::Player(player) = game.turn(&position) else { return Ok(game.payoffs(&position)) };
            let request = SearchRequest::new(game, &position).within(self.limits);
            let report = seats[player.index()].search(request)?;
            let mv = report.best.expect("a search finds a move where there is one");
            game.make(&mut position, mv);
        }
    }
}

/// 1 for a win, 0.5 for a draw, 0 for a loss.
fn points(payoffs: &Payoffs, player: PlayerId) -> f64 {
    let (mine, other) = (payoffs.of(player), payoffs.of(player.opponent()));
    if mine > other {
        1.0
    } else if mine < other {
        0.0
    } else {
        0.5
    }
}
