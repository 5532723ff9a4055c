//! Small games with dice and with many players, made up for tests of searches.
//!
//! * [`RandomTree`]: a seeded tree of any size, with dice, transpositions, skipped and eliminated players;
//! * [`Literal`]: a tree written down by hand, whose values a reader can check;
//! * [`DiceEval`]: opinions about a random tree, with as many ties as wanted.

mod eval;
mod literal;
mod tree;

pub use eval::{DiceEval, LiteralEval};
pub use literal::{Literal, LiteralPosition, choose, end, roll};
pub use tree::{RandomTree, TreeMove, TreePosition, TreeShape};

#[cfg(test)]
mod tests;
