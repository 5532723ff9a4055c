//! What every language has to be able to say.

use super::Settings;
use super::link::Link;
use super::path::path;
use crate::{Failure, FailureKind, History};
use plyground_core::{Game, Notation, Playable};
use plyground_search::{Iteration, Limits, Report, StopFlag};
use std::time::Duration;

/// How long a program may take to obey `stop`.
pub(super) const STOP_GRACE: Duration = Duration::from_secs(1);

/// Speaks one language with a process about one game.
pub(super) trait Driver<G: Playable>: Send {
    /// Whether the process is told who it is by its arguments, so that it can only be started when it has to move.
    fn starts_late(&self) -> bool {
        false
    }

    /// Arguments that the process needs for this question besides those of its command.
    fn arguments(&self, _question: MoveRequest<'_, G>) -> Vec<String> {
        Vec::new()
    }

    /// Introduces both sides after the process has started.
    fn open(&mut self, link: &mut Link, settings: &Settings) -> Result<(), Failure>;

    /// Announces a new game.
    fn new_game(&mut self, link: &mut Link, settings: &Settings, seed: u64) -> Result<(), Failure>;

    /// Asks for a move at a player's turn.
    fn choose(
        &mut self,
        link: &mut Link,
        settings: &Settings,
        question: MoveRequest<'_, G>,
        news: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Result<Report<G::Move>, Failure>;

    /// What to say at the end; `None` for programs that do not understand anything of the kind.
    fn quit(&self) -> Option<&'static str>;

    /// What its values measure.
    fn unit(&self) -> &'static str {
        "points"
    }
}

/// A request for a move, with the limits that apply to it.
pub(super) struct MoveRequest<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) stop: Option<&'a StopFlag>,
    pub(super) history: History<'a, G::Move>,
    /// The position, at a player's turn.
    pub(super) position: &'a G::Position,
    pub(super) limits: Limits,
}

impl<G: Game> Clone for MoveRequest<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for MoveRequest<'_, G> {}

impl<G: Playable> MoveRequest<'_, G> {
    /// How long the answer may take.
    pub(super) fn deadline(&self, settings: &Settings) -> Duration {
        self.limits.time.unwrap_or_default().saturating_add(settings.answer)
    }

    /// The moves from the first position to this one: those that were told, or else the shortest that a search finds.
    pub(super) fn moves_from_start(&self) -> Option<Vec<G::Move>> {
        let told = self.history.moves_to(self.game, self.position);
        told.or_else(|| path(self.game, &self.game.start(), self.position))
    }

    /// The player to move, counted from 1.
    pub(super) fn mover(&self) -> usize {
        self.game.mover(self.position).map_or(1, |player| player.number())
    }
}

/// The move of this text, or the failure that it is none.
pub(super) fn legal<G: Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
    said: &str,
    link: &mut Link,
) -> Result<G::Move, Failure> {
    game.parse_move(position, text).map_err(|error| {
        link.failure(FailureKind::IllegalMove, format!("answered `{}`: {}", clip(said), error.reason()))
    })
}

/// The failure of a process that did not answer.
pub(super) fn stalled(link: &mut Link, request: &str, time: Duration) -> Failure {
    let what = format!("did not answer `{}` within {:.3} s", clip(request), time.as_secs_f64());
    link.failure(FailureKind::Stall, what)
}

/// Something said, short enough for a sentence.
pub(super) fn clip(text: &str) -> String {
    const LENGTH: usize = 60;
    let mut short: String = text.chars().take(LENGTH).flat_map(char::escape_debug).collect();
    if text.chars().nth(LENGTH).is_some() {
        short.push('…');
    }
    short
}
