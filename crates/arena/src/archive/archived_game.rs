//! One game by its number, without the plan that it belongs to.

use super::read::invalid;
use super::{Archive, ArchivedTournament, failure};
use crate::{ArenaError, GameRecord, decode_turns, moves_text};
use plyground_core::{AnyGame, MapText, Notation, Setup};
use plyground_games::registry;
use rusqlite::OptionalExtension;

/// A game with everything that is needed to play it again.
#[derive(Clone, PartialEq, Debug)]
pub struct ArchivedGame {
    /// The game's name on the command line.
    pub game: String,
    /// Where it began.
    pub setup: Setup,
    /// Everything else.
    pub record: GameRecord,
}

impl ArchivedGame {
    /// Its turns, as `--moves` takes them.
    pub fn moves(&self) -> Result<String, ArenaError> {
        let (game, _) = registry::open(&self.game, &self.setup)?;
        moves_of(&game, &self.record)
    }
}

/// The turns of a recorded game as text.
pub(crate) fn moves_of(game: &AnyGame, record: &GameRecord) -> Result<String, ArenaError> {
    let start = game.parse_position(&record.start)?;
    let turns = decode_turns(game, &start, &record.code, &record.outcome.faults)?;
    Ok(moves_text(game, &start, &turns, &record.outcome.faults))
}

impl Archive {
    /// The tournament of this name, or the only one there is; an error that lists them if that does not tell.
    pub fn tournament(&self, name: Option<&str>) -> Result<ArchivedTournament, ArenaError> {
        let mut all = self.tournaments()?;
        let names: Vec<String> = all.iter().map(|tournament| format!("`{}`", tournament.name)).collect();
        match (name, all.iter().position(|tournament| Some(tournament.name.as_str()) == name)) {
            (_, Some(place)) => Ok(all.swap_remove(place)),
            (None, None) if all.len() == 1 => Ok(all.swap_remove(0)),
            (None, None) if all.is_empty() => Err(ArenaError::content(&self.path, "it holds no tournament yet")),
            (None, None) => {
                Err(ArenaError::content(&self.path, format!("say which tournament: it holds {}", names.join(", "))))
            }
            (Some(name), None) => {
                let known = if names.is_empty() { "none".to_string() } else { names.join(", ") };
                Err(ArenaError::content(&self.path, format!("there is no tournament `{name}`; it holds {known}")))
            }
        }
    }

    /// A finished game by its number within the tournament, from 0; `None` when it is not there.
    pub fn archived_game(&self, tournament: i64, number: u64) -> Result<Option<ArchivedGame>, ArenaError> {
        let question = "SELECT e.game, e.variant, e.map_name, e.map_text, e.lenient,
                               p.players, p.first_game, p.first_opening, p.openings
                        FROM pairing p JOIN event e ON e.tournament = p.tournament AND e.number = p.event
                        WHERE p.tournament = ?1 AND p.first_game <= ?2 ORDER BY p.first_game DESC LIMIT 1";
        let read = || -> rusqlite::Result<Option<(String, Setup, u64)>> {
            self.connection
                .query_row(question, (tournament, number as i64), |row| {
                    let (name, text): (Option<String>, Option<String>) = (row.get(2)?, row.get(3)?);
                    let map = text.map(|text| MapText { name: name.unwrap_or_default(), text });
                    let setup = Setup { variant: row.get(1)?, position: None, map, lenient: row.get(4)? };
                    let players = row.get_ref(5)?.as_str()?.split(' ').count() as i64;
                    let (first, first_opening, openings): (i64, i64, i64) = (row.get(6)?, row.get(7)?, row.get(8)?);
                    if openings < 1 {
                        return Err(invalid(8));
                    }
                    let opening = first_opening + (number as i64 - first) / players % openings;
                    Ok((row.get(0)?, setup, opening as u64))
                })
                .optional()
        };
        let Some((game, mut setup, opening)) = read().map_err(|error| failure(&self.path, &error))? else {
            return Ok(None);
        };
        let Some(record) = self.game(tournament, number, opening)? else { return Ok(None) };
        setup.position = Some(record.start.clone());
        Ok(Some(ArchivedGame { game, setup, record }))
    }
}
