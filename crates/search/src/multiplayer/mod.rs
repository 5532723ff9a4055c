//! Searches for more than two players, with dice or without, that see opponents as something else than one bloc.
//!
//! * [`MaxN`]: everyone maximises their own value (Luckhardt and Irani 1986);
//! * [`BestReply`]: of all opponents, one per round looks for the reply that hurts the root player most, the others do
//!   what they usually do (BRS+; Esser, Gras, Winands, Schadd and Lanctot 2013).
//!
//! The third classical view, paranoid (all opponents against the root player), belongs to the alpha-beta family.
//!
//! Depth counts turns of any player; skipped and eliminated players have none, and rolls cost nothing. Values are the
//! evaluation's real numbers.

mod brs;
mod maxn;
mod worker;

pub use brs::{BestReply, BestReplyConfig, Replies};
pub use maxn::{MaxN, MaxNConfig};

use crate::root::RootMoves;

/// Orders the moves of the root by what the iteration before found. With a beam its best ones only; the first iteration has
/// to rate all of them for that, which the answer says. Before a roll nothing but the best move of each outcome is used,
/// and all moves are looked at.
fn prepare<M: Copy + PartialEq>(
    list: &mut RootMoves<M, f64>,
    depth: u32,
    outcome: Option<usize>,
    beam: Option<usize>,
) -> bool {
    let width = beam.unwrap_or(usize::MAX);
    if outcome.is_some() {
        list.order_as_listed();
        return false;
    }
    if depth > 1 {
        list.narrow(width);
    }
    depth == 1 && width < list.entries.len()
}
