//! Games of the archive as text, for those who want them elsewhere.

use super::plan::{TournamentEvent, TournamentPlan};
use crate::archive::moves_of;
use crate::{Archive, ArenaError, GameRecord};
use plyground_core::{GameVisitor, Playable};
use plyground_games::registry;
use std::ops::Range;

/// A game in moves_of.
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
    for (number, event) in plan.events.iter().enumerate() {
        let visit = ExportVisitor { plan, archive, tournament, number, event, numbers: numbers.clone(), tell };
        match registry::visit(&event.game, &event.setup, visit) {
            Ok(told) => told?,
            Err(error) => return Err(ArenaError::from(error).into()),
        }
    }
    Ok(())
}

struct ExportVisitor<'a, E> {
    plan: &'a TournamentPlan,
    archive: &'a Archive,
    tournament: i64,
    number: usize,
    event: &'a TournamentEvent,
    numbers: Range<u64>,
    tell: &'a mut dyn FnMut(ExportedGame<'_>) -> Result<(), E>,
}

impl<E: From<ArenaError>> GameVisitor for ExportVisitor<'_, E> {
    type Output = Result<(), E>;

    fn visit<G: Playable>(self, game: G, _start: G::Position) -> Self::Output {
        for pairing in self.plan.pairings.iter().filter(|pairing| pairing.event == self.number) {
            let from = pairing.first.max(self.numbers.start);
            let to = (pairing.first + pairing.games()).min(self.numbers.end);
            for number in from..to {
                let found = self.archive.game(self.tournament, number, pairing.opening_of(number))?;
                let Some(record) = found else { continue };
                let moves = moves_of(&game, &record)?;
                let seated = self.event.lineup.seated(number - pairing.first);
                let seated = seated.into_iter().map(|place| pairing.players[place]).collect();
                (self.tell)(ExportedGame { event: self.event, variant: game.variant_text(), seated, moves, record })?;
            }
        }
        Ok(())
    }
}
