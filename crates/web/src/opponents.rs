//! Engines under plain names.

use crate::messages::Opponent;
use plyground_core::{GameInfo, LEVEL_OPPONENTS, OpponentInfo};

/// The opponents that a game offers to people who do not write specs, weakest first: its own, or the levels that every game
/// has.
pub fn of_game(info: &GameInfo) -> Vec<Opponent> {
    let rows = if info.opponents.is_empty() { &LEVEL_OPPONENTS } else { info.opponents };
    let opponent = |row: &OpponentInfo| Opponent {
        name: row.name.to_string(),
        spec: row.spec.to_string(),
        summary: row.summary.to_string(),
        elo: row.elo.map(|(elo, error)| [elo, error]),
    };
    rows.iter().map(opponent).collect()
}
