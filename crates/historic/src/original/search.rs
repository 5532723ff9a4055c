//! The original program's search: iterative deepening over a root sorted once, plain fail-soft alpha-beta with shuffled
//! moves below it, and a table that notes every result as a lower bound.

use super::board::{Board, Grid, HI, LO, Side};
use plyground_core::{Rng, splitmix64};
use plyground_search::{Basis, Control, Report, RootMove, StopReason};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The program counts iterations from 0 to 39; each looks one ply further than its number.
pub(super) const ITERATIONS: u32 = 40;
/// Positions that the table takes in. The program's own map had no end; this one stops growing at about a gigabyte, which
/// a game at a minute a move does not fill.
const MOST_ENTRIES: usize = 1 << 24;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    bound: Bound,
    score: i32,
    depth: u32,
}

/// One visit of a node, for an observer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Visit {
    pub board: Board,
    pub side: Side,
    pub depth: u32,
    pub window: (i32, i32),
    pub value: i32,
}

/// The player's memory and manner.
pub(super) struct OriginalSearch {
    pub ground: Grid,
    /// Whether bounds are noted as what they are.
    pub repaired: bool,
    rng: Rng,
    table: HashMap<Board, Entry, BuildHasherDefault<BoardHasher>>,
    /// Once the pieces are separated at the root they stay so.
    knows_split: bool,
    moves: Vec<u8>,
}

impl OriginalSearch {
    pub fn new(ground: Grid, repaired: bool, seed: u64) -> Self {
        let rng = Rng::seeded(seed);
        OriginalSearch { ground, repaired, rng, table: HashMap::default(), knows_split: false, moves: Vec::new() }
    }

    pub fn new_game(&mut self, seed: u64) {
        *self = OriginalSearch::new(self.ground.clone(), self.repaired, seed);
    }

    /// Thinks for ME, who is to move, through at most this many iterations.
    pub fn think(
        &mut self,
        root: &Board,
        iterations: u32,
        control: &mut Control,
        watch: &mut impl FnMut(Visit),
    ) -> Report<u8> {
        self.knows_split |= self.ground.is_split(root);
        let mut report = Report::empty(StopReason::Depth);
        let mut steps = Vec::new();
        self.ground.steps(root, Side::Me, &mut steps);
        let worth = |to: &u8| self.ground.value(&root.step(Side::Me, *to), self.knows_split);
        steps.sort_by_key(|to| std::cmp::Reverse(worth(to)));
        report.best = steps.first().copied();
        report.value = steps.first().map_or(0.0, |to| f64::from(worth(to)));
        report.basis = Basis::Static;
        for depth in 0..iterations.min(ITERATIONS) {
            if steps.is_empty() {
                report.stopped = StopReason::Solved;
                break;
            }
            let iteration = self.iterate(root, &steps, depth, control, watch);
            let wins = iteration.last >= HI;
            if iteration.complete || wins {
                report.basis = Basis::Search;
                report.best = iteration.best.or(report.best);
                report.value = f64::from(iteration.alpha);
                report.moves = iteration.moves;
            }
            if !iteration.complete {
                report.stopped = control.stopped().unwrap_or(StopReason::Asked);
                break;
            }
            (report.depth, report.basis) = (depth + 1, Basis::Search);
            if wins {
                report.stopped = StopReason::Solved;
                break;
            }
        }
        report.line = report.best.into_iter().collect();
        report.nodes = control.nodes();
        report.time = control.elapsed();
        report
    }

    /// All root moves, searched to the same depth below them, or as many as the control allows.
    fn iterate(
        &mut self,
        root: &Board,
        steps: &[u8],
        depth: u32,
        control: &mut Control,
        watch: &mut impl FnMut(Visit),
    ) -> Iteration {
        let mut iteration = Iteration { alpha: LO, best: None, last: LO, moves: Vec::new(), complete: true };
        for &to in steps {
            let before = control.nodes();
            let child = root.step(Side::Me, to);
            self.moves.clear();
            let Some(value) = self.node(&child, Side::Opp, depth, (-HI, -iteration.alpha), control, watch) else {
                iteration.complete = false;
                break;
            };
            iteration.last = -value;
            let exact = -value > iteration.alpha;
            let effort = control.nodes() - before;
            iteration.moves.push(RootMove { mv: to, value: f64::from(-value), exact, effort });
            if exact {
                iteration.alpha = -value;
                iteration.best = Some(to);
            }
        }
        // A stable sort that begins with the best: later moves with its value are only bounded by it.
        iteration.moves.sort_by(|a, b| (b.value, b.exact).partial_cmp(&(a.value, a.exact)).expect("no value is NaN"));
        iteration
    }

    /// The value for the side to move; `None` when stopped.
    fn node(
        &mut self,
        board: &Board,
        side: Side,
        depth: u32,
        window: (i32, i32),
        control: &mut Control,
        watch: &mut impl FnMut(Visit),
    ) -> Option<i32> {
        if control.tick() {
            return None;
        }
        let value = if depth == 0 {
            let value = self.ground.value(board, self.knows_split);
            if side == Side::Me { value } else { -value }
        } else {
            self.deeper(board, side, depth, window, control, watch)?
        };
        watch(Visit { board: *board, side, depth, window, value });
        Some(value)
    }

    fn deeper(
        &mut self,
        board: &Board,
        side: Side,
        depth: u32,
        (entered, mut beta): (i32, i32),
        control: &mut Control,
        watch: &mut impl FnMut(Visit),
    ) -> Option<i32> {
        let mut alpha = entered;
        if let Some(entry) = self.table.get(board).filter(|entry| entry.depth >= depth) {
            match entry.bound {
                Bound::Exact => return Some(entry.score),
                Bound::Lower => alpha = alpha.max(entry.score),
                Bound::Upper => beta = beta.min(entry.score),
            }
            if alpha >= beta {
                return Some(entry.score);
            }
        }
        let first = self.moves.len();
        self.ground.steps(board, side, &mut self.moves);
        self.rng.shuffle(&mut self.moves[first..]);
        let mut best = LO;
        for index in first..self.moves.len() {
            let child = board.step(side, self.moves[index]);
            let value = -self.node(&child, side.other(), depth - 1, (-beta, -alpha), control, watch)?;
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        self.store(*board, Entry { bound: self.bound(best, entered, beta), score: best, depth });
        Some(best)
    }

    /// What the table says about a result. The original compared it with an alpha that had been raised to it before, so
    /// that the first case always applied.
    fn bound(&self, best: i32, entered: i32, beta: i32) -> Bound {
        match () {
            () if !self.repaired => Bound::Lower,
            () if best <= entered => Bound::Upper,
            () if best >= beta => Bound::Lower,
            () => Bound::Exact,
        }
    }

    fn store(&mut self, board: Board, entry: Entry) {
        if self.table.len() < MOST_ENTRIES && self.table.try_reserve(1).is_ok() {
            self.table.insert(board, entry);
        } else if let Some(known) = self.table.get_mut(&board) {
            *known = entry;
        }
    }
}

/// What one iteration has found so far.
struct Iteration {
    alpha: i32,
    best: Option<u8>,
    /// The value of the root move searched last.
    last: i32,
    moves: Vec<RootMove<u8>>,
    complete: bool,
}

/// Free squares and two small numbers, mixed word by word: the same in every run, and cheap.
#[derive(Default)]
pub(super) struct BoardHasher(u64);

impl Hasher for BoardHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }
    fn write_u8(&mut self, number: u8) {
        self.0 = self.0.rotate_left(8) ^ u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = splitmix64(self.0 ^ number);
    }
}
