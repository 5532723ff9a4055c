//! Questions about a position, and their answers.

use crate::search::{SearchTask, SolverSearch};
use crate::table::{NoMemory, SolverTable};
use crate::teamwork::Team;
use crate::{OthelloBoard, Weights};

/// How the end of a game is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// Own stones less the other's; empty squares count for neither.
    Stones,
    /// As among Othello players: empty squares go to the winner.
    Othello,
}

/// What to solve for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveGoal {
    /// The score and a move that reaches it.
    Best,
    /// The score and every move that reaches it.
    AllBest,
    /// The score of every move.
    EveryMove,
}

/// A move and its exact score for the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveScore {
    /// The square, 0 for a1 to 63 for h8.
    pub square: u8,
    /// The score.
    pub value: i32,
}

/// The solution of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The score of the player to move.
    pub value: i32,
    /// Moves as the question asked, best first; empty if there are none.
    pub moves: Vec<MoveScore>,
    /// Positions visited.
    pub nodes: u64,
}

/// The search was stopped before it knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped {
    /// Positions visited.
    pub nodes: u64,
}

/// Answers questions about positions of one board. What it learns is kept for the next question.
#[derive(Debug)]
pub struct Solver {
    holes: u64,
    counting: Counting,
    table: SolverTable,
    /// What the table may grow to.
    most_bytes: usize,
    weights: Option<Weights>,
    threads: usize,
}

/// Size of the table for 20 empty squares, and what every further one multiplies it with.
const BYTES_AT_20: f64 = 16e6;
const GROWTH: f64 = 1.7;
/// What fits into a processor's second cache; twice as much saves few nodes and costs time.
const SMALL_TABLE_BYTES: usize = 512 << 10;

impl Solver {
    /// A solver for boards with these holes, with a table of at most `table_bytes` bytes, if there is memory for it.
    pub fn new(holes: u64, counting: Counting, table_bytes: usize) -> Result<Self, NoMemory> {
        let weights = (holes == 0).then(|| Weights::embedded().clone());
        SolverTable::check(table_bytes)?;
        Ok(Solver { holes, counting, table: SolverTable::new(0)?, most_bytes: table_bytes, weights, threads: 1 })
    }

    /// A solver of Othello that orders moves by these weights.
    pub(crate) fn with_weights(weights: Weights, table_bytes: usize) -> Result<Self, NoMemory> {
        Ok(Solver { weights: Some(weights), ..Solver::new(0, Counting::Othello, table_bytes)? })
    }

    /// Lets this many threads search; with more than one, the number of nodes depends on chance.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Makes the table as large as the work is: a larger one only costs time, because less of it stays in the processor's caches.
    fn grow_table(&mut self, empty: u32) {
        let bytes = (BYTES_AT_20 * GROWTH.powi(empty as i32 - 20)) as usize;
        // A table that was good enough for more work is good enough for this.
        if 2 * self.table.bytes() <= bytes.min(self.most_bytes)
            && let Ok(table) = SolverTable::new(bytes.min(self.most_bytes))
        {
            self.table = table;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Answers a question. `stop` is called with the number of nodes from time to time and ends the search by returning `true`.
    ///
    /// # Panics
    /// If the board has other holes than the solver was made for.
    pub fn solve(
        &mut self,
        board: &OthelloBoard,
        question: SolveGoal,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solution, Stopped> {
        assert_eq!(board.holes(), self.holes, "a solver knows one board");
        self.grow_table(board.empty().count_ones());
        let team = Team::new(self.threads);
        let (holes, counting) = (self.holes, self.counting);
        let task = SearchTask {
            holes,
            counting,
            table: &self.table,
            small_table_bytes: SMALL_TABLE_BYTES.min(self.table.bytes()),
            weights: self.weights.as_ref(),
            team: &team,
        };
        let found = std::thread::scope(|scope| {
            let helpers: Vec<_> =
                (1..self.threads).map(|_| scope.spawn(move || run(task, board, question, None))).collect();
            let own = run(task, board, question, Some(stop));
            // Where this thread was told to stop, the others are as well.
            team.finish();
            let theirs = helpers.into_iter().filter_map(|helper| helper.join().expect("a search does not panic"));
            theirs.fold(own, |found, theirs| found.or(Some(theirs)))
        });
        let nodes = team.add_nodes(0);
        let (value, moves) = found.ok_or(Stopped { nodes })?;
        Ok(Solution { value, moves, nodes })
    }
}

/// One search of a team: its answer, unless it was stopped or another one was quicker.
fn run<'a>(
    task: SearchTask<'a>,
    board: &OthelloBoard,
    question: SolveGoal,
    stop: Option<&'a mut dyn FnMut(u64) -> bool>,
) -> Option<(i32, Vec<MoveScore>)> {
    let mut search = SolverSearch::new(task, stop);
    let answer = search.answer(board, question);
    search.report();
    if search.stopped {
        return None;
    }
    task.team.finish();
    Some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::{TrainingPlan, sample_positions, train};

    /// The selective search comes first where at least 16 squares are empty, and it may be wrong: bad weights make it wrong often.
    #[test]
    fn neither_weights_nor_threads_change_a_solution() {
        let plan = TrainingPlan { seed: 4, games: 3, generations: 1, threads: 1 };
        let ignorant = train(&plan, &mut |_| true).unwrap();
        for board in sample_positions(5, 12, 6).into_iter().chain(sample_positions(5, 16, 4)) {
            let solve = |weights: Option<Weights>, threads| {
                let mut solver = Solver::new(0, Counting::Othello, 1 << 22).unwrap();
                solver.weights = weights;
                solver.set_threads(threads);
                let best = solver.solve(&board, SolveGoal::Best, &mut |_| false).unwrap();
                let every = solver.solve(&board, SolveGoal::EveryMove, &mut |_| false).unwrap();
                assert_eq!(best.value, every.value);
                assert!(best.moves.iter().all(|answer| every.moves.contains(answer)));
                (every.value, every.moves)
            };
            let expected = solve(None, 1);
            assert_eq!(solve(Some(Weights::embedded().clone()), 1), expected, "{board:?}");
            assert_eq!(solve(Some(ignorant.clone()), 1), expected, "{board:?}");
            assert_eq!(solve(Some(Weights::embedded().clone()), 3), expected, "{board:?}");
        }
    }

    #[test]
    fn one_thread_visits_the_same_positions_again() {
        for board in sample_positions(6, 16, 2) {
            let nodes = || {
                let mut solver = Solver::new(0, Counting::Othello, 1 << 22).unwrap();
                solver.solve(&board, SolveGoal::Best, &mut |_| false).unwrap().nodes
            };
            assert_eq!(nodes(), nodes());
        }
    }

    #[test]
    fn the_table_grows_with_the_work_up_to_its_limit() {
        let mut solver = Solver::new(0, Counting::Othello, 1 << 20).unwrap();
        let mut last = 0;
        for empty in [8, 12, 20, 30] {
            solver.grow_table(empty);
            assert!(solver.table.bytes() >= last && solver.table.bytes() <= 1 << 20);
            last = solver.table.bytes();
        }
        assert!(last > 1 << 19);
        solver.grow_table(8);
        assert_eq!(solver.table.bytes(), last, "what is known is kept");
    }
}
