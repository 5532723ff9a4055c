//! Exact values by plain recursion over the rules: the slow twin of the databases. It shares no code with them.

use plyground_core::{Game, Turn};
use plyground_games::einstein::{Einstein, Move, Position};
use std::collections::HashMap;

/// Remembers what it has solved.
pub struct ExactSolver<'a> {
    game: &'a Einstein,
    known: HashMap<Option<u64>, f64>,
}

impl<'a> ExactSolver<'a> {
    /// Knows nothing yet.
    pub fn new(game: &'a Einstein) -> Self {
        ExactSolver { game, known: HashMap::new() }
    }

    /// Positions solved so far.
    pub fn solved(&self) -> usize {
        self.known.len()
    }

    /// The probability that the player about to roll, or to move, wins with best play by both.
    pub fn value(&mut self, position: &Position) -> f64 {
        match self.game.turn(position) {
            Turn::Over => f64::from(u8::from(position.winner() == Some(position.mover()))),
            Turn::Player(_) => {
                let mut moves = Vec::new();
                self.game.moves(position, &mut moves);
                moves.into_iter().map(|mv| self.after(position, mv)).fold(0.0, f64::max)
            }
            Turn::Chance => {
                let key = self.game.symmetric_key(position);
                if let Some(value) = self.known.get(&key) {
                    return *value;
                }
                let value = self.before_roll(position);
                self.known.insert(key, value);
                value
            }
        }
    }

    fn before_roll(&mut self, position: &Position) -> f64 {
        let mut grouped = Vec::new();
        self.game.grouped_moves(position, &mut grouped);
        let mut best = [0.0f64; 6];
        for (stone, mv) in grouped {
            let value = self.after(position, mv);
            best[usize::from(stone)] = best[usize::from(stone)].max(value);
        }
        let mut sum = 0.0;
        for (face, probability) in self.game.outcomes(position).iter().enumerate() {
            let allowed = self.game.outcome_groups(position, face);
            let stones = (0..6).filter(|stone| allowed >> stone & 1 == 1);
            sum += probability * stones.map(|stone| best[stone]).fold(0.0, f64::max);
        }
        sum
    }

    /// The probability that the player to move wins after this move.
    pub fn after(&mut self, position: &Position, mv: Move) -> f64 {
        let mut next = *position;
        self.game.make(&mut next, mv);
        1.0 - self.value(&next)
    }
}
