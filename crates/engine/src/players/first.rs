//! Always the first legal move: the simplest living reference.

use crate::player::refuses_nothing;
use crate::{Args, Choice, Failure, Player, PlayerInfo, Request, SpecError};
use plyground_core::{Game, Playable, Turn};
use plyground_search::{Basis, Report, StopReason};

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "first",
        summary: "plays the first legal move of the list",
        params: Vec::new(),
        refuses: refuses_nothing,
        game: None,
        memory: 0,
    }
}

pub(super) fn build<G: Playable>(_args: &Args<'_>, _game: &G, _seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    Ok(Box::new(First))
}

struct First;

impl<G: Game> Player<G> for First {
    fn think(&mut self, request: Request<'_, G>) -> Report<G::Move> {
        choose_each(&request, |moves| moves.first().copied())
    }

    fn choose(&mut self, request: Request<'_, G>) -> Choice<G::Move> {
        pick(&request, |moves| moves.first().copied())
    }

    fn new_game(&mut self, _seed: u64) {}

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

/// What [`choose_each`] chooses where a player is to move, without the report.
pub(super) fn pick<G: Game>(
    request: &Request<'_, G>,
    choose: impl FnOnce(&[G::Move]) -> Option<G::Move>,
) -> Choice<G::Move> {
    let mut moves = Vec::new();
    request.search.game.moves(request.search.position, &mut moves);
    Choice { mv: choose(&moves), value: 0.0, depth: 0, nodes: moves.len() as u64 }
}

/// The report of a player that picks from the legal list without looking ahead. At a chance node it picks for every
/// possible outcome.
pub(super) fn choose_each<G: Game>(
    request: &Request<'_, G>,
    mut choose: impl FnMut(&[G::Move]) -> Option<G::Move>,
) -> Report<G::Move> {
    let (game, position) = (request.search.game, request.search.position);
    let mut report = Report { basis: Basis::Static, ..Report::empty(StopReason::Forced) };
    let mut moves = Vec::new();
    match game.turn(position) {
        Turn::Over => {}
        Turn::Player(_) => {
            game.moves(position, &mut moves);
            report.nodes = moves.len() as u64;
            report.best = choose(&moves);
        }
        Turn::Chance => {
            let mut rolled = (*position).clone();
            for face in 0..game.outcomes(position).len() {
                if game.outcomes(position)[face] > 0.0 {
                    let undo = game.roll(&mut rolled, face);
                    moves.clear();
                    game.moves(&rolled, &mut moves);
                    report.by_outcome.push(choose(&moves));
                    game.unroll(&mut rolled, face, undo);
                } else {
                    report.by_outcome.push(None);
                }
            }
        }
    }
    report
}
