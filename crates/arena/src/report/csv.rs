//! One line per player and opponent, for spreadsheets and scripts.

use super::tables;
use crate::stats::Units;
use crate::tournament::Standings;

/// Comma-separated values (RFC 4180). The line without an opponent is the player's total.
pub fn csv(standings: &Standings) -> String {
    let mut out = String::from("event,player,opponent,games,points,score,low,high\n");
    for event in tables(standings) {
        for row in &event.rows {
            let mut line = |opponent: &str, units: &Units| {
                let interval = units.interval();
                let numbers = [units.score(), interval.low, interval.high].map(|number| format!("{number:.6}"));
                out.push_str(&format!(
                    "{},{},{},{},{},{}\n",
                    csv_cell(&event.label),
                    csv_cell(&row.name),
                    csv_cell(opponent),
                    units.games(),
                    units.points(),
                    numbers.join(",")
                ));
            };
            line("", &row.tally.units);
            for opponent in &event.rows {
                if let Some(units) = event.against(row.player, opponent.player) {
                    line(&opponent.name, units);
                }
            }
        }
    }
    out
}

/// A text as one cell of such a table.
pub fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}
