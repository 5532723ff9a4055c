//! The player of the original Isola program (on2valhalla/Isola), rebuilt from the description of its evaluation and its
//! search: the yardstick for everything that came after it. Once with the defect of its table, once without.

mod board;
mod search;
#[cfg(test)]
mod slow;
#[cfg(test)]
mod tests;

use board::{Board, Grid};
use plyground_core::Game;
use plyground_games::isola::{Isola, Mode, Move, Mover, Position, Variant};
use plyground_search::{Basis, Control, Report, RootMove, StopReason};
use search::{ITERATIONS, OriginalSearch};
use thiserror::Error;

/// A variant of Isola that the program did not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("it only knows queens that block the square they leave, from fixed squares")]
pub struct UnknownVariant;

/// The table of the original program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoundRule {
    /// Every result is noted as a lower bound, as the program did.
    #[default]
    Faithful,
    /// Every result is noted as what it is.
    Repaired,
}

/// The program: its search and what it remembers of a game.
pub struct OriginalProgram {
    search: OriginalSearch,
}

impl OriginalProgram {
    /// The program at the start of a game of this variant; `seed` governs the order of moves.
    pub fn new(variant: &Variant, rule: BoundRule, seed: u64) -> Result<Self, UnknownVariant> {
        if variant.mover != Mover::Queen || variant.mode != Mode::Trail || variant.start.is_none() {
            return Err(UnknownVariant);
        }
        let repaired = rule == BoundRule::Repaired;
        Ok(OriginalProgram { search: OriginalSearch::new(Grid::new(variant.size), repaired, seed) })
    }

    /// Forgets the last game.
    pub fn new_game(&mut self, seed: u64) {
        self.search.new_game(seed);
    }

    /// Thinks for the player to move, until it has looked this many plies ahead (without a number: as many as the program
    /// did) or the control ends it.
    pub fn think(
        &mut self,
        game: &Isola,
        position: &Position<u64>,
        depth: Option<u32>,
        control: &mut Control,
    ) -> Report<Move> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let me = position.mover();
        let (Some(mine), Some(other)) = (position.piece(me), position.piece(me.opponent())) else {
            // The program knows no placement; any square will do.
            return Report { best: moves.first().copied(), basis: Basis::Static, ..Report::empty(StopReason::Forced) };
        };
        let root = Board { free: position.free(), me: mine.index() as u8, opp: other.index() as u8 };
        let report = self.search.think(&root, depth.unwrap_or(ITERATIONS), control, &mut |_| {});
        told_as_moves(report, &moves)
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
