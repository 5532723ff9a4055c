//! Tournaments from one plan file: resumable, divisible, repeatable.

mod canonical;
mod estimate;
mod event_check;
mod export;
pub(crate) mod form;
mod plan;
mod rounds;
mod run;
mod schedule;
mod script;
mod shard_files;
mod shard_lines;
mod standings;

pub use estimate::estimate;
pub use export::{ExportedGame, export};
pub use plan::{EventOpenings, PlanPlayer, TournamentEvent, TournamentPlan};
pub use rounds::{Encounter, RoundScore};
pub use run::{GameSink, TournamentProgress, play, run};
pub use schedule::{Format, Pairing};
pub use script::{Scheduler, script};
pub use shard_files::{ShardSink, is_finished, merge, missing, shard_path};
pub use standings::{EventStandings, PairingTest, StandingRow, Standings};
// For fuzzing; other code reads and writes whole files.
#[doc(hidden)]
pub use shard_lines::{read as read_shard_line, write as write_shard_lines};
