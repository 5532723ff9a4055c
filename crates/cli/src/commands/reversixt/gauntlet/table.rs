//! Who came where, for each number of players.

use super::GauntletResult;
use crate::print;
use plyground_arena::stats::Units;
use plyground_network::gauntlet::Entrant;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One entrant's sums.
#[derive(Clone, Default)]
struct Row {
    games: u64,
    firsts: Units,
    places: Vec<u64>,
    stones: usize,
    disqualified: u64,
    failed: u64,
}

/// The sums by number of players.
pub struct Table {
    names: Vec<String>,
    labels: Vec<String>,
    by_players: BTreeMap<usize, Vec<Row>>,
}

impl Table {
    pub fn new(entrants: &[Entrant], results: &[GauntletResult]) -> Self {
        let names: Vec<String> = entrants.iter().map(Entrant::name).collect();
        let mut by_players: BTreeMap<usize, Vec<Row>> = BTreeMap::new();
        for result in results {
            let players = result.seats.len();
            let rows = by_players
                .entry(players)
                .or_insert_with(|| vec![Row { places: vec![0; players], ..Row::default() }; names.len()]);
            if let Some((entrant, _)) = &result.failure {
                rows[*entrant].failed += 1;
                continue;
            }
            let sharing = result.results.iter().filter(|seat| seat.place == 1).count().max(1) as f64;
            // Several seats of one entrant are one unit: they share the game.
            let mut units = vec![(0, 0.0); names.len()];
            for (entrant, seat) in result.seats.iter().zip(&result.results) {
                units[*entrant].0 += 1;
                units[*entrant].1 += if seat.place == 1 { 1.0 / sharing } else { 0.0 };
                let row = &mut rows[*entrant];
                row.games += 1;
                row.places[seat.place - 1] += 1;
                row.stones += seat.stones;
                row.disqualified += u64::from(seat.disqualified.is_some());
            }
            for (row, (games, points)) in rows.iter_mut().zip(units) {
                row.firsts.add(games, points);
            }
        }
        Table { names, labels: labels(entrants), by_players }
    }

    pub fn as_text(&self) -> String {
        let mut text = String::new();
        for (players, rows) in &self.by_players {
            let head = ["who", "games", "first places", "95 % interval", "places", "stones", "disqualified", "no show"];
            let mut lines = vec![head.map(String::from).to_vec()];
            for (name, row) in self.labels.iter().zip(rows).filter(|(_, row)| row.games + row.failed > 0) {
                let interval = row.firsts.interval();
                let games = row.games.max(1) as f64;
                let places: Vec<String> = row.places.iter().map(u64::to_string).collect();
                let (share, interval) = match row.games {
                    0 => ("-".to_string(), "-".to_string()),
                    _ => (
                        format!("{:.1} ({:.0} %)", row.firsts.points(), 100.0 * row.firsts.score()),
                        format!("{:.0} to {:.0} %", 100.0 * interval.low, 100.0 * interval.high),
                    ),
                };
                lines.push(vec![
                    name.clone(),
                    row.games.to_string(),
                    share,
                    interval,
                    places.join("-"),
                    format!("{:.1}", row.stones as f64 / games),
                    row.disqualified.to_string(),
                    row.failed.to_string(),
                ]);
            }
            let equal = 100.0 / *players as f64;
            text.push_str(&format!("\n{players} players; an equal share is {equal:.0} %\n{}", print::columns(&lines)));
        }
        for (label, name) in self.labels.iter().zip(&self.names).filter(|(label, name)| label != name) {
            text.push_str(&format!("{label}: {name}\n"));
        }
        text
    }

    pub fn as_json(&self) -> Vec<Value> {
        let tables = self.by_players.iter().map(|(players, rows)| {
            let rows = self.names.iter().zip(rows).enumerate().map(|(index, (name, row))| {
                let interval = row.firsts.interval();
                let games = row.games.max(1) as f64;
                let places: u64 = row.places.iter().enumerate().map(|(place, count)| (place as u64 + 1) * count).sum();
                let played = row.games > 0;
                json!({
                    "entrant": index + 1,
                    "who": name,
                    "games": row.games,
                    "first_places": row.firsts.points(),
                    "share": played.then(|| row.firsts.score()),
                    "ci95": played.then_some([interval.low, interval.high]),
                    "places": row.places,
                    "mean_place": played.then_some(places as f64 / games),
                    "mean_stones": played.then_some(row.stones as f64 / games),
                    "disqualified": row.disqualified,
                    "no_show": row.failed,
                })
            });
            json!({"players": players, "equal_share": 1.0 / *players as f64, "entrants": rows.collect::<Vec<_>>()})
        });
        tables.collect()
    }
}

/// Short names: clients by number, because commands are long and often alike.
pub fn labels(entrants: &[Entrant]) -> Vec<String> {
    let mut clients = 0;
    let label = |entrant: &Entrant| match entrant {
        Entrant::BuiltIn(spec) => spec.to_string(),
        Entrant::Client(_) => {
            clients += 1;
            format!("client {clients}")
        }
    };
    entrants.iter().map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::super::SeatResult;
    use super::*;

    #[test]
    fn shared_first_places_and_no_shows_are_counted() {
        let seat = |place, stones| SeatResult { place, stones, moves: 1, seconds: 0.1, disqualified: None };
        let game = |seats: [usize; 3], places: [usize; 3]| GauntletResult {
            map: "m".to_string(),
            game: 0,
            seats: seats.to_vec(),
            results: places.iter().map(|place| seat(*place, 10 * place)).collect(),
            failure: None,
        };
        let failed = GauntletResult {
            results: Vec::new(),
            failure: Some((1, "hangs".to_string())),
            ..game([0, 1, 1], [1, 2, 3])
        };
        let entrants: Vec<Entrant> =
            ["best", "greedy"].iter().map(|spec| Entrant::BuiltIn(spec.parse().expect("a spec"))).collect();
        let results = [game([0, 1, 1], [1, 1, 3]), game([1, 0, 1], [3, 1, 2]), failed];
        let tables = Table::new(&entrants, &results).as_json();
        assert_eq!(tables.len(), 1);
        let [best, greedy] = [0, 1].map(|index| tables[0]["entrants"][index].clone());
        assert_eq!((&best["games"], &best["first_places"], &best["share"]), (&json!(2), &json!(1.5), &json!(0.75)));
        assert_eq!((&greedy["games"], &greedy["first_places"]), (&json!(4), &json!(0.5)));
        assert_eq!((&greedy["places"], &greedy["no_show"]), (&json!([1, 1, 2]), &json!(1)));
        assert_eq!(greedy["mean_stones"], json!((10 + 30 + 30 + 20) as f64 / 4.0));
    }
}
