//! From a form to a tournament plan.

use crate::boards;
use crate::error::ApiError;
use crate::messages::{NewEntrant, NewTournament};
use plyground_arena::ArenaError;
use plyground_core::Setup;
use plyground_engine::{PAGE_TIME, Spec, SpecError, SpecPolicy, parse_duration};
use plyground_games::registry;
use toml::{Table, Value};

/// Longer tournaments belong on the command line.
const MAX_REPEATS: u64 = 1_000_000;
/// Limit on the number of players.
const MAX_PLAYERS: usize = 64;

/// The plan file equivalent to a form.
pub fn plan_text(request: &NewTournament, processes: bool) -> Result<String, ApiError> {
    if request.name.trim().is_empty() {
        return Err(ApiError::at("name", "a tournament needs a name"));
    }
    if !(1..=MAX_REPEATS).contains(&request.repeats) {
        return Err(ApiError::at("repeats", format!("openings per pairing must be between 1 and {MAX_REPEATS}")));
    }
    if request.players.len() > MAX_PLAYERS {
        return Err(ApiError::at("players", format!("a tournament on this page has at most {MAX_PLAYERS} players")));
    }
    if let Some(map) = &request.map
        && !is_built_in(&request.game, map)
    {
        // The plan reader would take an unknown name for the path of a file.
        return Err(ApiError::at("board", format!("there is no map `{map}`")));
    }
    let time = request.time.as_deref().and_then(|time| parse_duration(time.trim()).ok());
    if time.is_some_and(|time| time > PAGE_TIME) {
        return Err(ApiError::at("limits", "engines on a page get at most 60s per move"));
    }
    let variant = request.variant.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(String::from);
    boards::check(&request.game, &Setup { variant, ..Setup::default() })?;
    let mut plan = Table::new();
    plan.insert("name".into(), request.name.clone().into());
    insert(&mut plan, "seed", request.seed.and_then(|seed| i64::try_from(seed).ok()));
    plan.insert("format".into(), if request.gauntlet { "gauntlet" } else { "round-robin" }.into());
    plan.insert("repeats".into(), (request.repeats as i64).into());
    plan.insert("limits".into(), limits(request).into());
    let mut players = Vec::new();
    for (index, player) in request.players.iter().enumerate() {
        let entry = entry(player, processes);
        players.push(entry.map_err(|error| ApiError::at(&format!("player {}", index + 1), error))?);
    }
    plan.insert("players".into(), players.into());
    let mut game = Table::new();
    game.insert("game".into(), request.game.clone().into());
    insert(&mut game, "variant", request.variant.as_deref().map(str::trim).filter(|text| !text.is_empty()));
    insert(&mut game, "map", request.map.as_deref());
    insert(&mut game, "openings", request.openings.as_deref().map(str::trim).filter(|text| !text.is_empty()));
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

fn limits(request: &NewTournament) -> Table {
    let mut limits = Table::new();
    insert(&mut limits, "time", request.time.as_deref().map(str::trim).filter(|text| !text.is_empty()));
    insert(&mut limits, "nodes", request.nodes.and_then(|nodes| i64::try_from(nodes).ok()));
    insert(&mut limits, "depth", request.depth.map(i64::from));
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

/// The file name of a plan: its name with unusual characters replaced, and a hash that tells apart names which then look alike.
pub fn file_name(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).take(60).collect();
    format!("{plain}-{:016x}.toml", text_hash(name))
}

/// The FNV-1a hash of a text, which is the same in every version of the program.
pub fn text_hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Assigns an error of the plan to its field of the form.
pub fn plan_error(error: &ArenaError, request: &NewTournament) -> ApiError {
    let ArenaError::Plan { reason, .. } = error else { return ApiError::rejected(error) };
    let (key, message) = reason.split_once(": ").unwrap_or(("", reason));
    let by_number = key.strip_prefix("players[").and_then(|rest| rest.split(']').next()?.parse().ok());
    let by_name = {
        // Messages about a player who cannot play a game name the player.
        let name =
            message.strip_prefix('`').and_then(|rest| rest.split('`').next()).filter(|_| key.ends_with(".players"));
        request
            .players
            .iter()
            .position(|player| Some(player.spec.as_str()) == name || Some(player.name.as_str()) == name)
    };
    let player: Option<usize> = by_number.or(by_name.map(|index| index + 1));
    let field = match key {
        "name" | "repeats" | "players" => key.to_string(),
        _ => match player {
            Some(number) => format!("player {number}"),
            None if key.starts_with("limits") => "limits".to_string(),
            None if key.ends_with("openings") => "openings".to_string(),
            None if key.starts_with("games") => "board".to_string(),
            None => return ApiError::rejected(reason),
        },
    };
    ApiError::at(&field, message)
}
