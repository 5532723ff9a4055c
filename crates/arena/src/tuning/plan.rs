//! The plan of a tuning: which numbers of a spec are tuned, on which boards, with how many games.

use super::spsa::Parameter;
use crate::tournament::form::{self, LimitForm};
use crate::{ArenaError, Fingerprint, OpeningSource, TimeRules};
use plyground_core::{MapText, Setup, suggest::hint};
use plyground_engine::{Spec, build, parse_duration};
use plyground_games::registry;
use plyground_search::Limits;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;
use toml::Value;

/// More than anybody waits for.
const MOST_ITERATIONS: u64 = 1_000_000;
const MOST_PAIRS: u64 = 10_000;
const MOST_RUNS: u64 = 1000;
const MOST_PARAMETERS: usize = 100;
/// The usual rate; see [`Parameter::rate`].
const DEFAULT_RATE: f64 = 0.002;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TuneForm {
    name: String,
    game: String,
    spec: String,
    seed: Option<u64>,
    iterations: u64,
    pairs: Option<u64>,
    runs: Option<u64>,
    variant: Option<String>,
    map: Option<String>,
    #[serde(default)]
    boards: Vec<BoardForm>,
    openings: Option<String>,
    #[serde(default)]
    limits: LimitForm,
    #[serde(default)]
    parameter: BTreeMap<String, ParameterForm>,
}

#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct BoardForm {
    variant: Option<String>,
    map: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ParameterForm {
    value: Value,
    min: Value,
    max: Value,
    step: Value,
    rate: Option<f64>,
}

const KEYS: &[&str] = &[
    "name",
    "game",
    "spec",
    "seed",
    "iterations",
    "pairs",
    "runs",
    "variant",
    "map",
    "boards",
    "openings",
    "limits",
    "parameter",
];

/// What is wrong with a plan: the key, and what would be right.
#[derive(Debug, Error)]
#[error("{0}")]
struct TunePlanError(String);

impl From<String> for TunePlanError {
    fn from(reason: String) -> Self {
        TunePlanError(reason)
    }
}

/// Everything that decides a tuning.
#[derive(Clone, Debug)]
pub struct TunePlan {
    /// Where it was read.
    pub file: PathBuf,
    /// Its name.
    pub name: String,
    /// The game.
    pub game: String,
    /// The player, with `{parameter}` in place of values.
    pub spec: String,
    /// The seed of every random decision.
    pub seed: u64,
    /// Steps of each run.
    pub iterations: u64,
    /// Pairs of games in each step.
    pub pairs: u64,
    /// Independent runs.
    pub runs: u64,
    /// The boards, taken in turn.
    pub boards: Vec<Setup>,
    /// How games begin.
    pub openings: String,
    /// The limits of both players.
    pub time_rules: TimeRules,
    /// What is tuned, by name.
    pub parameters: Vec<Parameter>,
    /// Identifies the plan: two plans with the same fingerprint have the same games.
    pub fingerprint: u64,
}

impl TunePlan {
    /// Reads and checks a plan.
    pub fn load(file: &Path) -> Result<Self, ArenaError> {
        let text = form::read(file)?;
        TunePlan::parse(file, &text)
    }

    /// Parses a plan from a text; maps are looked up in the folder of `file`.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ArenaError> {
        let refuse = |reason: String| ArenaError::Plan { file: file.display().to_string(), reason };
        let wrong = |error: TunePlanError| refuse(error.to_string());
        let table: toml::Table = text.parse().map_err(|error| refuse(form::explain(text, &error)))?;
        form::check(&table, "", KEYS).map_err(|key| refuse(key.to_string()))?;
        let form: TuneForm = toml::from_str(text).map_err(|error| refuse(form::explain(text, &error)))?;
        let within = |key: &str, number: u64, most: u64| {
            let fits = (1..=most).contains(&number);
            if fits { Ok(number) } else { Err(refuse(format!("{key}: 1 to {most} are possible, not {number}"))) }
        };
        if form.name.trim().is_empty() || form.name.chars().any(char::is_control) || form.name.chars().count() > 80 {
            return Err(refuse("name: a name has 1 to 80 characters that can be printed".to_string()));
        }
        if !registry::names().contains(&form.game.as_str()) {
            return Err(refuse(format!("game: {}", registry::unknown(&form.game))));
        }
        let mut plan = TunePlan {
            file: file.to_path_buf(),
            name: form.name.clone(),
            game: form.game.clone(),
            spec: form.spec.clone(),
            seed: form.seed.unwrap_or(1),
            iterations: within("iterations", form.iterations, MOST_ITERATIONS)?,
            pairs: within("pairs", form.pairs.unwrap_or(1), MOST_PAIRS)?,
            runs: within("runs", form.runs.unwrap_or(1), MOST_RUNS)?,
            boards: boards(file, &form).map_err(wrong)?,
            openings: form.openings.clone().unwrap_or_else(|| "auto".to_string()),
            time_rules: time_rules(&form.limits).map_err(wrong)?,
            parameters: parameters(&form).map_err(wrong)?,
            fingerprint: 0,
        };
        plan.check().map_err(wrong)?;
        plan.fingerprint = Fingerprint::of(&plan.canonical());
        Ok(plan)
    }

    /// The player with these values.
    pub fn spec_with(&self, values: &[f64]) -> String {
        let mut text = self.spec.clone();
        for (parameter, value) in self.parameters.iter().zip(values) {
            text = text.replace(&format!("{{{}}}", parameter.name), &parameter.text(*value));
        }
        text
    }

    /// The values that the parameters begin with.
    pub fn first_values(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.value).collect()
    }

    /// Opens every board and builds the player with the first, the lowest and the highest values.
    fn check(&self) -> Result<(), TunePlanError> {
        let mut rest = self.spec.clone();
        for parameter in &self.parameters {
            let place = format!("{{{}}}", parameter.name);
            if !self.spec.contains(&place) {
                return Err(format!("parameter.{}: the spec has no {place}", parameter.name).into());
            }
            rest = rest.replace(&place, "");
        }
        if let Some(open) = rest.split_once('{') {
            let name = open.1.split('}').next().unwrap_or_default();
            let hint = hint(name, self.parameters.iter().map(|parameter| parameter.name.as_str()));
            return Err(format!("spec: there is no parameter `{name}`; {hint}").into());
        }
        let ends: [Vec<f64>; 3] = [
            self.first_values(),
            self.parameters.iter().map(|parameter| parameter.min).collect(),
            self.parameters.iter().map(|parameter| parameter.max).collect(),
        ];
        for (number, board) in self.boards.iter().enumerate() {
            let at = |reason: &dyn std::fmt::Display| format!("boards[{}]: {reason}", number + 1);
            let (game, _) = registry::open(&self.game, board).map_err(|error| at(&error))?;
            OpeningSource::parse(&self.openings, &self.game, board).map_err(|error| format!("openings: {error}"))?;
            for values in &ends {
                let text = self.spec_with(values);
                let spec: Spec = text.parse().map_err(|error| format!("spec: `{text}`: {error}"))?;
                build(&spec, &game, 0).map_err(|error| format!("spec: `{text}`: {error}"))?;
            }
        }
        Ok(())
    }

    /// The text that the fingerprint is made of; it says what decides the games and nothing else.
    fn canonical(&self) -> String {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let mut text = format!(
            "plyground tune 1\nseed {} iterations {} pairs {}\ngame {} spec {} openings {}\n",
            self.seed,
            self.iterations,
            self.pairs,
            self.game,
            quoted(&self.spec),
            quoted(&self.openings)
        );
        for board in &self.boards {
            let map = board.map.as_ref().map(|map| map.text.as_str()).unwrap_or_default();
            text.push_str(&format!("board {} {}\n", quoted(board.variant.as_deref().unwrap_or_default()), quoted(map)));
        }
        let limits = &self.time_rules.limits;
        text.push_str(&format!(
            "limits {} {} {} {}\n",
            limits.depth.unwrap_or(0),
            limits.nodes.unwrap_or(0),
            limits.time.map_or(0, |time| time.as_nanos()),
            limits.iterations.unwrap_or(0)
        ));
        for p in &self.parameters {
            let numbers = [p.value, p.min, p.max, p.step, p.rate].map(|number| number.to_string());
            text.push_str(&format!("parameter {} {} {}\n", quoted(&p.name), numbers.join(" "), p.integer));
        }
        text
    }
}

fn boards(file: &Path, form: &TuneForm) -> Result<Vec<Setup>, TunePlanError> {
    let alone = BoardForm { variant: form.variant.clone(), map: form.map.clone() };
    if !form.boards.is_empty() && (alone.variant.is_some() || alone.map.is_some()) {
        return Err("boards: give either one variant or map, or a list of boards".to_string().into());
    }
    let list = if form.boards.is_empty() { vec![alone] } else { form.boards.clone() };
    let setup = |(number, board): (usize, &BoardForm)| -> Result<Setup, TunePlanError> {
        let map = board.map.as_deref().map(|map| find_map(file, &form.game, map)).transpose();
        let map = map.map_err(|reason| format!("boards[{}].map: {reason}", number + 1))?;
        Ok(Setup { variant: board.variant.clone(), map, ..Setup::default() })
    };
    list.iter().enumerate().map(setup).collect()
}

fn find_map(file: &Path, game: &str, map: &str) -> Result<MapText, TunePlanError> {
    let path = file.parent().unwrap_or(Path::new("")).join(map);
    if path.is_file() {
        let name = path.file_stem().map_or_else(|| map.to_string(), |stem| stem.to_string_lossy().into_owned());
        return form::read(&path).map(|text| MapText { name, text }).map_err(|error| error.to_string().into());
    }
    let info = registry::info(game).filter(|info| !info.boards.is_empty());
    let info = info.ok_or_else(|| format!("{game} has no maps"))?;
    let missing = |hint: &dyn std::fmt::Display| format!("there is no map file and no built-in map `{map}`; {hint}");
    info.map(map).map_err(|unknown| missing(&unknown.hint).into())
}

fn time_rules(form: &LimitForm) -> Result<TimeRules, TunePlanError> {
    if form.clock.is_some() || form.margin.is_some() || form.max_turns.is_some() {
        return Err("limits: a tuning takes depth, nodes, time and iterations".to_string().into());
    }
    let time = form.time.as_deref().map(parse_duration).transpose().map_err(|error| format!("limits.time: {error}"))?;
    let limits =
        Limits { depth: form.depth, nodes: form.nodes, time, iterations: form.iterations, ..Limits::default() };
    Ok(TimeRules::lenient(limits))
}

fn parameters(form: &TuneForm) -> Result<Vec<Parameter>, TunePlanError> {
    if form.parameter.is_empty() || form.parameter.len() > MOST_PARAMETERS {
        return Err(
            format!("parameter: 1 to {MOST_PARAMETERS} parameters are tuned; add a [parameter.NAME] section").into()
        );
    }
    let read = |(name, form): (&String, &ParameterForm)| {
        let wrong = |key: &str, reason: &str| TunePlanError(format!("parameter.{name}.{key}: {reason}"));
        let number = |key: &str, value: &Value| match value {
            Value::Integer(number) => Ok(*number as f64),
            Value::Float(number) if number.is_finite() => Ok(*number),
            _ => Err(wrong(key, "a number is expected")),
        };
        let whole = [&form.value, &form.min, &form.max, &form.step].iter().all(|value| value.is_integer());
        let (value, step) = (number("value", &form.value)?, number("step", &form.step)?);
        let (min, max) = (number("min", &form.min)?, number("max", &form.max)?);
        let rate = form.rate.unwrap_or(DEFAULT_RATE);
        if min >= max || !(min..=max).contains(&value) {
            return Err(wrong("value", "it lies between min and max, and min is below max"));
        }
        if step <= 0.0 || step > max - min {
            return Err(wrong("step", "it is positive and not larger than the range"));
        }
        if !rate.is_finite() || rate <= 0.0 || rate > 10.0 {
            return Err(wrong("rate", "it is positive and at most 10"));
        }
        Ok(Parameter { name: name.clone(), value, min, max, step, rate, integer: whole })
    };
    form.parameter.iter().map(read).collect()
}
