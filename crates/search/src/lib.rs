//! Thinks about any game that implements the traits of `plyground-core`.
//!
//! Every technique stands once, behind a switch. Searches are generic over the game and its evaluation, so the
//! compiler builds each of them for each game; nothing is boxed or allocated per node.
//!
//! A search reports through a [`Sink`] and stops through a [`Control`]; it never prints, sleeps or reads a clock
//! itself. It refuses games that it cannot play, with an [`Unsupported`]; apart from that it has no errors: it returns the best it has, and
//! why it stopped.
//!
//! This crate refuses to know any concrete game.

mod abdada;
pub mod alphabeta;
mod clock;
mod control;
mod deepening;
pub mod expectimax;
mod limits;
pub mod montecarlo;
mod mtdf;
pub mod multiplayer;
pub mod ordering;
mod real_search;
mod report;
mod root;
mod score;
mod search;
pub mod solve;
mod stack;
mod static_choice;
mod suitability;
pub mod table;
mod tie;
pub mod time;
pub mod trace;

pub use clock::{Clock, ManualClock};
pub use control::{Control, NodePool, SearchProgress, StopFlag, StopReason, Stopper};
pub use limits::{LEAST_TIME, Limits};
pub use report::{Basis, Iteration, NoSink, Report, RootMove, Sink, StarUse, TableUse, Window};
pub use score::{DECIDED, Score};
pub use search::{Observer, Search, SearchRequest};
pub use static_choice::{real_value, settle_statically};
pub use suitability::{Method, Unsupported};
pub use tie::Tie;
