//! Matches and tournaments that people can trust.
//!
//! * [`Referee`]: one game, judged; a player's mistakes cost him that game and nobody else anything;
//! * [`Match`]: a line-up of players, pairs of games that share opening and dice, any number at a time;
//! * [`stats`]: what the results mean, with intervals.
//!
//! Whoever plays, wherever, with however many threads: the number of a game in its plan decides all its luck, so
//! results can be repeated, divided between machines and put together again.
//!
//! This crate refuses to know what players think with; it neither prints nor parses flags.

mod code;
mod contest;
mod desk;
mod duel;
mod error;
mod interrupt;
mod lineup;
mod opening;
mod outcome;
mod pool;
mod referee;
mod seeds;
pub mod stats;
mod termination;
mod terms;

pub use code::{decode, encode};
pub use contest::{Contest, Entrant, Keep, Kept, Played, Worker};
pub use desk::Desk;
pub use duel::{MOST_GAMES, Match, MatchResult};
pub use error::ArenaError;
pub use interrupt::Interrupt;
pub use lineup::Lineup;
pub use opening::{OpeningRule, Openings};
pub use outcome::{Effort, Outcome, shares};
pub use referee::{Note, Referee, Seat, Table, moves_text, walk};
pub use seeds::Seeds;
pub use termination::{Fault, Termination};
pub use terms::{Account, DEFAULT_MARGIN, Terms, thinks_until_told};
