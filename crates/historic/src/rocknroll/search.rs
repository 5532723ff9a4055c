//! The unified operator.

use super::GAME_WON;
use super::leaf::{Leaf, for_each_move};
use super::stop_check::StopCheck;
use super::table::RockTable;
use super::tie::{BestChoice, Tie};
use plyground_core::{Game, Rng};
use plyground_games::einstein::{Einstein, MAX_STONES, Move, Position};

/// Whether to stop is asked whenever about this many moves have been rated.
const PULSE: u64 = 1 << 14;

/// Rates moves to a fixed depth and chooses one.
pub(super) struct UnifiedSearch<L> {
    pub leaf: L,
    depth: u32,
    tie: Tie,
    ties: Rng,
    pub memory: RockTable,
    nodes: u64,
    stop_check: StopCheck,
    next_look: u64,
    stopped: bool,
    /// Whether a choice was made although no move could be rated in full.
    guessed: bool,
}

impl<L: Leaf> UnifiedSearch<L> {
    pub(super) fn new(leaf: L, depth: u32, tie: Tie, memory: RockTable) -> Self {
        let ties = Rng::seeded(0);
        UnifiedSearch {
            leaf,
            depth,
            tie,
            ties,
            memory,
            nodes: 0,
            stop_check: StopCheck::default(),
            next_look: PULSE,
            stopped: false,
            guessed: false,
        }
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Moves rated since the last [`reseed`](UnifiedSearch::reseed).
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the last choice was cut short.
    pub(super) fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether a choice since the last request was made although no move could be rated in full.
    pub(super) fn has_guessed(&self) -> bool {
        self.guessed
    }

    pub(super) fn reseed(&mut self, seed: u64) {
        // Seeding a generator takes as long as a quick move.
        if self.tie == Tie::Random {
            self.ties = Rng::part(seed, 0);
        }
        self.leaf.reseed(Rng::part(seed, 1).bits());
        self.memory.forget();
        (self.nodes, self.next_look) = (0, PULSE);
    }

    pub(super) fn is_slow(&self) -> bool {
        self.depth > 1 || self.leaf.is_slow()
    }

    pub(super) fn obey(&mut self, stop_check: &StopCheck) {
        self.leaf.obey(stop_check);
        self.stop_check = stop_check.clone();
        (self.stopped, self.guessed) = (false, false);
    }

    /// The best move of the player to move after their roll, and its value to them; every rated move is also told to
    /// `told`. `None` where there is no move to make.
    pub(super) fn choose(
        &mut self,
        game: &Einstein,
        position: &Position,
        mut told: impl FnMut(Move, f64),
    ) -> Option<(Move, f64)> {
        if position.winner().is_some() {
            return None;
        }
        let stones = game.outcome_groups(position, position.die()?);
        if self.depth == 0 {
            // Play-outs stop by themselves, and then say nothing about a move.
            let late = self.leaf.is_slow() && self.stop_check.is_due();
            let mut choice = BestChoice::new(self.tie, &mut self.ties);
            let mut count = 0;
            self.leaf.rate_moves(game, position, stones, &mut |mv, value| {
                let value = value.unwrap_or(GAME_WON);
                count += 1;
                choice.offer(mv, value);
                told(mv, value);
            });
            self.nodes += count;
            self.guessed |= late;
            self.stopped |= late || self.leaf.is_slow() && self.stop_check.is_due();
            return choice.best();
        }
        // The search needs all of itself while it rates, so the lots are drawn from a copy that then takes its place.
        let mut ties = self.ties.clone();
        let mut choice = BestChoice::new(self.tie, &mut ties);
        let mut rated = 0;
        for_each_move(game, position, stones, |mv, after| {
            let value = self.rate(game, after, self.depth);
            // What was rated while being stopped is worthless, but a move is needed.
            rated += u32::from(!self.stopped);
            if !self.stopped || choice.best().is_none() {
                choice.offer(mv, value);
                told(mv, value);
            }
        });
        let best = choice.best();
        self.guessed |= rated == 0;
        self.ties = ties;
        best
    }

    /// What the position is worth to the player who has just moved.
    fn rate(&mut self, game: &Einstein, position: &Position, depth: u32) -> f64 {
        self.nodes += 1;
        if position.winner().is_some() {
            return GAME_WON;
        }
        // The root's own moves cannot meet anything rated before at the same depth.
        let remembers = L::STEADY && depth < self.depth && !self.memory.is_absent();
        let key = game.key(position).unwrap_or_default();
        if remembers && let Some(value) = self.memory.find(key, depth) {
            return value;
        }
        let value = -self.unified(game, position, depth);
        if remembers && !self.stopped {
            self.memory.store(key, depth, value);
        }
        value
    }

    /// What the position is worth to the player about to roll, if every reply is rated `depth - 1` plies ahead.
    fn unified(&mut self, game: &Einstein, position: &Position, depth: u32) -> f64 {
        let probabilities = game.outcomes(position);
        let shown = || probabilities.iter().enumerate().filter(|(_, probability)| **probability > 0.0);
        let stones = shown().fold(0, |stones, (face, _)| stones | game.outcome_groups(position, face));
        let mut best = [f64::NEG_INFINITY; MAX_STONES];
        let mut offer = |mv: Move, value: f64| best[mv.stone()] = best[mv.stone()].max(value);
        if depth == 1 {
            let mut count = 0;
            self.leaf.rate_moves(game, position, stones, &mut |mv, value| {
                count += 1;
                offer(mv, value.unwrap_or(GAME_WON));
            });
            self.nodes += count;
            self.look();
        } else {
            for_each_move(game, position, stones, |mv, after| {
                if !self.stopped {
                    offer(mv, self.rate(game, after, depth - 1));
                }
            });
        }
        shown().map(|(face, probability)| probability * best_of(&best, game.outcome_groups(position, face))).sum()
    }

    /// Asks now and then whether to stop.
    fn look(&mut self) {
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + PULSE;
            self.stopped |= self.stop_check.is_due();
        }
    }
}

#[inline]
fn best_of(best: &[f64; MAX_STONES], stones: u32) -> f64 {
    let mut left = stones;
    let mut value = f64::NEG_INFINITY;
    while left != 0 {
        value = value.max(best[left.trailing_zeros() as usize]);
        left &= left - 1;
    }
    value
}
