//! The configuration of a game.

use crate::error::ApiError;
use crate::messages::NewGame;
use plyground_arena::FischerClock;
use plyground_core::{MapText, Setup};
use plyground_engine::{PAGE_TIME, parse_duration};
use plyground_games::registry;
use std::time::Duration;

/// A person, in requests and records.
pub const HUMAN: &str = "human";
/// An engine's time per move unless the request says otherwise.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// The longest time on a clock.
const MAX_CLOCK: Duration = Duration::from_secs(24 * 3600);
/// Quick enough for a lively game, slow enough to see one's own move first.
const DEFAULT_PACE: Duration = Duration::from_millis(350);
pub(super) const MAX_PACE: Duration = Duration::from_secs(10);

/// The configuration of a game: what to play, and with whom.
#[derive(Clone, PartialEq, Debug)]
pub struct GameConfig {
    /// The name of the game on the command line.
    pub game: String,
    /// Variant, map and position.
    pub setup: Setup,
    /// One spec per seat, or `human`. The strongest engine takes seats beyond the list.
    pub seats: Vec<String>,
    /// Time per move for engines without limits of their own.
    pub time: Duration,
    /// Time per move of single seats, where it differs.
    pub times: Vec<Option<Duration>>,
    /// Every player's clock, if there are clocks.
    pub clock: Option<FischerClock>,
    /// Whether the start position is random.
    pub deal: bool,
    /// Whether people enter rolls from a real die.
    pub real_die: bool,
    /// The minimum time between two engine moves.
    pub pace: Duration,
    /// Seeds everything random.
    pub seed: u64,
    /// Whether other programs may play.
    pub processes: bool,
}

impl GameConfig {
    /// Reads and checks a request.
    pub fn read(request: NewGame, seed: u64, processes: bool) -> Result<Self, ApiError> {
        let map = map_of(&request)?;
        let filled = |text: Option<String>| text.map(|text| text.trim().to_string()).filter(|text| !text.is_empty());
        let time = match filled(request.time) {
            None => DEFAULT_TIME,
            Some(text) => parse_duration(&text).map_err(|reason| ApiError::at("time", reason))?,
        };
        let times: Result<Vec<_>, _> = request
            .times
            .into_iter()
            .map(|text| filled(Some(text)).map(|text| parse_duration(&text)).transpose())
            .collect();
        let times = times.map_err(|reason| ApiError::at("time", reason))?;
        let clock = filled(request.clock).map(|text| text.parse::<FischerClock>()).transpose();
        let clock = clock.map_err(|error| ApiError::at("clock", error.to_string()))?;
        let config = GameConfig {
            game: request.game,
            setup: Setup { variant: filled(request.variant), position: filled(request.position), map, lenient: false },
            seats: request.seats.into_iter().map(|seat| seat.trim().to_string()).collect(),
            time,
            times,
            clock,
            deal: request.deal,
            real_die: request.real_die,
            pace: request.pace_ms.map_or(DEFAULT_PACE, Duration::from_millis).min(MAX_PACE),
            seed: request.seed.unwrap_or(seed),
            processes,
        };
        config.check_times()?;
        Ok(config)
    }

    /// The configuration of a game that is played elsewhere.
    pub(super) fn elsewhere(game: &str, setup: Setup, seats: Vec<String>) -> Self {
        GameConfig {
            game: game.to_string(),
            setup,
            seats,
            time: DEFAULT_TIME,
            times: Vec::new(),
            clock: None,
            deal: false,
            real_die: false,
            pace: DEFAULT_PACE,
            seed: 0,
            processes: false,
        }
    }

    /// The time per move of an engine in this seat, from 0.
    pub(super) fn time_of(&self, seat: usize) -> Duration {
        self.times.get(seat).copied().flatten().unwrap_or(self.time)
    }

    /// Checks the times, also those of a record, which may come from anywhere.
    pub(super) fn check_times(&self) -> Result<(), ApiError> {
        let mut times = self.times.iter().flatten().chain([&self.time]);
        if times.any(|time| time.is_zero() || *time > PAGE_TIME) {
            return Err(ApiError::at("time", "engines on a page get between 1ms and 60s per move"));
        }
        if self.clock.is_some_and(|clock| clock.base > MAX_CLOCK || clock.increment > MAX_CLOCK) {
            return Err(ApiError::at("clock", "a clock has at most 24 hours"));
        }
        Ok(())
    }
}

fn map_of(request: &NewGame) -> Result<Option<MapText>, ApiError> {
    if let Some(text) = &request.map_text {
        let name = request.map.clone().unwrap_or_else(|| "custom map".to_string());
        return Ok(Some(MapText { name, text: text.clone() }));
    }
    let Some(name) = &request.map else {
        return Ok(None);
    };
    let info = registry::info(&request.game).ok_or_else(|| ApiError::at("game", registry::unknown(&request.game)))?;
    let map =
        info.map(name).map_err(|unknown| ApiError::at("map", format!("there is no map `{name}`; {}", unknown.hint)))?;
    Ok(Some(map))
}
