//! The result of every position of Isola where each turn steps and then removes a square, on boards of up to 25 squares.
//!
//! A turn removes exactly one square, so positions with `k` squares gone lead only to positions with `k + 1` gone. All of them
//! are counted, the fullest boards last: two levels are in memory at a time, one byte a position. Every board of `n` squares has
//! `n (n - 1) 2^(n - 2)` positions, wherever the pieces stand; a search visits many of them again and again.
//!
//! Permanent squares are never removed and belong to every set. Only a piece that steps from a permanent square onto the last
//! removable one finds nothing to remove; such turns stay within a level, and `census_position` orders them. Boards on which two permanent squares
//! are a step apart are left to a search, because play can go round in circles there.
//!
//! ```
//! use plyground_census::{CensusBoard, CensusPosition};
//!
//! // Three squares in a row and kings: the first player must step into the middle and can then shut the other one in.
//! let board = CensusBoard::new(vec![vec![vec![1]], vec![vec![0], vec![2]], vec![vec![1]]]);
//! let result = CensusPosition { board: &board, own: 0, other: 2 }.solve(1, &mut |_, _| {});
//! assert_eq!(result.plies, 1);
//! ```
//!
//! * `census_board`: where pieces may step;
//! * `level`: all positions with the same number of squares gone, numbered without gaps;
//! * `worth`: the value of a position as a byte that can be compared;
//! * `census_position`: from one level to the next.

mod census_board;
mod census_position;
mod level;
mod worth;

pub use census_board::CensusBoard;
pub use census_position::{CensusPosition, CensusResult, CensusTurn};

/// No larger boards are counted: the next one would take 17 GB.
pub const MOST_SQUARES: usize = 25;
