//! The analysis board: positions of a game's variations, and the tree of variations itself.

use super::{LegalMove, Scene, TurnState};
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// A position that a game may lead to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NodePath {
    /// The number of played turns before the variation.
    pub ply: usize,
    /// What follows, as words separated by blanks: moves, and rolls such as `4:`.
    #[serde(default)]
    pub words: String,
}

/// A position of the analysis board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct NodeView {
    /// The board.
    pub scene: Scene,
    /// The cells of the move that led there.
    pub last: Vec<usize>,
    /// The position in text.
    pub position: String,
    /// The phase of the game.
    pub phase: String,
    /// What the position waits for.
    pub turn: TurnState,
    /// The legal moves.
    pub legal: Vec<LegalMove>,
    /// Before a roll: the probabilities of the faces.
    pub faces: Vec<f64>,
    /// Countable possessions of every player.
    pub holdings: Vec<Vec<(String, i64)>>,
    /// Who won and why, if the game ends here.
    pub result: Option<String>,
    /// Whether the mover could pass, to see what the opponents threaten.
    pub can_pass: bool,
}

/// A node of a tree of variations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TreeNode {
    /// The number of the node before it; 0 is the start.
    pub parent: usize,
    /// The roll or the move.
    pub word: String,
    /// Who rolled or moved, from 1.
    pub player: Option<usize>,
    /// Free text.
    pub comment: String,
}

/// The variations of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct VariationDocument {
    /// Grows with every saved change.
    pub revision: u64,
    /// All nodes; the first is the start. The children of a node are in order, the main continuation first.
    pub nodes: Vec<TreeNode>,
    /// The nodes of the game as it was played: the start, and one per turn.
    pub played: Vec<usize>,
    /// The tree as text.
    pub text: String,
    /// Where reading ended early, and why.
    pub error: Option<String>,
}

/// A node that a page wants to save.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewTreeNode {
    /// The number of the node before it in the list.
    pub parent: usize,
    /// The roll or the move; empty for the start.
    pub word: String,
    /// Free text.
    #[serde(default)]
    pub comment: String,
}

/// A request to save the variations of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct SaveVariations {
    /// The revision that was changed.
    pub revision: u64,
    /// All nodes, each after its parent.
    pub nodes: Vec<NewTreeNode>,
}

/// The response to [`SaveVariations`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SavedVariations {
    /// The new revision.
    pub revision: u64,
}

/// A move that was played in a position before.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ExploredMove {
    /// The roll or the move.
    pub word: String,
    /// How often.
    pub games: u64,
    /// The average score of every player: a win is 1, a shared first place its share.
    pub scores: Vec<f64>,
    /// The mover's average chance with it, as an engine judged it when it was played; absent where none did.
    pub value: Option<f64>,
}

/// What was played in a position before.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ExploredPosition {
    /// The games that went on from here.
    pub games: u64,
    /// How they did, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The same for quick games that an engine played against itself.
    pub self_play: Vec<ExploredMove>,
}

/// A request to read variations from a text: a tree, a list of moves, or a record.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct ReadVariations {
    /// The text.
    pub text: String,
}
