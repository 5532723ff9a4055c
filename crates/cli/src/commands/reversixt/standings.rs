//! The table after several network games.

use crate::print;
use plyground_network::server::{GameReport, SeatReport};
use serde_json::{Value, json};

/// The name of the player in a seat.
pub fn name_of(seat: &SeatReport) -> String {
    seat.spec.clone().unwrap_or_else(|| format!("group {}", seat.group))
}

/// One participant's sums.
#[derive(Clone, Default)]
struct Row {
    name: String,
    games: u32,
    firsts: f64,
    places: usize,
    stones: usize,
    disqualified: u32,
}

/// All participants, in the seats of the first game.
pub struct Standings {
    rows: Vec<Row>,
}

impl Standings {
    pub fn new(reports: &[GameReport]) -> Self {
        let seats = reports.first().map_or(0, |report| report.seats.len());
        let mut rows = vec![Row::default(); seats];
        for report in reports {
            let firsts = report.seats.iter().filter(|seat| seat.place == 1).count();
            for seat in &report.seats {
                let row = &mut rows[seat.participant];
                row.name = name_of(seat);
                row.games += 1;
                row.firsts += if seat.place == 1 { 1.0 / firsts as f64 } else { 0.0 };
                row.places += seat.place;
                row.stones += seat.stones;
                row.disqualified += u32::from(seat.out.is_some());
            }
        }
        Standings { rows }
    }

    pub fn as_text(&self) -> String {
        let head = ["", "who", "games", "first places", "mean place", "mean stones", "disqualified"];
        let mut rows = vec![head.map(String::from).to_vec()];
        for (index, row) in self.rows.iter().enumerate() {
            let games = f64::from(row.games.max(1));
            rows.push(vec![
                (index + 1).to_string(),
                row.name.clone(),
                row.games.to_string(),
                format!("{:.1}", row.firsts),
                format!("{:.2}", row.places as f64 / games),
                format!("{:.1}", row.stones as f64 / games),
                row.disqualified.to_string(),
            ]);
        }
        format!("\n{}", print::columns(&rows))
    }

    pub fn as_json(&self) -> Vec<Value> {
        let row = |(index, row): (usize, &Row)| {
            let games = f64::from(row.games.max(1));
            json!({
                "participant": index + 1,
                "who": row.name,
                "games": row.games,
                "first_places": row.firsts,
                "mean_place": row.places as f64 / games,
                "mean_stones": row.stones as f64 / games,
                "disqualified": row.disqualified,
            })
        };
        self.rows.iter().enumerate().map(row).collect()
    }
}
