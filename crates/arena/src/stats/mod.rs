//! Statistics: pure functions, checked against published values and simulation.
//!
//! Games of a pair share their opening and their dice, so they are not independent; the pair (or, with more players,
//! the full set of rotations) is. Every interval here therefore counts *units*, never single games.

mod elo;
mod interval;
mod likelihood;
mod pentanomial;
mod places;
mod rating;
mod result_counts;
mod sprt;
mod strength;
mod tally;

pub use elo::{elo_of_score, normalized_elo, score_of_elo};
pub use interval::{Interval, Units};
pub use pentanomial::Pentanomial;
pub use places::Places;
pub use rating::Ratings;
pub use result_counts::{ResultCounts, Trinomial};
pub use sprt::{EloModel, ExpectedUnits, Sprt, SprtAnalysis, SprtDecision, SprtState};
pub use strength::{strength_errors, strengths};
pub use tally::{PlayerTally, Tally};
