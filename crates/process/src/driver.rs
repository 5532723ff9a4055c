//! What every language has to be able to say.

use crate::link::Link;
use crate::path::path;
use crate::{Failure, FailureKind, History, ProcessSettings};
use plyground_core::{Game, Notation, Playable};
use plyground_search::{Iteration, Limits, Report, StopFlag};
use std::time::Duration;

/// How long a program may take to obey `stop`.
pub(crate) const STOP_GRACE: Duration = Duration::from_secs(1);

/// Speaks one language with a process about one game.
pub(crate) trait Driver<G: Playable>: Send {
    /// Whether the process is told who it is by its arguments, so that it can only be started when it has to move.
    fn starts_late(&self) -> bool {
        false
    }

    /// Arguments that the process needs for this question besides those of its command.
    fn arguments(&self, _question: MoveRequest<'_, G>) -> Vec<String> {
        Vec::new()
    }

    /// Introduces both sides after the process has started.
    fn open(&mut self, link: &mut Link, settings: &ProcessSettings) -> Result<(), Failure>;

    /// Announces a new game.
    fn new_game(&mut self, link: &mut Link, settings: &ProcessSettings, seed: u64) -> Result<(), Failure>;

    /// Asks for a move at a player's turn.
    fn choose(
        &mut self,
        link: &mut Link,
        settings: &ProcessSettings,
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
#[derive(Debug)]
pub struct MoveRequest<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position.
    pub position: &'a G::Position,
    /// How long and how deep the program should think.
    pub limits: Limits,
    /// Ends the waiting from another thread.
    pub stop: Option<&'a StopFlag>,
    /// How the position came about, for languages that know moves only.
    pub history: History<'a, G::Move>,
}

impl<'a, G: Game> MoveRequest<'a, G> {
    /// A request without limits.
    pub fn new(game: &'a G, position: &'a G::Position) -> Self {
        MoveRequest { game, position, limits: Limits::default(), stop: None, history: History::default() }
    }
}

impl<G: Game> Clone for MoveRequest<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for MoveRequest<'_, G> {}

impl<G: Playable> MoveRequest<'_, G> {
    /// How long the answer may take.
    pub(crate) fn deadline(&self, settings: &ProcessSettings) -> Duration {
        self.limits.time.unwrap_or_default().saturating_add(settings.answer)
    }

    /// The moves from the first position to this one: those that were told, or else the shortest that a search finds.
    pub(crate) fn moves_from_start(&self) -> Option<Vec<G::Move>> {
        let told = self.history.moves_to(self.game, self.position);
        told.or_else(|| path(self.game, &self.game.start(), self.position))
    }

    /// The player to move, counted from 1.
    pub(crate) fn mover(&self) -> usize {
        self.game.mover(self.position).map_or(1, |player| player.number())
    }
}

/// The move of this text, or the failure that it is none.
pub(crate) fn legal<G: Notation>(
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
pub(crate) fn stalled(link: &mut Link, request: &str, time: Duration) -> Failure {
    let what = format!("did not answer `{}` within {:.3} s", clip(request), time.as_secs_f64());
    link.failure(FailureKind::Stall, what)
}

/// Something said, short enough for a sentence.
pub(crate) fn clip(text: &str) -> String {
    const LENGTH: usize = 60;
    let mut short: String = text.chars().take(LENGTH).flat_map(char::escape_debug).collect();
    if text.chars().nth(LENGTH).is_some() {
        short.push('…');
    }
    short
}
