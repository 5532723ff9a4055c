//! `plyground einstein wtn`.

use super::game_of;
use crate::args::WtnArgs;
use crate::commands::record;
use crate::{Answer, print};
use anyhow::{Context, Result};
use plyground_core::{Game, GameEvent, Notation, parse_moves};
use plyground_games::einstein::wtn::Record;
use std::fs;

/// Writes a recorded game in the form of the contest.
pub fn run(args: &WtnArgs) -> Result<Answer> {
    let read = record::read("einstein", &args.record, None, None)?;
    let game = game_of(read.setup.variant.as_deref())?;
    let start = read.setup.position.as_deref().map_or_else(|| Ok(game.start()), |text| game.parse_position(text))?;
    let mut position = start;
    let events = parse_moves(&game, &mut position, &read.moves)?;
    // Nobody is disqualified in EinStein without losing, so every event is a turn.
    let turns: Vec<_> = events.iter().filter_map(GameEvent::turn).collect();
    let mut record = Record::of_game(&game, &start, &turns)?;
    record.teams = [args.first.clone(), args.second.clone()];
    (record.occasion, record.event) = (args.occasion.clone(), args.event.clone());
    match &args.out {
        None => print::text(&record.to_string())?,
        Some(folder) => {
            let path = folder.join(record.file_name());
            fs::write(&path, record.to_string()).with_context(|| format!("cannot write {}", path.display()))?;
            print::note(&format!("written to {}", path.display()));
        }
    }
    Ok(Answer::Yes)
}
