//! A recording: one document with everything that the viewer needs to play back one or two searches. Its fields are
//! described in `docs/xray.md`.

use crate::bounds::ValueBound;
use crate::literal::{LiteralNode, LiteralTree};
use serde::Serialize;
use serde_json::Value;

/// The version of the document.
pub const VERSION: u32 = 1;

/// One or two searches of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Recording {
    /// Always `plyground recording`.
    pub format: &'static str,
    /// [`VERSION`].
    pub version: u32,
    /// The name of the game, or `tree`.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The variant.
    pub variant: Option<String>,
    /// The position as text.
    pub position: String,
    /// The command that makes this recording again.
    pub command: String,
    /// The board at the root; absent for literal trees.
    pub scene: Option<Value>,
    /// Names of the players.
    pub seats: Vec<String>,
    /// The player at the root, from 1; at a chance node the one who is about to roll.
    pub root_player: usize,
    /// Whether the root waits for a roll.
    pub root_chance: bool,
    /// Whose point of view all values have.
    pub maximises: String,
    /// The searches.
    pub searches: Vec<SearchRecord>,
    /// The whole tree, where it was given literally.
    pub tree: Option<TreeColumns>,
}

/// A search with its visits.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SearchRecord {
    /// The spec.
    pub player: String,
    /// A short name.
    pub label: String,
    /// `alphabeta`, `paranoid`, `maxn`, `brs`, `expectimax`, `mcts`, `montecarlo` or `other`.
    pub family: &'static str,
    /// The unit of values.
    pub unit: String,
    /// The chosen move.
    pub best: Option<String>,
    /// Its value for the player at the root.
    pub value: f64,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Nodes of all iterations.
    pub nodes: u64,
    /// Time of all iterations.
    pub seconds: f64,
    /// Why it ended.
    pub stopped: String,
    /// Finished iterations.
    pub iterations: Vec<IterationRecord>,
    /// Every search of the root, in order.
    pub roots: Vec<RootRecord>,
    /// Texts of moves and rolls; columns hold indexes into it.
    pub moves: Vec<String>,
    /// Words for why visits end; columns hold indexes into it.
    pub endings: Vec<&'static str>,
    /// The visits.
    pub visits: VisitColumns,
    /// What the transposition table knew, where it answered.
    pub table: Vec<(usize, TableRecord)>,
    /// Legal moves that a cut-off or a beam left out, by visit. The root is -1.
    pub pruned: Vec<(i64, Vec<usize>)>,
    /// Where every move is rated before the roll: which moves each face allows. The root is -1.
    pub groups: Vec<(i64, FaceGroups)>,
    /// What changes on the board with each visit (each node of `growth`).
    pub boards: Option<BoardColumns>,
    /// The tree that play-outs grew.
    pub growth: Option<GrowthColumns>,
    /// Visits beyond the limit of the recording.
    pub omitted: u64,
    /// Why there is no tree.
    pub reason: Option<String>,
}

/// An iteration of iterative deepening.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct IterationRecord {
    /// Plies.
    pub depth: u32,
    /// The value.
    pub value: f64,
    /// The best move.
    pub best: Option<String>,
    /// Nodes of this iteration.
    pub nodes: u64,
    /// Its time.
    pub seconds: f64,
    /// The predicted time.
    pub predicted: Option<f64>,
    /// The first aspiration window.
    pub window: Option<(f64, f64)>,
    /// How often the value was below the window.
    pub fail_low: u32,
    /// How often it was above.
    pub fail_high: u32,
    /// The root moves in the order in which they were tried.
    pub order: Vec<String>,
}

/// A search of the root: an iteration, a repetition, or a proof of MTD(f).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RootRecord {
    /// Plies.
    pub depth: u32,
    /// The window; absent ends are open.
    pub window: (Option<f64>, Option<f64>),
    /// Its first visit.
    pub first: usize,
    /// How many visits belong to it.
    pub count: usize,
    /// `exact`, `fail_low`, `fail_high` or `stopped`.
    pub outcome: &'static str,
    /// What it returned.
    pub value: Option<f64>,
}

/// The visits as columns of equal length, in the order of entering.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct VisitColumns {
    /// The visit above; -1 directly below the root.
    pub parent: Vec<i64>,
    /// What led here.
    pub r#move: Vec<usize>,
    /// Who is to move: a player from 1, 0 for dice, -1 when the game is over.
    pub player: Vec<i8>,
    /// Lower end of the window on entry.
    pub low: Vec<Option<f64>>,
    /// Upper end.
    pub high: Vec<Option<f64>>,
    /// The value; absent if the visit was not finished.
    pub value: Vec<Option<f64>>,
    /// How the value is to be read.
    pub bound: Vec<ValueBound>,
    /// Why it ended.
    pub ending: Vec<usize>,
    /// Plies left.
    pub depth: Vec<u32>,
    /// 0 full, 1 null window, 2 reduced depth, 3 searched again, 4 probe.
    pub kind: Vec<u8>,
    /// The probability of a roll.
    pub chance: Vec<Option<f64>>,
}

/// An entry of the transposition table.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TableRecord {
    /// The value.
    pub value: f64,
    /// Plies that it was searched; absent where no depth limits it.
    pub depth: Option<u32>,
    /// `exact`, `lower` or `upper`.
    pub bound: &'static str,
}

/// Which moves the faces of a die allow.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FaceGroups {
    /// Probability and moves of every face.
    pub faces: Vec<(f64, Vec<usize>)>,
}

/// Changes of the board relative to the parent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardColumns {
    /// How many are recorded.
    pub count: usize,
    /// Cells and their content.
    pub changes: Vec<Vec<(usize, Value)>>,
    /// The roll that is shown.
    pub die: Vec<Option<usize>>,
}

/// The tree that play-outs grew, and every iteration.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GrowthColumns {
    /// The node above; -1 for the root.
    pub parent: Vec<i64>,
    /// What led here; -1 for the root.
    pub r#move: Vec<i64>,
    /// Who is to move there.
    pub player: Vec<i8>,
    /// The probability of a roll.
    pub chance: Vec<Option<f64>>,
    /// Play-outs through each node in the end.
    pub visits: Vec<u32>,
    /// Their mean reward for the player at the root.
    pub mean: Vec<f64>,
    /// The iterations.
    pub steps: StepColumns,
    /// The weight of the bonus of upper confidence bounds.
    pub exploration: f64,
}

/// Iterations as columns.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct StepColumns {
    /// The deepest node reached.
    pub node: Vec<usize>,
    /// The result for the player at the root, from 0 to 1.
    pub reward: Vec<f64>,
    /// Moves of the play-out.
    pub length: Vec<u32>,
}

/// A literal tree as columns, parents before children.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeColumns {
    /// The tree as text.
    pub text: String,
    /// The node above; -1 for the root.
    pub parent: Vec<i64>,
    /// Values of leaves.
    pub value: Vec<Option<i32>>,
    /// 1 for max, 2 for min, 0 for dice, -1 for leaves.
    pub player: Vec<i8>,
}

impl From<&LiteralTree> for TreeColumns {
    fn from(tree: &LiteralTree) -> Self {
        let player = |node: &LiteralNode| match node.children.is_empty() {
            true => -1,
            false if node.is_chance() => 0,
            false => (node.turn % 2) as i8 + 1,
        };
        TreeColumns {
            text: tree.text(),
            parent: tree.nodes().iter().map(|node| node.parent.map_or(-1, |parent| parent as i64)).collect(),
            value: tree.nodes().iter().map(|node| node.value).collect(),
            player: tree.nodes().iter().map(player).collect(),
        }
    }
}
