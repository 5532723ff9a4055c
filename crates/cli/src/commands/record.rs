//! Recorded games on disk: written by `play` and by the ReversiXT server, read by `replay`.
//!
//! A record is one JSON document that restores the game without any other file: the map is inside.

use crate::table::{Table, read_limited};
use anyhow::{Context, Result, anyhow, bail};
use plyground_arena::Archive;
use plyground_core::{MapText, Playable, Setup, write_moves};
use plyground_games::registry;
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The name of the form of our records.
pub const SCHEMA: &str = "plyground-record-1";
/// Far more than the longest game needs.
const LARGEST: u64 = 64 << 20;

/// A game as recorded.
pub struct Record {
    /// Its name on the command line.
    pub game: String,
    /// Where it began.
    pub setup: Setup,
    /// Turns separated by blanks.
    pub moves: String,
}

/// The record of the game on the table.
pub fn write<G: Playable>(table: &Table<G>, map: Option<&MapText>, players: &[String]) -> Value {
    let (game, position) = (&table.game, &table.position);
    let over = game.turn(position) == plyground_core::Turn::Over;
    json!({
        "schema": SCHEMA,
        "game": table.name,
        "variant": if map.is_some() { Value::Null } else { game.variant_text().into() },
        "map": map.map(|map| json!({"name": map.name, "text": map.text})),
        "position": game.position_text(&table.start),
        "players": players,
        "moves": write_moves(game, &table.start, table.events.iter().copied()),
        "over": over,
        "payoffs": over.then(|| game.payoffs(position).as_slice().to_vec()),
    })
}

/// A game on a map that was played elsewhere, to its end.
pub struct Finished<'a> {
    pub game: &'a str,
    pub map: &'a MapText,
    pub start: &'a str,
    pub players: &'a [String],
    pub moves: &'a str,
    pub payoffs: &'a [f64],
}

/// The record of such a game.
pub fn document(finished: &Finished<'_>) -> Value {
    json!({
        "schema": SCHEMA,
        "game": finished.game,
        "variant": null,
        "map": {"name": finished.map.name, "text": finished.map.text},
        "position": finished.start,
        "players": finished.players,
        "moves": finished.moves,
        "over": true,
        "payoffs": finished.payoffs,
    })
}

/// Game `number`, from 1, of a tournament in an archive.
pub fn look_up(game: &str, path: &Path, tournament: Option<&str>, number: u64) -> Result<Record> {
    let archive = Archive::open_to_read(path)?;
    let tournament = archive.tournament(tournament)?;
    let name = &tournament.name;
    if number > tournament.games {
        bail!("{}: the tournament `{name}` has {} games, not {number}", path.display(), tournament.games);
    }
    let kept = archive.kept_game(tournament.id, number - 1)?;
    let kept = kept.ok_or_else(|| anyhow!("{}: game {number} of `{name}` is not played yet", path.display()))?;
    if kept.game != game {
        bail!("{}: game {number} of `{name}` is a game of {}, not of {game}", path.display(), kept.game);
    }
    Ok(Record { moves: kept.moves()?, game: kept.game, setup: kept.setup })
}

/// Reads a record of `game` in any form we know.
pub fn read(game: &str, path: &Path) -> Result<Record> {
    let name = path.display();
    if is_archive(path) {
        bail!("{name} is an archive of many games; say which one with --number");
    }
    let text = read_limited(path, LARGEST)?;
    if text.trim_start().starts_with('{') {
        return parse(game, &text).with_context(|| format!("{name} is no usable record"));
    }
    match registry::import(game, &text) {
        Some(imported) => {
            let imported = imported.with_context(|| format!("{name} is no usable record"))?;
            Ok(Record { game: game.to_string(), setup: imported.setup, moves: imported.moves })
        }
        None => bail!("{name} is neither a Plyground record (JSON) nor in a record format of {game}"),
    }
}

/// Whether the file is a database; one that cannot be read is left to whoever reads it.
fn is_archive(path: &Path) -> bool {
    const MARK: &[u8; 16] = b"SQLite format 3\0";
    let mut head = [0; MARK.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *MARK
}

fn parse(game: &str, text: &str) -> Result<Record> {
    let document: Value = serde_json::from_str(text)?;
    let text_of = |key: &str| document.get(key).and_then(Value::as_str).map(String::from);
    match text_of("schema") {
        Some(schema) if schema == SCHEMA => {}
        Some(other) => bail!("its schema is `{other}`, this program reads `{SCHEMA}`"),
        None => bail!("it has no schema; expected `{SCHEMA}`"),
    }
    let recorded = text_of("game").ok_or_else(|| anyhow!("it names no game"))?;
    if recorded != game {
        bail!("it is a game of {recorded}, not of {game}");
    }
    let map = match document.get("map") {
        None | Some(Value::Null) => None,
        Some(map) => {
            let part = |key: &str| map.get(key).and_then(Value::as_str).map(String::from);
            let text = part("text").ok_or_else(|| anyhow!("its map has no text"))?;
            Some(MapText { name: part("name").unwrap_or_default(), text })
        }
    };
    let setup = Setup { variant: text_of("variant"), position: text_of("position"), map, lenient: false };
    let moves = text_of("moves").ok_or_else(|| anyhow!("it has no moves"))?;
    Ok(Record { game: recorded, setup, moves })
}
