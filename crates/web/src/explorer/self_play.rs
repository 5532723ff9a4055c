//! Quick games of an engine against itself, with variety in the opening.

use crate::engines::{EngineCell, MemoryBudget};
use crate::error::ApiError;
use plyground_arena::OpeningBook;
use plyground_core::{AnyGame, AnyMove, AnyPosition, Chances, Game, Notation, Rng, Turn};
use plyground_engine::chances::{chances_of_move, chances_of_report, scale_of};
use plyground_engine::{Player, Request, SearchRequest, Spec, SpecError, SpecPolicy, build};
use plyground_search::{Limits, Report};
use std::time::{Duration, Instant};

/// Who plays.
const ENGINE: &str = "best";
/// Moves of a position that get values of their own.
const LINES: u32 = 4;
/// Nodes of a search: quick games show more than few good ones.
const NODES: u64 = 400;
/// Tables of this size suffice.
const TABLE_BYTES: u64 = 1 << 20;
/// Moves that are chosen by chance among the good ones; afterwards the best is played.
const VARIED: usize = 8;
/// A move with chances worse by this much is chosen a third as often.
const VARIETY: f64 = 0.04;
/// Longer games count as they stand.
const MOST_TURNS: usize = 1_000;
const MOST_GAMES: usize = 500;

/// A roll or a move of a game, and the mover's chances with it.
struct PlayedWord {
    before: AnyPosition,
    word: String,
    value: Option<f64>,
}

/// A game, and what every player got; the chances where it was not played to its end.
pub(super) struct PlayedGame {
    words: Vec<PlayedWord>,
    result: Chances,
}

impl PlayedGame {
    /// Counts every roll and move.
    pub fn count(self, game: &AnyGame, book: &mut OpeningBook) {
        for PlayedWord { before, word, value } in self.words {
            book.add(game, &before, word, &self.result, value);
        }
    }
}

/// Plays games.
pub(super) struct SelfPlay {
    budget: MemoryBudget,
    rng: Rng,
}

impl SelfPlay {
    pub fn new(budget: &MemoryBudget) -> Self {
        SelfPlay { budget: budget.clone(), rng: Rng::seeded(1) }
    }

    /// Games from a position for about this long; at least one.
    pub fn games(&mut self, game: &AnyGame, start: &AnyPosition, time: Duration) -> Result<Vec<PlayedGame>, ApiError> {
        if game.turn(start) == Turn::Over {
            return Err(ApiError::rejected("the game is over here"));
        }
        let until = Instant::now() + time;
        let spec = Spec::named(ENGINE).with_lines(LINES);
        let engine = EngineCell::new(&self.budget);
        let make = |bytes| build(&spec.with_memory_scaled(bytes, SpecPolicy::memory_of(&spec).max(bytes)), game, 1);
        let play = |player: &mut Box<dyn Player<AnyGame>>| {
            let mut games = Vec::new();
            while games.is_empty() || games.len() < MOST_GAMES && Instant::now() < until {
                games.push(self.play(game, start, player.as_mut(), until));
            }
            games
        };
        let played: Result<_, SpecError> = engine.with(TABLE_BYTES, make, play);
        played.map_err(ApiError::rejected)
    }

    fn play(
        &mut self,
        game: &AnyGame,
        start: &AnyPosition,
        player: &mut dyn Player<AnyGame>,
        until: Instant,
    ) -> PlayedGame {
        let mut scale = scale_of(game, player);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let (mut position, mut words, mut moves) = (start.clone(), Vec::new(), 0);
        loop {
            match game.turn(&position) {
                Turn::Over => return PlayedGame { words, result: Chances::of_result(&game.payoffs(&position)) },
                Turn::Chance => {
                    let face = self.rng.weighted(game.outcomes(&position));
                    words.push(PlayedWord { before: position.clone(), word: format!("{}:", face + 1), value: None });
                    game.roll(&mut position, face);
                }
                Turn::Player(mover) => {
                    let report = player.think(Request::from(SearchRequest::new(game, &position).within(limits)));
                    let chances = chances_of_report(&mut scale, game, &position, &report);
                    let late = words.len() >= MOST_TURNS || !words.is_empty() && Instant::now() >= until;
                    let Some(best) = report.best.filter(|_| !late) else {
                        return PlayedGame { words, result: chances };
                    };
                    let mut value = |mv: AnyMove| {
                        let root = report.moves.iter().find(|root| root.mv == mv && root.exact);
                        root.map(|root| chances_of_move(&mut scale, game, &position, root).of(mover))
                    };
                    let mv = if moves < VARIED { self.choose(&report, &mut value) } else { best };
                    let value = if mv == best { Some(chances.of(mover)) } else { value(mv) };
                    words.push(PlayedWord { before: position.clone(), word: game.move_text(&position, mv), value });
                    game.make(&mut position, mv);
                    moves += 1;
                }
            }
        }
    }

    /// One of the moves with a value of their own, the better the more often.
    fn choose(&mut self, report: &Report<AnyMove>, value: &mut impl FnMut(AnyMove) -> Option<f64>) -> AnyMove {
        let best = report.best.expect("the caller has seen a move");
        let rated: Vec<(AnyMove, f64)> =
            report.moves.iter().filter_map(|root| Some((root.mv, value(root.mv)?))).collect();
        let most = rated.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        let weights: Vec<f64> = rated.iter().map(|(_, value)| ((value - most) / VARIETY).exp()).collect();
        let sum: f64 = weights.iter().sum();
        if rated.len() < 2 || !sum.is_finite() || sum <= 0.0 {
            return best;
        }
        let shares: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
        rated[self.rng.weighted(&shares)].0
    }
}
