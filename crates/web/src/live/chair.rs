//! A seat at a table and who sits on it.

use super::wish::WHO_IS_HUMAN;
use plyground_core::Playable;
use plyground_engine::{Player, Spec, SpecError, SpecPolicy, build};
use plyground_search::Limits;
use plyground_search::time::{TimeControl, TimeManager};
use std::time::Duration;

/// A seat and who sits on it.
pub(super) struct Chair<G: Playable> {
    /// `human` or a spec.
    pub who: String,
    /// The engine, once it has been needed; absent while it is away thinking, and for a person.
    pub player: Option<Box<dyn Player<G>>>,
    /// Whether the engine is away thinking.
    pub away: bool,
    /// Time used so far.
    pub used: Duration,
    /// What is left of it, where there are clocks.
    pub left: Option<Duration>,
    /// Divides the clock among the moves of an engine.
    pub manager: TimeManager,
}

impl<G: Playable> Chair<G> {
    /// A seat for a person or for an engine that can be built.
    pub fn new(who: &str, game: &G, seed: u64, processes: bool, left: Option<Duration>) -> Result<Self, SpecError> {
        let (used, manager) = (Duration::ZERO, TimeManager::default());
        let mut chair = Chair { who: who.to_string(), player: None, away: false, used, left, manager };
        if chair.is_machine() {
            chair.player = Some(chair.build(game, seed, processes)?);
        }
        Ok(chair)
    }

    pub fn is_machine(&self) -> bool {
        self.who != WHO_IS_HUMAN
    }

    pub fn build(&self, game: &G, seed: u64, processes: bool) -> Result<Box<dyn Player<G>>, SpecError> {
        let spec: Spec = self.who.parse()?;
        SpecPolicy::server(processes).check(&spec)?;
        build(&spec, game, seed)
    }

    /// What an engine may use for its next move; `None` without a clock.
    pub fn limits(&mut self, increment: Duration) -> Option<Limits> {
        let control = TimeControl::Account { left: self.left?, increment, moves: None };
        Some(Limits::from(self.manager.plan(control)).after(Duration::ZERO))
    }

    /// Books time on the account.
    pub fn spend(&mut self, time: Duration, bonus: Duration) {
        self.used += time;
        self.left = self.left.map(|left| left.saturating_sub(time) + bonus);
    }
}
