//! Matches and tournaments that people can trust.
//!
//! * [`Referee`]: one game, judged; a player's mistakes cost him that game and nobody else anything;
//! * [`Match`]: a line-up of players, pairs of games that share opening and dice, any number at a time;
//! * [`tournament`]: many line-ups at many games from one plan file, resumable and divisible;
//! * [`archive`]: every game in a file that any SQLite tool can open;
//! * [`report`]: standings as text, Markdown, CSV and HTML;
//! * [`stats`]: what the results mean, with intervals.
//!
//! Whoever plays, wherever, with however many threads: the number of a game in its plan decides all its luck, so
//! results can be repeated, divided between machines and put together again.
//!
//! This crate refuses to know what players think with; it neither prints nor parses flags.

pub mod archive;
mod code;
mod contest;
mod desk;
mod duel;
mod error;
mod fingerprint;
mod interrupt;
mod lineup;
mod opening;
mod outcome;
mod pool;
mod record;
mod referee;
pub mod report;
mod seeds;
pub mod stats;
mod termination;
mod terms;
pub mod tournament;

pub use archive::Archive;
pub use code::{decode, encode};
pub use contest::{Contest, Entrant, Keep, Kept, Played, Worker};
pub use desk::Desk;
pub use duel::{MOST_GAMES, Match, MatchResult};
pub use error::ArenaError;
pub use fingerprint::Fingerprint;
pub use interrupt::Interrupt;
pub use lineup::Lineup;
pub use opening::{OpeningRule, Openings};
pub use outcome::{Effort, Outcome, shares};
pub use record::GameRecord;
pub use referee::{Note, Referee, Seat, Table, moves_text, walk};
pub use seeds::Seeds;
pub use termination::{Fault, Termination};
pub use terms::{Account, DEFAULT_MARGIN, Terms, thinks_until_told};
