//! How long to think: clocks become budgets, and budgets decide about the next iteration. Pure functions all of them;
//! the clock itself is read by [`Control`](crate::Control) alone.

mod budget;
mod prediction;

pub use budget::{Budget, RESERVE, TimeControl};
pub use prediction::{Forecast, Prediction};
