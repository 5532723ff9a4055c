//! Terminal text and Markdown.

use super::text_table::{self, TextTable};
use super::{LEGEND, incidents, percent, progress, tables, test_lines};
use crate::tournament::{EventStandings, Standings};

/// Columns padded with blanks.
pub fn text(standings: &Standings, times: bool) -> String {
    let mut out = format!("{}: {} of {} games\n", standings.name, standings.played, standings.planned);
    for event in tables(standings) {
        out.push_str(&format!("\n{} ({})\n\n", event.label, progress(event)));
        out.push_str(&padded(&text_table::ranking(event, times)));
        out.push('\n');
        out.push_str(&padded(&text_table::crosstable(event)));
        if let Some(places) = text_table::placements(event) {
            out.push('\n');
            out.push_str(&padded(&places));
        }
        out.push_str(&remarks(standings, event, ""));
    }
    out.push_str(&format!("\n{LEGEND}\n"));
    out
}

/// Tables for a README.
pub fn markdown(standings: &Standings, times: bool) -> String {
    let mut out = format!("# {}\n\n{} of {} games\n", standings.name, standings.played, standings.planned);
    for event in tables(standings) {
        out.push_str(&format!("\n## {} ({})\n\n", event.label, progress(event)));
        out.push_str(&piped(&text_table::ranking(event, times)));
        out.push('\n');
        out.push_str(&piped(&text_table::crosstable(event)));
        if let Some(places) = text_table::placements(event) {
            out.push('\n');
            out.push_str(&piped(&places));
        }
        out.push_str(&remarks(standings, event, "* "));
    }
    out.push_str("\n| player | spec |\n|---|---|\n");
    for (name, spec) in &standings.players {
        out.push_str(&format!("| {} | `{spec}` |\n", name.replace('|', "\\|")));
    }
    out.push_str(&format!("\n{LEGEND}\n"));
    out
}

/// Score by seat, and whatever did not end normally.
fn remarks(standings: &Standings, event: &EventStandings, bullet: &str) -> String {
    let mut out = String::from("\n");
    if event.seats > 0 {
        let seats: Vec<String> = event.seat_scores.iter().map(|score| percent(*score)).collect();
        out.push_str(&format!("{bullet}score by seat: {}\n", seats.join(", ")));
    }
    for line in test_lines(standings, event) {
        out.push_str(&format!("{bullet}{line}\n"));
    }
    for (name, kind, count) in incidents(event) {
        out.push_str(&format!("{bullet}{name}: {kind} in {count} games\n"));
    }
    out
}

fn padded(grid: &TextTable) -> String {
    let lines: Vec<&Vec<String>> = std::iter::once(&grid.header).chain(&grid.rows).collect();
    let width = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max();
    let mut out = String::new();
    for line in &lines {
        let mut row = String::new();
        for (column, cell) in line.iter().enumerate() {
            let gap = " ".repeat(width(column).unwrap_or(0) - cell.chars().count());
            // Names begin on the left, numbers end on the right.
            let is_name = grid.header[column] == "player";
            row.push_str(&if is_name { format!("{cell}{gap}  ") } else { format!("{gap}{cell}  ") });
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

fn piped(grid: &TextTable) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let marks: Vec<String> =
        grid.header.iter().map(|title| if title == "player" { "---" } else { "---:" }.to_string()).collect();
    let mut out = line(&grid.header);
    out.push_str(&format!("|{}|\n", marks.join("|")));
    grid.rows.iter().for_each(|row| out.push_str(&line(row)));
    out
}
