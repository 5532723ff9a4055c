//! The moves of one node, in the order in which they are tried.

use super::worker::Worker;
use crate::Score;
use crate::ordering::{place_of, rank_by_score, rank_by_value, select, value_of};
use crate::trace::{Edge, Ending, Tracer, VisitKind};
use plyground_core::{Evaluation, Game, PlayerId, Turn};

/// Where the node's moves lie on the stacks of the worker, and which one is next.
pub(super) struct MoveList {
    depth: u32,
    /// Begin of the node's moves.
    pub(super) first: usize,
    /// Begin of its ranks.
    base: usize,
    /// Begin of its deferred moves.
    put_off: usize,
    next: usize,
    hint: Option<usize>,
    stage: Stage,
    /// What comes after the hint.
    then: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The table's move, before anything else is computed.
    Hint,
    /// All others must be ranked.
    Unranked,
    /// The best of those ranked.
    Ranked,
    /// As the rules list them.
    Listed,
    /// Those that other threads were busy with.
    Deferred,
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> Worker<'_, G, E, T> {
    /// Lists the moves of the position. `None` when the search was stopped meanwhile.
    #[inline]
    pub(super) fn list(&mut self, player: PlayerId, depth: u32, ply: u32, hint: u16) -> Option<MoveList> {
        let first = self.moves.len();
        self.generate_moves();
        let order = &self.shared.config.order;
        let count = self.moves.len() - first;
        let hint = (order.table && hint > 0 && usize::from(hint) <= count).then(|| usize::from(hint) - 1);
        let then = if order.ranks() && depth >= self.thresholds.rank { Stage::Unranked } else { Stage::Listed };
        let stage = if hint.is_some() { Stage::Hint } else { then };
        let (base, put_off) = (self.ranks.len(), self.deferred.len());
        let mut list = MoveList { depth, first, base, put_off, next: 0, hint, stage, then };
        let config = self.shared.config;
        if let (true, Some(width)) = (config.guessed_beam, config.beam.filter(|width| *width < count)) {
            self.guess_beam(&mut list, width, player, ply);
            return Some(list);
        }
        // One ply above the horizon the evaluation of every move *is* the search, and no beam changes its best.
        if depth > 1 {
            let width = self.shared.config.beam.unwrap_or(usize::MAX);
            if ply < order.full || width < count {
                self.rank_by_evaluation(&mut list, player, ply)?;
                self.keep_beam(&mut list, width, player);
            }
        }
        Some(list)
    }

    /// Puts the moves of the position on the stack, without last resorts if there is a choice and they are switched off.
    #[inline]
    pub(super) fn generate_moves(&mut self) {
        let (game, first) = (self.shared.game, self.moves.len());
        game.moves(&self.position, &mut self.moves);
        if self.last_resorts {
            return;
        }
        let mut kept = first;
        for index in first..self.moves.len() {
            if !self.eval.is_last_resort(game, &self.position, self.moves[index]) {
                self.moves.swap(kept, index);
                kept += 1;
            }
        }
        if kept > first && kept < self.moves.len() {
            self.heuristic_leaves += 1;
            self.moves.truncate(kept);
        }
    }

    /// The place of the next move.
    #[inline]
    pub(super) fn pick(&mut self, list: &mut MoveList, player: PlayerId, ply: u32) -> Option<usize> {
        if list.stage == Stage::Hint {
            list.stage = list.then;
            return list.hint;
        }
        if list.stage == Stage::Unranked {
            self.rank(list, player, ply);
            list.stage = Stage::Ranked;
        }
        if list.stage == Stage::Ranked {
            if list.base + list.next < self.ranks.len() {
                let rank = select(&mut self.ranks[list.base..], list.next);
                list.next += 1;
                return Some(place_of(rank));
            }
            list.stage = Stage::Deferred;
        }
        if list.stage == Stage::Listed {
            list.next += usize::from(Some(list.next) == list.hint);
            if list.first + list.next < self.moves.len() {
                list.next += 1;
                return Some(list.next - 1);
            }
            list.stage = Stage::Deferred;
        }
        if self.deferred.len() > list.put_off { self.deferred.pop() } else { None }
    }

    /// Whether a move may still be put off.
    #[inline]
    pub(super) fn may_defer(&self, list: &MoveList) -> bool {
        list.stage != Stage::Deferred
    }

    /// Takes the node's moves from the stacks.
    #[inline]
    pub(super) fn drop_list(&mut self, list: &MoveList) {
        self.moves.truncate(list.first);
        self.ranks.truncate(list.base);
        self.deferred.truncate(list.put_off);
    }

    /// The move at `place` cut the node off: the memory learns from it and from those tried in vain before it.
    #[inline]
    pub(super) fn learn(&mut self, list: &MoveList, player: PlayerId, place: usize, depth: u32, ply: u32) {
        let mv = self.moves[list.first + place];
        let ply = ply as usize;
        self.memory.reward(player, mv, ply, depth, self.path[ply]);
        if list.stage == Stage::Ranked {
            for index in list.base..list.base + list.next {
                let tried = place_of(self.ranks[index]);
                if tried != place {
                    self.memory.penalize(player, self.moves[list.first + tried], depth);
                }
            }
        }
    }

    /// Ranks all moves but the hint by what is known without making them.
    fn rank(&mut self, list: &MoveList, player: PlayerId, ply: u32) {
        let promising = self.shared.config.order.move_score && list.depth >= self.thresholds.move_score;
        let remembered = self.memory.refutations(player, ply as usize, self.path[ply as usize]);
        for place in 0..self.moves.len() - list.first {
            if Some(place) == list.hint {
                continue;
            }
            let mv = self.moves[list.first + place];
            let move_score = if promising { self.eval.move_score(self.shared.game, &self.position, mv) } else { 0 };
            let history = self.memory.history(player, mv);
            self.ranks.push(rank_by_score(remembered.of(mv), move_score, history, place));
        }
    }

    /// Ranks all moves but the hint without making them, and keeps the best beside it.
    fn guess_beam(&mut self, list: &mut MoveList, width: usize, player: PlayerId, ply: u32) {
        self.rank(list, player, ply);
        self.heuristic_leaves += 1;
        let width = width - usize::from(list.hint.is_some());
        let ranks = &mut self.ranks[list.base..];
        if width > 0 && width < ranks.len() {
            ranks.select_nth_unstable_by(width - 1, |a, b| b.cmp(a));
        }
        self.ranks.truncate(list.base + width);
        list.then = Stage::Ranked;
        if list.hint.is_none() {
            list.stage = Stage::Ranked;
        }
    }

    /// Ranks all moves by the evaluation of the position after them. These positions count as nodes.
    fn rank_by_evaluation(&mut self, list: &mut MoveList, player: PlayerId, ply: u32) -> Option<()> {
        for place in 0..self.moves.len() - list.first {
            if self.control.tick() {
                return None;
            }
            let mv = self.moves[list.first + place];
            let undo = self.shared.game.make(&mut self.position, mv);
            let value = self.shallow(player, ply + 1);
            self.shared.game.unmake(&mut self.position, mv, undo);
            self.ranks.push(rank_by_value(value, place));
        }
        list.then = Stage::Ranked;
        if list.hint.is_none() {
            list.stage = Stage::Ranked;
        }
        Some(())
    }

    /// The value of the position without looking further, for the team of `mover`.
    pub(super) fn shallow(&mut self, mover: PlayerId, ply: u32) -> Score {
        let value = match self.shared.game.turn(&self.position) {
            Turn::Over => self.result(ply),
            _ => self.static_eval(),
        };
        self.for_team(mover, value)
    }

    /// Shows the trace what the beam leaves out, with the value at first sight.
    fn trace_left_out(&mut self, list: &MoveList, width: usize, player: PlayerId) {
        for index in list.base + width..self.ranks.len() {
            let rank = self.ranks[index];
            let value = self.for_team(player, value_of(rank));
            let edge = Edge::Move(self.moves[list.first + place_of(rank)]);
            self.trace.enter(edge, (f64::NEG_INFINITY, f64::INFINITY), 0, VisitKind::Full);
            self.trace.leave(None, f64::from(value), Ending::Beam);
        }
    }

    /// Keeps the `width` best of the ranked moves, and takes the hint out of them.
    fn keep_beam(&mut self, list: &mut MoveList, width: usize, player: PlayerId) {
        let ranks = &mut self.ranks[list.base..];
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        if width < ranks.len() {
            self.heuristic_leaves += 1;
            if T::ON {
                self.trace_left_out(list, width, player);
            }
            self.ranks.truncate(list.base + width);
        }
        if let Some(hint) = list.hint {
            match self.ranks[list.base..].iter().position(|rank| place_of(*rank) == hint) {
                Some(index) => {
                    self.ranks.remove(list.base + index);
                }
                // The table's move is outside the beam.
                None => {
                    list.hint = None;
                    list.stage = Stage::Ranked;
                }
            }
        }
    }
}
