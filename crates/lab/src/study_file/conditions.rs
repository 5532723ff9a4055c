//! Conditions: every player of a study file with every combination of the factors that its spec names.

use super::form::{StudyForm, StudyText};
use crate::LabError;
use plyground_core::suggest::hint;
use toml::Value;

/// More conditions than this are a typing error.
const MOST_CONDITIONS: usize = 200;
/// The most values of a factor.
const MOST_VALUES: usize = 100;

/// A player with the values of its factors.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Condition {
    /// What to call it: the player's name where it has no factors or there are several players, then the factors.
    pub(super) name: String,
    /// The spec with all values in place.
    pub(super) spec: String,
    /// Factors and their values.
    pub(super) values: Vec<(String, String)>,
}

/// All conditions, in the order of the file; the values of the last factor change first.
pub(super) fn expand(text: &StudyText<'_>, form: &StudyForm) -> Result<Vec<Condition>, LabError> {
    if form.players.is_empty() {
        return Err(text.lacks("players", "there is no player; add a [[players]] section"));
    }
    let mut factors: Vec<(String, Vec<String>)> = Vec::new();
    for (name, values) in &form.factors {
        let key = format!("factors.{name}");
        let words: Option<Vec<String>> = values.get_ref().iter().map(word).collect();
        let words = words.ok_or_else(|| text.wrong(values.span(), &key, "values are words, numbers, true or false"))?;
        if words.is_empty() || words.len() > MOST_VALUES {
            return Err(text.wrong(values.span(), &key, format!("a factor has 1 to {MOST_VALUES} values")));
        }
        if !form.players.iter().any(|player| player.spec.get_ref().contains(&format!("{{{name}}}"))) {
            return Err(text.wrong(values.span(), &key, format!("no spec has {{{name}}} in it")));
        }
        factors.push((name.clone(), words));
    }
    let mut all: Vec<Condition> = Vec::new();
    for (number, player) in form.players.iter().enumerate() {
        let key = format!("players[{}].spec", number + 1);
        let spec = player.spec.get_ref();
        let used: Vec<&(String, Vec<String>)> =
            factors.iter().filter(|(name, _)| spec.contains(&format!("{{{name}}}"))).collect();
        let combinations = used.iter().fold(1usize, |count, (_, values)| count.saturating_mul(values.len()));
        if combinations > MOST_CONDITIONS - all.len() {
            let reason = format!("that makes more than {MOST_CONDITIONS} conditions");
            return Err(text.wrong(player.spec.span(), &key, reason));
        }
        for number in 0..combinations {
            let values = values_of(&used, number);
            let spec =
                values.iter().fold(spec.clone(), |spec, (name, value)| spec.replace(&format!("{{{name}}}"), value));
            if let Some((_, rest)) = spec.split_once('{') {
                let name = rest.split('}').next().unwrap_or_default();
                let hint = hint(name, factors.iter().map(|(name, _)| name.as_str()));
                return Err(text.wrong(player.spec.span(), &key, format!("there is no factor `{name}`; {hint}")));
            }
            let given = player.name.as_ref().map(|name| name.get_ref().clone());
            let name = name_of(given.unwrap_or_else(|| spec.clone()), &values, form.players.len() > 1);
            if name.chars().count() > 120 || name.chars().any(char::is_control) {
                return Err(text.wrong(player.spec.span(), &key, "its name is too long; give the player a `name`"));
            }
            if all.iter().any(|known| known.name == name) {
                let reason = format!("two conditions are called `{name}`; give the players names of their own");
                return Err(text.wrong(player.spec.span(), &key, reason));
            }
            all.push(Condition { name, spec, values });
        }
    }
    Ok(all)
}

/// The values of a combination; its number counts in a system whose digits are the factors.
fn values_of(used: &[&(String, Vec<String>)], mut number: usize) -> Vec<(String, String)> {
    let mut values = Vec::new();
    for (name, words) in used.iter().rev() {
        values.push((name.clone(), words[number % words.len()].clone()));
        number /= words.len();
    }
    values.reverse();
    values
}

fn name_of(player: String, values: &[(String, String)], has_others: bool) -> String {
    let words: Vec<String> = values.iter().map(|(name, value)| format!("{name}={value}")).collect();
    match (words.is_empty(), has_others) {
        (true, _) => player,
        (false, true) => format!("{player}, {}", words.join(", ")),
        (false, false) => words.join(", "),
    }
}

fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) if number.is_finite() => Some(number.to_string()),
        Value::Boolean(flag) => Some(flag.to_string()),
        _ => None,
    }
}
