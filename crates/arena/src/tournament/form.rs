//! The plan file as written, before anything is looked up.

use crate::ArenaError;
use plyground_core::suggest::hint;
use serde::Deserialize;
use std::fs;
use std::io::Read;
use std::path::Path;
use thiserror::Error;
use toml::{Table, Value};

/// Plans and lists of openings are texts that people write or generate; this is plenty.
const LARGEST: u64 = 16 << 20;

/// The whole file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PlanForm {
    pub name: String,
    pub seed: Option<u64>,
    pub format: Option<String>,
    pub champions: Option<usize>,
    pub engines: Option<String>,
    pub rounds: Option<usize>,
    pub repeats: Option<u64>,
    pub keep: Option<String>,
    pub openings: Option<OpeningForm>,
    pub sprt: Option<SprtForm>,
    pub adjudication: Option<AdjudicationForm>,
    #[serde(default)]
    pub limits: LimitForm,
    #[serde(default)]
    pub players: Vec<PlayerForm>,
    #[serde(default)]
    pub games: Vec<GameForm>,
}

/// When games end before their rules end them.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct AdjudicationForm {
    pub resign: Option<String>,
    pub draw: Option<String>,
    #[serde(default)]
    pub solved: bool,
}

/// A sequential test that ends pairings early.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SprtForm {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: Option<f64>,
    pub beta: Option<f64>,
    pub model: Option<String>,
}

/// One player.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PlayerForm {
    pub name: Option<String>,
    pub spec: String,
    #[serde(default)]
    pub limits: LimitForm,
}

/// One game, variant or map.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GameForm {
    pub game: String,
    pub label: Option<String>,
    pub variant: Option<String>,
    pub map: Option<String>,
    pub position: Option<String>,
    #[serde(default)]
    pub lenient: bool,
    pub openings: Option<OpeningForm>,
    pub repeats: Option<u64>,
    pub lineup: Option<usize>,
    pub players: Option<Vec<String>>,
    pub adjudication: Option<AdjudicationForm>,
    #[serde(default)]
    pub limits: LimitForm,
}

/// Limits, each optional; those of a player go before those of a game, those before those of the plan.
#[derive(Deserialize, Debug, Default, Clone)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct LimitForm {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<String>,
    pub iterations: Option<u64>,
    pub clock: Option<String>,
    pub margin: Option<String>,
    pub max_turns: Option<usize>,
}

impl LimitForm {
    /// What is written here, completed by `outer`.
    pub fn or(&self, outer: &LimitForm) -> LimitForm {
        LimitForm {
            depth: self.depth.or(outer.depth),
            nodes: self.nodes.or(outer.nodes),
            time: self.time.clone().or_else(|| outer.time.clone()),
            iterations: self.iterations.or(outer.iterations),
            clock: self.clock.clone().or_else(|| outer.clock.clone()),
            margin: self.margin.clone().or_else(|| outer.margin.clone()),
            max_turns: self.max_turns.or(outer.max_turns),
        }
    }
}

/// How games begin: a word, or one list.
#[derive(Deserialize, Debug, Clone)]
#[serde(untagged)]
pub(super) enum OpeningForm {
    Word(String),
    List(OpeningList),
}

#[derive(Deserialize, Debug, Clone, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OpeningList {
    pub positions: Option<Vec<String>>,
    pub variants: Option<Vec<String>>,
    pub file: Option<String>,
}

const PLAN_KEYS: &[&str] = &[
    "name",
    "seed",
    "format",
    "champions",
    "engines",
    "rounds",
    "repeats",
    "keep",
    "openings",
    "sprt",
    "adjudication",
    "limits",
    "players",
    "games",
];
const ADJUDICATION_KEYS: &[&str] = &["resign", "draw", "solved"];
const SPRT_KEYS: &[&str] = &["elo0", "elo1", "alpha", "beta", "model"];
const PLAYER_KEYS: &[&str] = &["name", "spec", "limits"];
const GAME_KEYS: &[&str] = &[
    "game",
    "label",
    "variant",
    "map",
    "position",
    "lenient",
    "openings",
    "repeats",
    "lineup",
    "players",
    "adjudication",
    "limits",
];
const LIMIT_KEYS: &[&str] = &["depth", "nodes", "time", "iterations", "clock", "margin", "max-turns"];
const OPENING_KEYS: &[&str] = &["positions", "variants", "file"];

/// Reads a plan's text. Unknown keys are answered with the nearest known one.
pub(super) fn parse(file: &Path, text: &str) -> Result<PlanForm, ArenaError> {
    let refuse = |reason: String| ArenaError::Plan { file: file.display().to_string(), reason };
    let unknown = |key: UnknownKey| refuse(key.to_string());
    let table: Table = text.parse().map_err(|error| refuse(explain(text, &error)))?;
    check(&table, "", PLAN_KEYS).map_err(unknown)?;
    for (index, player) in tables(&table, "players") {
        check(player, &format!("players[{index}]."), PLAYER_KEYS).map_err(unknown)?;
    }
    for (index, game) in tables(&table, "games") {
        check(game, &format!("games[{index}]."), GAME_KEYS).map_err(unknown)?;
    }
    toml::from_str(text).map_err(|error| refuse(explain(text, &error)))
}

/// The tables of an array, counted from 1 as people count.
fn tables<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = (usize, &'a Table)> {
    let array = table.get(key).and_then(Value::as_array);
    array.into_iter().flatten().enumerate().filter_map(|(index, value)| Some((index + 1, value.as_table()?)))
}

/// A key that plans do not have.
#[derive(Debug, Error)]
#[error("there is no key `{key}`; {hint}")]
pub(crate) struct UnknownKey {
    key: String,
    hint: String,
}

pub(crate) fn check(table: &Table, place: &str, known: &[&str]) -> Result<(), UnknownKey> {
    for (key, value) in table {
        if !known.contains(&key.as_str()) {
            return Err(UnknownKey { key: format!("{place}{key}"), hint: hint(key, known.iter().copied()) });
        }
        let inner = match key.as_str() {
            "limits" => LIMIT_KEYS,
            "openings" => OPENING_KEYS,
            "sprt" => SPRT_KEYS,
            "adjudication" => ADJUDICATION_KEYS,
            _ => continue,
        };
        if let Value::Table(table) = value {
            check(table, &format!("{place}{key}."), inner)?;
        }
    }
    Ok(())
}

pub(crate) fn explain(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
    let message = error.message().lines().next().unwrap_or("not a plan").to_string();
    line.map_or(message.clone(), |line| format!("line {line}: {message}"))
}

/// Reads a text file of bounded size.
pub(crate) fn read(path: &Path) -> Result<String, ArenaError> {
    let mut text = String::new();
    let opened = fs::File::open(path).map_err(|error| ArenaError::file("open", path, error))?;
    opened.take(LARGEST + 1).read_to_string(&mut text).map_err(|error| ArenaError::file("read", path, error))?;
    if text.len() as u64 > LARGEST {
        return Err(ArenaError::content(path, format!("has more than {LARGEST} bytes")));
    }
    Ok(text)
}
