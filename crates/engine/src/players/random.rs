//! A uniformly random legal move.

use super::first::{choose_each, pick};
use crate::player::refuses_nothing;
use crate::{Args, Choice, Failure, Player, PlayerInfo, Request, SpecError};
use plyground_core::{Game, Playable, Rng};
use plyground_search::Report;

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "random",
        summary: "plays a random legal move, each equally likely",
        params: Vec::new(),
        refuses: refuses_nothing,
        game: None,
        memory: 0,
    }
}

pub(super) fn build<G: Playable>(_args: &Args<'_>, _game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    Ok(Box::new(Random { rng: Rng::seeded(seed) }))
}

struct Random {
    rng: Rng,
}

impl Random {
    fn draw<M: Copy>(&mut self, moves: &[M]) -> Option<M> {
        (!moves.is_empty()).then(|| moves[self.rng.below(moves.len())])
    }
}

impl<G: Game> Player<G> for Random {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        choose_each(&request, |moves| self.draw(moves))
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        pick(&request, |moves| self.draw(moves))
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn unit(&self) -> &'static str {
        "points"
    }

    fn evaluation(&self) -> &'static str {
        ""
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
}
