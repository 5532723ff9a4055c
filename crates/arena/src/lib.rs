//! Matches and tournaments that people can trust.
mod desk;
mod lineup;
mod outcome;
mod referee;
pub mod stats;
mod termination;
mod terms;

pub use desk::Desk;
pub use lineup::Lineup;
pub use outcome::{Effort, Outcome, shares};
pub use referee::{Note, Referee, Seat, Table, moves_text, walk};
pub use termination::{Fault, Termination};
pub use terms::{Account, DEFAULT_MARGIN, Terms, thinks_until_told};
