//! A recorded game as one JSON document that restores it without any other file: the map is inside.

use plyground_core::{MapText, Setup};
use plyground_games::registry;
use serde_json::{Value, json};
use thiserror::Error;

/// The name of the form of our records.
pub const RECORD_SCHEMA: &str = "plyground-record-1";

/// A game as recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// Its name on the command line.
    pub game: String,
    /// Where it began.
    pub setup: Setup,
    /// Turns separated by blanks.
    pub moves: String,
}

/// Why a text is no usable record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct DocumentError(String);

/// A game to be written down.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// Its name on the command line.
    pub game: &'a str,
    /// As `--variant` takes it; of no meaning where there is a map.
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

impl Document<'_> {
    /// As it is written to files.
    pub fn to_json(&self) -> Value {
        json!({
            "schema": RECORD_SCHEMA,
            "game": self.game,
            "variant": if self.map.is_some() { Value::Null } else { self.variant.into() },
            "map": self.map.map(|map| json!({"name": map.name, "text": map.text})),
            "position": self.start,
            "players": self.players,
            "moves": self.moves,
            "over": self.payoffs.is_some(),
            "payoffs": self.payoffs,
        })
    }
}

impl Recorded {
    /// Reads a record in any form we know: our own, or one of the game's community. `game` is what it should be a game of;
    /// our own records say it themselves.
    pub fn parse(game: Option<&str>, text: &str) -> Result<Self, DocumentError> {
        if text.trim_start().starts_with('{') {
            return own(game, text);
        }
        let mut names = registry::names().into_iter().filter(|name| game.is_none_or(|game| game == *name));
        let imported = names.find_map(|name| Some((name, registry::import(name, text)?)));
        match imported {
            Some((game, Ok(imported))) => {
                Ok(Recorded { game: game.to_string(), setup: imported.setup, moves: imported.moves })
            }
            Some((_, Err(error))) => Err(DocumentError(error.to_string())),
            None => {
                let of = game.map(|game| format!(" of {game}")).unwrap_or_default();
                Err(DocumentError(format!("it is neither a Plyground record (JSON) nor in a record format{of}")))
            }
        }
    }
}

fn own(game: Option<&str>, text: &str) -> Result<Recorded, DocumentError> {
    let wrong = |reason: String| Err(DocumentError(reason));
    let document: Value = serde_json::from_str(text).map_err(|error| DocumentError(error.to_string()))?;
    let text_of = |key: &str| document.get(key).and_then(Value::as_str).map(String::from);
    match text_of("schema") {
        Some(schema) if schema == RECORD_SCHEMA => {}
        Some(other) => return wrong(format!("its schema is `{other}`, this program reads `{RECORD_SCHEMA}`")),
        None => return wrong(format!("it has no schema; expected `{RECORD_SCHEMA}`")),
    }
    let recorded = text_of("game").ok_or_else(|| DocumentError("it names no game".to_string()))?;
    if let Some(game) = game.filter(|game| *game != recorded) {
        return wrong(format!("it is a game of {recorded}, not of {game}"));
    }
    let map = match document.get("map") {
        None | Some(Value::Null) => None,
        Some(map) => {
            let part = |key: &str| map.get(key).and_then(Value::as_str).map(String::from);
            let text = part("text").ok_or_else(|| DocumentError("its map has no text".to_string()))?;
            Some(MapText { name: part("name").unwrap_or_default(), text })
        }
    };
    let setup = Setup { variant: text_of("variant"), position: text_of("position"), map, lenient: false };
    let moves = text_of("moves").ok_or_else(|| DocumentError("it has no moves".to_string()))?;
    Ok(Recorded { game: recorded, setup, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let map = MapText { name: "m".to_string(), text: "2\n".to_string() };
        let players = ["human".to_string(), "best".to_string()];
        let document = Document {
            game: "reversixt",
            variant: "",
            map: Some(&map),
            start: "somewhere",
            players: &players,
            moves: "3,2 out=2",
            payoffs: None,
        };
        let read = Recorded::parse(None, &document.to_json().to_string());
        let setup = Setup { position: Some("somewhere".to_string()), map: Some(map), ..Setup::default() };
        assert_eq!(read, Ok(Recorded { game: "reversixt".to_string(), setup, moves: "3,2 out=2".to_string() }));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, expected) in [
            ("{", "EOF while parsing"),
            ("{}", "it has no schema"),
            (r#"{"schema": "x"}"#, "its schema is `x`"),
            (r#"{"schema": "plyground-record-1", "game": "isola"}"#, "it is a game of isola, not of einstein"),
            (r#"{"schema": "plyground-record-1", "game": "einstein"}"#, "it has no moves"),
            ("hello", "neither a Plyground record (JSON) nor in a record format of einstein"),
        ] {
            let error = Recorded::parse(Some("einstein"), text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
