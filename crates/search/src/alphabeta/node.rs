//! The node: one body for minimax, alpha-beta, PVS and the proofs of MTD(f); for two players, and for one player
//! against all others (the paranoid view).
//!
//! Values are those of the team to move, in negamax form. The sign flips only where the turn goes to the other team,
//! so that players who move twice, or are skipped, need no special case.

use super::config::Algorithm;
use super::move_list::MoveList;
use super::tuning::reduction;
use super::worker::Worker;
use crate::abdada::Abdada;
use crate::score::INFINITE;
use crate::table::{Bound, Entry};
use crate::trace::{Edge, Ending, Tracer, VisitKind};
use crate::{DECIDED, Score};
use plyground_core::{Evaluation, Game, PlayerId, Turn};

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> Worker<'_, G, E, T> {
    /// The value of the position for the team of `player`, who is to move, `depth` > 0 plies deep. Fail-soft: outside
    /// the window it is a bound. `None` when the search was stopped.
    pub(super) fn node(&mut self, player: PlayerId, depth: u32, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        let open = beta - alpha > 1;
        if open {
            self.lines[ply as usize].clear();
        }
        if depth == 1 && self.is_frontier_lean() {
            return match self.early_result(player, ply) {
                None => self.frontier(player, alpha, beta, ply),
                known => known,
            };
        }
        let remembers = depth >= self.thresholds.table;
        // Below this depth nothing is looked up, and moves are put off only above it.
        let key = if remembers { self.key() } else { 0 };
        let mut hint = 0;
        if remembers && let Some(entry) = self.probe(key, depth) {
            if let Some(value) = self.settled(entry, depth, alpha, beta, ply) {
                self.trace_answer(player, value, entry);
                self.ending = Ending::Table;
                return Some(value);
            }
            hint = entry.hint;
        }
        if let Some(value) = self.early_result(player, ply) {
            self.ending = Ending::Terminal;
            return Some(value);
        }
        let heuristic_leaves = self.heuristic_leaves;
        let mut list = self.list(player, depth, ply, hint)?;
        let (mut best, mut best_place, mut tried) = (-INFINITE, 0, 0);
        let mut low = alpha;
        let mut ending = Ending::Complete;
        while let Some(place) = self.next_move(&mut list, key, player, depth, ply, tried > 0) {
            if tried > 0
                && let Some(value) = self.settled_meanwhile(key, depth, alpha, beta, ply)
            {
                self.drop_list(&list);
                if open && value != best {
                    self.lines[ply as usize].clear();
                }
                return Some(value);
            }
            if self.may_not_depart(player, tried) {
                self.heuristic_leaves += 1;
                break;
            }
            let mv = self.moves[list.first + place];
            self.note_tried(player, tried);
            let later = (tried > 0).then(|| self.reduction(depth, tried, best));
            let value = self.make_and_search(key, place, player, mv, depth, (low, beta), ply, later)?;
            tried += 1;
            if value <= best {
                continue;
            }
            (best, best_place) = (value, place);
            if value >= beta {
                self.learn(&list, player, place, depth, ply);
                ending = if player == self.shared.root { Ending::Beta } else { Ending::Alpha };
                break;
            }
            if value > low {
                if open {
                    self.improve_line(ply, mv);
                }
                if self.algorithm != Algorithm::Minimax {
                    low = value;
                }
            }
        }
        self.drop_list(&list);
        if remembers {
            let bound = Bound::of(best, alpha, beta);
            let hint = if bound == Bound::Upper { 0 } else { u16::try_from(best_place + 1).unwrap_or(0) };
            let entry = Entry { value: best, depth: depth as u8, bound, hint };
            self.store(key, entry, ply, self.heuristic_leaves == heuristic_leaves);
        }
        self.ending = ending;
        Some(best)
    }

    /// Whether nodes one ply above the horizon need nothing but their moves and the evaluation.
    #[inline]
    fn is_frontier_lean(&self) -> bool {
        !T::ON
            && self.thresholds.table > 1
            && self.thresholds.rank > 1
            && self.last_resorts
            && self.opponent_pruning.is_none()
    }

    /// [`node`](Worker::node) of depth 1, where most of the time goes, without everything that does not pay there.
    fn frontier(&mut self, player: PlayerId, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        let open = beta - alpha > 1;
        let game = self.shared.game;
        let first = self.moves.len();
        game.moves(&self.position, &mut self.moves);
        let mut best = -INFINITE;
        for index in first..self.moves.len() {
            if self.control.tick() {
                return None;
            }
            let mv = self.moves[index];
            let undo = game.make(&mut self.position, mv);
            let value = if game.turn(&self.position) == Turn::Over {
                let value = self.result(ply + 1);
                self.for_team(player, value)
            } else {
                self.heuristic_leaves += 1;
                self.lazy_static_eval(player, alpha.max(best), beta)
            };
            game.unmake(&mut self.position, mv, undo);
            if value > best {
                best = value;
                if value >= beta {
                    break;
                }
                if open && value > alpha {
                    self.lines[ply as usize].clear();
                    self.lines[ply as usize].push(mv);
                }
            }
        }
        self.moves.truncate(first);
        Some(best)
    }

    /// By how much a later move is reduced. Not while everything tried so far loses: then any way out is worth a look.
    #[inline]
    fn reduction(&self, depth: u32, tried: usize, best: Score) -> u32 {
        if self.reductions && best > -DECIDED { reduction(depth, tried) } else { 0 }
    }

    /// The place of the next move; one that another thread is searching is put off until the others are done.
    #[inline]
    fn next_move(
        &mut self,
        list: &mut MoveList,
        key: u64,
        player: PlayerId,
        depth: u32,
        ply: u32,
        later: bool,
    ) -> Option<usize> {
        loop {
            let place = self.pick(list, player, ply)?;
            match self.shared.abdada {
                Some(abdada)
                    if later
                        && depth >= self.thresholds.defer
                        && self.may_defer(list)
                        && (self.opponent_pruning.is_none() || player == self.shared.root)
                        && abdada.is_searched(Abdada::name(key, place, depth)) =>
                {
                    self.deferred.push(place);
                }
                _ => return Some(place),
            }
        }
    }

    /// The value of a node that another thread has finished while this one was trying its moves.
    #[inline]
    fn settled_meanwhile(&mut self, key: u64, depth: u32, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        if self.shared.abdada.is_none() || depth < self.thresholds.defer {
            return None;
        }
        let entry = self.shared.table?.probe(key)?;
        let value = self.settled(entry, depth, alpha, beta, ply)?;
        self.ending = Ending::Table;
        Some(value)
    }

    /// Makes the move in the list's `place`, finds its value for the team of `mover`, and takes it back; `depth` is that of
    /// the position before it, whose key is `key`. A `later` move of PVS must first show with an empty window that it
    /// deserves the whole one, and one that is reduced by some plies that it deserves the whole depth.
    #[inline]
    #[allow(clippy::too_many_arguments)] // a step has this many coordinates, and bundling them costs time
    pub(super) fn make_and_search(
        &mut self,
        key: u64,
        place: usize,
        mover: PlayerId,
        mv: G::Move,
        depth: u32,
        (alpha, beta): (Score, Score),
        ply: u32,
        later: Option<u32>,
    ) -> Option<Score> {
        if self.control.tick() {
            return None;
        }
        // Other threads see that the move is being searched. A search that is stopped leaves its marks: the board of marks
        // ends with it.
        let abdada = self.shared.abdada.filter(|_| depth >= self.thresholds.defer);
        let announced = abdada.map(|abdada| (abdada, Abdada::name(key, place, depth)));
        if let Some((abdada, name)) = announced {
            abdada.begin(name);
        }
        let depth = depth - 1;
        let undo = self.shared.game.make(&mut self.position, mv);
        self.path[ply as usize + 1] = Some(mv);
        let turn = self.shared.game.turn(&self.position);
        let departures = self.count_departure(mover, turn);
        let null_window = (alpha, alpha + 1);
        let scouts = self.algorithm == Algorithm::Pvs && beta - alpha > 1;
        let whole = if beta - alpha > 1 { VisitKind::Full } else { VisitKind::NullWindow };
        let mut value = alpha + 1;
        if let Some(reduction) = later.filter(|_| depth > 0) {
            if reduction > 0 {
                self.trace_kind(VisitKind::Reduced);
                value = self.search_child(mover, mv, turn, depth - reduction, null_window, ply + 1)?;
            }
            if scouts && value > alpha {
                self.trace_kind(if reduction > 0 { VisitKind::Again } else { VisitKind::NullWindow });
                value = self.search_child(mover, mv, turn, depth, null_window, ply + 1)?;
            }
            if value > alpha && (!scouts || value < beta) {
                self.trace_kind(if reduction > 0 || scouts { VisitKind::Again } else { whole });
                value = self.search_child(mover, mv, turn, depth, (alpha, beta), ply + 1)?;
            }
        } else {
            self.trace_kind(whole);
            value = self.search_child(mover, mv, turn, depth, (alpha, beta), ply + 1)?;
        }
        self.shared.game.unmake(&mut self.position, mv, undo);
        self.departures = departures;
        if let Some((abdada, name)) = announced {
            abdada.end(name);
        }
        Some(value)
    }

    /// The value of the position for the team of `mover`, who has just moved.
    #[inline]
    fn search_child(
        &mut self,
        mover: PlayerId,
        mv: G::Move,
        turn: Turn,
        depth: u32,
        (alpha, beta): (Score, Score),
        ply: u32,
    ) -> Option<Score> {
        if T::ON {
            let window = self.traced_window(mover, alpha, beta);
            self.trace.enter(Edge::Move(mv), window, depth, self.kind);
        }
        let value = match turn {
            Turn::Player(next) if depth > 0 => {
                let value = if self.same_team(mover, next) {
                    self.node(next, depth, alpha, beta, ply)
                } else {
                    self.node(next, depth, -beta, -alpha, ply).map(|value| -value)
                };
                if T::ON && value.is_none() {
                    self.trace.leave(turn.player(), 0.0, Ending::Stopped);
                }
                value?
            }
            Turn::Over => {
                self.leaf(Ending::Terminal, alpha, beta, ply);
                let value = self.result(ply);
                self.for_team(mover, value)
            }
            _ => {
                self.leaf(Ending::Depth, alpha, beta, ply);
                self.heuristic_leaves += 1;
                self.lazy_static_eval(mover, alpha, beta)
            }
        };
        if T::ON {
            let seen = f64::from(self.for_team(mover, value));
            self.trace.leave(turn.player(), seen, self.ending);
        }
        Some(value)
    }

    /// No line goes on from here.
    #[inline]
    fn leaf(&mut self, ending: Ending, alpha: Score, beta: Score, ply: u32) {
        self.ending = ending;
        if beta - alpha > 1 {
            self.lines[ply as usize].clear();
        }
    }
}
