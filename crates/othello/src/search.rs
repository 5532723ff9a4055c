//! A search at work: what it reads, what it counts, and when it stops.

use crate::estimate::Estimator;
use crate::last::parity;
use crate::node::Gaps;
use crate::selectivity::EXACT;
use crate::solver::Counting;
use crate::stability::Stability;
use crate::table::SolverTable;
use crate::teamwork::Team;
use crate::{OthelloBoard, Weights};

/// Nodes between two calls of `stop`.
const STOP_CHECK_INTERVAL: u64 = 1 << 14;

/// What a search works on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchTask<'a> {
    pub(crate) holes: u64,
    pub(crate) counting: Counting,
    pub(crate) table: &'a SolverTable,
    /// Memory for the positions with few empty squares, of each thread.
    pub(crate) small_table_bytes: usize,
    /// The evaluation, on boards without holes.
    pub(crate) weights: Option<&'a Weights>,
    /// Other searches of the same position.
    pub(crate) team: &'a Team,
}

/// One search. Its methods stand where their topic is: `node.rs`, `last.rs`, `order.rs`, `selectivity.rs`, `root.rs`.
pub(crate) struct SolverSearch<'a> {
    pub(crate) squares: i32,
    /// Whether all 64 squares exist.
    pub(crate) is_whole: bool,
    counting: Counting,
    pub(crate) table: &'a SolverTable,
    /// For the many positions with few empty squares.
    pub(crate) small_table: SolverTable,
    pub(crate) estimator: Option<Estimator<'a>>,
    pub(crate) team: &'a Team,
    /// How sure results must be.
    pub(crate) level: u8,
    pub(crate) stability: Stability,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    next_check: u64,
    reported: u64,
    /// Only one search of a team is asked.
    stop: Option<&'a mut dyn FnMut(u64) -> bool>,
}

impl<'a> SolverSearch<'a> {
    pub(crate) fn new(task: SearchTask<'a>, stop: Option<&'a mut dyn FnMut(u64) -> bool>) -> Self {
        SolverSearch {
            squares: (!task.holes).count_ones() as i32,
            is_whole: task.holes == 0,
            counting: task.counting,
            table: task.table,
            small_table: SolverTable::new(task.small_table_bytes).unwrap_or_default(),
            estimator: task.weights.map(Estimator::new),
            team: task.team,
            level: EXACT,
            stability: Stability::new(task.holes),
            nodes: 0,
            stopped: false,
            next_check: STOP_CHECK_INTERVAL,
            reported: 0,
            stop,
        }
    }

    /// Positions visited, those of estimates included.
    pub(crate) fn visited(&self) -> u64 {
        self.nodes + self.estimator.as_ref().map_or(0, |estimator| estimator.nodes)
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

    /// Whether the caller wants to stop, or another search of the team has finished; asked rarely.
    #[inline]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_check && !self.stopped {
            self.next_check = self.nodes + STOP_CHECK_INTERVAL;
            let visited = self.report();
            self.stopped = self.team.is_done() || self.stop.as_mut().is_some_and(|stop| stop(visited));
        }
        self.stopped
    }

    /// Tells the team how many positions were visited, and returns those of all its searches.
    pub(crate) fn report(&mut self) -> u64 {
        let visited = self.visited();
        let total = self.team.add_nodes(visited - self.reported);
        self.reported = visited;
        total
    }

    /// The score of the player to move, who may have to pass.
    pub(crate) fn score(&mut self, board: &OthelloBoard, alpha: i32, beta: i32) -> i32 {
        let gaps = Gaps { empty: board.empty(), odd: parity(board.empty()) };
        self.node(board.own(), board.other(), alpha, beta, gaps)
    }
}
