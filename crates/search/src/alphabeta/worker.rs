//! What one thread carries through the tree.

use super::config::{Algorithm, Config, OpponentPruning};
use super::tuning::{MAX_DEPTH, OWN_TABLE, Thresholds};
use crate::abdada::Abdada;
use crate::ordering::MoveHistory;
use crate::score::{INFINITE, at_node, is_decided, seen_from};
use crate::table::{Bound, Entry, TranspositionTable, WHOLE, Whole};
use crate::trace::{Ending, KnownBound, TableAnswer, Tracer, VisitKind};
use crate::{Control, DECIDED, Score, TableUse};
use plyground_core::{Evaluation, Game, PlayerId, WIN, key_for};

/// Keeps table entries of different root players apart: the evaluation is asked for the root player, and nobody says
/// that what is good for one is as bad for another.
const ROOT_SALT: u64 = 0x726f_6f74;

/// What all threads of a search share.
pub(super) struct SearchContext<'s, G: Game> {
    pub(super) game: &'s G,
    pub(super) start: &'s G::Position,
    /// The player whose view the search takes.
    pub(super) root: PlayerId,
    /// The player to move at the root: another one while pondering.
    pub(super) mover: PlayerId,
    pub(super) config: &'s Config,
    pub(super) table: Option<&'s TranspositionTable<Whole>>,
    pub(super) abdada: Option<&'s Abdada>,
}

impl<G: Game> Clone for SearchContext<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for SearchContext<'_, G> {}

/// One thread. `position` and the stacks are left in disorder when a search is stopped; [`Worker::restart`] repairs
/// them.
pub(super) struct Worker<'s, G: Game, E, T> {
    pub(super) shared: SearchContext<'s, G>,
    pub(super) eval: &'s mut E,
    pub(super) memory: &'s mut MoveHistory<G::Move>,
    pub(super) control: &'s mut Control,
    pub(super) trace: &'s mut T,
    pub(super) position: G::Position,
    /// The move lists of all nodes from the root down, one behind the other.
    pub(super) moves: Vec<G::Move>,
    /// The ranks of their moves, likewise.
    pub(super) ranks: Vec<i64>,
    /// Places of moves put off because another thread is busy with them, likewise.
    pub(super) deferred: Vec<usize>,
    /// The move that led to each ply.
    pub(super) path: Vec<Option<G::Move>>,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// Counts whatever keeps a value from being final: horizons, beams, shallow table entries.
    pub(super) heuristic_leaves: u64,
    /// Whether every decided result seen was just `±WIN`, so that scores tell distances.
    pub(super) plain: bool,
    /// Why the last node ended, for the trace.
    pub(super) ending: Ending,
    /// How the next position is searched, for the trace.
    pub(super) kind: VisitKind,
    pub(super) table_use: TableUse,
    /// What only this thread remembers: positions of shallow depth, beside other threads.
    own_table: Option<TranspositionTable<Whole>>,
    /// The shared table grows when this thread has stored more entries there: its share of what all threads store.
    table_grows_after: u64,
    shared_stores: u64,
    salt: u64,
    /// How many opponents have departed from their expected moves since the root player's last turn.
    pub(super) departures: u8,
    /// Whether the next move is one more departure.
    pub(super) departs: bool,
    // Copies of settings that every node asks for.
    pub(super) algorithm: Algorithm,
    pub(super) thresholds: Thresholds,
    exact_depth: bool,
    believes_proofs: bool,
    symmetry: bool,
    pub(super) early_results: bool,
    pub(super) reductions: bool,
    pub(super) last_resorts: bool,
    pub(super) opponent_pruning: Option<OpponentPruning>,
}

impl<'s, G: Game, E: Evaluation<G>, T: Tracer<G::Move>> Worker<'s, G, E, T> {
    pub(super) fn new(
        shared: SearchContext<'s, G>,
        eval: &'s mut E,
        memory: &'s mut MoveHistory<G::Move>,
        control: &'s mut Control,
        trace: &'s mut T,
    ) -> Self {
        let plies = MAX_DEPTH as usize + 2;
        let thresholds = Thresholds::of(shared.config, shared.abdada.is_none());
        let own_table = if thresholds.shared > thresholds.table {
            TranspositionTable::new(shared.config.table.at_most(OWN_TABLE)).ok().flatten()
        } else {
            None
        };
        memory.begin(shared.game.facts().players, plies);
        Worker {
            eval,
            memory,
            control,
            trace,
            position: shared.start.clone(),
            moves: Vec::new(),
            ranks: Vec::new(),
            deferred: Vec::new(),
            path: vec![None; plies],
            lines: vec![Vec::new(); plies],
            heuristic_leaves: 0,
            plain: true,
            ending: Ending::Complete,
            kind: VisitKind::Full,
            table_use: TableUse::default(),
            table_grows_after: shared
                .table
                .map_or(u64::MAX, |table| table.grows_after() / shared.config.threads as u64),
            salt: key_for(ROOT_SALT, shared.root.index() as u64),
            algorithm: shared.config.algorithm,
            thresholds,
            own_table,
            shared_stores: 0,
            exact_depth: shared.config.exact_depth,
            believes_proofs: shared.config.sees_all_moves(shared.game.facts().players) && !shared.config.exact_depth,
            symmetry: shared.config.symmetry,
            early_results: shared.config.early_results && shared.game.facts().players == 2,
            departures: 0,
            departs: false,
            last_resorts: shared.config.last_resorts,
            opponent_pruning: shared.config.opponent_pruning.filter(|_| shared.game.facts().players > 2),
            reductions: shared.config.reductions && shared.config.algorithm != Algorithm::Minimax,
            shared,
        }
    }

    /// Back to the root, whatever happened.
    pub(super) fn restart(&mut self) {
        self.position.clone_from(self.shared.start);
        self.moves.clear();
        self.ranks.clear();
        self.deferred.clear();
        self.departures = 0;
    }

    /// A value for the root player, as the team of `mover` counts it.
    #[inline]
    pub(super) fn for_team(&self, mover: PlayerId, value: Score) -> Score {
        if mover == self.shared.root { value } else { -value }
    }

    /// Whether both belong to the same team: the root player alone, or all the others together.
    #[inline]
    pub(super) fn same_team(&self, one: PlayerId, other: PlayerId) -> bool {
        (one == self.shared.root) == (other == self.shared.root)
    }

    /// The finished position at `ply`, for the root player.
    #[inline]
    pub(super) fn result(&mut self, ply: u32) -> Score {
        let result = self.eval.result(self.shared.game, &self.position, self.shared.root);
        if is_decided(result) && result.abs() != WIN {
            self.plain = false;
        }
        seen_from(result, ply)
    }

    /// The unfinished position, for the root player.
    #[inline]
    pub(super) fn static_eval(&mut self) -> Score {
        self.eval.value(self.shared.game, &self.position, self.shared.root)
    }

    /// The unfinished position, for the team of `mover`; outside the window a bound.
    #[inline]
    pub(super) fn lazy_static_eval(&mut self, mover: PlayerId, alpha: Score, beta: Score) -> Score {
        let (game, root) = (self.shared.game, self.shared.root);
        if T::ON {
            let value = self.static_eval();
            self.for_team(mover, value)
        } else if mover == root {
            self.eval.value_between(game, &self.position, root, alpha, beta)
        } else {
            -self.eval.value_between(game, &self.position, root, -beta, -alpha)
        }
    }

    /// The unfinished position at `ply` for `player`, who is to move, where the game knows how it ends.
    #[inline]
    pub(super) fn early_result(&mut self, player: PlayerId, ply: u32) -> Option<Score> {
        if !self.early_results {
            return None;
        }
        let verdict = self.shared.game.early_result(&self.position)?;
        if verdict.soonest < verdict.latest {
            // Who wins is certain, but not how soon.
            self.heuristic_leaves += 1;
            self.plain = false;
        }
        let value = seen_from(WIN, ply + verdict.latest);
        Some(if verdict.winner == player { value } else { -value })
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        let game = self.shared.game;
        let key = if self.symmetry { game.symmetric_key(&self.position) } else { game.key(&self.position) };
        // Without keys there is no table (see `SearchContext`), and any number will do.
        key.unwrap_or_default() ^ self.salt ^ self.departure_key()
    }

    #[inline]
    pub(super) fn probe(&mut self, key: u64, depth: u32) -> Option<Entry> {
        let table = if depth < self.thresholds.shared { self.own_table.as_ref() } else { self.shared.table }?;
        self.table_use.probes += 1;
        let found = table.probe(key)?;
        self.table_use.hits += 1;
        Some(found)
    }

    /// The value that an entry gives at this node, if it answers the question of the window.
    #[inline]
    pub(super) fn settled(&mut self, entry: Entry, depth: u32, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
        let value = seen_from(entry.value, ply);
        let depth_fits =
            if self.exact_depth { u32::from(entry.depth) == depth } else { u32::from(entry.depth) >= depth };
        if depth_fits && entry.bound.settles(value, alpha, beta) {
            self.heuristic_leaves += u64::from(entry.depth != WHOLE);
            return Some(value);
        }
        // Depth does not matter to a forced win or loss: it is there. Only a nearer one may remain unseen.
        let forced = self.believes_proofs
            && ((value >= beta && value >= DECIDED && entry.bound != Bound::Upper)
                || (value <= alpha && value <= -DECIDED && entry.bound != Bound::Lower));
        forced.then_some(value)
    }

    /// Leaves the size of the table to another thread.
    pub(super) fn without_growing(mut self) -> Self {
        self.table_grows_after = u64::MAX;
        self
    }

    /// Remembers what the node has learnt; `final_value` when no doubt came up below it.
    #[inline]
    pub(super) fn store(&mut self, key: u64, entry: Entry, ply: u32, final_value: bool) {
        let shallow = u32::from(entry.depth) < self.thresholds.shared;
        let Some(table) = (if shallow { self.own_table.as_ref() } else { self.shared.table }) else { return };
        self.table_use.stores += 1;
        if !shallow {
            self.shared_stores += 1;
            if self.shared_stores > self.table_grows_after {
                table.grow();
                self.table_grows_after = table.grows_after() / self.shared.config.threads as u64;
            }
        }
        let depth = if final_value && !self.exact_depth { WHOLE } else { entry.depth };
        table.store(key, Entry { value: at_node(entry.value, ply), depth, ..entry });
    }

    /// What any table knows of the position.
    pub(super) fn remembered(&self) -> Option<Entry> {
        let key = self.key();
        let shared = self.shared.table.and_then(|table| table.probe(key));
        shared.or_else(|| self.own_table.as_ref()?.probe(key))
    }

    /// The best line from `ply` on begins with `mv`.
    #[inline]
    pub(super) fn improve_line(&mut self, ply: u32, mv: G::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// Tells the trace what the table knew at a node of `player`, whose team counts `value`.
    #[inline(always)]
    pub(super) fn trace_answer(&mut self, player: PlayerId, value: Score, entry: Entry) {
        if T::ON {
            let bound = KnownBound::from(entry.bound).seen_by(player == self.shared.root);
            let depth = (entry.depth != WHOLE).then_some(u32::from(entry.depth));
            let value = f64::from(self.for_team(player, value));
            self.trace.answered(TableAnswer { value, depth, bound });
        }
    }

    /// Says how the next position is searched. Kept out of the arguments of the search, which are many already.
    #[inline(always)]
    pub(super) fn trace_kind(&mut self, kind: VisitKind) {
        if T::ON {
            self.kind = kind;
        }
    }

    /// A window as the root player counts, for the trace.
    pub(super) fn traced_window(&self, player: PlayerId, alpha: Score, beta: Score) -> (f64, f64) {
        let (low, high) = if player == self.shared.root { (alpha, beta) } else { (-beta, -alpha) };
        let open = |score: Score| match score {
            score if score >= INFINITE => f64::INFINITY,
            score if score <= -INFINITE => f64::NEG_INFINITY,
            score => f64::from(score),
        };
        (open(low), open(high))
    }
}
