//! Studies of search, each as one command: what is measured, how, with which result, beside what others measured before.
//!
//! A [`Study`] plans its work as [`Cell`]s, the smallest pieces that can be resumed or given to another machine.
//! [`Run`] plays what is missing, writes every finished cell to a journal, and when all are there turns them into a
//! [`Report`](report::Report): CSV files, SVG plots, one self-contained HTML page and a Markdown page.
//!
//! Everything random is seeded by the order and the key of its cell, so the same order gives the same cells, whoever
//! works on them; only measured times differ. Games are played by the arena.
//!
//! This crate refuses to know flags and terminals. It writes into the folder it is given and nowhere else.

mod boards;
mod datum;
mod error;
mod journal;
mod machine;
mod math;
mod order;
mod plot;
mod positions;
mod probe;
mod registry;
pub mod report;
mod run;
mod sparring;
mod studies;
mod study;

pub use boards::Board;
pub use datum::{Datum, Row, Rows};
pub use error::LabError;
pub use journal::JOURNAL;
// For fuzzing; studies write their journals through `Run`.
#[doc(hidden)]
pub use journal::{Header as JournalHeader, Journal};
pub use order::{Order, Size};
pub use registry::{all, find};
pub use report::REPORT;
pub use run::{Ended, Progress, Run};
pub use study::{Brake, Cell, Facts, Study};
