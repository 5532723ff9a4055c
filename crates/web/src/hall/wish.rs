//! From a form to a plan.

use crate::boards;
use crate::messages::{NewEntrant, NewTournament};
use crate::refusal::Refusal;
use plyground_arena::ArenaError;
use plyground_core::Setup;
use plyground_engine::{PAGE_TIME, Spec, SpecError, SpecPolicy, parse_duration};
use plyground_games::registry;
use toml::{Table, Value};

/// More games than this belong on the command line.
const MOST_REPEATS: u64 = 1_000_000;
/// And more players.
const MOST_PLAYERS: usize = 64;

/// The plan file that says what a form says.
pub fn plan_text(asked: &NewTournament, processes: bool) -> Result<String, Refusal> {
    if asked.name.trim().is_empty() {
        return Err(Refusal::at("name", "a tournament needs a name"));
    }
    if !(1..=MOST_REPEATS).contains(&asked.repeats) {
        return Err(Refusal::at("repeats", format!("1 to {MOST_REPEATS} openings for every pairing")));
    }
    if asked.players.len() > MOST_PLAYERS {
        return Err(Refusal::at("players", format!("a page makes tournaments of at most {MOST_PLAYERS} players")));
    }
    if let Some(map) = &asked.map
        && !is_built_in(&asked.game, map)
    {
        // A name that is no board of ours would be looked for as a file.
        return Err(Refusal::at("board", format!("there is no map `{map}`")));
    }
    let time = asked.time.as_deref().and_then(|time| parse_duration(time.trim()).ok());
    if time.is_some_and(|time| time > PAGE_TIME) {
        return Err(Refusal::at("limits", "engines of a page think at most 60s for a move"));
    }
    let variant = asked.variant.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(String::from);
    boards::check(&asked.game, &Setup { variant, ..Setup::default() })?;
    let mut plan = Table::new();
    plan.insert("name".into(), asked.name.clone().into());
    insert(&mut plan, "seed", asked.seed.and_then(|seed| i64::try_from(seed).ok()));
    plan.insert("format".into(), if asked.gauntlet { "gauntlet" } else { "round-robin" }.into());
    plan.insert("repeats".into(), (asked.repeats as i64).into());
    plan.insert("limits".into(), limits(asked).into());
    let mut players = Vec::new();
    for (index, player) in asked.players.iter().enumerate() {
        let entry = entry(player, processes);
        players.push(entry.map_err(|error| Refusal::at(&format!("player {}", index + 1), error.to_string()))?);
    }
    plan.insert("players".into(), players.into());
    let mut game = Table::new();
    game.insert("game".into(), asked.game.clone().into());
    insert(&mut game, "variant", asked.variant.as_deref().map(str::trim).filter(|text| !text.is_empty()));
    insert(&mut game, "map", asked.map.as_deref());
    insert(&mut game, "openings", asked.openings.as_deref().map(str::trim).filter(|text| !text.is_empty()));
    plan.insert("games".into(), vec![Value::Table(game)].into());
    Ok(plan.to_string())
}

fn entry(player: &NewEntrant, processes: bool) -> Result<Value, SpecError> {
    let spec: Spec = player.spec.parse()?;
    SpecPolicy::server(processes).check(&spec)?;
    let mut entry = Table::new();
    insert(&mut entry, "name", Some(player.name.trim()).filter(|name| !name.is_empty()));
    entry.insert("spec".into(), spec.to_string().into());
    Ok(entry.into())
}

fn limits(asked: &NewTournament) -> Table {
    let mut limits = Table::new();
    insert(&mut limits, "time", asked.time.as_deref().map(str::trim).filter(|text| !text.is_empty()));
    insert(&mut limits, "nodes", asked.nodes.and_then(|nodes| i64::try_from(nodes).ok()));
    insert(&mut limits, "depth", asked.depth.map(i64::from));
    limits
}

fn insert(table: &mut Table, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        table.insert(key.to_string(), value.into());
    }
}

fn is_built_in(game: &str, map: &str) -> bool {
    registry::info(game).is_some_and(|info| info.map(map).is_ok())
}

/// The file of a plan: its name, as far as a name of a file may have such letters, and a number that tells names apart
/// that then look alike.
pub fn file_name(name: &str) -> String {
    let tame: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).take(60).collect();
    let sum = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{tame}-{sum:016x}.toml")
}

/// Beside which field of the form a complaint about the plan belongs.
pub fn complaint(error: &ArenaError, asked: &NewTournament) -> Refusal {
    let ArenaError::Plan { reason, .. } = error else { return Refusal::new(error.to_string()) };
    let (key, words) = reason.split_once(": ").unwrap_or(("", reason));
    let by_number = key.strip_prefix("players[").and_then(|rest| rest.split(']').next()?.parse().ok());
    let by_name = || {
        // Who cannot play a game is called by his name there.
        let name =
            words.strip_prefix('`').and_then(|rest| rest.split('`').next()).filter(|_| key.ends_with(".players"));
        asked.players.iter().position(|player| Some(player.spec.as_str()) == name || Some(player.name.as_str()) == name)
    };
    let field = match key {
        "name" | "repeats" | "players" => key.to_string(),
        _ if let Some(number) = by_number.or_else(|| by_name().map(|index| index + 1)) => format!("player {number}"),
        _ if key.starts_with("limits") => "limits".to_string(),
        _ if key.ends_with("openings") => "openings".to_string(),
        _ if key.starts_with("games") => "board".to_string(),
        _ => return Refusal::new(reason.clone()),
    };
    Refusal::at(&field, words)
}
