//! Games of the archive as text, for those who want them elsewhere.

use super::plan::{TournamentEvent, TournamentPlan};
use crate::archive::moves_of;
use crate::{Archive, ArenaError, GameRecord};
use plyground_core::Notation;
use plyground_games::registry;
use std::ops::Range;

/// A game as text.
#[derive(Clone, Debug)]
pub struct ExportedGame<'a> {
    /// The event it belongs to.
    pub event: &'a TournamentEvent,
    /// The variant, as `--variant` takes it.
    pub variant: String,
    /// Who sat in each seat, by number in the plan.
    pub seated: Vec<usize>,
    /// The turns, as `--moves` takes them.
    pub moves: String,
    /// Everything else.
    pub record: GameRecord,
}

/// Tells every finished game whose number lies in `numbers`, in order, until `tell` fails.
pub fn export<E: From<ArenaError>>(
    plan: &TournamentPlan,
    archive: &Archive,
    tournament: i64,
    numbers: Range<u64>,
    tell: &mut dyn FnMut(ExportedGame<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let plan = &*plan.drawn(archive, tournament)?;
    for (index, event) in plan.events.iter().enumerate() {
        let (game, _) = registry::open(&event.game, &event.setup).map_err(ArenaError::from)?;
        for pairing in plan.pairings.iter().filter(|pairing| pairing.event == index) {
            let from = pairing.first.max(numbers.start);
            let to = (pairing.first + pairing.games()).min(numbers.end);
            for number in from..to {
                let Some(record) = archive.game(tournament, number, pairing.opening_of(number))? else { continue };
                let moves = moves_of(&game, &record)?;
                let seated = event.lineup.seated(number - pairing.first);
                let seated = seated.into_iter().map(|place| pairing.players[place]).collect();
                tell(ExportedGame { event, variant: game.variant_text(), seated, moves, record })?;
            }
        }
    }
    Ok(())
}
