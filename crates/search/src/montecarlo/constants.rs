//! Every number of the Monte Carlo searches that is worth tuning.

/// Weight of the exploration term. Auer, Cesa-Bianchi and Fischer (2002) prove √2 for independent results in [0, 1];
/// results below a common move are far from independent, and programs do better with less. On Nim 3:4:5 anything from
/// 0.3 to 1.4 finds the same values; proofs come the sooner, the smaller it is.
pub const EXPLORATION: f64 = 0.7;

/// Weight of the progressive bias where a prior is given: the best-rated move of a node starts one whole win ahead
/// and loses the lead with 1 / (visits + 1).
pub const BIAS: f64 = 1.0;

/// In PUCT a move whose expected share is this much larger than that of another gets e times its prior probability. Set by hand.
pub const PRIOR_TEMPERATURE: f64 = 0.07;

/// A node gets children once it has been visited this often (Coulom 2006 used more to save memory).
pub const EXPAND_AFTER: u32 = 1;

/// Memory of the tree, in bytes.
pub const MEMORY: usize = 64 << 20;

/// The tree remembered from the last move is searched for the new position in at most this many positions, so that
/// not finding it costs milliseconds.
pub const REUSE_PROBES: u32 = 20_000;

/// Play-outs before the first report; every further report comes after twice as many.
pub const FIRST_BATCH: u64 = 128;

/// Play-outs of a leaf, where nothing else is said.
pub const LEAF_PLAYOUTS: u32 = 50;

/// Whole-number values of play-outs count in these parts of a win.
pub const VALUE_SCALE: f64 = 10_000.0;
