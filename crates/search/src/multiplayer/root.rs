//! The moves of the root, from one iteration to the next.

use crate::deepening::RootResult;
use plyground_core::Game;

/// What an iteration looks at.
pub(super) struct RootList<M> {
    /// In the order of the rules.
    pub(super) moves: Vec<M>,
    /// The places of all of them, in the order to search them.
    pub(super) order: Vec<usize>,
    /// Whether all have to be rated, so that the next iteration can tell the best.
    pub(super) rate_all: bool,
    /// Whether the beam left any out.
    pub(super) narrowed: bool,
}

impl<M: Copy + PartialEq> RootList<M> {
    /// The moves in the order of what the iteration before found. With a beam its best ones only; the first iteration has
    /// to look at all of them for that. Before a roll nothing but the best move of each outcome is known, so there all
    /// moves are looked at.
    pub(super) fn new<G: Game<Move = M>>(
        game: &G,
        position: &G::Position,
        previous: &RootResult<M>,
        outcome: Option<usize>,
        beam: usize,
    ) -> Self {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let count = moves.len();
        let known = if outcome.is_none() { previous.moves.as_slice() } else { &[] };
        if known.is_empty() {
            let best = previous.best_at(outcome).and_then(|best| moves.iter().position(|mv| *mv == best));
            let order = crate::tie::front(best.unwrap_or(0), count).take(count).collect();
            return RootList { moves, order, rate_all: outcome.is_none() && beam < count, narrowed: false };
        }
        let known = &known[..beam.min(known.len())];
        moves.retain(|mv| known.iter().any(|root| root.mv == *mv));
        let order = known.iter().filter_map(|root| moves.iter().position(|mv| *mv == root.mv)).collect();
        RootList { narrowed: moves.len() < count, moves, order, rate_all: false }
    }
}
