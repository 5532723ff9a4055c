//! The switches of the tree search.

use crate::montecarlo::constants::{BIAS, EXPAND_AFTER, EXPLORATION, MEMORY};

/// How a descent chooses among the moves of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// Upper confidence bounds (UCT, Kocsis and Szepesvári 2006) with progressive bias by the prior.
    #[default]
    Uct,
    /// Upper confidence bounds in proportion to a probability that comes from the prior (PUCT, Rosin 2011, in the form of Silver et al.
    /// 2017); a move never tried counts as its prior says. Needs a prior on the scale of rewards.
    Puct,
}

/// Every technique of [`Mcts`](super::Mcts), with a default that suits most games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsConfig {
    /// How moves are chosen inside the tree.
    pub selection: Selection,
    /// Below the root only this many moves get into the tree, those with the best move scores.
    pub beam: usize,
    /// Whether moves that the evaluation calls a [last resort](plyground_core::Evaluation::is_last_resort) get into the tree below the root
    /// where there are others.
    pub last_resorts: bool,
    /// Weight of the exploration term.
    pub exploration: f64,
    /// First-play uct_score: what a move never tried competes with. Infinity tries every move once before any twice; with
    /// a number such as 1.1, a move that keeps winning need not wait for the others (Gelly and Wang 2006).
    pub first_play: f64,
    /// Weight of the progressive bias (Chaslot et al. 2008): a prior of 1 adds `bias / (visits + 1)`.
    pub bias: f64,
    /// A node gets children once it has been visited this often.
    pub expand_after: u32,
    /// Moves after which a play-out ends, with the result as it stands.
    pub horizon: u32,
    /// Proven results are backed up and end the search at the root (MCTS-Solver, Winands et al. 2008).
    pub proofs: bool,
    /// The tree below the position at hand is kept from move to move.
    pub reuse: bool,
    /// Stops when there is only one move, or when the iterations left cannot change the choice.
    pub early: bool,
    /// Bytes that the tree may take. A full tree stops growing, and play-outs go on from its leaves. The root's own
    /// moves are always held.
    pub memory: usize,
    /// Threads that share the tree; one is repeatable bit for bit.
    pub threads: usize,
    /// Seed of all dice and random moves.
    pub seed: u64,
}

impl Default for MctsConfig {
    fn default() -> Self {
        MctsConfig {
            selection: Selection::default(),
            beam: usize::MAX,
            last_resorts: true,
            exploration: EXPLORATION,
            first_play: f64::INFINITY,
            bias: BIAS,
            expand_after: EXPAND_AFTER,
            horizon: u32::MAX,
            proofs: true,
            reuse: true,
            early: false,
            memory: MEMORY,
            threads: 1,
            seed: 1,
        }
    }
}
