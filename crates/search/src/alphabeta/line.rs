//! The expected line of play beyond what the search itself kept.

use super::config::Algorithm;
use super::worker::Worker;
use crate::Score;
use crate::root::RootMoves;
use crate::score::is_decided;
use crate::table::Bound;
use crate::trace::Tracer;
use plyground_core::{Evaluation, Game, Turn, WIN};

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> Worker<'_, G, E, T> {
    /// Where the table answered, the line breaks off; the table also knows how it goes on. The proofs of MTD(f) keep no
    /// line at all, so there even bounds must do.
    pub(super) fn extend_line(&mut self, root: &mut RootMoves<G::Move, Score>, depth: u32) {
        self.restart();
        let line = &mut root.best.line;
        line.iter().for_each(|mv| drop(self.shared.game.make(&mut self.position, *mv)));
        while line.len() < depth as usize {
            let Some(mv) = self.known_move() else { break };
            self.shared.game.make(&mut self.position, mv);
            line.push(mv);
        }
        self.restart();
    }

    fn known_move(&mut self) -> Option<G::Move> {
        let Turn::Player(_) = self.shared.game.turn(&self.position) else { return None };
        let entry = self.remembered()?;
        if self.algorithm != Algorithm::Mtdf && entry.bound != Bound::Exact {
            return None;
        }
        let first = self.moves.len();
        self.generate_moves();
        let place = usize::from(entry.hint).checked_sub(1)?;
        let mv = self.moves.get(first + place).copied();
        self.moves.truncate(first);
        // An entry of a symmetric position, or of another one with the same key, may name a move of no sense.
        mv.filter(|mv| self.shared.game.is_legal(&self.position, *mv))
    }

    /// Turns until the end, where a result is proven: the score tells, unless results are graded; then a line to the
    /// very end does.
    pub(super) fn plies_to_end(&mut self, value: Score, line: &[G::Move]) -> Option<u32> {
        if !is_decided(value) {
            return None;
        }
        if self.plain {
            return Some((WIN - value.abs()) as u32);
        }
        self.restart();
        line.iter().for_each(|mv| drop(self.shared.game.make(&mut self.position, *mv)));
        let over = self.shared.game.turn(&self.position) == Turn::Over;
        self.restart();
        over.then_some(line.len() as u32)
    }
}
