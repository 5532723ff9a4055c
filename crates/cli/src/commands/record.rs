//! Recorded games on disk: written by `play` and by the ReversiXT server, read by `replay`.

use crate::table::{Table, read_limited};
use anyhow::{Context, Result, anyhow, bail};
use plyground_arena::{Archive, Document, Recorded};
use plyground_core::{MapText, Playable, Turn, write_moves};
use serde_json::Value;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Far more than the longest game needs.
const LARGEST: u64 = 64 << 20;

/// The record of the game on the table.
pub fn write<G: Playable>(table: &Table<G>, map: Option<&MapText>, players: &[String]) -> Value {
    let (game, position) = (&table.game, &table.position);
    let over = game.turn(position) == Turn::Over;
    let payoffs = game.payoffs(position);
    let document = Document {
        game: &table.name,
        variant: &game.variant_text(),
        map,
        start: &game.position_text(&table.start),
        players,
        moves: &write_moves(game, &table.start, table.events.iter().copied()),
        payoffs: over.then(|| payoffs.as_slice()),
    };
    document.to_json()
}

/// Game `number`, from 1, of a tournament in an archive.
pub fn look_up(game: &str, path: &Path, tournament: Option<&str>, number: u64) -> Result<Recorded> {
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
    Ok(Recorded { moves: kept.moves()?, game: kept.game, setup: kept.setup })
}

/// Reads a record of `game` in any form we know.
pub fn read(game: &str, path: &Path) -> Result<Recorded> {
    let name = path.display();
    if is_archive(path) {
        bail!("{name} is an archive of many games; say which one with --number");
    }
    let text = read_limited(path, LARGEST)?;
    Recorded::parse(Some(game), &text).with_context(|| format!("{name} is no usable record"))
}

/// Whether the file is a database; one that cannot be read is left to whoever reads it.
fn is_archive(path: &Path) -> bool {
    const MARK: &[u8; 16] = b"SQLite format 3\0";
    let mut head = [0; MARK.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *MARK
}
