//! Questions about a position, and their answers.

use crate::OthelloBoard;
use crate::last::parity;
use crate::node::Gaps;
use crate::order::no_candidates;
use crate::search::SolverSearch;
use crate::table::{NO_MOVE, NoMemory, SolverTable};

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
#[derive(Clone, Debug)]
pub struct Solver {
    holes: u64,
    counting: Counting,
    table: SolverTable,
}

/// Below and above every score.
const LEAST: i32 = -65;
const MOST: i32 = 65;

impl Solver {
    /// A solver for boards with these holes, with a table of at most `table_bytes` bytes, if there is memory for it.
    pub fn new(holes: u64, counting: Counting, table_bytes: usize) -> Result<Self, NoMemory> {
        Ok(Solver { holes, counting, table: SolverTable::new(table_bytes)? })
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
        let mut search = SolverSearch::new(self.holes, self.counting, &mut self.table, stop);
        let mut list = no_candidates();
        let known = search.table.find(board.own(), board.other()).map_or(NO_MOVE, |entry| entry.best);
        let (moves, empty) = (board.moves(), board.empty());
        let gaps = Gaps { empty, odd: parity(empty) };
        let count = search.candidates(board.own(), board.other(), moves, gaps, known, &mut list);
        let mut answers: Vec<MoveScore> = Vec::with_capacity(count);
        let mut best = LEAST;
        for candidate in &list[..count] {
            // A tie is worth knowing only if it was asked for, a worse move only if everything was.
            let floor = match question {
                _ if answers.is_empty() => LEAST,
                SolveGoal::Best => best,
                SolveGoal::AllBest => best - 1,
                SolveGoal::EveryMove => LEAST,
            };
            let value = exact_above(&mut search, &board.play(candidate.square), floor);
            if search.stopped {
                return Err(Stopped { nodes: search.nodes });
            }
            if value > floor {
                answers.push(MoveScore { square: candidate.square, value });
            }
            best = best.max(value);
        }
        if count == 0 {
            best = search.score(board, LEAST, MOST);
            if search.stopped {
                return Err(Stopped { nodes: search.nodes });
            }
        }
        answers.sort_by_key(|answer| (std::cmp::Reverse(answer.value), answer.square));
        if question != SolveGoal::EveryMove {
            answers.retain(|answer| answer.value == best);
        }
        if let Some(first) = answers.first() {
            search.table.store(board.own(), board.other(), empty.count_ones(), (LEAST, MOST), best, first.square);
        }
        Ok(Solution { value: best, moves: answers, nodes: search.nodes })
    }
}

/// The score of a move that leads to this board, if it is above the floor; else anything not above it.
fn exact_above(search: &mut SolverSearch<'_>, next: &OthelloBoard, floor: i32) -> i32 {
    if floor > LEAST {
        let bound = -search.score(next, -floor - 1, -floor);
        if bound <= floor || search.stopped {
            return bound;
        }
    }
    -search.score(next, -MOST, -floor)
}
