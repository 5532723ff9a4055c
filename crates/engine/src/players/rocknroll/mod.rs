//! The players of Rock'n'Roll (A. Schäfer, 2006), under its names and by its rules.
//!
//! A move is rated by the position after it. A won game counts 1000; at depth 0 anything else is what the heuristic
//! thinks; at depth n the opponent's best replies, averaged over their rolls, are subtracted from nothing, each reply
//! rated at depth n - 1. The four players differ in their heuristic ([`leaf`], [`monte`]) and in nothing else.
//!
//! * [`search`]: the unified operator, which rates every move once although several faces may allow it;
//! * [`table`]: the two-level table of positions rated before; it changes no result;
//! * [`tie`]: which of equally good moves is played; the original's rule is not known;
//! * [`strategy`]: a player without any box around it, so that play-outs ask it a million times a second.

pub(super) mod farmerboy;
mod leaf;
mod monte;
pub(super) mod mrblack;
pub(super) mod mrmonte;
pub(super) mod mrrandom;
mod player;
mod search;
mod stop_check;
pub(super) mod strategy;
mod table;
#[cfg(test)]
mod tests;
mod tie;

use crate::{Args, ParamInfo, Player, PlayerInfo, Resource, Spec, SpecError};
use player::RockPlayer;
use plyground_core::{Facts, Playable};
use plyground_games::einstein::Einstein;
use strategy::Strategy;
use tie::Tie;

/// What a decided game counts.
const GAME_WON: f64 = 1000.0;

/// Forty steps a side bring all twelve stones home, so no game of the standard board is longer.
const DEEPEST: u64 = 80;

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
struct Settings {
    depth: u32,
    scale: f64,
    tie: Tie,
}

impl Settings {
    fn of(args: &Args<'_>) -> Result<Self, SpecError> {
        Ok(Settings {
            depth: args.number("depth", 0..=DEEPEST)? as u32,
            scale: args.read("scale", parse_scale)?,
            tie: args.choice("ties", &Tie::ALL.map(|tie| (tie.name(), tie)))?,
        })
    }
}

fn parse_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse::<f64>().ok().filter(|scale| *scale > 0.0 && *scale <= GAME_WON);
    scale.ok_or_else(|| format!("a number above 0, at most {GAME_WON}, is expected"))
}

/// The argument that a nested player is given in; a bare word is a player without arguments.
fn nested(args: &Args<'_>, name: &str, game: &Einstein) -> Result<Option<Strategy>, SpecError> {
    let spec: Option<Spec> = args.spec(name)?;
    spec.map(|spec| Strategy::new(&spec, game)).transpose()
}

/// The sizes of the upper and the lower table in bytes.
fn sizes(args: &Args<'_>) -> Result<(u64, u64), SpecError> {
    let size = |name: &str| match args.bytes(name)? {
        Some(bytes) if bytes > LARGEST_TABLE => Err(args.wrong(name, &args.text(name), "at most 64GB")),
        bytes => Ok(bytes.unwrap_or(0)),
    };
    Ok((size("upper")?, size("lower")?))
}

/// 64 GB; no search that ends fills it.
const LARGEST_TABLE: u64 = 64 << 30;
