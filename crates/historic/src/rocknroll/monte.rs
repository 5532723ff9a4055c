//! MrMonte's opinion: how many of some games from here are won.

use super::leaf::{Leaf, for_each_move};
use super::stop_check::StopCheck;
use super::strategy::Strategy;
use plyground_core::{Game, PlayerId, Rng};
use plyground_games::einstein::playout::random_game;
use plyground_games::einstein::{Einstein, Move, Position};

/// Play-outs by two players, who may be any.
pub(super) struct Playouts {
    pub iterations: u64,
    pub scale: f64,
    /// Red's and Blue's.
    pub players: [Strategy; 2],
    pub dice: Rng,
    pub stop_check: StopCheck,
}

impl Playouts {
    /// The share of play-outs from here that `player` wins.
    fn share(&mut self, game: &Einstein, position: &Position, player: PlayerId) -> f64 {
        let mut won = 0u64;
        for played in 0..self.iterations {
            // Between play-outs, not only between moves: nested players can make one last for seconds.
            if self.stop_check.is_due() {
                return won as f64 / played.max(1) as f64;
            }
            won += u64::from(self.winner(game, position) == player);
        }
        won as f64 / self.iterations as f64
    }

    #[inline]
    fn winner(&mut self, game: &Einstein, position: &Position) -> PlayerId {
        if self.players.iter().all(Strategy::is_uniform) {
            return random_game(game, position, &mut self.dice).winner;
        }
        let mut position = *position;
        loop {
            if let Some(winner) = position.winner() {
                return winner;
            }
            let face = roll(game, &mut self.dice);
            game.roll(&mut position, face);
            let mover = position.mover();
            match self.players[mover.index()].choose(game, &position) {
                Some((mv, _)) => {
                    game.make(&mut position, mv);
                }
                // Only a program from outside can fail to move; then it has lost.
                None => return mover.opponent(),
            }
        }
    }
}

#[inline]
fn roll(game: &Einstein, dice: &mut Rng) -> usize {
    let die = game.variant().die();
    if die.is_fair() { dice.below(die.faces()) } else { dice.weighted(die.probabilities()) }
}

impl Leaf for Playouts {
    fn rate_moves(
        &mut self,
        game: &Einstein,
        position: &Position,
        stones: u32,
        found: &mut impl FnMut(Move, Option<f64>),
    ) {
        let player = position.mover();
        for_each_move(game, position, stones, |mv, after| {
            let value = after.winner().is_none().then(|| self.scale * self.share(game, after, player));
            found(mv, value);
        });
    }

    const STEADY: bool = false;

    fn reseed(&mut self, seed: u64) {
        self.dice = Rng::part(seed, 0);
        for (index, player) in self.players.iter_mut().enumerate() {
            player.reseed(Rng::part(seed, 1 + index as u64).bits());
        }
    }

    fn obey(&mut self, stop_check: &StopCheck) {
        self.stop_check = stop_check.clone();
        self.players.iter_mut().for_each(|player| player.obey(stop_check));
    }

    fn is_slow(&self) -> bool {
        true
    }
}
