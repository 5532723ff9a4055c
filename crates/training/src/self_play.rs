//! Self-play with TD(0) targets (Sutton, "Learning to predict by the methods of temporal differences", 1988).

use crate::gradients::Gradients;
use plyground_core::{Game, Rng};
use plyground_endgame::Library;
use plyground_games::einstein::net::{Net, NetEval};
use plyground_games::einstein::{Einstein, Move, Position};
use std::sync::Arc;

/// The probability of a random move (epsilon-greedy), so that the net also sees what good players avoid.
const EXPLORATION: f64 = 0.06;

/// Plays games against itself and collects gradients.
pub(crate) struct SelfPlay<'a> {
    game: &'a Einstein,
    library: &'a Library,
    rng: Rng,
    pub(crate) gradients: Gradients,
    moves: Vec<(u8, Move)>,
    values: Vec<f64>,
}

impl<'a> SelfPlay<'a> {
    pub(crate) fn new(game: &'a Einstein, library: &'a Library, net: &Net, rng: Rng) -> Self {
        SelfPlay { game, library, rng, gradients: Gradients::new(net), moves: Vec::new(), values: Vec::new() }
    }

    /// Plays this many games with the current net.
    pub(crate) fn play(&mut self, net: &Arc<Net>, games: u64) {
        self.gradients.clear();
        let mut eval = NetEval::new(net.clone());
        for _ in 0..games {
            let mut position = self.game.random_start(&mut self.rng);
            while position.winner().is_none() {
                let target = self.evaluate_moves(&mut eval, &position);
                self.gradients.add(net, self.game, &position, target);
                let mv = self.choose(&position);
                self.game.make(&mut position, mv);
            }
        }
    }

    /// Evaluates every move of every roll and returns the target of the position: TD(0), averaged over the die. Positions in
    /// the databases have their exact values.
    fn evaluate_moves(&mut self, eval: &mut NetEval, position: &Position) -> f64 {
        self.moves.clear();
        self.values.clear();
        self.game.grouped_moves(position, &mut self.moves);
        let mut best = [0.0f64; 6];
        for (stone, mv) in &self.moves {
            let mut next = *position;
            self.game.make(&mut next, *mv);
            let lost = match next.winner() {
                Some(_) => 0.0,
                None => self.library.value(&next).unwrap_or_else(|| eval.win_of_rolling(self.game, &next)),
            };
            self.values.push(1.0 - lost);
            best[usize::from(*stone)] = best[usize::from(*stone)].max(1.0 - lost);
        }
        if let Some(exact) = self.library.value(position) {
            return exact;
        }
        let outcomes = self.game.outcomes(position).iter().enumerate();
        let values = outcomes.map(|(face, probability)| {
            let allowed = self.game.outcome_groups(position, face);
            let stones = (0..6).filter(|stone| allowed >> stone & 1 == 1);
            probability * stones.map(|stone| best[stone]).fold(0.0, f64::max)
        });
        values.sum()
    }

    /// Rolls the die and picks one of the evaluated moves.
    fn choose(&mut self, position: &Position) -> Move {
        let face = self.rng.weighted(self.game.outcomes(position));
        let groups = self.game.outcome_groups(position, face);
        let allowed: Vec<usize> =
            (0..self.moves.len()).filter(|index| groups >> self.moves[*index].0 & 1 == 1).collect();
        let pick = if self.rng.unit() < EXPLORATION {
            allowed[self.rng.below(allowed.len())]
        } else {
            let better = |a: usize, b: usize| if self.values[b] > self.values[a] { b } else { a };
            allowed.into_iter().reduce(better).expect("every roll allows a move")
        };
        self.moves[pick].1
    }
}
