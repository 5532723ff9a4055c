//! Arguments of a spec against the parameters a player kind declares. Names, defaults and errors come from the same
//! table that `plyground players` prints, so the three cannot disagree.

use crate::options::FieldError;
use crate::{Resource, Spec, SpecError, Value};
use plyground_core::suggest::hint;

/// One parameter of a player kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParamInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What may stand there.
    pub values: &'static str,
    /// The value when it is left out; empty when leaving it out means "none".
    pub default: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What it spends, for [`SpecPolicy`](crate::SpecPolicy).
    pub resource: Resource,
}

/// The limits of a search that deepens.
pub(crate) const DEPTH_LIMITS: [ParamInfo; 3] = [LIMIT_PARAMS[0], LIMIT_PARAMS[1], LIMIT_PARAMS[2]];
/// The limits of a search that plays out.
pub(crate) const PLAYOUT_LIMITS: [ParamInfo; 3] = [LIMIT_PARAMS[1], LIMIT_PARAMS[2], LIMIT_PARAMS[3]];
/// The parameters that let a spec carry its own limits. A kind declares those that mean something to it.
pub(crate) const LIMIT_PARAMS: [ParamInfo; 4] = [
    ParamInfo {
        name: "depth",
        values: "plies",
        default: "",
        summary: "its own depth limit",
        resource: Resource::Depth,
    },
    ParamInfo {
        name: "nodes",
        values: "number",
        default: "",
        summary: "its own node limit",
        resource: Resource::Nodes,
    },
    ParamInfo {
        name: "time",
        values: "250ms, 2s, …",
        default: "",
        summary: "its own time limit per move",
        resource: Resource::Time,
    },
    ParamInfo {
        name: "iterations",
        values: "number",
        default: "",
        summary: "its own limit of play-outs",
        resource: Resource::Playouts,
    },
];

/// Names that parameters had before. They are in people's files, so they are still read.
const OLD_NAMES: [(&str, &str); 2] = [("promise", "move-score"), ("foresight", "early-results")];

/// The arguments of one spec, matched with the parameters of its kind.
#[derive(Debug)]
pub struct Args<'a> {
    player: &'a str,
    params: &'a [ParamInfo],
    values: Vec<Option<Value>>,
}

impl<'a> Args<'a> {
    /// Matches arguments with parameters. Positional arguments take the parameters in their declared order.
    pub fn new(spec: &Spec, player: &'a str, params: &'a [ParamInfo]) -> Result<Self, SpecError> {
        let mut args = Args { player, params, values: vec![None; params.len()] };
        let mut next = 0;
        for arg in &spec.args {
            let index = match &arg.name {
                Some(name) => args.index_of(name)?,
                None => {
                    next += 1;
                    next - 1
                }
            };
            match args.values.get_mut(index) {
                None => return Err(args.complain(format!("takes at most {} arguments", params.len()))),
                Some(slot @ None) => *slot = Some(arg.value.clone()),
                Some(Some(_)) => return Err(args.complain(format!("{} is given twice", params[index].name))),
            }
        }
        Ok(args)
    }

    /// The kind of player that the arguments are for.
    pub(crate) fn player(&self) -> &str {
        self.player
    }

    fn index_of(&self, name: &str) -> Result<usize, SpecError> {
        let renamed = OLD_NAMES.iter().find(|(old, _)| *old == name).map(|(_, new)| *new);
        let index_of = |name: &str| self.params.iter().position(|param| param.name == name);
        let position = index_of(name).or_else(|| renamed.and_then(index_of));
        position.ok_or_else(|| SpecError::UnknownParameter {
            player: self.player.to_string(),
            name: name.to_string(),
            hint: self.nearest_limit(name).unwrap_or_else(|| hint(name, self.params.iter().map(|param| param.name))),
        })
    }

    /// What to use instead of a limit that means nothing to this kind; words alike are no help there.
    fn nearest_limit(&self, name: &str) -> Option<String> {
        let (reason, instead) = match name {
            "iterations" if self.declares("depth") && self.declares("nodes") => ("it plays nothing out", "nodes"),
            "depth" if self.declares("iterations") => ("it does not deepen", "iterations"),
            "depth" | "iterations" if self.declares("nodes") => ("it decides itself how it searches", "nodes"),
            _ => return None,
        };
        Some(format!("{reason}: use `{instead}`"))
    }

    fn declares(&self, name: &str) -> bool {
        self.params.iter().any(|param| param.name == name)
    }

    fn complain(&self, reason: String) -> SpecError {
        SpecError::Arguments { player: self.player.to_string(), reason }
    }

    fn get(&self, name: &str) -> (&ParamInfo, Option<&Value>) {
        let index = self.params.iter().position(|param| param.name == name);
        let index = index.expect("a player kind asks only for parameters it declares");
        (&self.params[index], self.values[index].as_ref())
    }

    /// The argument, if it was given.
    pub fn given(&self, name: &str) -> Option<&Value> {
        self.get(name).1
    }

    /// Whether the argument was given.
    pub fn has(&self, name: &str) -> bool {
        self.given(name).is_some()
    }

    /// The argument as it was written, or the parameter's default.
    pub fn text(&self, name: &str) -> String {
        let (param, value) = self.get(name);
        match value {
            Some(value) => value.text(),
            None => param.default.to_string(),
        }
    }

    /// The error for a value that has the right form but cannot be used.
    pub fn wrong(&self, name: &str, value: &str, hint: impl Into<String>) -> SpecError {
        SpecError::Value {
            player: self.player.to_string(),
            parameter: name.to_string(),
            value: value.chars().take(60).collect(),
            hint: hint.into(),
        }
    }

    /// A nested player; a bare word is a player without arguments.
    pub fn spec(&self, name: &str) -> Result<Option<Spec>, SpecError> {
        match self.get(name) {
            (_, Some(Value::Spec(spec))) => Ok(Some(spec.clone())),
            (_, Some(Value::Word(word))) => word.parse().map(Some),
            (_, Some(Value::Text(text))) => Err(self.wrong(name, text, "a player spec without quotes belongs here")),
            (param, None) if param.default.is_empty() => Ok(None),
            (param, None) => param.default.parse().map(Some),
        }
    }
}

pub(crate) fn whole_number(text: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, FieldError> {
    let number: Option<u64> = text.parse().ok();
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let from = range.start();
        FieldError::Hint(match *range.end() {
            u64::MAX => format!("a whole number from {from} on is expected"),
            to => format!("a whole number from {from} to {to} is expected"),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: &[ParamInfo] = &[
        ParamInfo { name: "depth", values: "plies", default: "4", summary: "", resource: Resource::Depth },
        ParamInfo { name: "table", values: "size", default: "64MB", summary: "", resource: Resource::Memory },
        ParamInfo { name: "killers", values: "on|off", default: "on", summary: "", resource: Resource::None },
        ParamInfo { name: "move-score", values: "on|off", default: "on", summary: "", resource: Resource::None },
        ParamInfo { name: "red", values: "player", default: "", summary: "", resource: Resource::Player },
    ];

    fn args(text: &str) -> Result<Args<'static>, SpecError> {
        Args::new(&text.parse().unwrap(), "search", PARAMS)
    }

    #[test]
    fn defaults_positions_and_names() {
        let given = args("search(6, table=off, red=FarmerBoy(0))").unwrap();
        assert_eq!([given.text("depth"), given.text("table"), given.text("killers")], ["6", "off", "on"]);
        assert!(given.has("depth") && !given.has("killers"));
        assert_eq!(given.spec("red").unwrap().unwrap().to_string(), "FarmerBoy(0)");
    }

    #[test]
    fn mistakes_are_answered_with_what_is_right() {
        let unknown = args("search(kilers=on)").unwrap_err().to_string();
        assert_eq!(unknown, "search has no parameter `kilers`; did you mean `killers`?");
        let twice = args("search(6, depth=3)").unwrap_err().to_string();
        assert_eq!(twice, "search: depth is given twice");
        let many = args("search(1,2,3,4,5,6)").unwrap_err().to_string();
        assert_eq!(many, "search: takes at most 5 arguments");
    }

    #[test]
    fn names_of_earlier_versions_are_still_read() {
        assert_eq!(args("search(promise=off)").unwrap().text("move-score"), "off");
        assert_eq!(args("search(move-score=off)").unwrap().text("move-score"), "off");
        let twice = args("search(promise=off, move-score=on)").unwrap_err().to_string();
        assert_eq!(twice, "search: move-score is given twice");
        let unknown = args("search(foresight=on)").unwrap_err().to_string();
        assert!(unknown.starts_with("search has no parameter `foresight`"), "{unknown}");
    }
}
