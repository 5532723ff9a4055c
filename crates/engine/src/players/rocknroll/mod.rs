//! The players of Rock'n'Roll (A. Schäfer, 2006) as player kinds. Their strategies are in `plyground-historic`.

pub(super) mod farmerboy;
pub(super) mod mrblack;
pub(super) mod mrmonte;
pub(super) mod mrrandom;
mod nested;
mod player;
#[cfg(test)]
mod tests;

use crate::{Args, ParamInfo, Player, PlayerInfo, Resource, SpecError};
use player::RockPlayer;
use plyground_core::{Facts, Playable};
use plyground_games::einstein::Einstein;
use plyground_historic::rocknroll::{DEEPEST, GAME_WON, Strategy, StrategySettings, TableSizes, Tie};
use plyground_search::table::TableError;

const DEPTH: ParamInfo = ParamInfo {
    name: "depth",
    values: "0, 1, 2, …",
    default: "0",
    summary: "plies looked ahead after the own move",
    resource: Resource::Depth,
};

const TIES: ParamInfo = ParamInfo {
    name: "ties",
    values: "diagonal|straight|higher|last|random",
    default: "diagonal",
    summary: "which of equally good moves: lower stone and diagonal first, straight first, higher stone first, …",
    resource: Resource::None,
};

const UPPER: ParamInfo = ParamInfo {
    name: "upper",
    values: "size|off",
    default: "1MB",
    summary: "upper hash table, which keeps what was searched deeper",
    resource: Resource::Memory,
};

const LOWER: ParamInfo = ParamInfo {
    name: "lower",
    values: "size|off",
    default: "1MB",
    summary: "lower hash table, which keeps what came last",
    resource: Resource::Memory,
};

const fn scale(default: &'static str) -> ParamInfo {
    ParamInfo {
        name: "scale",
        values: "number",
        default,
        summary: "factor of the heuristic beside the 1000 of a decided game",
        resource: Resource::None,
    }
}

fn info(name: &'static str, summary: &'static str, params: Vec<ParamInfo>) -> PlayerInfo {
    PlayerInfo { name, summary, params, refuses: refuses_other_games, game: Some("einstein"), memory: 0 }
}

fn refuses_other_games(facts: &Facts) -> Option<String> {
    (!facts.chance || facts.players != 2).then(|| "it only knows einstein".to_string())
}

/// Builds the player of one kind for whatever game this is.
fn build<G: Playable>(
    kind: &str,
    game: &G,
    seed: u64,
    strategy: impl FnOnce(&Einstein) -> Result<Strategy, SpecError>,
) -> Result<Box<dyn Player<G>>, SpecError> {
    let game: &Einstein = super::native::game_of(game, kind, "einstein")?;
    let player: Box<dyn Player<Einstein>> = Box::new(RockPlayer::new(strategy(game)?, seed));
    Ok(super::native::player_of(player))
}

/// Depth, scale and ties, which all kinds share.
fn settings(args: &Args<'_>) -> Result<StrategySettings, SpecError> {
    Ok(StrategySettings {
        depth: args.number("depth", 0..=DEEPEST.into())? as u32,
        scale: args.read("scale", parse_scale)?,
        tie: args.choice("ties", &Tie::ALL.map(|tie| (tie.name(), tie)))?,
    })
}

fn parse_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse::<f64>().ok().filter(|scale| *scale > 0.0 && *scale <= GAME_WON);
    scale.ok_or_else(|| format!("a number above 0, at most {GAME_WON}, is expected"))
}

/// The sizes of the upper and the lower table in bytes.
fn table_sizes(args: &Args<'_>) -> Result<TableSizes, SpecError> {
    let size = |name: &str| match args.bytes(name)? {
        Some(bytes) if bytes > LARGEST_TABLE => Err(args.wrong(name, &args.text(name), "at most 64GB")),
        bytes => Ok(bytes.unwrap_or(0)),
    };
    Ok(TableSizes { upper: size("upper")?, lower: size("lower")? })
}

/// 64 GB; no search that ends fills it.
const LARGEST_TABLE: u64 = 64 << 30;

/// Tables that do not fit into memory.
fn too_large(error: TableError) -> SpecError {
    SpecError::Arguments { player: "Rock'n'Roll".to_string(), reason: error.to_string() }
}
