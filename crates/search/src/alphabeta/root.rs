//! The root: the first order of its moves, and one search of them all.

use super::aspiration::SearchWindow;
use super::config::Algorithm;
use super::worker::Worker;
use crate::Score;
use crate::abdada::Abdada;
use crate::ordering::{Refutation, RootOrder, place_of, rank_by_score, rank_by_value};
use crate::root::{RootMoves, RootQuestion};
use crate::score::INFINITE;
use crate::trace::Tracer;
use plyground_core::{Evaluation, Game};

impl<G: Game, E: Evaluation<G>, T: Tracer<G::Move>> Worker<'_, G, E, T> {
    /// The root's moves in their first order; `None` when there are none. With a beam, only those within it.
    pub(super) fn root(&mut self) -> Option<RootMoves<G::Move, Score>> {
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
                ranks.push(rank_by_value(self.shallow(self.shared.mover, 1), place));
                self.shared.game.unmake(&mut self.position, *mv, undo);
            }
        } else if config.order.move_score && config.order.root != RootOrder::None {
            for (place, mv) in moves.iter().enumerate() {
                let move_score = self.eval.move_score(self.shared.game, &self.position, *mv);
                ranks.push(rank_by_score(Refutation::None, move_score, 0, place));
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
        RootMoves::new(&moves, ranks.iter().map(|rank| place_of(*rank)))
    }

    /// Searches all root moves with one window and returns the value of the best; `None` when stopped.
    pub(super) fn search_root(
        &mut self,
        root: &mut RootMoves<G::Move, Score>,
        depth: u32,
        window: SearchWindow,
    ) -> Option<Score> {
        self.restart();
        let traced_window = self.traced_window(self.shared.mover, window.low, window.high);
        self.trace.begin(depth, traced_window);
        // Minimax is the search that finds every value.
        let lines = if self.algorithm == Algorithm::Minimax { usize::MAX } else { self.shared.config.lines };
        let question = RootQuestion { window: (window.low, window.high), lines, tie: None };
        let key = self.key();
        let mut searched = 0;
        let abdada = self.shared.abdada.filter(|_| depth >= self.thresholds.defer);
        let is_busy = |place| abdada.is_some_and(|abdada| abdada.is_searched(Abdada::name(key, place, depth)));
        let best = root.search_beside(
            question,
            |entry| is_busy(entry.place),
            |entry, turn, low| {
                let before = self.control.nodes();
                let (player, later) = (self.shared.mover, (turn >= lines).then_some(0));
                self.note_tried(player, turn);
                let (mv, place) = (entry.mv, entry.place);
                let value = self.make_and_search(key, place, player, mv, depth, (low, window.high), 0, later)?;
                entry.effort += self.control.nodes() - before;
                entry.line.extend_from_slice(&self.lines[1]);
                searched = turn + 1;
                Some(value)
            },
        )?;
        self.trace.end(f64::from(best));
        root.reorder(self.shared.config.order.root, searched == root.entries.len());
        Some(best)
    }
}
