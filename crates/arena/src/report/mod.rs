//! Standings as people like to read them. Times are left out unless asked for: everything else can be repeated to the
//! last digit.

mod csv;
mod html;
mod plot;
mod text;
mod text_table;

pub use csv::{csv, csv_cell};
pub use html::html;
pub use text::{markdown, text};

use crate::Termination;
use crate::tournament::{EventStandings, StandingRow, Standings};

/// The column with the numbers of opponents who are better, even and worse.
const SUMMARY: [&str; 3] = ["⊖", "•", "⊕"];

/// What the signs mean.
const LEGEND: &str = "⊖ opponents who are better with 95 % confidence, • undecided, ⊕ opponents who are worse. Scores in per \
                      cent. Intervals count pairs of games (with more players: all rotations of seats) as one.";

fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

/// All tables, the summary of several events first.
fn tables(standings: &Standings) -> impl Iterator<Item = &EventStandings> {
    standings.overall.iter().chain(&standings.events)
}

fn progress(event: &EventStandings) -> String {
    if event.played == event.planned {
        format!("{} games", event.played)
    } else {
        format!("{} of {} games", event.played, event.planned)
    }
}

/// What happened to whom besides normal ends.
fn incidents(event: &EventStandings) -> Vec<(String, Termination, u64)> {
    let kinds = || Termination::ALL.into_iter().filter(|kind| *kind != Termination::Normal);
    let of = |row: &StandingRow| -> Vec<(String, Termination, u64)> {
        kinds().map(|kind| (row.name.clone(), kind, row.tally.ended(kind))).filter(|(_, _, count)| *count > 0).collect()
    };
    event.rows.iter().flat_map(of).collect()
}
