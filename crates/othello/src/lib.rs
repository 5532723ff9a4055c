//! Exact results of Othello endgames, and of ReversiXT wherever it has become as plain: two players on at most 8x8
//! squares, holes allowed, nothing but stones.
//!
//! ```
//! use plyground_othello::{Counting, MoveScore, OthelloBoard, SolveGoal, Solver};
//!
//! // The side to move is written X.
//! let text = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOO-";
//! let board = OthelloBoard::parse(text).unwrap();
//! let mut solver = Solver::new(board.holes(), Counting::Othello, 1 << 20).unwrap();
//! let solution = solver.solve(&board, SolveGoal::EveryMove, &mut |_| false).unwrap();
//! assert_eq!(solution.value, 50);
//! assert_eq!(solution.moves, [MoveScore { square: 63, value: 50 }]);
//! ```
//!
//! A principal variation search with null windows; what makes it quick:
//! a hash table with whole positions as keys (`table.rs`), moves ordered by the replies they leave and by a trained evaluation
//! (`order.rs`, `evaluation.rs`), a selective search that finds the first window (`selectivity.rs`), bounds
//! from stones that can never be turned again (`stability.rs`), quarters with an odd number of empty squares first,
//! and the last four squares without any of that (`last.rs`). [`training`] makes the weights of the evaluation.

mod board;
mod estimate;
mod evaluation;
mod last;
mod lines;
mod node;
mod order;
mod patterns;
mod root;
mod search;
mod selectivity;
mod solver;
mod stability;
mod table;
mod teamwork;
pub mod training;

pub use board::{BoardError, OthelloBoard};
pub use evaluation::{Weights, WeightsError};
pub use solver::{Counting, MoveScore, Solution, SolveGoal, Solver, Stopped};
pub use table::NoMemory;
