//! A seat of a live game.

use super::config::HUMAN;
use crate::engines::{EngineCell, EngineSpec, MemoryBudget};
use plyground_core::AnyGame;
use plyground_engine::{Player, SpecError, SpecPolicy};
use plyground_search::Limits;
use plyground_search::time::{TimeControl, TimeManager};
use std::time::Duration;

/// A seat of a live game and its player.
pub(super) struct LiveSeat {
    /// `human` or a spec.
    pub who: String,
    /// The spec of an engine; `None` for a person.
    pub spec: Option<EngineSpec>,
    /// The engine, built on first use.
    pub engine: EngineCell<Box<dyn Player<AnyGame>>>,
    /// Whether the engine is searching.
    pub searching: bool,
    /// Time used so far.
    pub used: Duration,
    /// Time left, in games with clocks.
    pub left: Option<Duration>,
    /// Allots the engine's clock to its moves.
    pub manager: TimeManager,
}

impl LiveSeat {
    /// A seat for a person, or for an engine with a valid spec, which is built when it first has to move.
    pub fn new(
        who: &str,
        game: &AnyGame,
        policy: &SpecPolicy,
        budget: &MemoryBudget,
        left: Option<Duration>,
    ) -> Result<Self, SpecError> {
        let spec = match who {
            HUMAN => None,
            who => Some(EngineSpec::new(who.parse()?, policy, game)?),
        };
        let (engine, manager) = (EngineCell::new(budget), TimeManager::default());
        Ok(LiveSeat { who: who.to_string(), spec, engine, searching: false, used: Duration::ZERO, left, manager })
    }

    pub fn is_engine(&self) -> bool {
        self.spec.is_some()
    }

    /// The engine's limits for its next move; `None` without a clock.
    pub fn limits(&mut self, increment: Duration) -> Option<Limits> {
        let control = TimeControl::Account { left: self.left?, increment, moves: None };
        Some(Limits::from(self.manager.plan(control)).after(Duration::ZERO))
    }

    /// Charges time to the clock.
    pub fn spend(&mut self, time: Duration, increment: Duration) {
        self.used += time;
        self.left = self.left.map(|left| left.saturating_sub(time) + increment);
    }
}
