//! A search at work: what it reads, what it counts, and when it stops.

use crate::OthelloBoard;
use crate::last::parity;
use crate::node::Gaps;
use crate::solver::Counting;
use crate::stability::Stability;
use crate::table::SolverTable;

/// Nodes between two calls of `stop`.
const STOP_CHECK_INTERVAL: u64 = 1 << 14;

/// One search. Its methods stand where their topic is: `node.rs`, `last.rs`, `order.rs`.
pub(crate) struct SolverSearch<'a> {
    pub(crate) holes: u64,
    pub(crate) squares: i32,
    /// Whether all 64 squares exist.
    pub(crate) is_whole: bool,
    counting: Counting,
    pub(crate) table: &'a mut SolverTable,
    pub(crate) stability: Stability,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    next_check: u64,
    stop: &'a mut dyn FnMut(u64) -> bool,
}

impl<'a> SolverSearch<'a> {
    pub(crate) fn new(
        holes: u64,
        counting: Counting,
        table: &'a mut SolverTable,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        SolverSearch {
            holes,
            squares: (!holes).count_ones() as i32,
            is_whole: holes == 0,
            counting,
            table,
            stability: Stability::new(holes),
            nodes: 0,
            stopped: false,
            next_check: STOP_CHECK_INTERVAL,
            stop,
        }
    }

    /// The score of a finished game.
    #[inline]
    pub(crate) fn end(&self, own: u64, other: u64) -> i32 {
        let (ours, theirs) = (own.count_ones() as i32, other.count_ones() as i32);
        let margin = ours - theirs;
        match self.counting {
            Counting::Stones => margin,
            Counting::Othello => margin + margin.signum() * (self.squares - ours - theirs),
        }
    }

    /// Whether the caller wants to stop; asked rarely.
    #[inline]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_check && !self.stopped {
            self.next_check = self.nodes + STOP_CHECK_INTERVAL;
            self.stopped = (self.stop)(self.nodes);
        }
        self.stopped
    }

    /// The score of the player to move, who may have to pass.
    pub(crate) fn score(&mut self, board: &OthelloBoard, alpha: i32, beta: i32) -> i32 {
        let gaps = Gaps { empty: board.empty(), odd: parity(board.empty()) };
        self.node(board.own(), board.other(), alpha, beta, gaps)
    }
}
