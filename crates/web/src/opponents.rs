//! Engines under plain names.

use crate::messages::Opponent;
use plyground_core::{GameInfo, OpponentInfo};

/// For games with dice that name no opponents of their own.
const WITH_DICE: &[OpponentInfo] = &[
    OpponentInfo { name: "beginner", spec: "greedy", summary: "plays the move that looks best right now" },
    OpponentInfo { name: "club player", spec: "expectimax(depth=2)", summary: "looks two turns ahead" },
    OpponentInfo { name: "strongest", spec: "best", summary: "the strongest available player" },
];

/// For all other games that name none.
const WITHOUT_DICE: &[OpponentInfo] = &[
    OpponentInfo { name: "beginner", spec: "greedy", summary: "plays the move that looks best right now" },
    OpponentInfo { name: "club player", spec: "search(depth=3)", summary: "looks three turns ahead" },
    OpponentInfo { name: "strongest", spec: "best", summary: "the strongest available player" },
];

/// The opponents that a game offers to people who do not write specs, weakest first: its own, or those for any game.
pub fn of_game(info: &GameInfo) -> Vec<Opponent> {
    let rows = match info.opponents {
        [] if info.chance => WITH_DICE,
        [] => WITHOUT_DICE,
        own => own,
    };
    let opponent = |row: &OpponentInfo| Opponent {
        name: row.name.to_string(),
        spec: row.spec.to_string(),
        summary: row.summary.to_string(),
    };
    rows.iter().map(opponent).collect()
}
