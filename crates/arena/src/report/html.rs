//! One page that needs nothing else: no script, no font, no network.

use super::text_table::{self, TextTable};
use super::{LEGEND, incidents, percent, plot, progress, tables, test_lines};
use crate::tournament::{EventStandings, Standings};
use std::fmt::Write;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8886; --bar: #3a6ea5; --dot: #c4501b; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .2rem .6rem; text-align: right; white-space: nowrap; }
th.name, td.name { text-align: left; }
td.cell { min-width: 3.2rem; color: #111; }
.plot { width: 100%; max-width: 50rem; height: auto; font: 12px system-ui, sans-serif; fill: currentColor; }
.plot .tick { stroke: var(--line); stroke-width: .5; } .plot .middle { stroke: currentColor; stroke-width: 1; }
.plot .scale { text-anchor: middle; } .plot .name { text-anchor: end; }
.plot .bar { stroke: var(--bar); stroke-width: 3; } .plot .dot { fill: var(--dot); }
footer { margin-top: 2rem; opacity: .8; }
";

/// A self-contained page.
pub fn html(standings: &Standings, times: bool) -> String {
    let name = escape(&standings.name);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{name}</h1>\n<p>{} of {} games</p>\n",
        standings.played, standings.planned
    );
    for event in tables(standings) {
        section(&mut out, standings, event, times);
    }
    out.push_str("<h2>Players</h2>\n<table>\n");
    for (name, spec) in &standings.players {
        let _ = writeln!(
            out,
            "<tr><td class=\"name\">{}</td><td class=\"name\"><code>{}</code></td></tr>",
            escape(name),
            escape(spec)
        );
    }
    let _ = writeln!(out, "</table>\n<footer><p>{LEGEND}</p></footer>\n</body>\n</html>");
    out
}

fn section(out: &mut String, standings: &Standings, event: &EventStandings, times: bool) {
    let _ = writeln!(out, "<h2>{} <small>({})</small></h2>", escape(&event.label), progress(event));
    out.push_str(&plot::scores(event));
    table(out, &text_table::ranking(event, times), |_, _| None);
    table(out, &text_table::crosstable(event), |row, column| {
        let (player, opponent) = (event.rows.get(row)?, event.rows.get(column.checked_sub(2)?)?);
        event.against(player.player, opponent.player).map(|units| units.score())
    });
    if let Some(places) = text_table::placements(event) {
        table(out, &places, |_, _| None);
    }
    out.push_str("<ul>\n");
    if event.seats > 0 {
        let seats: Vec<String> = event.seat_scores.iter().map(|score| format!("{} %", percent(*score))).collect();
        let _ = writeln!(out, "<li>score by seat: {}</li>", seats.join(", "));
    }
    for line in test_lines(standings, event) {
        let _ = writeln!(out, "<li>{}</li>", escape(&line));
    }
    for (name, kind, count) in incidents(event) {
        let _ = writeln!(out, "<li>{}: {kind} in {count} games</li>", escape(&name));
    }
    out.push_str("</ul>\n");
}

/// A table; `shade` gives the score that colours a cell.
fn table(out: &mut String, grid: &TextTable, shade: impl Fn(usize, usize) -> Option<f64>) {
    out.push_str("<div class=\"scroll\"><table>\n<tr>");
    for title in &grid.header {
        let class = if title == "player" { " class=\"name\"" } else { "" };
        let _ = write!(out, "<th{class}>{}</th>", escape(title));
    }
    out.push_str("</tr>\n");
    for (row, cells) in grid.rows.iter().enumerate() {
        out.push_str("<tr>");
        for (column, cell) in cells.iter().enumerate() {
            let attributes = match shade(row, column) {
                Some(score) => format!(" class=\"cell\" style=\"background:{}\"", colour(score)),
                None if grid.header[column] == "player" => " class=\"name\"".to_string(),
                None => String::new(),
            };
            let _ = write!(out, "<td{attributes}>{}</td>", escape(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
}

/// From a warm tone for a loss over near white to a cool one for a win; both ends differ in lightness for those who do
/// not see the hue.
fn colour(score: f64) -> String {
    let strength = 2.0 * (score - 0.5).abs();
    let (hue, darkest) = if score < 0.5 { (25, 62.0) } else { (205, 70.0) };
    format!("hsl({hue} 75% {:.0}%)", 97.0 - strength * (97.0 - darkest))
}

/// Text that cannot become markup.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
