//! A person. The engine only knows the word; terminal and page ask for the moves.

use crate::player::refuses_nothing;
use crate::{Args, Player, PlayerInfo, SpecError};
use plyground_core::Playable;

pub(super) fn info() -> PlayerInfo {
    PlayerInfo {
        name: "human",
        summary: "asks a person at the terminal for each move (only in `play`)",
        params: Vec::new(),
        refuses: refuses_nothing,
        game: None,
        memory: 0,
    }
}

pub(super) fn build<G: Playable>(_args: &Args<'_>, _game: &G, _seed: u64) -> Result<Box<dyn Player<G>>, SpecError> {
    Err(SpecError::Unsuitable {
        player: "human".to_string(),
        reason: "nobody sits at a keyboard here; use it with `play`".to_string(),
    })
}
