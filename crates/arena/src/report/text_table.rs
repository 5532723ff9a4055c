//! The cells of every table, as text.

use super::{SUMMARY, percent};
use crate::tournament::{EventStandings, RoundScore, StandingRow};

/// A table: a header and rows of equal length.
pub(super) struct TextTable {
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Rank, name, results, score with interval, Elo or rating, ⊖ • ⊕; times if asked for.
pub(super) fn ranking(event: &EventStandings, times: bool) -> TextTable {
    let rated = event.seats > 2;
    let two = event.lineup == 2;
    let in_rounds = event.rows.iter().any(|row| row.rounds.is_some());
    let mut header: Vec<String> =
        ["#", "player", "games", "+", "=", "-", "score", "95 %", "Elo"].map(String::from).to_vec();
    if two {
        header.push("LOS".to_string());
    }
    if rated {
        header.extend(["rating", "payoff", "payoff 95 %"].map(String::from));
    }
    if in_rounds {
        header.extend(["points", "Buchholz"].map(String::from));
    }
    header.extend(SUMMARY.map(String::from));
    if times {
        header.extend(["ms/move", "nodes/s"].map(String::from));
    }
    let rows = event.rows.iter().enumerate().map(|(index, row)| {
        let interval = row.tally.units.interval();
        let mut cells = vec![
            (index + 1).to_string(),
            row.name.clone(),
            row.tally.units.games().to_string(),
            row.tally.wins.to_string(),
            row.tally.draws.to_string(),
            row.tally.losses.to_string(),
            percent(row.tally.units.score()),
            format!("{} – {}", percent(interval.low), percent(interval.high)),
            elo_cell(row),
        ];
        if two {
            cells.push(percent(row.tally.units.superiority()));
        }
        if rated {
            cells.push(row.rating.map_or_else(String::new, |(rating, doubt)| format!("{rating:.2} ± {doubt:.2}")));
            cells.push(format!("{:.3}", row.tally.payoffs.score()));
            let interval = row.tally.payoffs.mean_interval();
            cells.push(interval.map_or("–".to_string(), |ends| format!("{:.3} – {:.3}", ends.low, ends.high)));
        }
        if in_rounds {
            let RoundScore { match_points, buchholz } = row.rounds.unwrap_or_default();
            cells.extend([match_points, buchholz].map(|points| format!("{points:.1}")));
        }
        cells.extend([row.worse_than, row.even_with, row.better_than].map(|count| count.to_string()));
        if times {
            cells.extend(speed(row));
        }
        cells
    });
    TextTable { rows: rows.collect(), header }
}

fn elo_cell(row: &StandingRow) -> String {
    match (row.elo, row.elo_error) {
        (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1}"),
        (Some(elo), None) => format!("{elo:+.1}"),
        (None, _) => "–".to_string(),
    }
}

fn speed(row: &StandingRow) -> [String; 2] {
    let effort = &row.tally.effort;
    let seconds = effort.time.as_secs_f64();
    let nodes = if seconds > 0.0 { effort.nodes as f64 / seconds } else { 0.0 };
    [format!("{:.3}", 1e3 * seconds / effort.moves.max(1) as f64), format!("{nodes:.0}")]
}

/// All players against each other, in the order of the ranking; columns are numbered like the rows.
pub(super) fn crosstable(event: &EventStandings) -> TextTable {
    let mut header = vec!["#".to_string(), "player".to_string()];
    header.extend((1..=event.rows.len()).map(|number| number.to_string()));
    let rows = event.rows.iter().enumerate().map(|(index, row)| {
        let mut cells = vec![(index + 1).to_string(), row.name.clone()];
        cells.extend(event.rows.iter().map(|opponent| cell(event, row.player, opponent.player)));
        cells
    });
    TextTable { rows: rows.collect(), header }
}

fn cell(event: &EventStandings, player: usize, opponent: usize) -> String {
    if player == opponent {
        return "·".to_string();
    }
    event.against(player, opponent).map_or_else(|| "–".to_string(), |units| percent(units.score()))
}

/// How often who came to which place; only where there are more than two.
pub(super) fn placements(event: &EventStandings) -> Option<TextTable> {
    (event.seats > 2).then(|| {
        let mut header = vec!["player".to_string()];
        header.extend((1..=event.seats).map(|place| format!("place {place}")));
        let row = |row: &StandingRow| {
            let mut cells = vec![row.name.clone()];
            cells.extend(row.places.iter().map(u64::to_string));
            cells
        };
        TextTable { rows: event.rows.iter().map(row).collect(), header }
    })
}
