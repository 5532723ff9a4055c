//! A position cut into parts that several machines solve: the positions a few turns later, and what follows from those that are solved.

use super::{Goal, SolveError, Worth, worth};
use crate::score::{INFINITE, seen_from};
use crate::{Method, Score};
use plyground_core::{Game, PlayerId, Turn, WIN};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use thiserror::Error;

/// More parts than anybody wants to wait for. Each is kept as a position, which may have thousands of tiles.
pub const MOST_PARTS: usize = 100_000;

/// Why a position cannot be cut into parts.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PartsError {
    /// What cannot be solved as a whole cannot be solved in parts.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Too many turns.
    #[error("there are more than {MOST_PARTS} positions after {0} turns; choose fewer turns")]
    TooMany(u32),
    /// Positions that are the same cannot be told.
    #[error("the game has no hash keys, which tell positions that are the same")]
    NoKeys,
}

/// All positions that are a number of turns away, in the order of the rules' lists of moves. Positions that a symmetry maps to each other
/// are one part, and games that end before are none.
#[derive(Clone, Debug)]
pub struct Parts<G: Game> {
    start: G::Position,
    plies: u32,
    positions: Vec<G::Position>,
    numbers: HashMap<u64, usize>,
}

impl<G: Game> Parts<G> {
    /// Cuts a position into those that are this many turns later.
    pub fn new(game: &G, start: &G::Position, plies: u32) -> Result<Self, PartsError> {
        Method::Solve.check(&game.facts()).map_err(SolveError::from)?;
        let mut parts = Parts { start: start.clone(), plies, positions: Vec::new(), numbers: HashMap::new() };
        parts.collect(game, &mut start.clone(), plies)?;
        Ok(parts)
    }

    fn collect(&mut self, game: &G, position: &mut G::Position, plies: u32) -> Result<(), PartsError> {
        if !matches!(game.turn(position), Turn::Player(_)) {
            return Ok(());
        }
        if plies == 0 {
            let key = game.symmetric_key(position).ok_or(PartsError::NoKeys)?;
            let next = self.positions.len();
            if *self.numbers.entry(key).or_insert(next) == next {
                self.positions.push(position.clone());
            }
            return if next < MOST_PARTS { Ok(()) } else { Err(PartsError::TooMany(self.plies)) };
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        for mv in moves {
            let undo = game.make(position, mv);
            self.collect(game, position, plies - 1)?;
            game.unmake(position, mv, undo);
        }
        Ok(())
    }

    /// The parts, by number.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// What follows for the whole from the parts that are solved: who wins, and how soon.
    pub fn combine(&self, game: &G, solved: impl Fn(usize) -> Option<Worth>) -> Combined<G::Move> {
        let player = game.turn(&self.start).player().unwrap_or(PlayerId::FIRST);
        let view = PartsView { game, parts: self, solved };
        let mut position = self.start.clone();
        let scores = view.scores(&mut position, player, self.plies);
        let mut moves = Vec::new();
        if self.plies > 0 {
            game.moves(&position, &mut moves);
        }
        let rated = |mv: G::Move| (mv, view.after(&mut position, mv, player, self.plies - 1));
        Combined { player, scores, moves: moves.into_iter().map(rated).collect() }
    }
}

/// What is known about a position as a whole, as the player to move sees it: which scores it may have, and its first moves.
#[derive(Clone, Debug)]
pub struct Combined<M> {
    player: PlayerId,
    scores: RangeInclusive<Score>,
    /// As the rules list them.
    moves: Vec<(M, RangeInclusive<Score>)>,
}

impl<M: Copy> Combined<M> {
    /// Who wins, whatever parts that are not solved are worth: `None` while that is open, `Some(None)` for a draw.
    pub fn winner(&self) -> Option<Option<PlayerId>> {
        match (*self.scores.start(), *self.scores.end()) {
            (0, 0) => Some(None),
            (low, _) if low > 0 => Some(Some(self.player)),
            (_, high) if high < 0 => Some(Some(self.player.opponent())),
            _ => None,
        }
    }

    /// What the position is worth, as soon as nothing can change that.
    pub fn worth(&self) -> Option<Worth> {
        self.settled(&self.scores)
    }

    /// The first moves with what they are worth, where nothing can change that.
    pub fn moves(&self) -> impl Iterator<Item = (M, Option<Worth>)> {
        self.moves.iter().map(|(mv, scores)| (*mv, self.settled(scores)))
    }

    fn settled(&self, scores: &RangeInclusive<Score>) -> Option<Worth> {
        (scores.start() == scores.end()).then(|| worth(*scores.start(), self.player, Goal::Outcome))
    }
}

/// The tree above the parts.
struct PartsView<'a, G: Game, F> {
    game: &'a G,
    parts: &'a Parts<G>,
    solved: F,
}

impl<G: Game, F: Fn(usize) -> Option<Worth>> PartsView<'_, G, F> {
    /// The scores that a position may have for a player, this many turns above the parts.
    fn scores(&self, position: &mut G::Position, player: PlayerId, plies: u32) -> RangeInclusive<Score> {
        let Turn::Player(mover) = self.game.turn(position) else {
            let payoffs = self.game.payoffs(position);
            let margin = payoffs.of(player) - payoffs.of(player.opponent());
            let score = if margin == 0.0 { 0 } else { WIN * margin.signum() as Score };
            return score..=score;
        };
        let scores = if plies == 0 { self.part(position) } else { self.best(position, mover, plies) };
        if mover == player { scores } else { -scores.end()..=-scores.start() }
    }

    fn part(&self, position: &G::Position) -> RangeInclusive<Score> {
        let number = self.game.symmetric_key(position).and_then(|key| self.parts.numbers.get(&key));
        match number.and_then(|number| (self.solved)(*number)) {
            Some(Worth { value, plies, .. }) => {
                let score = value.signum() * (WIN - plies.unwrap_or(0) as Score);
                score..=score
            }
            None => -INFINITE..=INFINITE,
        }
    }

    fn best(&self, position: &mut G::Position, mover: PlayerId, plies: u32) -> RangeInclusive<Score> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let choices = moves.into_iter().map(|mv| self.after(position, mv, mover, plies - 1));
        choices.fold(-INFINITE..=-INFINITE, |best, scores| {
            *best.start().max(scores.start())..=*best.end().max(scores.end())
        })
    }

    /// The scores that a move may have for the player who makes it.
    fn after(&self, position: &mut G::Position, mv: G::Move, player: PlayerId, plies: u32) -> RangeInclusive<Score> {
        let undo = self.game.make(position, mv);
        let scores = self.scores(position, player, plies);
        self.game.unmake(position, mv, undo);
        seen_from(*scores.start(), 1)..=seen_from(*scores.end(), 1)
    }
}
