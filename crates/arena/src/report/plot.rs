//! Scores with their intervals as SVG, drawn by hand: a scale, and a bar with a dot for each player.

use super::html::escape;
use crate::tournament::EventStandings;
use std::fmt::Write;

const NAMES: f64 = 240.0;
const WIDTH: f64 = 520.0;
const LINE: f64 = 24.0;
const TOP: f64 = 34.0;

/// The scores of an event.
pub(super) fn scores(event: &EventStandings) -> String {
    let height = TOP + LINE * event.rows.len() as f64 + 10.0;
    let at = |share: f64| NAMES + WIDTH * share;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" role=\"img\" \
         aria-label=\"Scores with 95 % intervals\" class=\"plot\">\n",
        NAMES + WIDTH + 30.0
    );
    for tick in 0..=10 {
        let x = at(f64::from(tick) / 10.0);
        let class = if tick == 5 { "middle" } else { "tick" };
        let _ = writeln!(svg, "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{height}\"/>");
        if tick % 2 == 0 {
            let _ = writeln!(svg, "<text class=\"scale\" x=\"{x:.1}\" y=\"{:.1}\">{} %</text>", TOP - 10.0, tick * 10);
        }
    }
    for (index, row) in event.rows.iter().enumerate() {
        let y = TOP + LINE * (index as f64 + 0.6);
        let units = &row.tally.units;
        let interval = units.interval();
        let _ = writeln!(
            svg,
            "<g><title>{name}: {score:.2} % ({low:.2} – {high:.2})</title>\
             <text class=\"name\" x=\"{x:.1}\" y=\"{text_y:.1}\">{name}</text>\
             <line class=\"bar\" x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\"/>\
             <circle class=\"dot\" cx=\"{dot:.1}\" cy=\"{y:.1}\" r=\"4\"/></g>",
            name = escape(&shortened(&row.name)),
            score = 100.0 * units.score(),
            low = 100.0 * interval.low,
            high = 100.0 * interval.high,
            x = NAMES - 10.0,
            text_y = y + 4.0,
            from = at(interval.low),
            to = at(interval.high),
            dot = at(units.score()),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// As much of a name as fits beside the plot.
fn shortened(name: &str) -> String {
    const FITS: usize = 34;
    if name.chars().count() <= FITS { name.to_string() } else { name.chars().take(FITS - 1).chain(['…']).collect() }
}
