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
mod root;

pub use brs::{BestReply, BestReplyConfig, Replies};
pub use maxn::{MaxN, MaxNConfig};
