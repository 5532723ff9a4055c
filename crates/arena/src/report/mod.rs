//! Standings as people like to read them. Times are left out unless asked for: everything else can be repeated to the
//! last digit.

mod csv;
mod html;
mod plot;
mod text;
mod text_table;

pub use csv::{csv, csv_cell};
pub(crate) use html::escape;
pub use html::html;
pub use text::{markdown, text};

use crate::Termination;
use crate::stats::SprtState;
use crate::tournament::{EventStandings, PairingTest, StandingRow, Standings};

/// The column with the numbers of opponents who are better, even and worse.
const SUMMARY: [&str; 3] = ["⊖", "•", "⊕"];

/// What the signs mean.
const LEGEND: &str = "⊖ opponents who are better with 95 % confidence (each comparison on its own), • undecided, ⊕ opponents who are \
                      worse. Scores in per cent. Intervals count pairs of games (with more players: all rotations of seats) as one. \
                      Elo with the half width of its 95 % interval, relative to the mean of all; LOS: how likely the player is \
                      better than their opponents taken together. Equal scores are ordered by Sonneborn-Berger, then wins, then the plan.";

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

/// What the sequential tests of the pairings say.
fn test_lines(standings: &Standings, event: &EventStandings) -> Vec<String> {
    let name = |player: usize| standings.players.get(player).map_or("?", |(name, _)| name.as_str());
    let line = |test: &PairingTest| {
        let SprtState { test: settings, pairs, llr, decision } = &test.state;
        let [one, other] = test.players.map(name);
        let hypotheses = format!("SPRT of {} against {} Elo ({})", settings.elo0, settings.elo1, settings.model.name());
        let bounds = format!("{:.2} to {:.2}", settings.lower(), settings.upper());
        format!(
            "{one} – {other}: {hypotheses}: LLR {llr:.2} ({bounds}) after {} pairs, {}",
            pairs.pairs(),
            decision.name()
        )
    };
    event.tests.iter().map(line).collect()
}

/// What happened to whom besides normal ends.
fn incidents(event: &EventStandings) -> Vec<(String, Termination, u64)> {
    let kinds = || Termination::ALL.into_iter().filter(|kind| *kind != Termination::Normal);
    let of = |row: &StandingRow| -> Vec<(String, Termination, u64)> {
        kinds().map(|kind| (row.name.clone(), kind, row.tally.ended(kind))).filter(|(_, _, count)| *count > 0).collect()
    };
    event.rows.iter().flat_map(of).collect()
}
