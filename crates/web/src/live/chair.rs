//! A seat at a table and who sits on it.

use super::wish::WHO_IS_HUMAN;
use crate::engines::{EngineCell, EngineSpec, MemoryBudget};
use plyground_core::Playable;
use plyground_engine::{Player, SpecError, SpecPolicy};
use plyground_search::Limits;
use plyground_search::time::{TimeControl, TimeManager};
use std::time::Duration;

/// A seat and who sits on it.
pub(super) struct Chair<G: Playable> {
    /// `human` or a spec.
    pub who: String,
    /// What plays, unless it is a person.
    pub spec: Option<EngineSpec>,
    /// The engine, once it has been needed.
    pub engine: EngineCell<Box<dyn Player<G>>>,
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
    /// A seat for a person, or for an engine that can be built. It is built when it first has to move.
    pub fn new(
        who: &str,
        game: &G,
        policy: &SpecPolicy,
        budget: &MemoryBudget,
        left: Option<Duration>,
    ) -> Result<Self, SpecError> {
        let spec = match who {
            WHO_IS_HUMAN => None,
            who => Some(EngineSpec::new(who.parse()?, policy, game)?),
        };
        let (engine, manager) = (EngineCell::new(budget), TimeManager::default());
        Ok(Chair { who: who.to_string(), spec, engine, away: false, used: Duration::ZERO, left, manager })
    }

    pub fn is_machine(&self) -> bool {
        self.spec.is_some()
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
