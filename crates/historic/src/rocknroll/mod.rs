//! The players of Rock'n'Roll (A. Schäfer, 2006), under its names and by its rules.
//!
//! A move is rated by the position after it. A won game counts 1000; at depth 0 anything else is what the heuristic
//! thinks; at depth n the opponent's best replies, averaged over their rolls, are subtracted from nothing, each reply
//! rated at depth n - 1. The four players differ in their heuristic (`leaf`, `monte`) and in nothing else.
//!
//! * `search`: the unified operator, which rates every move once although several faces may allow it;
//! * `table`: the two-level table of positions rated before; it changes no result;
//! * `tie`: which of equally good moves is played; the original's rule is not known;
//! * `strategy`: a player without any box around it, so that play-outs ask it a million times a second;
//! * `report`: what a strategy found out, move by move.

mod leaf;
mod monte;
mod report;
mod search;
mod stop_check;
mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod tie;

pub use stop_check::StopCheck;
pub use strategy::{PlayoutPlayer, Strategy, StrategySettings, TableSizes};
pub use tie::Tie;

/// What a decided game counts.
pub const GAME_WON: f64 = 1000.0;

/// Forty steps a side bring all twelve stones home, so no game of the standard board is longer.
pub const DEEPEST: u32 = 80;
