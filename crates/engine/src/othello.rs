//! Games that have become Othello: the bridge to the exact solver.

use plyground_core::{DiscPosition, Evaluated, PlayerId};
pub use plyground_othello::{Counting, training};
use plyground_othello::{MoveScore, NoMemory, OthelloBoard, SolveGoal, Solver};
use plyground_search::Control;
use plyground_search::solve::{Solution, Solved, SolvedMove, Worth};

/// A position that the exact solver understands.
#[derive(Clone, Debug)]
pub struct Endgame<M> {
    position: DiscPosition<M>,
    board: OthelloBoard,
}

impl<M: Copy> Endgame<M> {
    /// The position, if its game says that only Othello is left.
    pub fn of<G: Evaluated<Move = M>>(game: &G, position: &G::Position) -> Option<Self> {
        let position = game.disc_position(position)?;
        let [own, other] = [position.turn, position.turn.opponent()].map(|player| position.discs[player.index()]);
        let board = OthelloBoard::new(own, other, !position.squares).ok()?;
        Some(Endgame { position, board })
    }

    /// Squares that are still empty.
    pub fn empty(&self) -> u32 {
        self.board.empty().count_ones()
    }

    /// Squares of the 8x8 that do not exist: what makes one board another.
    pub(crate) fn holes(&self) -> u64 {
        self.board.holes()
    }

    /// A solver for this board, if there is memory for its table.
    pub(crate) fn solver(&self, counting: Counting, table_bytes: usize) -> Result<Solver, NoMemory> {
        Solver::new(self.board.holes(), counting, table_bytes)
    }

    /// A best move and its margin, by a solver made for this board; `None` when the control says stop.
    pub(crate) fn best(&self, solver: &mut Solver, control: &mut Control) -> Option<(M, i32)> {
        let MoveScore { square, value } = *ask(&self.board, solver, SolveGoal::Best, control).ok()?.moves.first()?;
        Some((self.move_on(square), value))
    }

    /// Solves the position for the margin, and every first move if asked to.
    pub fn solve(
        &self,
        counting: Counting,
        moves: bool,
        table_bytes: usize,
        threads: usize,
        control: &mut Control,
    ) -> Result<Solution<M>, NoMemory> {
        let mut solver = self.solver(counting, table_bytes)?;
        solver.set_threads(threads);
        // The value first: where the nodes do not suffice for every move, it is still an answer.
        let first = match ask(&self.board, &mut solver, SolveGoal::Best, control) {
            Ok(first) => first,
            Err(nodes) => return Ok(Solution::TooLarge { nodes }),
        };
        let mut solved =
            Solved { worth: self.worth(first.value), moves: Vec::new(), complete: false, nodes: first.nodes };
        if moves && let Ok(all) = ask(&self.board, &mut solver, SolveGoal::EveryMove, control) {
            let row =
                |answer: &MoveScore| SolvedMove { mv: self.move_on(answer.square), worth: self.worth(answer.value) };
            solved.moves = all.moves.iter().map(row).collect();
            solved.complete = true;
            solved.nodes += all.nodes;
        }
        Ok(Solution::Solved(solved))
    }

    fn move_on(&self, square: u8) -> M {
        self.position.moves[usize::from(square & 63)]
    }

    fn worth(&self, value: i32) -> Worth {
        let winner: Option<PlayerId> = match value.signum() {
            1 => Some(self.position.turn),
            -1 => Some(self.position.turn.opponent()),
            _ => None,
        };
        Worth { winner, plies: None, value }
    }
}

/// The answer, or the positions visited when the control said stop.
fn ask(
    board: &OthelloBoard,
    solver: &mut Solver,
    question: SolveGoal,
    control: &mut Control,
) -> Result<plyground_othello::Solution, u64> {
    let mut told = 0;
    let answer = solver.solve(board, question, &mut |nodes| {
        let new = nodes - told;
        told = nodes;
        control.add_work(new, 0)
    });
    let nodes = answer.as_ref().map_or_else(|stopped| stopped.nodes, |solution| solution.nodes);
    control.add_work(nodes - told, 0);
    answer.map_err(|stopped| stopped.nodes)
}
