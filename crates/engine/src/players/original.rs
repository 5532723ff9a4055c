//! The player of the original Isola program as a player kind. Its search is in `plyground-historic`.

use super::native;
use crate::args::DEPTH_LIMITS;
use crate::options::{Choice, ConfigOption, Options, limit_options, unless_endless};
use crate::player::{Counts, refuses_nothing};
use crate::{Args, Failure, Player, PlayerInfo, Request, SpecError};
use plyground_core::Playable;
use plyground_games::isola::{Isola, Move};
use plyground_historic::original::{BoundRule, OriginalProgram};
use plyground_search::{Limits, Report};
use std::sync::LazyLock;

pub(super) const NAME: &str = "original";

/// Everything that a spec can say.
#[derive(Default)]
struct Settings {
    table: BoundRule,
    limits: Limits,
}

static OPTIONS: LazyLock<Options<Settings>> = LazyLock::new(|| {
    let rules = [("faithful", BoundRule::Faithful), ("repaired", BoundRule::Repaired)];
    let mut list = vec![ConfigOption::new(
        "table",
        Choice::new(rules, |s: &mut Settings| &mut s.table),
        "note every result as a lower bound, as the program did, or each as what it is",
    )];
    list.extend(limit_options(&DEPTH_LIMITS, |s: &mut Settings| &mut s.limits));
    Options::new(list)
});

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: NAME,
        summary: "the player of the original Isola program: the yardstick",
        params: OPTIONS.params(),
        refuses: refuses_nothing,
        game: Some("isola"),
        memory: 0,
    }
}

pub(super) fn build<G: Playable>(args: &Args<'_>, game: &G, seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    native::build((NAME, "Isola on boards of at most 64 squares"), args, game, seed)
}

pub(super) fn make(args: &Args<'_>, game: &Isola, seed: u64) -> Result<Box<dyn Player<Isola>>, SpecError> {
    let Settings { table, limits } = OPTIONS.read(args)?;
    let program = OriginalProgram::new(game.variant(), table, seed)
        .map_err(|error| SpecError::Unsuitable { player: NAME.to_string(), reason: error.to_string() })?;
    Ok(Box::new(Original { program, limits: unless_endless(limits) }))
}

struct Original {
    program: OriginalProgram,
    limits: Option<Limits>,
}

impl Player<Isola> for Original {
    fn think(&mut self, request: Request<'_, Isola>) -> Report<Move> {
        let limits = request.limits_for(self.limits, Counts::Depth).ending_at_soft();
        let mut control = request.control(&limits);
        self.program.think(request.search.game, request.search.position, limits.depth, &mut control)
    }

    fn choose(&mut self, request: Request<'_, Isola>) -> crate::Choice<Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.program.new_game(seed);
    }

    fn unit(&self) -> &'static str {
        "points"
    }

    fn evaluation(&self) -> &'static str {
        "original"
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
}
