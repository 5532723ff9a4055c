//! How long to think: clocks become budgets, and budgets decide about the next iteration. Everything here is pure; the
//! clock itself is read by [`Control`](crate::Control) alone, and durations are measured by the caller.
//!
//! [`TimeManager`] is the one rule for everybody who plays by a clock: UGI, GTP and NTU engines, the ReversiXT client, seats
//! of the arena and engines on the pages.

mod budget;
mod manager;
mod prediction;

pub use budget::{Budget, TimeControl};
pub use manager::{OVERHEAD, TimeManager};
pub use prediction::{Forecast, Prediction};
