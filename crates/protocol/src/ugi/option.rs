//! What can be set in an engine.

use super::words::Words;
use crate::ProtocolError;
use std::fmt;

/// An option as an engine announces it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name, which may have several words.
    pub name: String,
    /// What may be set.
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `check`: true or false.
    Check(bool),
    /// `spin`: a whole number.
    Spin {
        /// The default value.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// `combo`: one of several words.
    Combo {
        /// The default value.
        default: String,
        /// All words.
        choices: Vec<String>,
    },
    /// `string`: any text.
    Text(String),
    /// `button`: something to be done.
    Button,
}

const FIELDS: [&str; 4] = ["default", "min", "max", "var"];

impl OptionInfo {
    pub(super) fn parse(words: &mut Words<'_>) -> Result<Self, ProtocolError> {
        if !words.eat("name") {
            return Err(words.wrong("`option` is followed by `name`, the name, `type` and the type"));
        }
        let name = words.until(&["type"]);
        if name.is_empty() || !words.eat("type") {
            return Err(words.wrong("an option needs a name and a `type`"));
        }
        let kind = words.next().unwrap_or_default();
        let mut default = None;
        let (mut min, mut max) = (i64::MIN, i64::MAX);
        let mut choices = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "default" => default = Some(words.until(if kind == "string" { &[] } else { &FIELDS })),
                "min" => min = words.number(word)?,
                "max" => max = words.number(word)?,
                "var" => choices.push(words.until(&FIELDS)),
                _ => {}
            }
        }
        let default = default.unwrap_or_default();
        let kind = match kind {
            "check" => OptionKind::Check(default == "true"),
            "spin" => {
                let default = default.parse().map_err(|_| words.wrong("the default of a spin is a whole number"))?;
                OptionKind::Spin { default, min, max }
            }
            "combo" => OptionKind::Combo { default, choices },
            "string" => OptionKind::Text(if default == "<empty>" { String::new() } else { default }),
            "button" => OptionKind::Button,
            _ => return Err(words.wrong("the type of an option is check, spin, combo, string or button")),
        };
        Ok(OptionInfo { name, kind })
    }
}

/// As it stands after `option`.
impl fmt::Display for OptionInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check(default) => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Text(text) => write!(f, "string default {}", if text.is_empty() { "<empty>" } else { text }),
            OptionKind::Button => f.write_str("button"),
        }
    }
}
