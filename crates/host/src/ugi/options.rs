//! What can be set in our engine.

use crate::Engine;
use crate::clock::ReportedClock;
use plyground_core::Playable;
use plyground_core::suggest::hint;
use plyground_engine::{Spec, SpecError};
use plyground_protocol::ugi::{OptionInfo, OptionKind};
use plyground_search::time::OVERHEAD;
use std::ops::RangeInclusive;
use std::time::Duration;
use thiserror::Error;

const PLAYER: &str = "Player";
const SEED: &str = "Seed";
const HASH: &str = "Hash";
const THREADS: &str = "Threads";
const MOVE_OVERHEAD: &str = "Move Overhead";
const NAMES: [&str; 5] = [PLAYER, SEED, HASH, THREADS, MOVE_OVERHEAD];

/// What `Hash` means to a player: its transposition table, or the tree of a Monte Carlo search.
const HASH_PARAMETERS: &[&str] = &["table", "memory"];
const THREADS_PARAMETERS: &[&str] = &["threads"];

/// Megabytes. A table that the machine has no room for is refused when it is asked for.
const HASH_RANGE: RangeInclusive<u64> = 1..=1 << 20;
const THREADS_RANGE: RangeInclusive<u64> = 1..=256;
/// Milliseconds.
const OVERHEAD_RANGE: RangeInclusive<u64> = 0..=10_000;

/// Why an option cannot be set.
#[derive(Debug, Error)]
pub(super) enum OptionError {
    #[error("there is no option `{name}`; {hint}")]
    Unknown { name: String, hint: String },
    #[error("`{value}` is no value of {option}; a whole number from {least} to {most} is expected")]
    Value { option: &'static str, value: String, least: u64, most: u64 },
    #[error(transparent)]
    Player(#[from] SpecError),
}

/// The options as they are announced.
pub(super) fn all(player: &Spec) -> Vec<OptionInfo> {
    let spin = |name: &str, default: u64, range: RangeInclusive<u64>| {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let kind =
            OptionKind::Spin { default: number(default), min: number(*range.start()), max: number(*range.end()) };
        OptionInfo { name: name.to_string(), kind }
    };
    vec![
        OptionInfo { name: PLAYER.to_string(), kind: OptionKind::Text(player.to_string()) },
        spin(SEED, 0, 0..=u64::MAX),
        spin(HASH, 64, HASH_RANGE),
        spin(THREADS, 1, THREADS_RANGE),
        spin(MOVE_OVERHEAD, OVERHEAD.as_millis() as u64, OVERHEAD_RANGE),
    ]
}

/// Sets an option; a remark if that changes nothing.
pub(super) fn set<G: Playable>(
    engine: &mut Engine<G>,
    clock: &mut ReportedClock,
    name: &str,
    value: &str,
) -> Result<Option<String>, OptionError> {
    let known = NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name));
    match known {
        Some(PLAYER) => Ok(engine.set_player(value).map(|()| None)?),
        Some(SEED) => {
            engine.set_seed(number(SEED, value, 0..=u64::MAX)?);
            engine.new_game();
            Ok(None)
        }
        Some(HASH) => {
            let megabytes = number(HASH, value, HASH_RANGE)?;
            set_parameter(engine, HASH, HASH_PARAMETERS, format!("{megabytes}MB"))
        }
        Some(THREADS) => {
            let threads = number(THREADS, value, THREADS_RANGE)?;
            set_parameter(engine, THREADS, THREADS_PARAMETERS, threads.to_string())
        }
        Some(_) => {
            clock.set_overhead(Duration::from_millis(number(MOVE_OVERHEAD, value, OVERHEAD_RANGE)?));
            Ok(None)
        }
        None => Err(OptionError::Unknown { name: name.to_string(), hint: hint(name, NAMES) }),
    }
}

fn set_parameter<G: Playable>(
    engine: &mut Engine<G>,
    option: &str,
    names: &'static [&'static str],
    value: String,
) -> Result<Option<String>, OptionError> {
    let has_it = engine.set_parameter(names, value)?;
    Ok((!has_it).then(|| format!("{option} means nothing to the player {}", engine.spec())))
}

fn number(option: &'static str, value: &str, range: RangeInclusive<u64>) -> Result<u64, OptionError> {
    let number = value.trim().parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| OptionError::Value {
        option,
        value: value.chars().take(40).collect(),
        least: *range.start(),
        most: *range.end(),
    })
}
