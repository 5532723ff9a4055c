//! Game records as JSON documents. A record is self-contained: it includes the map.

use crate::{Fault, MoveEvaluation, Outcome, Termination};
use plyground_core::{MapText, RecordedGame, Setup};
use plyground_games::registry;
use serde_json::{Map, Value, json};
use thiserror::Error;

/// The schema of records.
pub const RECORD_SCHEMA: &str = "plyground-record-1";

/// A record that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadedRecord {
    /// Its name on the command line.
    pub game: String,
    /// The board and the first position.
    pub setup: Setup,
    /// Turns separated by blanks.
    pub moves: String,
}

/// Why a text is not a usable record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct RecordError(String);

/// A game to be written. Every record of a game, wherever it comes from, is written by this type.
#[derive(Clone, Copy, Debug)]
pub struct RecordDocument<'a> {
    /// Its name on the command line.
    pub game: &'a str,
    /// As `--variant` takes it; ignored where there is a map.
    pub variant: &'a str,
    /// The map, if it is played on one.
    pub map: Option<&'a MapText>,
    /// The first position.
    pub start: &'a str,
    /// Specs in turn order, `human` for people.
    pub players: &'a [String],
    /// Turns separated by blanks.
    pub moves: &'a str,
    /// One payoff per player once the game is over.
    pub payoffs: Option<&'a [f64]>,
}

/// What a match or a tournament knows about a game beyond its moves.
#[derive(Clone, Copy, Debug)]
pub struct RefereeDetails<'a> {
    /// The outcome.
    pub outcome: &'a Outcome,
    /// The names of the players in turn order, where they have names besides their specs.
    pub names: Option<&'a [String]>,
    /// The label of the tournament's event.
    pub event: Option<&'a str>,
    /// The number of the game, from 0.
    pub number: u64,
    /// The number of its unit, from 0; tournaments leave it out.
    pub unit: Option<u64>,
    /// Its seed.
    pub seed: u64,
    /// The players' evaluations of each turn, if they were kept.
    pub evaluations: &'a [MoveEvaluation],
}

impl RecordDocument<'_> {
    /// The record of a game that is played by hand, on a server or over the network.
    pub fn to_json(&self) -> Value {
        let mut fields = self.head();
        fields.insert("moves".into(), self.moves.into());
        fields.insert("over".into(), self.payoffs.is_some().into());
        fields.insert("payoffs".into(), self.payoffs.into());
        Value::Object(fields)
    }

    /// The record of a game of a match or a tournament. The outcome's payoffs take the place of the document's.
    pub fn to_json_with(&self, details: &RefereeDetails<'_>) -> Value {
        let outcome = details.outcome;
        let seats = self.players.len();
        let payoffs: Vec<Value> = outcome.payoffs.as_slice().iter().map(|payoff| json_number(*payoff)).collect();
        let nodes: Vec<u64> = outcome.efforts[..seats].iter().map(|effort| effort.nodes).collect();
        let mut fields = self.head();
        let mut put = |key: &str, value: Value| fields.insert(key.into(), value);
        if let Some(names) = details.names {
            put("names", json!(names));
        }
        put("moves", self.moves.into());
        put("over", (outcome.termination == Termination::Normal).into());
        put("payoffs", payoffs.into());
        put("places", json!(outcome.payoffs.places()));
        put("termination", outcome.termination.name().into());
        put("faults", outcome.faults.iter().map(fault_json).collect());
        if let Some(event) = details.event {
            put("event", event.into());
        }
        put("number", (details.number + 1).into());
        if let Some(unit) = details.unit {
            put("unit", (unit + 1).into());
        }
        put("seed", details.seed.into());
        put("nodes", nodes.into());
        if !details.evaluations.is_empty() {
            put("thoughts", details.evaluations.iter().map(evaluation_json).collect());
        }
        Value::Object(fields)
    }

    /// The fields with which every record begins.
    fn head(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("schema".into(), RECORD_SCHEMA.into());
        fields.insert("game".into(), self.game.into());
        fields.insert("variant".into(), if self.map.is_some() { Value::Null } else { self.variant.into() });
        fields.insert("map".into(), self.map.map(|map| json!({"name": map.name, "text": map.text})).into());
        fields.insert("position".into(), self.start.into());
        fields.insert("players".into(), json!(self.players));
        fields
    }
}

fn fault_json(fault: &Fault) -> Value {
    json!({"seat": fault.seat.number(), "kind": fault.kind.name(), "turn": fault.turn, "detail": fault.detail})
}

fn evaluation_json(evaluation: &MoveEvaluation) -> Value {
    let MoveEvaluation { value, chance, depth, nodes, time } = evaluation;
    let mut document = json!({"value": value, "depth": depth, "nodes": nodes, "seconds": time.as_secs_f64()});
    if let Some(chance) = chance {
        document["chance"] = json!(chance);
    }
    document
}

/// A number in JSON; whole numbers are written without a fraction.
pub fn json_number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 { json!(value as i64) } else { json!(value) }
}

impl LoadedRecord {
    /// Reads a record in our own format or in one of the game's other formats. `game` is the expected game; without it,
    /// our own records name theirs.
    pub fn parse(game: Option<&str>, text: &str) -> Result<Self, RecordError> {
        if text.trim_start().starts_with('{') {
            return own(game, text);
        }
        let mut names = registry::names().into_iter().filter(|name| game.is_none_or(|game| game == *name));
        let imported = names.find_map(|name| Some((name, registry::import(name, text)?)));
        match imported {
            Some((game, Ok(imported))) => {
                Ok(LoadedRecord { game: game.to_string(), setup: imported.setup, moves: imported.moves })
            }
            Some((_, Err(error))) => Err(RecordError(error.to_string())),
            None => {
                let of = game.map(|game| format!(" of {game}")).unwrap_or_default();
                Err(RecordError(format!("it is neither a Plyground record (JSON) nor in a record format{of}")))
            }
        }
    }
}

impl LoadedRecord {
    /// The game as text in one of its community's formats, named by the ending of its files.
    ///
    /// # Errors
    /// When there is no such format, or it cannot hold this game.
    pub fn export(&self, format: &str) -> Result<String, RecordError> {
        let formats = registry::record_formats(&self.game);
        let Some(found) = formats.iter().find(|known| known.extension == format) else {
            let known: Vec<&str> = formats.iter().map(|known| known.extension).collect();
            let game = &self.game;
            return Err(RecordError(match known.as_slice() {
                [] => format!("games of {game} have no format besides the program's own"),
                known => format!("games of {game} cannot be written as `{format}`; there is: {}", known.join(", ")),
            }));
        };
        let recorded = RecordedGame { setup: self.setup.clone(), moves: self.moves.clone() };
        (found.write)(&recorded).map_err(|error| RecordError(error.to_string()))
    }
}

fn own(game: Option<&str>, text: &str) -> Result<LoadedRecord, RecordError> {
    let wrong = |reason: String| Err(RecordError(reason));
    let document: Value = serde_json::from_str(text).map_err(|error| RecordError(error.to_string()))?;
    let text_of = |key: &str| document.get(key).and_then(Value::as_str).map(String::from);
    match text_of("schema") {
        Some(schema) if schema == RECORD_SCHEMA => {}
        Some(other) => return wrong(format!("its schema is `{other}`, this program reads `{RECORD_SCHEMA}`")),
        None => return wrong(format!("it has no schema; expected `{RECORD_SCHEMA}`")),
    }
    let recorded = text_of("game").ok_or_else(|| RecordError("it names no game".to_string()))?;
    if let Some(game) = game.filter(|game| *game != recorded) {
        return wrong(format!("it is a game of {recorded}, not of {game}"));
    }
    let map = match document.get("map") {
        None | Some(Value::Null) => None,
        Some(map) => {
            let part = |key: &str| map.get(key).and_then(Value::as_str).map(String::from);
            let text = part("text").ok_or_else(|| RecordError("its map has no text".to_string()))?;
            Some(MapText { name: part("name").unwrap_or_default(), text })
        }
    };
    let setup = Setup { variant: text_of("variant"), position: text_of("position"), map, lenient: false };
    let moves = text_of("moves").ok_or_else(|| RecordError("it has no moves".to_string()))?;
    Ok(LoadedRecord { game: recorded, setup, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let map = MapText { name: "m".to_string(), text: "2\n".to_string() };
        let players = ["human".to_string(), "best".to_string()];
        let document = RecordDocument {
            game: "reversixt",
            variant: "",
            map: Some(&map),
            start: "somewhere",
            players: &players,
            moves: "3,2 out=2",
            payoffs: None,
        };
        let read = LoadedRecord::parse(None, &document.to_json().to_string());
        let setup = Setup { position: Some("somewhere".to_string()), map: Some(map), ..Setup::default() };
        assert_eq!(read, Ok(LoadedRecord { game: "reversixt".to_string(), setup, moves: "3,2 out=2".to_string() }));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, expected) in [
            ("{", "EOF while parsing"),
            ("{}", "it has no schema"),
            (r#"{"schema": "x"}"#, "its schema is `x`"),
            (r#"{"schema": "plyground-record-1", "game": "isola"}"#, "it is a game of isola, not of einstein"),
            (r#"{"schema": "plyground-record-1", "game": "einstein"}"#, "it has no moves"),
            ("hello", "neither a Plyground record (JSON) nor in a record format of einstein"),
        ] {
            let error = LoadedRecord::parse(Some("einstein"), text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
