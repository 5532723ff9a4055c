//! The player of the original Isola program as a player kind. Its search is in `plyground-historic`.

#[cfg(test)]
mod tests;

use super::native::{game_of, player_of};
use crate::args::DEPTH_LIMITS;
use crate::player::{Counts, refuses_nothing};
use crate::{Args, Choice, Failure, ParamInfo, Player, PlayerInfo, Request, Resource, SpecError};
use plyground_core::Playable;
use plyground_games::isola::{Isola, Move};
use plyground_historic::original::{BoundRule, OriginalProgram};
use plyground_search::{Limits, Report};

const TABLE: ParamInfo = ParamInfo {
    name: "table",
    values: "faithful|repaired",
    default: "faithful",
    summary: "note every result as a lower bound, as the program did, or each as what it is",
    resource: Resource::None,
};

pub(super) fn info() -> PlayerInfo {
    let mut params = vec![TABLE];
    params.extend(DEPTH_LIMITS);
    PlayerInfo {
        name: "original",
        summary: "the player of the original Isola program: the yardstick",
        params,
        refuses: refuses_nothing,
        game: Some("isola"),
        memory: 0,
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    let isola: &Isola = game_of(game, "original", "Isola on boards of at most 64 squares")?;
    let rule = args.choice("table", &[("faithful", BoundRule::Faithful), ("repaired", BoundRule::Repaired)])?;
    let program = OriginalProgram::new(isola.variant(), rule, seed)
        .map_err(|error| SpecError::Unsuitable { player: "original".to_string(), reason: error.to_string() })?;
    Ok(player_of::<G, Isola>(Box::new(Original { program, limits: args.limits()? })))
}

struct Original {
    program: OriginalProgram,
    limits: Option<Limits>,
}

impl Player<Isola> for Original {
    fn think(&mut self, request: Request<'_, Isola>) -> Report<Move> {
        let limits = request.limits_for(self.limits, Counts::Depth).ending_at_soft();
        let mut control = request.control(&limits);
        self.program.think(request.game, request.position, limits.depth, &mut control)
    }

    fn choose(&mut self, request: Request<'_, Isola>) -> Choice<Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.program.new_game(seed);
    }

    fn unit(&self) -> &'static str {
        "points"
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
}
