//! What somebody wants to play.

use crate::messages::NewGame;
use crate::refusal::Refusal;
use plyground_arena::Account;
use plyground_core::{MapText, Setup};
use plyground_engine::{PAGE_TIME, parse_duration};
use plyground_games::registry;
use std::time::Duration;

/// The word for a person in wishes and records.
pub const WHO_IS_HUMAN: &str = "human";
/// What engines use for a move unless somebody says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// The most that a page may ask for.
const MOST_CLOCK: Duration = Duration::from_secs(24 * 3600);
/// Soon enough for a lively game, late enough to see one's own move first.
const USUAL_PACE: Duration = Duration::from_millis(350);
pub(super) const MOST_PACE: Duration = Duration::from_secs(10);

/// What somebody wants to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Wish {
    /// The game's name on the command line.
    pub game: String,
    /// Variant, map and position.
    pub setup: Setup,
    /// One spec per seat, or `human`. Seats beyond the list are taken by the strongest engine.
    pub seats: Vec<String>,
    /// What engines without limits of their own may use for a move.
    pub time: Duration,
    /// Everybody's account of time, if there are clocks.
    pub clock: Option<Account>,
    /// Whether the first position is drawn by lot.
    pub deal: bool,
    /// Whether rolls are asked for.
    pub real_die: bool,
    /// The least time between two moves of engines.
    pub pace: Duration,
    /// Governs everything random.
    pub seed: u64,
    /// Whether other programs may play.
    pub processes: bool,
}

impl Wish {
    /// Reads what a page asks for.
    pub fn read(asked: NewGame, seed: u64, processes: bool) -> Result<Self, Refusal> {
        let map = map_of(&asked)?;
        let filled = |text: Option<String>| text.map(|text| text.trim().to_string()).filter(|text| !text.is_empty());
        let time = match filled(asked.time) {
            None => USUAL_TIME,
            Some(text) => parse_duration(&text).map_err(|reason| Refusal::at("time", reason))?,
        };
        let clock = filled(asked.clock).map(|text| text.parse::<Account>()).transpose();
        let clock = clock.map_err(|reason| Refusal::at("clock", reason))?;
        let wish = Wish {
            game: asked.game,
            setup: Setup { variant: filled(asked.variant), position: filled(asked.position), map, lenient: false },
            seats: asked.seats.into_iter().map(|seat| seat.trim().to_string()).collect(),
            time,
            clock,
            deal: asked.deal,
            real_die: asked.real_die,
            pace: asked.pace_ms.map_or(USUAL_PACE, Duration::from_millis).min(MOST_PACE),
            seed: asked.seed.unwrap_or(seed),
            processes,
        };
        wish.check_times()?;
        Ok(wish)
    }

    /// Refuses times that a page may not ask for; a record may have been written by anybody.
    pub(super) fn check_times(&self) -> Result<(), Refusal> {
        if self.time.is_zero() || self.time > PAGE_TIME {
            return Err(Refusal::at("time", "engines of a page think between 1ms and 60s for a move"));
        }
        if self.clock.is_some_and(|clock| clock.base > MOST_CLOCK || clock.increment > MOST_CLOCK) {
            return Err(Refusal::at("clock", "a game here takes at most a day"));
        }
        Ok(())
    }
}

fn map_of(asked: &NewGame) -> Result<Option<MapText>, Refusal> {
    if let Some(text) = &asked.map_text {
        let name = asked.map.clone().unwrap_or_else(|| "a map of your own".to_string());
        return Ok(Some(MapText { name, text: text.clone() }));
    }
    let Some(name) = &asked.map else {
        return Ok(None);
    };
    let info = registry::info(&asked.game).ok_or_else(|| Refusal::at("game", registry::unknown(&asked.game)))?;
    let map = info.map(name).map_err(|near| Refusal::at("map", format!("there is no map `{name}`; {near}")))?;
    Ok(Some(map))
}
