//! The player of the original Isola program (on2valhalla/Isola), rebuilt from the description of its evaluation and its
//! search: the yardstick for everything that came after it. Once with the defect of its table, once without.

mod board;
mod search;
#[cfg(test)]
mod slow;
#[cfg(test)]
mod tests;

use super::native::{game_of, player_of};
use crate::args::DEPTH_LIMITS;
use crate::player::{Counts, refuses_nothing};
use crate::{Args, Choice, Failure, ParamInfo, Player, PlayerInfo, Request, Resource, SpecError};
use board::{Board, Grid};
use plyground_core::{Game, Playable};
use plyground_games::isola::{Isola, Mode, Move, Mover};
use plyground_search::{Basis, Limits, Report, RootMove, StopReason};
use search::{ITERATIONS, OriginalSearch};

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
    let variant = isola.variant();
    if variant.mover != Mover::Queen || variant.mode != Mode::Trail || variant.start.is_none() {
        let reason = "it only knows queens that block the square they leave, from fixed squares".to_string();
        return Err(SpecError::Unsuitable { player: "original".to_string(), reason });
    }
    let repaired = args.choice("table", &[("faithful", false), ("repaired", true)])?;
    let search = OriginalSearch::new(Grid::new(variant.size), repaired, seed);
    Ok(player_of::<G, Isola>(Box::new(Original { search, limits: args.limits()? })))
}

struct Original {
    search: OriginalSearch,
    limits: Option<Limits>,
}

impl Player<Isola> for Original {
    fn think(&mut self, request: Request<'_, Isola>) -> Report<Move> {
        let Request { game, position, .. } = request;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let me = position.mover();
        let (Some(mine), Some(other)) = (position.piece(me), position.piece(me.opponent())) else {
            // The program knows no placement; any square will do.
            return Report { best: moves.first().copied(), basis: Basis::Static, ..Report::empty(StopReason::Forced) };
        };
        let root = Board { free: position.free(), me: mine.index() as u8, opp: other.index() as u8 };
        let limits = request.limits_for(self.limits, Counts::Depth).ending_at_soft();
        let iterations = limits.depth.unwrap_or(ITERATIONS);
        let report = self.search.think(&root, iterations, &mut request.control(&limits), &mut |_| {});
        told_as_moves(report, &moves)
    }

    fn choose(&mut self, request: Request<'_, Isola>) -> Choice<Move> {
        self.think(request).into()
    }

    fn new_game(&mut self, seed: u64) {
        self.search.new_game(seed);
    }

    fn unit(&self) -> &'static str {
        "points"
    }

    fn failure(&mut self) -> Option<Failure> {
        None
    }
}

/// Squares as the moves that lead to them.
fn told_as_moves(report: Report<u8>, moves: &[Move]) -> Report<Move> {
    let named = |to: u8| moves.iter().copied().find(|mv| mv.to().index() == usize::from(to));
    let row = |row: &RootMove<u8>| {
        named(row.mv).map(|mv| RootMove { mv, value: row.value, exact: row.exact, effort: row.effort })
    };
    Report {
        best: report.best.and_then(named),
        basis: report.basis,
        line: report.line.iter().filter_map(|to| named(*to)).collect(),
        moves: report.moves.iter().filter_map(row).collect(),
        value: report.value,
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
        ..Report::empty(report.stopped)
    }
}
