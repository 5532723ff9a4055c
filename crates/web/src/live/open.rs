//! From a wish or a record to a game at a table.

use super::Live;
use super::chair::Chair;
use super::game::{LiveGame, Mishap};
use super::wish::{MOST_PACE, WHO_IS_HUMAN, Wish};
use crate::boards;
use crate::engines::MemoryBudget;
use crate::refusal::Refusal;
use plyground_arena::Recorded;
use plyground_core::{GameEvent, GameVisitor, Notation, Playable, PlayerId, Rng, Turn, parse_moves};
use plyground_engine::SpecPolicy;
use plyground_games::einstein::{Einstein, Variant, wtn};
use plyground_games::registry;
use serde_json::Value;
use std::time::{Duration, Instant};

/// Who sits where nobody was named.
const DEFAULT_PLAYER: &str = "best";
/// Longer games are nobody's: a board of 50x50 and all its bombs stay far below.
const MOST_MOVES: usize = 20_000;

/// A new game.
pub fn create(wish: &Wish, budget: &MemoryBudget) -> Result<Box<dyn Live>, Refusal> {
    open(Opening { wish, budget, absent: DEFAULT_PLAYER, moves: "", kept: &Value::Null })
}

/// A game from its record, as [`Live::record`] writes it; also one that was played elsewhere.
pub fn reopen(
    text: &str,
    game: Option<&str>,
    seed: u64,
    processes: bool,
    budget: &MemoryBudget,
) -> Result<Box<dyn Live>, Refusal> {
    let recorded = Recorded::parse(game, text).map_err(|error| Refusal::at("text", error.to_string()))?;
    let document: Value = serde_json::from_str(text).unwrap_or_default();
    let web = &document["web"];
    let millis = |key: &str, usual: u64| Duration::from_millis(web[key].as_u64().unwrap_or(usual));
    let seats = document["players"].as_array().map(Vec::as_slice).unwrap_or_default();
    let own = web.is_object();
    let wish = Wish {
        game: recorded.game,
        setup: recorded.setup,
        // What was played elsewhere is looked at by people.
        seats: seats.iter().filter(|_| own).filter_map(|who| who.as_str().map(String::from)).collect(),
        time: millis("time_ms", 1000),
        clock: web["clock"].as_str().and_then(|text| text.parse().ok()),
        deal: web["deal"].as_bool().unwrap_or_default(),
        real_die: web["real_die"].as_bool().unwrap_or(!own),
        pace: millis("pace_ms", 350).min(MOST_PACE),
        seed: web["seed"].as_u64().unwrap_or(seed),
        processes,
    };
    wish.check_times()?;
    open(Opening { wish: &wish, budget, absent: WHO_IS_HUMAN, moves: &recorded.moves, kept: web })
}

fn open(opening: Opening<'_>) -> Result<Box<dyn Live>, Refusal> {
    let wish = opening.wish;
    boards::visit(&wish.game, &wish.setup, opening)?
}

struct Opening<'a> {
    wish: &'a Wish,
    budget: &'a MemoryBudget,
    /// Who sits where nobody was named.
    absent: &'a str,
    moves: &'a str,
    kept: &'a Value,
}

impl GameVisitor for Opening<'_> {
    type Output = Result<Box<dyn Live>, Refusal>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let info = registry::info(&self.wish.game);
        let title = info.map_or_else(String::new, |info| info.title.to_string());
        let chairs = self.chairs(&game)?;
        let fresh = self.kept.is_null() && self.moves.is_empty();
        let start = match &self.wish.setup.position {
            None if self.wish.deal && fresh => game.random_start(&mut Rng::part(self.wish.seed, 1)),
            _ => start,
        };
        let mut end = start.clone();
        if self.moves.split_whitespace().count() > MOST_MOVES {
            return Err(Refusal::at("text", format!("a game here has at most {MOST_MOVES} turns")));
        }
        let events =
            parse_moves(&game, &mut end, self.moves).map_err(|error| Refusal::at("text", error.to_string()))?;
        // Dice that fell before must not fall again after a restart.
        let dice = Rng::part(self.wish.seed.wrapping_add(events.len() as u64), 2);
        let mut live = LiveGame {
            title,
            wish: self.wish.clone(),
            budget: self.budget.clone(),
            settled: start.clone(),
            position: start.clone(),
            start,
            game,
            past: Vec::with_capacity(events.len()),
            undone: Vec::new(),
            face: None,
            chairs,
            mishap: None,
            dice,
            paused: self.kept["paused"].as_bool().unwrap_or_default(),
            version: 1,
            asked: None,
            since: Instant::now(),
        };
        events.into_iter().for_each(|event| live.happen(event));
        self.restore(&mut live);
        Ok(Box::new(live))
    }
}

impl Opening<'_> {
    fn chairs<G: Playable>(&self, game: &G) -> Result<Vec<Chair<G>>, Refusal> {
        let (wish, players) = (self.wish, game.facts().players);
        if wish.seats.len() > players {
            return Err(Refusal::at("seats", format!("there are {players} seats, not {}", wish.seats.len())));
        }
        let left = wish.clock.map(|clock| clock.base);
        let policy = SpecPolicy::server(wish.processes);
        let mut chairs = Vec::new();
        for index in 0..players {
            let who = wish.seats.get(index).map_or(self.absent, String::as_str);
            let chair = Chair::new(who, game, &policy, self.budget, left);
            chairs.push(chair.map_err(|error| Refusal::at(&format!("seat {}", index + 1), error.to_string()))?);
        }
        Ok(chairs)
    }

    /// What the moves alone do not tell.
    fn restore<G: Playable>(&self, live: &mut LiveGame<G>) {
        let face = self.kept["roll"].as_u64().map(|face| face as usize);
        if let (Some(face), Turn::Chance) = (face, live.game.turn(&live.position))
            && live.game.outcomes(&live.position).get(face).is_some_and(|chance| *chance > 0.0)
        {
            live.game.roll(&mut live.position, face);
            live.face = Some(face);
        }
        let millis = |value: &Value| value.as_u64().map(Duration::from_millis);
        for (index, chair) in live.chairs.iter_mut().enumerate() {
            chair.used = millis(&self.kept["used_ms"][index]).unwrap_or_default();
            chair.left = chair.left.map(|left| millis(&self.kept["left_ms"][index]).unwrap_or(left));
        }
        let loser = self.kept["mishap"][1].as_u64().and_then(|number| PlayerId::from_number(number as usize));
        live.mishap = match (self.kept["mishap"][0].as_str(), loser.filter(|player| player.index() < live.chairs.len()))
        {
            (Some("resigned"), Some(player)) => Some(Mishap::Resigned(player)),
            (Some("failed"), Some(player)) => Some(Mishap::Failed(player)),
            (Some("late"), Some(player)) => Some(Mishap::Late(player)),
            _ => None,
        };
    }
}

/// A record in a format of the game's community, or the map it is played on.
pub(super) fn export(document: &Value, format: &str) -> Result<String, String> {
    if let (Some(map), "map") = (document["map"]["text"].as_str(), format) {
        return Ok(map.to_string());
    }
    if format != "wtn" || document["game"] != "einstein" {
        return Err(format!("this game is not written as {format}"));
    }
    let text = |key: &str| document[key].as_str().unwrap_or_default().to_string();
    let variant = Variant::parse(&text("variant")).map_err(|error| error.to_string())?;
    let game = Einstein::new(variant);
    let start = game.parse_position(&text("position")).map_err(|error| error.to_string())?;
    let events = parse_moves(&game, &mut start.clone(), &text("moves")).map_err(|error| error.to_string())?;
    let turns: Vec<_> = events.iter().filter_map(GameEvent::turn).collect();
    let record = wtn::Record::of_game(&game, &start, &turns).map_err(|error| error.to_string())?;
    Ok(record.to_string())
}
