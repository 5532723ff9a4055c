//! Matches and tournaments.
//!
//! * [`Referee`]: plays and judges one game; a failing player loses that game and harms no one else;
//! * [`Match`]: a line-up of players, pairs of games that share opening and dice, in parallel;
//! * [`tournament`]: many line-ups and games from one plan file, resumable and divisible into shards;
//! * [`tuning`]: numbers of a spec tuned by games, resumable;
//! * [`archive`]: every game in an SQLite file;
//! * [`files`]: files that are written whole or not at all;
//! * [`report`]: standings as text, Markdown, CSV and HTML;
//! * [`stats`]: scores, Elo, sequential tests and confidence intervals;
//! * [`worker_pool`]: numbered pieces of work on several threads, for matches and for studies of other crates.
//!
//! The number of a game in its plan determines its dice, opening and seeds, whatever the machine or the number of threads.
//! So results can be repeated, divided between machines and merged.
//!
//! ```
//! use plyground_arena::{Adjudication, Entrant, Interrupt, RecordLevel, Match, OpeningRule, TimeRules};
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
//! let entrant = |spec: &str| Entrant { spec: spec.parse().expect("a valid spec"), time_rules: TimeRules::default() };
//! let plan = Match {
//!     entrants: vec![entrant("greedy"), entrant("random")],
//!     games: 100,
//!     seed: 1,
//!     jobs: 2,
//!     openings: OpeningRule::Auto.into(),
//!     sprt: None,
//!     keep: RecordLevel::Result,
//!     longest: None,
//!     adjudication: Adjudication::default(),
//! };
//! let low = registry::visit("einstein", &Setup::default(), Compare(plan)).expect("set up");
//! assert!(low > 0.5, "greedy is better, even at the lower end of the 95 % interval");
//! ```
//!
//! This crate does not know how players choose their moves; it neither prints nor parses flags.

mod adjudication;
pub mod archive;
mod argument_error;
mod broadcast;
pub mod calibration;
mod engine_list;
mod error;
pub mod facts;
pub mod files;
mod fingerprint;
mod game_numbers;
mod game_record;
mod game_series;
mod interrupt;
mod lineup;
mod matches;
mod move_codec;
mod move_evaluation;
mod opening;
mod opening_book;
mod outcome;
mod record_document;
mod referee;
mod replay;
pub mod report;
mod search_match;
mod seeds;
mod shard;
mod speed_tracker;
pub mod stats;
mod survey;
mod termination;
mod time_rules;
pub mod tournament;
pub mod tuning;
mod worker_control;
pub mod worker_pool;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use archive::Archive;
pub use argument_error::ArgumentError;
pub use engine_list::{EngineList, NamedEngine};
pub use error::ArenaError;
pub use fingerprint::Fingerprint;
pub use game_numbers::GameNumbers;
pub use game_record::GameRecord;
pub use game_series::{Entrant, GameSeries, PlayedGame, RecordLevel, RecordedMoves, SeriesWorker};
pub use interrupt::Interrupt;
pub use lineup::Lineup;
pub use matches::{GameWatch, MOST_GAMES, Match, MatchResult};
pub use move_codec::{decode_turns, encode_turns};
pub use move_evaluation::MoveEvaluation;
pub use opening::{Opening, OpeningRule, OpeningSource, Openings, after_random_turns};
pub use opening_book::{BookBoard, BookEntry, OpeningBook};
pub use outcome::{Effort, Outcome, shares};
pub use record_document::{LoadedRecord, RECORD_SCHEMA, RecordDocument, RecordError, RefereeDetails, json_number};
pub use referee::{ArenaGame, Referee, SeatedPlayer};
pub use replay::{moves_text, replay};
pub use search_match::{SearchMatch, SearchMatchError, SearchMatchResult};
pub use seeds::Seeds;
pub use shard::Shard;
pub use survey::{SeatSurvey, Survey, SurveyPlan, survey};
pub use termination::{Fault, Termination};
pub use time_rules::{DEFAULT_MARGIN, FischerClock, TimeRules, is_time_bound};
pub use worker_control::{GameSnapshot, WorkerControl};
