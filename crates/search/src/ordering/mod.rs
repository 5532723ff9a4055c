//! In which order moves are tried. The order never changes a value, only how much of the tree must be seen; each
//! means is a switch of its own.

mod history;
mod rank;

pub(crate) use history::MoveHistory;
pub(crate) use rank::{Refutation, place_of, rank_by_score, rank_by_value, rank_refutations_first, select, value_of};

/// How the moves at the root are kept from iteration to iteration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RootOrder {
    /// As the rules list them, always.
    None,
    /// The 2016 client's pseudo-sorting: a move that turns out best goes to the front, all others keep their order.
    Front,
    /// Sorted by the values of the last iteration; equal ones keep their order.
    #[default]
    Sorted,
}

/// Which means are used. [`Default`] is what paid in measurements: all but counter-moves and sorting by evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveOrdering {
    /// The root's list.
    pub root: RootOrder,
    /// Above this ply, moves are sorted by the evaluation of the position right after them: 1 sorts the root's
    /// moves, 2 also the replies, and so on; 0 sorts nothing.
    pub full: u32,
    /// The move that the transposition table knows comes first.
    pub table: bool,
    /// Moves that cut off a neighbour of the position come early.
    pub killers: bool,
    /// Moves that cut off anywhere come earlier the more often they did.
    pub history: bool,
    /// The move that cut off after the same last move comes early.
    pub counters: bool,
    /// The game's own guess, [`Evaluation::move_score`](plyground_core::Evaluation::move_score).
    pub move_score: bool,
}

impl Default for MoveOrdering {
    fn default() -> Self {
        MoveOrdering {
            root: RootOrder::Sorted,
            full: 0,
            table: true,
            killers: true,
            history: true,
            counters: false,
            move_score: true,
        }
    }
}

impl MoveOrdering {
    /// Every switch off: moves are tried as the rules list them.
    pub const NONE: MoveOrdering = MoveOrdering {
        root: RootOrder::None,
        full: 0,
        table: false,
        killers: false,
        history: false,
        counters: false,
        move_score: false,
    };

    /// Only the 2016 client's list at the root.
    pub const ROOT: MoveOrdering = MoveOrdering { root: RootOrder::Front, ..MoveOrdering::NONE };

    /// Only sorting by evaluation above `ply`, and the root by its last values.
    pub const fn full(ply: u32) -> MoveOrdering {
        MoveOrdering { root: RootOrder::Sorted, full: ply, ..MoveOrdering::NONE }
    }

    /// Whether moves inside the tree are ranked by anything.
    pub(crate) fn ranks(&self) -> bool {
        self.killers || self.history || self.counters || self.move_score
    }
}
