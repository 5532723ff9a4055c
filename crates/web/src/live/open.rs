//! From a configuration or a record to a live game.

use super::config::{GameConfig, HUMAN, MAX_PACE};
use super::game::{Forfeit, LiveGame};
use super::remote::RemoteGame;
use super::seat::LiveSeat;
use super::source::{GameSource, RecordedEnd};
use super::variations::SavedTree;
use crate::boards;
use crate::engines::MemoryBudget;
use crate::error::ApiError;
use crate::messages::SeatThought;
use plyground_arena::LoadedRecord;
use plyground_core::{AnyGame, AnyPosition, Game, MAX_PLAYERS, MapText, PlayerId, Rng, Setup, Turn, parse_moves};
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
    let opening =
        Opening { config, budget, default_player: DEFAULT_PLAYER, moves: "", saved: &Value::Null, recorded: None };
    opening.open()
}

/// A game that is hosted for network clients.
pub struct NewHostedGame<'a> {
    /// The name of the game on the command line.
    pub game: &'a str,
    /// The map.
    pub map: MapText,
    /// Who plays: `human`, a spec, or the name of a client.
    pub players: Vec<String>,
    /// Where it comes from.
    pub source: GameSource,
    /// Its referee.
    pub remote: RemoteGame,
}

impl NewHostedGame<'_> {
    /// The game before its first move.
    pub fn open(self, budget: &MemoryBudget) -> Result<LiveGame, ApiError> {
        let setup = Setup { map: Some(self.map), ..Setup::default() };
        let config = GameConfig::elsewhere(self.game, setup, self.players);
        let opening = Opening {
            config: &config,
            budget,
            default_player: HUMAN,
            moves: "",
            saved: &Value::Null,
            recorded: Some(Vec::new()),
        };
        let mut live = opening.open()?;
        (live.source, live.remote) = (self.source, Some(self.remote));
        Ok(live)
    }
}

/// A record to be opened as a game, and what its engines may use.
#[derive(Clone, Copy)]
pub struct Reopening<'a> {
    /// A record written by [`LiveGame::record`] or elsewhere.
    pub text: &'a str,
    /// The name of the game, if the text does not contain it.
    pub game: Option<&'a str>,
    /// The seed, if the record has none.
    pub seed: u64,
    /// Whether other programs may play.
    pub processes: bool,
    /// The memory of engines.
    pub budget: &'a MemoryBudget,
}

impl Reopening<'_> {
    /// Opens the whole game.
    pub fn open(self) -> Result<LiveGame, ApiError> {
        self.open_with(true, Ok)
    }

    /// Opens the game up to its first illegal turn, for people.
    pub fn open_legal_part(self) -> Result<LiveGame, ApiError> {
        self.open_with(false, |mut recorded| {
            let (game, mut position) = boards::open(&recorded.game, &recorded.setup)?;
            let words = recorded.moves.split_whitespace().take(MAX_MOVES);
            let legal: Vec<&str> = words.take_while(|word| parse_moves(&game, &mut position, word).is_ok()).collect();
            recorded.moves = legal.join(" ");
            Ok(recorded)
        })
    }

    fn open_with(
        self,
        whole: bool,
        adapt: impl FnOnce(LoadedRecord) -> Result<LoadedRecord, ApiError>,
    ) -> Result<LiveGame, ApiError> {
        let recorded = LoadedRecord::parse(self.game, self.text).map_err(|error| ApiError::at("text", error))?;
        let recorded = adapt(recorded)?;
        let document: Value = serde_json::from_str(self.text).unwrap_or_default();
        let web = &document["web"];
        let own = web.is_object();
        let elsewhere = match web["recorded"].as_bool() {
            _ if !whole => false,
            Some(elsewhere) => elsewhere,
            None => !own && (document["over"] == true || document["termination"].is_string()),
        };
        let seats = texts(&document["players"]).into_iter().filter(|_| own || elsewhere).collect();
        let config = self.config(recorded.game, recorded.setup, seats, web);
        config.check_times()?;
        let opening = Opening {
            config: &config,
            budget: self.budget,
            default_player: HUMAN,
            moves: &recorded.moves,
            saved: web,
            recorded: elsewhere.then(|| texts(&document["names"])),
        };
        let mut live = opening.open()?;
        live.source = GameSource::read(web);
        live.tree = SavedTree::restore(&document);
        live.restore_record(&document);
        Ok(live)
    }

    /// The configuration of a game. One that was played elsewhere is opened for people, if it can go on.
    fn config(&self, game: String, setup: Setup, seats: Vec<String>, web: &Value) -> GameConfig {
        let millis = |key: &str, default: u64| Duration::from_millis(web[key].as_u64().unwrap_or(default));
        GameConfig {
            game,
            setup,
            seats,
            time: millis("time_ms", 1000),
            times: web["times_ms"].as_array().map_or_else(Vec::new, |list| {
                list.iter().take(MAX_PLAYERS).map(|time| time.as_u64().map(Duration::from_millis)).collect()
            }),
            clock: web["clock"].as_str().and_then(|text| text.parse().ok()),
            deal: web["deal"].as_bool().unwrap_or_default(),
            real_die: web["real_die"].as_bool().unwrap_or(!web.is_object()),
            pace: millis("pace_ms", 350).min(MAX_PACE),
            seed: web["seed"].as_u64().unwrap_or(self.seed),
            processes: self.processes,
        }
    }
}

/// A list of texts, of which there are no more than players.
fn texts(list: &Value) -> Vec<String> {
    let texts = list.as_array().into_iter().flatten().take(MAX_PLAYERS + 1);
    texts.filter_map(|text| text.as_str().map(String::from)).collect()
}

struct Opening<'a> {
    config: &'a GameConfig,
    budget: &'a MemoryBudget,
    /// The player of seats that the configuration does not mention.
    default_player: &'a str,
    moves: &'a str,
    saved: &'a Value,
    /// The display names of the players of a game that is or was played elsewhere; `None` for a game that is played here.
    recorded: Option<Vec<String>>,
}

impl Opening<'_> {
    fn open(&self) -> Result<LiveGame, ApiError> {
        let (game, start) = boards::open(&self.config.game, &self.config.setup)?;
        self.live(game, start)
    }

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
            source: GameSource::Played,
            recorded: self.recorded.is_some(),
            ended: None,
            remote: None,
            thoughts: Vec::new(),
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
        if let Some(names) = &self.recorded {
            let seat = |index: usize| {
                let who = config.seats.get(index).cloned().unwrap_or_else(|| format!("player {}", index + 1));
                let name = names.get(index).filter(|name| !name.is_empty()).cloned();
                LiveSeat::recorded(&who, name, self.budget)
            };
            return Ok((0..players).map(seat).collect());
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

impl LiveGame {
    /// Restores what a record tells about a game that was played elsewhere.
    fn restore_record(&mut self, document: &Value) {
        let players = self.seats.len();
        let saved: Vec<SeatThought> = serde_json::from_value(document["web"]["thoughts"].clone()).unwrap_or_default();
        let fits = |thought: &SeatThought| thought.chances.len() == players && (1..=players).contains(&thought.player);
        self.thoughts = saved.into_iter().filter(fits).take(MAX_MOVES).collect();
        if !self.recorded {
            return;
        }
        self.ended = RecordedEnd::read(document, players).filter(|_| self.game.turn(&self.position) != Turn::Over);
        if self.ended.is_none() && !self.is_over() {
            // Nobody can go on with it: its players are not here.
            self.ended = Some(RecordedEnd::broken_off("the record ends here"));
        }
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
