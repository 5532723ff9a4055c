//! Learning what a position is worth by playing it to the end, many times.
//!
//! * [`Policy`]: a play-out player. [`Uniform`] and [`Greedy`] come with the crate, [`SeatPolicies`] gives each seat its own,
//!   and boxed policies let players be nested;
//! * [`PlayoutEval`]: the mean result of play-outs as an evaluation, for the leaves of any other search;
//! * [`Flat`]: play-outs after every root move, without a tree;
//! * [`Mcts`]: a growing tree guided by upper confidence bounds, for any number of players and for dice.
//!
//! All of them count results on the scale of [`Rewards`]: 1 is a lone first place, 0 a lone last one.

/// The unit of everything that counts [`Rewards`].
pub(crate) const WIN_PROBABILITY: &str = "win probability";

mod constants;
mod flat;
mod greedy;
mod halving;
mod mcts;
mod playout;
mod policy;
mod reward;
mod summary;
#[cfg(test)]
mod tests;

pub use flat::{Allocation, Flat, FlatConfig};
pub use greedy::{Greedy, ZeroEval};
pub use mcts::{Advice, EvalPrior, Mcts, MctsConfig, NoPrior, Prior, Selection};
pub use playout::{PlayoutEval, play_out};
pub use policy::{Policy, PolicyClone, SeatPolicies, Uniform};
pub use reward::Rewards;
