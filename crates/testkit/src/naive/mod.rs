//! Searches so plain that reading them is proving them. They clone positions, prune nothing and remember nothing.

pub mod minimax;
