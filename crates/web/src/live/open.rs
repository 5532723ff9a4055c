//! From a configuration or a record to a live game.

use super::config::{GameConfig, HUMAN, MAX_PACE};
use super::game::{Forfeit, LiveGame};
use super::seat::LiveSeat;
use super::variations::SavedTree;
use crate::boards;
use crate::engines::MemoryBudget;
use crate::error::ApiError;
use plyground_arena::LoadedRecord;
use plyground_core::{AnyGame, AnyPosition, Game, MAX_PLAYERS, PlayerId, Rng, Turn, parse_moves};
use plyground_engine::SpecPolicy;
use plyground_games::registry;
use serde_json::Value;
use std::time::{Duration, Instant};

/// The player of seats that a request does not mention.
const DEFAULT_PLAYER: &str = "best";
/// Longer games are rejected. A game on a 50x50 board with all its bombs is far shorter.
const MAX_MOVES: usize = 20_000;

/// Creates a new game.
pub fn create(config: &GameConfig, budget: &MemoryBudget) -> Result<LiveGame, ApiError> {
    open(Opening { config, budget, default_player: DEFAULT_PLAYER, moves: "", saved: &Value::Null })
}

/// Opens a game from a record written by [`LiveGame::record`] or elsewhere.
pub fn reopen(
    text: &str,
    game: Option<&str>,
    seed: u64,
    processes: bool,
    budget: &MemoryBudget,
) -> Result<LiveGame, ApiError> {
    reopen_with(text, game, seed, processes, budget, Ok)
}

/// Opens a game from a record up to its first illegal turn.
pub fn reopen_legal_part(
    text: &str,
    game: Option<&str>,
    seed: u64,
    processes: bool,
    budget: &MemoryBudget,
) -> Result<LiveGame, ApiError> {
    reopen_with(text, game, seed, processes, budget, |mut recorded| {
        let (game, mut position) = boards::open(&recorded.game, &recorded.setup)?;
        let words = recorded.moves.split_whitespace().take(MAX_MOVES);
        let legal: Vec<&str> = words.take_while(|word| parse_moves(&game, &mut position, word).is_ok()).collect();
        recorded.moves = legal.join(" ");
        Ok(recorded)
    })
}

fn reopen_with(
    text: &str,
    game: Option<&str>,
    seed: u64,
    processes: bool,
    budget: &MemoryBudget,
    adapt: impl FnOnce(LoadedRecord) -> Result<LoadedRecord, ApiError>,
) -> Result<LiveGame, ApiError> {
    let recorded = adapt(LoadedRecord::parse(game, text).map_err(|error| ApiError::at("text", error))?)?;
    let document: Value = serde_json::from_str(text).unwrap_or_default();
    let web = &document["web"];
    let millis = |key: &str, default: u64| Duration::from_millis(web[key].as_u64().unwrap_or(default));
    let seats = document["players"].as_array().map(Vec::as_slice).unwrap_or_default();
    let own = web.is_object();
    let config = GameConfig {
        game: recorded.game,
        setup: recorded.setup,
        // A game played elsewhere is opened for people.
        seats: seats.iter().filter(|_| own).filter_map(|who| who.as_str().map(String::from)).collect(),
        time: millis("time_ms", 1000),
        times: web["times_ms"].as_array().map_or_else(Vec::new, |list| {
            list.iter().take(MAX_PLAYERS).map(|time| time.as_u64().map(Duration::from_millis)).collect()
        }),
        clock: web["clock"].as_str().and_then(|text| text.parse().ok()),
        deal: web["deal"].as_bool().unwrap_or_default(),
        real_die: web["real_die"].as_bool().unwrap_or(!own),
        pace: millis("pace_ms", 350).min(MAX_PACE),
        seed: web["seed"].as_u64().unwrap_or(seed),
        processes,
    };
    config.check_times()?;
    let opening = Opening { config: &config, budget, default_player: HUMAN, moves: &recorded.moves, saved: web };
    let mut live = open(opening)?;
    live.tree = SavedTree::restore(&document);
    Ok(live)
}

fn open(opening: Opening<'_>) -> Result<LiveGame, ApiError> {
    let (game, start) = boards::open(&opening.config.game, &opening.config.setup)?;
    opening.live(game, start)
}

struct Opening<'a> {
    config: &'a GameConfig,
    budget: &'a MemoryBudget,
    /// The player of seats that the configuration does not mention.
    default_player: &'a str,
    moves: &'a str,
    saved: &'a Value,
}

impl Opening<'_> {
    fn live(&self, game: AnyGame, start: AnyPosition) -> Result<LiveGame, ApiError> {
        let info = registry::info(&self.config.game);
        let title = info.map_or_else(String::new, |info| info.title.to_string());
        let seats = self.seats(&game)?;
        let fresh = self.saved.is_null() && self.moves.is_empty();
        let start = match &self.config.setup.position {
            None if self.config.deal && fresh => game.random_start(&mut Rng::part(self.config.seed, 1)),
            _ => start,
        };
        let mut end = start.clone();
        if self.moves.split_whitespace().count() > MAX_MOVES {
            return Err(ApiError::at("text", format!("a game has at most {MAX_MOVES} turns")));
        }
        let events = parse_moves(&game, &mut end, self.moves).map_err(|error| ApiError::at("text", error))?;
        // A restart must not repeat the rolls made so far.
        let dice = Rng::part(self.config.seed.wrapping_add(events.len() as u64), 2);
        let mut live = LiveGame {
            title,
            config: self.config.clone(),
            budget: self.budget.clone(),
            turn_start: start.clone(),
            position: start.clone(),
            start,
            game,
            history: Vec::with_capacity(events.len()),
            undone: Vec::new(),
            roll: None,
            seats,
            tree: SavedTree::default(),
            forfeit: None,
            dice,
            paused: self.saved["paused"].as_bool().unwrap_or_default(),
            version: 1,
            searched_version: None,
            since: Instant::now(),
        };
        events.into_iter().for_each(|event| live.apply(event));
        self.restore(&mut live);
        Ok(live)
    }

    fn seats(&self, game: &AnyGame) -> Result<Vec<LiveSeat>, ApiError> {
        let (config, players) = (self.config, game.facts().players);
        if config.seats.len() > players {
            return Err(ApiError::at("seats", format!("the game has {players} seats, not {}", config.seats.len())));
        }
        let left = config.clock.map(|clock| clock.base);
        let policy = SpecPolicy::server(config.processes);
        let mut seats = Vec::new();
        for index in 0..players {
            let who = config.seats.get(index).map_or(self.default_player, String::as_str);
            let seat = LiveSeat::new(who, game, &policy, self.budget, left);
            seats.push(seat.map_err(|error| ApiError::at(&format!("seat {}", index + 1), error))?);
        }
        Ok(seats)
    }

    /// Restores what does not follow from the moves.
    fn restore(&self, live: &mut LiveGame) {
        let face = self.saved["roll"].as_u64().map(|face| face as usize);
        if let (Some(face), Turn::Chance) = (face, live.game.turn(&live.position))
            && live.game.outcomes(&live.position).get(face).is_some_and(|chance| *chance > 0.0)
        {
            live.game.roll(&mut live.position, face);
            live.roll = Some(face);
        }
        let millis = |value: &Value| value.as_u64().map(Duration::from_millis);
        for (index, seat) in live.seats.iter_mut().enumerate() {
            seat.used = millis(&self.saved["used_ms"][index]).unwrap_or_default();
            seat.left = seat.left.map(|left| millis(&self.saved["left_ms"][index]).unwrap_or(left));
        }
        let loser = self.saved["mishap"][1].as_u64().and_then(|number| PlayerId::from_number(number as usize));
        live.forfeit =
            match (self.saved["mishap"][0].as_str(), loser.filter(|player| player.index() < live.seats.len())) {
                (Some("resigned"), Some(player)) => Some(Forfeit::Resigned(player)),
                (Some("failed"), Some(player)) => Some(Forfeit::EngineFailed(player)),
                (Some("late"), Some(player)) => Some(Forfeit::OutOfTime(player)),
                _ => None,
            };
    }
}

/// The record in another format, or the map that the game is played on.
pub(super) fn export(document: &Value, format: &str) -> Result<String, ApiError> {
    if let (Some(map), "map") = (document["map"]["text"].as_str(), format) {
        return Ok(map.to_string());
    }
    let record = LoadedRecord::parse(None, &document.to_string()).map_err(ApiError::rejected)?;
    record.export(format).map_err(ApiError::rejected)
}
