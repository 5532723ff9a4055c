//! Matches and tournaments that people can trust.
//!
//! * [`Referee`]: one game, judged; a player's mistakes cost him that game and nobody else anything;
//! * [`Match`]: a line-up of players, pairs of games that share opening and dice, any number at a time;
//! * [`tournament`]: many line-ups at many games from one plan file, resumable and divisible;
//! * [`archive`]: every game in a file that any SQLite tool can open;
//! * [`files`]: files that are written whole or not at all;
//! * [`report`]: standings as text, Markdown, CSV and HTML;
//! * [`setups`]: which set-ups of EinStein win, by playing or exactly;
//! * [`stats`]: what the results mean, with intervals.
//!
//! Whoever plays, wherever, with however many threads: the number of a game in its plan decides all its luck, so
//! results can be repeated, divided between machines and put together again.
//!
//! ```
//! use plyground_arena::{Entrant, Interrupt, Keep, Match, OpeningRule, Terms};
//! use plyground_core::{GameVisitor, Playable, Setup};
//! use plyground_games::registry;
//!
//! struct Compare(Match);
//! impl GameVisitor for Compare {
//!     type Output = f64;
//!     fn visit<G: Playable>(self, game: G, start: G::Position) -> f64 {
//!         let result = self.0.play(&game, &start, &Interrupt::default(), |_, _, _| {}).expect("a playable match");
//!         result.tally.players()[0].units.interval().low
//!     }
//! }
//! let entrant = |spec: &str| Entrant { spec: spec.parse().expect("a valid spec"), terms: Terms::default() };
//! let plan = Match {
//!     entrants: vec![entrant("greedy"), entrant("random")],
//!     games: 100,
//!     seed: 1,
//!     jobs: 2,
//!     openings: OpeningRule::Auto.into(),
//!     sprt: None,
//!     keep: Keep::Nothing,
//!     longest: None,
//! };
//! let low = registry::visit("einstein", &Setup::default(), Compare(plan)).expect("registered").expect("set up");
//! assert!(low > 0.5, "greedy is better, even at the lower end of the 95 % interval");
//! ```
//!
//! This crate refuses to know what players think with; it neither prints nor parses flags.

pub mod archive;
mod code;
mod contest;
mod desk;
mod document;
mod duel;
mod error;
pub mod files;
mod fingerprint;
mod interrupt;
mod lineup;
mod opening;
mod outcome;
mod pace;
mod pool;
mod record;
mod referee;
pub mod report;
mod seeds;
pub mod setups;
pub mod stats;
mod survey;
mod termination;
mod terms;
pub mod tournament;

pub use archive::Archive;
pub use code::{decode, encode};
pub use contest::{Contest, Entrant, Keep, Kept, Played, Worker};
pub use desk::{Desk, Sight};
pub use document::{Document, DocumentError, RECORD_SCHEMA, Recorded};
pub use duel::{MOST_GAMES, Match, MatchResult};
pub use error::ArenaError;
pub use fingerprint::Fingerprint;
pub use interrupt::Interrupt;
pub use lineup::Lineup;
pub use opening::{Opening, OpeningRule, OpeningWish, Openings};
pub use outcome::{Effort, Outcome, shares};
pub use record::GameRecord;
pub use referee::{Note, Referee, Seat, Table, moves_text, walk};
pub use seeds::Seeds;
pub use survey::{SeatSurvey, Survey, SurveyPlan, survey};
pub use termination::{Fault, Termination};
pub use terms::{Account, DEFAULT_MARGIN, Terms, thinks_until_told};
