//! Studies of search: each measures something by one command and compares the result with what others have measured.
//!
//! A [`Study`] plans its work as [`StudyCell`]s, the smallest pieces that can be resumed or computed on another machine.
//! [`StudyRunner`] measures the missing cells, writes every finished one to a journal, and turns the complete set into a
//! [`StudyReport`](report::StudyReport): CSV files, SVG plots, one self-contained HTML page and a Markdown page.
//!
//! All random decisions are seeded by the options and the key of the cell, so the same options give the same cells on every
//! machine; only measured times differ. Games are played by the arena.
//!
//! This crate knows neither flags nor terminals. It writes only into the folder it is given.

mod comparison;
mod cpu_time;
mod data_row;
mod error;
mod journal;
mod machine;
mod math;
mod new_study;
mod origin;
mod plot;
mod positions;
mod registry;
pub mod report;
mod search_probe;
mod studies;
mod study;
mod study_board;
mod study_file;
mod study_match;
mod study_options;
mod study_runner;

pub use comparison::{Comparison, Judgement};
pub use data_row::{DataRow, DataRows, Datum};
pub use error::LabError;
pub use journal::JOURNAL;
// For fuzzing; studies write their journals through `StudyRunner`.
#[doc(hidden)]
pub use journal::{Journal, JournalHeader};
pub use new_study::{new_study, new_study_file};
pub use registry::{all, find};
pub use report::REPORT;
pub use study::{Cancellation, Study, StudyCell, StudyFacts};
pub use study_board::{StudyBoard, map_game};
pub use study_file::StudyFile;
pub use study_options::{Size, StudyOptions};
pub use study_runner::{RunOutcome, StudyProgress, StudyRunner};
