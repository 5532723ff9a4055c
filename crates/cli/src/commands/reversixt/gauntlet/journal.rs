//! The games of a gauntlet on disk, one line each, so that an interrupted one goes on where it stopped.

use super::{GauntletResult, SeatResult};
use crate::journal::{self, JournalKind};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::path::Path;

/// All results so far, and the file that keeps them.
pub struct Journal {
    file: Option<journal::Journal>,
    pub results: Vec<GauntletResult>,
}

impl Journal {
    /// Opens the file, or begins it. One of another plan is refused, so that nothing is mixed or lost.
    pub fn open(path: Option<&Path>, plan: &Value, entrants: usize) -> Result<Self> {
        let Some(path) = path else { return Ok(Journal { file: None, results: Vec::new() }) };
        let kind = JournalKind {
            schema: SCHEMA,
            plan,
            of: "a gauntlet",
            differs: "other players, maps, time or seed; choose another --out",
        };
        let (file, games) = journal::Journal::open(path, &kind)?;
        let games = games.iter().zip(2..);
        let results = games.map(|(game, line)| read(game, entrants).with_context(|| journal::damaged(path, line)));
        Ok(Journal { file: Some(file), results: results.collect::<Result<_>>()? })
    }

    /// Whether this game has been played.
    pub fn has(&self, map: &str, game: u32) -> bool {
        self.results.iter().any(|result| result.map == map && result.game == game)
    }

    /// Keeps a result.
    pub fn add(&mut self, result: GauntletResult) -> Result<()> {
        if let Some(file) = &mut self.file {
            file.add(&line(&result))?;
        }
        self.results.push(result);
        Ok(())
    }
}

const SCHEMA: &str = "plyground-gauntlet-games-1";

/// A result as a document; entrants are numbered from 1.
pub fn line(result: &GauntletResult) -> Value {
    let seats = result.seats.iter().enumerate().map(|(seat, entrant)| {
        let mut value = json!({"entrant": entrant + 1});
        if let Some(result) = result.results.get(seat) {
            value["place"] = json!(result.place);
            value["stones"] = json!(result.stones);
            value["moves"] = json!(result.moves);
            value["seconds"] = json!(result.seconds);
            value["disqualified"] = json!(result.disqualified);
        }
        value
    });
    json!({
        "map": result.map,
        "game": result.game + 1,
        "seats": seats.collect::<Vec<_>>(),
        "failure": result.failure.as_ref().map(|(entrant, reason)| json!({"entrant": entrant + 1, "reason": reason})),
    })
}

fn read(value: &Value, entrants: usize) -> Option<GauntletResult> {
    let entrant = |value: &Value| {
        let number = usize::try_from(value["entrant"].as_u64()?).ok()?;
        (1..=entrants).contains(&number).then(|| number - 1)
    };
    let seats = value["seats"].as_array()?;
    let failure = match &value["failure"] {
        Value::Null => None,
        failure => Some((entrant(failure)?, failure["reason"].as_str()?.to_string())),
    };
    let result = |seat: &Value| {
        Some(SeatResult {
            place: usize::try_from(seat["place"].as_u64()?).ok().filter(|place| (1..=seats.len()).contains(place))?,
            stones: usize::try_from(seat["stones"].as_u64()?).ok()?,
            moves: u32::try_from(seat["moves"].as_u64()?).ok()?,
            seconds: seat["seconds"].as_f64()?,
            disqualified: seat["disqualified"].as_str().map(String::from),
        })
    };
    Some(GauntletResult {
        map: value["map"].as_str()?.to_string(),
        game: u32::try_from(value["game"].as_u64()?).ok()?.checked_sub(1)?,
        seats: seats.iter().map(entrant).collect::<Option<_>>()?,
        results: match failure {
            Some(_) => Vec::new(),
            None => seats.iter().map(result).collect::<Option<_>>()?,
        },
        failure,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(game: u32) -> GauntletResult {
        let seat = SeatResult { place: 1, stones: 3, moves: 9, seconds: 1.5, disqualified: Some("late".to_string()) };
        let other = SeatResult { place: 2, disqualified: None, ..seat.clone() };
        GauntletResult { map: "duel".to_string(), game, seats: vec![1, 0], results: vec![seat, other], failure: None }
    }

    #[test]
    fn a_journal_goes_on_where_it_stopped_and_refuses_other_plans() {
        let folder = std::env::temp_dir().join(format!("plyground-gauntlet-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("games.jsonl");
        let plan = json!({"seed": 1});
        let failed = GauntletResult { results: Vec::new(), failure: Some((1, "hangs".to_string())), ..result(1) };
        let mut journal = Journal::open(Some(&path), &plan, 2).expect("a new file");
        journal.add(result(0)).expect("written");
        journal.add(failed.clone()).expect("written");
        drop(journal);
        // The third line was being written when the machine went down.
        let mut text = std::fs::read_to_string(&path).expect("readable");
        text.push_str("{\"map\": \"du");
        std::fs::write(&path, &text).expect("writable");
        let mut journal = Journal::open(Some(&path), &plan, 2).expect("the same plan");
        assert_eq!(journal.results, [result(0), failed]);
        assert!(journal.has("duel", 1) && !journal.has("duel", 2) && !journal.has("other", 0));
        journal.add(result(2)).expect("written");
        drop(journal);
        let again = Journal::open(Some(&path), &plan, 2).expect("the same plan");
        assert_eq!(again.results.len(), 3);
        let second = Journal::open(Some(&path), &plan, 2).map(|_| ()).expect_err("one writer at a time");
        assert!(second.to_string().contains("another run"), "{second}");
        drop(again);
        let other = Journal::open(Some(&path), &json!({"seed": 2}), 2).map(|_| ()).expect_err("another plan");
        assert!(other.to_string().contains("belongs to a gauntlet with other players"), "{other}");
        let strange = folder.join("strange");
        std::fs::write(&strange, "my diary\n").expect("writable");
        assert!(Journal::open(Some(&strange), &plan, 2).is_err());
        assert_eq!(std::fs::read_to_string(&strange).expect("untouched"), "my diary\n");
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
