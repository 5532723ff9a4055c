//! The root: its list of moves, what is known of each, and one search of them all.

use super::aspiration::SearchWindow;
use super::config::Algorithm;
use super::worker::Worker;
use crate::ordering::{Class, RootOrder, place_of, rank_by_score, rank_by_value};
use crate::score::INFINITE;
use crate::trace::Tracer;
use crate::{RootMove, Score};
use plyground_core::{Evaluation, Game};

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootEntry<M> {
    pub(super) mv: M,
    /// Place in the list of the rules.
    pub(super) place: usize,
    pub(super) value: Score,
    pub(super) exact: bool,
    pub(super) effort: u64,
    /// The best line, beginning with the move itself.
    pub(super) line: Vec<M>,
    /// Whether it became the best move when it was searched last.
    rose: bool,
    /// Whether it may be better than its value: the window ended there.
    cut: bool,
}

/// The root's list, and the best of it.
#[derive(Clone, Debug)]
pub(super) struct RootMoves<M> {
    pub(super) entries: Vec<RootEntry<M>>,
    /// The best move of the last completed iteration; before that, the first of the list.
    pub(super) best: RootEntry<M>,
    /// What the running iteration would put in its place.
    candidate: Option<RootEntry<M>>,
    /// Whether the running iteration has searched the best move of the last one.
    best_searched: bool,
}

impl<M: Copy + Eq> RootMoves<M> {
    /// A new iteration begins.
    pub(super) fn begin(&mut self) {
        self.candidate = None;
        self.best_searched = false;
        self.entries.iter_mut().for_each(|entry| entry.effort = 0);
    }

    /// The iteration is complete: the best move is official.
    pub(super) fn complete(&mut self, value: Score) {
        if let Some(mut candidate) = self.candidate.take() {
            candidate.value = value;
            candidate.exact = true;
            self.best = candidate;
        }
        // MTD(f) leaves bounds from different proofs. What stays in the list are upper bounds, and no move is better
        // than the best.
        for entry in &mut self.entries {
            let best = entry.place == self.best.place;
            entry.exact |= best;
            if best || entry.cut || entry.value > value {
                entry.value = value;
            }
        }
    }

    /// The iteration was interrupted. Its best move counts only if the best move of the last iteration was searched
    /// before: until then nothing has been compared with it, and the first few moves of a list mean nothing.
    pub(super) fn interrupted(&mut self) -> Option<RootEntry<M>> {
        self.candidate.take().filter(|_| self.best_searched)
    }

    /// All moves for the report: the best first, then by value.
    pub(super) fn moves(&self) -> Vec<RootMove<M>> {
        let mut entries: Vec<&RootEntry<M>> = self.entries.iter().collect();
        entries.sort_by_key(|entry| (entry.place != self.best.place, -entry.value));
        let row = |entry: &RootEntry<M>| RootMove {
            mv: entry.mv,
            value: f64::from(entry.value),
            exact: entry.exact,
            effort: entry.effort,
        };
        entries.into_iter().map(row).collect()
    }

    /// The values that the last search found exactly.
    pub(super) fn exact_values(&self) -> Vec<Score> {
        self.entries.iter().filter(|entry| entry.exact).map(|entry| entry.value).collect()
    }

    /// The value that a move must exceed to be among the `lines` best of the first `count` entries.
    fn threshold(&self, count: usize, lines: usize) -> Score {
        if lines == 1 {
            return self.entries[..count].iter().map(|entry| entry.value).max().unwrap_or(-INFINITE);
        }
        let mut values: Vec<Score> = self.entries[..count].iter().map(|entry| entry.value).collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        values.get(lines - 1).copied().unwrap_or(-INFINITE)
    }

    /// Puts the list into the order of the next search, after one that went through all of it or not.
    fn reorder(&mut self, order: RootOrder, searched: usize) {
        match order {
            RootOrder::None => {}
            RootOrder::Sorted if searched == self.entries.len() => {
                self.entries.sort_by_key(|entry| -entry.value);
                // Among equal values the one found first is the best, and a bound may equal it.
                if let Some(candidate) = &self.candidate {
                    let place = candidate.place;
                    self.entries.sort_by_key(|entry| entry.place != place);
                }
            }
            // One that rose goes to the front of those before it, so the last that rose is first.
            _ => {
                let mut front: Vec<RootEntry<M>> = Vec::with_capacity(self.entries.len());
                let mut rest = Vec::new();
                for entry in self.entries.drain(..) {
                    if entry.rose { front.push(entry) } else { rest.push(entry) }
                }
                front.reverse();
                front.append(&mut rest);
                self.entries = front;
            }
        }
    }
}

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> Worker<'_, G, E, T> {
    /// The root's moves in their first order; `None` when there are none. With a beam, only those within it.
    pub(super) fn root(&mut self) -> Option<RootMoves<G::Move>> {
        self.restart();
        let mut moves = Vec::new();
        self.shared.game.moves(&self.position, &mut moves);
        let config = self.shared.config;
        let width = config.beam.unwrap_or(usize::MAX);
        let mut ranks: Vec<i64> = Vec::new();
        if config.order.full > 0 || width < moves.len() {
            for (place, mv) in moves.iter().enumerate() {
                // A search that is stopped here has the moves rated so far first, and the others as they are listed.
                if self.control.tick() {
                    ranks.push(rank_by_value(-INFINITE, place));
                    continue;
                }
                let undo = self.shared.game.make(&mut self.position, *mv);
                ranks.push(rank_by_value(self.shallow(self.shared.root, 1), place));
                self.shared.game.unmake(&mut self.position, *mv, undo);
            }
        } else if config.order.move_score && config.order.root != RootOrder::None {
            for (place, mv) in moves.iter().enumerate() {
                let move_score = self.eval.move_score(self.shared.game, &self.position, *mv);
                ranks.push(rank_by_score(Class::Rest, move_score, 0, place));
            }
        } else {
            ranks.extend((0..moves.len()).map(|place| rank_by_value(0, place)));
        }
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        if width < ranks.len() {
            self.heuristic_leaves += 1;
            ranks.truncate(width);
        }
        if config.order.root == RootOrder::None && config.order.full == 0 {
            ranks.sort_unstable_by_key(|rank| place_of(*rank));
        }
        let entry = |place: usize| RootEntry {
            mv: moves[place],
            place,
            value: 0,
            exact: false,
            effort: 0,
            line: vec![moves[place]],
            rose: false,
            cut: false,
        };
        let entries: Vec<_> = ranks.iter().map(|rank| entry(place_of(*rank))).collect();
        let best = entries.first()?.clone();
        Some(RootMoves { entries, best, candidate: None, best_searched: false })
    }

    /// Searches all root moves with one window and returns the value of the best; `None` when stopped.
    pub(super) fn search_root(
        &mut self,
        root: &mut RootMoves<G::Move>,
        depth: u32,
        window: SearchWindow,
    ) -> Option<Score> {
        self.restart();
        let traced_window = self.traced_window(self.shared.root, window.low, window.high);
        self.trace.begin(depth, traced_window);
        let minimax = self.algorithm == Algorithm::Minimax;
        let lines = self.shared.config.lines;
        let player = self.shared.root;
        let key = self.key();
        let mut best = -INFINITE;
        let mut searched = 0;
        for index in 0..root.entries.len() {
            let (mv, place) = (root.entries[index].mv, root.entries[index].place);
            let low = if minimax { window.low } else { window.low.max(root.threshold(index, lines)) };
            let before = self.control.nodes();
            let later = (index >= lines).then_some(0);
            let value = self.announce_and_search(key, place, player, mv, depth, (low, window.high), 0, later)?;
            searched = index + 1;
            let entry = &mut root.entries[index];
            entry.effort += self.control.nodes() - before;
            entry.value = value;
            entry.exact = minimax || (value > low && value < window.high);
            entry.rose = value > best && value > window.low;
            entry.cut = value >= window.high;
            entry.line.truncate(1);
            if entry.exact {
                entry.line.extend_from_slice(&self.lines[1]);
            }
            root.best_searched |= place == root.best.place;
            if entry.rose {
                root.candidate = Some(entry.clone());
            }
            best = best.max(value);
            if value >= window.high {
                break;
            }
        }
        self.trace.end(f64::from(best));
        root.reorder(self.shared.config.order.root, searched);
        Some(best)
    }
}
