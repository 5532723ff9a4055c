//! Tournaments from one plan file: resumable, divisible, repeatable.

mod canonical;
mod estimate;
mod export;
mod form;
mod plan;
mod run;
mod schedule;
mod script;
mod shard;
mod standings;
mod strip;
mod venue;

pub(crate) use canonical::limits_v1;
pub use estimate::estimate;
pub use export::{Told, export};
pub use plan::{Event, EventOpenings, Plan, PlanPlayer};
pub use run::{Progress, Sink, play};
pub use schedule::{Format, Pairing};
pub use script::{Scheduler, script};
pub use shard::{Shard, ShardSink, merge, missing};
pub use standings::{EventStandings, StandingRow, Standings};
// For fuzzing; everybody else reads and writes whole files.
#[doc(hidden)]
pub use strip::{read as read_shard_line, write as write_shard_lines};
