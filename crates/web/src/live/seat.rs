//! A seat of a live game.

use super::config::{GameConfig, HUMAN};
use super::game::LiveGame;
use crate::engines::{EngineCell, EngineSpec, MemoryBudget};
use crate::error::ApiError;
use plyground_core::AnyGame;
use plyground_engine::{Player, SpecError, SpecPolicy};
use plyground_search::Limits;
use plyground_search::time::{TimeControl, TimeManager};
use std::time::Duration;

/// A seat of a live game and its player.
pub(super) struct LiveSeat {
    /// `human`, a spec, or the player that a record names.
    pub who: String,
    /// The display name, if a record gives one.
    pub name: Option<String>,
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
        let who = who.to_string();
        Ok(LiveSeat { who, name: None, spec, engine, searching: false, used: Duration::ZERO, left, manager })
    }

    /// The seat of a game that is played elsewhere. No engine plays here, whatever the record names.
    pub fn recorded(who: &str, name: Option<String>, budget: &MemoryBudget) -> Self {
        let (engine, manager) = (EngineCell::new(budget), TimeManager::default());
        let (who, used) = (who.to_string(), Duration::ZERO);
        LiveSeat { who, name, spec: None, engine, searching: false, used, left: None, manager }
    }

    pub fn is_engine(&self) -> bool {
        self.spec.is_some()
    }

    /// Whether a person at this page decides.
    pub fn is_person(&self) -> bool {
        self.who == HUMAN
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

impl LiveGame {
    /// Gives a seat, counted from 1, to a person or to an engine. Its clock goes on.
    pub(super) fn change_seat(&mut self, number: usize, who: &str) -> Result<(), ApiError> {
        if self.is_over() {
            return Err(ApiError::rejected("The game is over."));
        }
        let Some(index) = number.checked_sub(1).filter(|index| *index < self.seats.len()) else {
            let seats = self.seats.len();
            return Err(ApiError::rejected(format!("The game has the seats 1 to {seats}, not {number}.")));
        };
        let policy = SpecPolicy::server(self.config.processes);
        let left = self.seats[index].left;
        let seat = LiveSeat::new(who.trim(), &self.game, &policy, &self.budget, left).map_err(ApiError::rejected)?;
        self.charge_clock(Duration::ZERO);
        let old = &self.seats[index];
        // A search that still runs for the old engine reports to this seat; its move is too late, because the version changes.
        self.seats[index] = LiveSeat { used: old.used, left: old.left, searching: old.searching, ..seat };
        self.bump_version();
        Ok(())
    }

    /// The configuration of a rematch, with every player one seat on.
    pub fn rematch(&self) -> GameConfig {
        let mut seats: Vec<String> = self.seats.iter().map(|seat| seat.who.clone()).collect();
        seats.rotate_right(1);
        let mut times = self.config.times.clone();
        times.resize(seats.len(), None);
        times.rotate_right(1);
        // The rolls of a record were entered; those of a new game are rolled.
        let real_die = self.config.real_die && !self.recorded;
        GameConfig { seats, times, real_die, seed: self.config.seed.wrapping_add(1), ..self.config.clone() }
    }
}
