//! The nodes of the tree: what all ways of pruning share.

use super::{Config, Pruning};
use crate::stack::{Frame, MoveStack, NO_INDEX};
use crate::table::{Bound, NO_MOVE, Real, RealEntry, TranspositionTable};
use crate::trace::{Edge, Ending, TableAnswer, Tracer, VisitKind};
use crate::{Control, RootMove, StarUse, TableUse, Window};
use plyground_core::{Bounds, Evaluation, Game, PlayerId, Turn, key_for};

/// The window of a search that wants an exact value.
pub(super) const OPEN: Window = Window { low: f64::NEG_INFINITY, high: f64::INFINITY };

/// Rounding errors of a chance node, relative to the largest value: 2^-53 for each of a few thousand operations.
const ROUNDING: f64 = 1.0 / (1u64 << 40) as f64;

/// Any number: the family of keys that tell root players apart.
const SALT: u64 = 0xe5bec7;

impl Window {
    /// The same window for a player who wants the opposite (`sign` -1) or the same (1).
    pub(super) fn seen(self, sign: f64) -> Window {
        if sign > 0.0 { self } else { Window { low: -self.high, high: -self.low } }
    }
}

/// Memory that grows to what the deepest line needs and is then reused: each node takes the end of every stack and
/// leaves it as it was.
pub(super) struct Stacks<M, P> {
    pub(super) moves: MoveStack<M>,
    pub(super) grouped: Vec<(u8, M)>,
    pub(super) faces: Vec<super::unified::Face>,
    pub(super) probes: Vec<super::chance::Probe>,
    pub(super) leaves: super::leaves::Leaves<P>,
    /// Cuts at chance nodes, counted here because iterations share the memory.
    pub(super) star: StarUse,
    /// How the table was used so far.
    pub(super) table_use: TableUse,
}

impl<M, P> Default for Stacks<M, P> {
    fn default() -> Self {
        Stacks {
            moves: MoveStack::default(),
            grouped: Vec::new(),
            faces: Vec::new(),
            probes: Vec::new(),
            leaves: Default::default(),
            star: StarUse::default(),
            table_use: TableUse::default(),
        }
    }
}

impl<M: Copy, P> Stacks<M, P> {
    /// A stopped search leaves its stacks as they were.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.grouped.clear();
        self.faces.clear();
        self.probes.clear();
    }
}

/// The value (for the root player) of one move that was searched already.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) index: u32,
    pub(super) value: f64,
    /// Whether no line below it ended in an opinion.
    pub(super) solved: bool,
}

/// The table, if there is one, and the stacks.
pub(super) type Memory<'a, G> =
    (Option<&'a TranspositionTable<Real>>, &'a mut Stacks<<G as Game>::Move, <G as Game>::Position>);

/// What searches the tree.
pub(super) struct ExpectimaxWorker<'a, G: Game, E, T> {
    pub(super) game: &'a G,
    pub(super) eval: &'a mut E,
    pub(super) control: &'a mut Control,
    pub(super) table: Option<&'a TranspositionTable<Real>>,
    pub(super) stacks: &'a mut Stacks<G::Move, G::Position>,
    pub(super) config: Config,
    pub(super) me: PlayerId,
    /// Keeps what different root players think apart: evaluations need not be symmetric.
    pub(super) salt: u64,
    /// Every value lies between these.
    pub(super) ends: Window,
    /// More than all rounding errors of one chance node together. Windows are wider by twice as much and bounds weaker
    /// by once as much than real numbers would need, so that rounding never turns into a wrong cut.
    pub(super) slack: f64,
    /// Whether an opinion was asked for since this was last reset.
    pub(super) horizon: bool,
    /// The moves of a roll at the root, where a unified operator has rated them before the dice are looked at.
    pub(super) rated: Option<Vec<RootMove<G::Move>>>,
    /// Whether there is no horizon: every line goes to the end of the game, and one that is too long stops the search.
    pub(super) to_the_end: bool,
    pub(super) trace: &'a mut T,
    /// Why the last node ended, for the trace.
    ending: Ending,
}

impl<'a, G: Game, E: Evaluation<G>, T: Tracer<G::Move>> ExpectimaxWorker<'a, G, E, T> {
    pub(super) fn new(
        game: &'a G,
        me: PlayerId,
        config: Config,
        eval: &'a mut E,
        (table, stacks): Memory<'a, G>,
        control: &'a mut Control,
        trace: &'a mut T,
    ) -> Self {
        let Bounds { low, high, .. } = eval.bounds();
        let slack = low.abs().max(high.abs()) * ROUNDING;
        let mut config = config;
        if !slack.is_finite() && config.pruning.cuts() {
            config.pruning = Pruning::Unified; // nothing bounds what has not been searched
        }
        let salt = key_for(SALT, me.index() as u64);
        let ends = Window { low, high };
        ExpectimaxWorker {
            game,
            eval,
            control,
            table,
            stacks,
            config,
            me,
            salt,
            ends,
            slack,
            horizon: false,
            rated: None,
            to_the_end: false,
            trace,
            ending: Ending::Stopped,
        }
    }

    pub(super) fn sign(&self, player: PlayerId) -> f64 {
        if player == self.me { 1.0 } else { -1.0 }
    }

    /// The value for the root player, `depth` turns ahead; only a bound when it is not inside the window. `None` when
    /// the search must stop; then positions and stacks are left as they are and must not be used any more.
    pub(super) fn node(&mut self, position: &mut G::Position, depth: u32, window: Window) -> Option<f64> {
        self.node_knowing(position, depth, window, None)
    }

    /// The same, where the value of one move of the player to move is known already.
    pub(super) fn node_knowing(
        &mut self,
        position: &mut G::Position,
        depth: u32,
        window: Window,
        known: Option<Known>,
    ) -> Option<f64> {
        if self.control.tick() {
            return None;
        }
        let turn = self.game.turn(position);
        if turn == Turn::Over {
            self.ending = Ending::Terminal;
            return Some(self.eval.expected_result(self.game, position, self.me));
        }
        if let Some(value) = self.eval.known(self.game, position, self.me) {
            self.ending = Ending::Known;
            return Some(value);
        }
        if depth == 0 {
            if self.to_the_end {
                return None;
            }
            self.horizon = true;
            self.ending = Ending::Depth;
            return Some(self.eval.expectation(self.game, position, self.me));
        }
        let mut hint = NO_INDEX;
        if let Some(entry) = self.look_up(position, depth) {
            if let Some(value) = entry.answer(self.filed_under(depth), window) {
                self.horizon |= !entry.solved;
                if T::ON {
                    let depth = (!entry.solved).then_some(depth);
                    self.trace.answered(TableAnswer { value, depth, bound: entry.bound.into() });
                }
                self.ending = Ending::Table;
                return Some(value);
            }
            hint = u32::from(entry.best);
        }
        let outer = std::mem::replace(&mut self.horizon, false);
        let (value, best) = match turn {
            Turn::Player(player) => self.player(position, player, depth, window, hint, known)?,
            _ => self.chance(position, depth, window, hint)?,
        };
        self.remember(position, depth, window, value, best);
        self.horizon |= outer;
        self.ending = match turn {
            Turn::Player(player) if player == self.me && value >= window.high => Ending::Beta,
            Turn::Player(player) if player != self.me && value <= window.low => Ending::Alpha,
            Turn::Chance if value <= window.low || value >= window.high => Ending::Star,
            _ => Ending::Complete,
        };
        Some(value)
    }

    /// The value of the node that a move leads to.
    pub(super) fn after_move(
        &mut self,
        position: &mut G::Position,
        mv: G::Move,
        depth: u32,
        window: Window,
    ) -> Option<f64> {
        self.trace.enter(Edge::Move(mv), (window.low, window.high), depth, VisitKind::Full);
        let undo = self.game.make(position, mv);
        let value = self.node(position, depth, window)?;
        self.tell_leaving(position, value);
        self.game.unmake(position, mv, undo);
        Some(value)
    }

    /// The value of the node that an outcome of the dice leads to.
    pub(super) fn after_roll(
        &mut self,
        position: &mut G::Position,
        outcome: usize,
        depth: u32,
        window: Window,
        known: Option<Known>,
    ) -> Option<f64> {
        self.trace.enter(Edge::Roll(outcome), (window.low, window.high), depth, VisitKind::Full);
        let undo = self.game.roll(position, outcome);
        let value = self.node_knowing(position, depth, window, known)?;
        self.tell_leaving(position, value);
        self.game.unroll(position, outcome, undo);
        Some(value)
    }

    fn tell_leaving(&mut self, position: &G::Position, value: f64) {
        if T::ON {
            self.trace.leave(self.game.turn(position).player(), value, self.ending);
        }
    }

    /// A player chooses. Also returns the place of the best move.
    fn player(
        &mut self,
        position: &mut G::Position,
        player: PlayerId,
        depth: u32,
        window: Window,
        hint: u32,
        known: Option<Known>,
    ) -> Option<(f64, u32)> {
        let sign = self.sign(player);
        let seen = window.seen(sign);
        let enough = if self.config.pruning.cuts() { self.ends.seen(sign).high.min(seen.high) } else { f64::INFINITY };
        let list = self.push_moves(position, known.map_or(hint, |known| known.index));
        let (mut best, mut best_index) = (f64::NEG_INFINITY, NO_INDEX);
        for turn in 0..list.len {
            let index = self.stacks.moves.index(list, turn);
            let value = match known {
                Some(known) if known.index == index => {
                    self.horizon |= !known.solved;
                    sign * known.value
                }
                _ => {
                    let mv = self.stacks.moves.at(list, index);
                    let narrowed = self.narrowed(Window { low: seen.low.max(best), high: seen.high });
                    sign * self.after_move(position, mv, depth - 1, narrowed.seen(sign))?
                }
            };
            if value > best {
                (best, best_index) = (value, index);
                if best >= enough {
                    break;
                }
            }
        }
        self.stacks.moves.pop(list);
        Some((sign * best, best_index))
    }

    fn narrowed(&self, window: Window) -> Window {
        if self.config.pruning.cuts() { window } else { OPEN }
    }

    /// Lists the moves; the one at place `first` is searched first.
    pub(super) fn push_moves(&mut self, position: &G::Position, first: u32) -> Frame {
        self.stacks.moves.push(self.game, self.eval, position, first, self.config.move_score)
    }

    /// Dice are rolled. Also returns the place of the best move, where moves are listed.
    fn chance(&mut self, position: &mut G::Position, depth: u32, window: Window, hint: u32) -> Option<(f64, u32)> {
        let plain = |value| (value, NO_INDEX);
        match self.config.pruning {
            Pruning::None => self.plain(position, depth).map(plain),
            Pruning::Star1 => self.star1(position, depth, window).map(plain),
            Pruning::Star2 => self.star2(position, depth, window).map(plain),
            Pruning::Unified | Pruning::UnifiedStar => {
                let first = self.stacks.grouped.len();
                if self.game.grouped_moves(position, &mut self.stacks.grouped) {
                    self.unified(position, depth, window, first, hint)
                } else if self.config.pruning == Pruning::Unified {
                    self.plain(position, depth).map(plain)
                } else {
                    self.star2(position, depth, window).map(plain)
                }
            }
        }
    }

    /// The depth that a table entry must have. Without a horizon all depths are the same.
    pub(super) fn filed_under(&self, depth: u32) -> u16 {
        if self.to_the_end { 0 } else { depth as u16 }
    }

    pub(super) fn look_up(&mut self, position: &G::Position, depth: u32) -> Option<RealEntry> {
        if depth < self.config.table_depth {
            return None;
        }
        let (key, depth) = (self.game.key(position)? ^ self.salt, self.filed_under(depth));
        let table = self.table?;
        self.stacks.table_use.probes += 1;
        let mut entry = table.probe_for(key, |entry| entry.fits(depth))?;
        self.stacks.table_use.hits += u64::from(entry.fits(depth));
        if !self.config.table_move {
            entry.best = NO_MOVE;
        }
        Some(entry)
    }

    fn remember(&mut self, position: &G::Position, depth: u32, window: Window, value: f64, best: u32) {
        if depth < self.config.table_depth {
            return;
        }
        let (Some(key), Some(table)) = (self.game.key(position), self.table) else { return };
        let key = key ^ self.salt;
        let depth = if self.to_the_end { 0 } else { depth as u16 };
        let bound = if value <= window.low {
            Bound::Upper
        } else if value >= window.high {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let entry =
            RealEntry { value, bound, depth, solved: !self.horizon, best: u16::try_from(best).unwrap_or(NO_MOVE) };
        self.stacks.table_use.stores += 1;
        table.store(key, entry);
    }
}
