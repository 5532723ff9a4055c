//! Recorded games on disk: written by `play`, `match` and the ReversiXT server, read by `replay`.

use crate::opened_game::{OpenedGame, read_limited};
use anyhow::{Context, Result, anyhow, bail};
use plyground_arena::{Archive, LoadedRecord, RecordDocument};
use plyground_core::{Game, MapText, Notation, Turn, write_moves};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Far more than the longest game needs.
const LARGEST: u64 = 64 << 20;

/// The record of an opened game.
pub fn write(opened: &OpenedGame, map: Option<&MapText>, players: &[String]) -> Value {
    let (game, position) = (&opened.game, &opened.position);
    let over = game.turn(position) == Turn::Over;
    let payoffs = game.payoffs(position);
    let document = RecordDocument {
        game: &opened.name,
        variant: &game.variant_text(),
        map,
        start: &game.position_text(&opened.start),
        players,
        moves: &write_moves(game, &opened.start, opened.events.iter().copied()),
        payoffs: over.then(|| payoffs.as_slice()),
    };
    document.to_json()
}

/// Game `number`, from 1, of a tournament in an archive.
fn look_up(game: &str, path: &Path, tournament: Option<&str>, number: u64) -> Result<LoadedRecord> {
    let archive = Archive::open_to_read(path)?;
    archive.check()?;
    let tournament = archive.tournament(tournament)?;
    let name = &tournament.name;
    if number > tournament.games {
        bail!("{}: the tournament `{name}` has {} games, not {number}", path.display(), tournament.games);
    }
    let kept = archive.archived_game(tournament.id, number - 1)?;
    let kept = kept.ok_or_else(|| anyhow!("{}: game {number} of `{name}` is not played yet", path.display()))?;
    if kept.game != game {
        bail!("{}: game {number} of `{name}` is a game of {}, not of {game}", path.display(), kept.game);
    }
    Ok(LoadedRecord { moves: kept.moves()?, game: kept.game, setup: kept.setup })
}

/// Reads a record of `game` in any form we know. `number`, from 1, says which one where a file holds several.
pub fn read(game: &str, path: &Path, tournament: Option<&str>, number: Option<u64>) -> Result<LoadedRecord> {
    let name = path.display();
    match number {
        Some(number) if is_archive(path) => return look_up(game, path, tournament, number),
        None if is_archive(path) => bail!("{name} is an archive of many games; say which one with --number"),
        _ if tournament.is_some() => {
            bail!("{name} is no archive, so it holds no tournament to choose with --tournament")
        }
        _ => {}
    }
    let text = match pick_line(path, number)? {
        Some(line) => line,
        None if number.is_some() => bail!("{name} holds one game; --number chooses among several"),
        None => read_limited(path, LARGEST)?,
    };
    LoadedRecord::parse(Some(game), &text).with_context(|| format!("{name} is no usable record"))
}

/// The record of one game from a file of JSON lines, as `match --out` and `tournament export` write it; `None` if the file is something
/// else. Games are called by the number that they carry, since they are written in the order in which they end.
fn pick_line(path: &Path, number: Option<u64>) -> Result<Option<String>> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    let mut reader = BufReader::new(file);
    let (mut found, mut count) = (None, 0);
    loop {
        let mut line = Vec::new();
        let limited = Read::take(&mut reader, LARGEST + 1).read_until(b'\n', &mut line);
        limited.with_context(|| format!("cannot read {name}"))?;
        if line.is_empty() {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let record = serde_json::from_slice::<Value>(&line).ok().filter(Value::is_object);
        let Some(record) = record else {
            match count {
                0 => return Ok(None), // a record over many lines, or in another format
                _ => bail!("{name}: line {} is no record of a game", count + 1),
            }
        };
        count += 1;
        if number.is_none_or(|number| record["number"].as_u64().unwrap_or(count) == number) {
            found = found.or(Some(line));
        }
    }
    match (found, number) {
        (Some(_), None) if count > 1 => bail!("{name} holds {count} games; say which one with --number"),
        (Some(line), _) => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
        (None, Some(number)) if count > 0 => bail!("{name} holds {count} games, but none with the number {number}"),
        _ => Ok(None),
    }
}

/// Whether the file is a database; one that cannot be read is left to the code that reads it.
fn is_archive(path: &Path) -> bool {
    const MARK: &[u8; 16] = b"SQLite format 3\0";
    let mut head = [0; MARK.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *MARK
}
