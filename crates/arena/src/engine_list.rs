//! Other programs by name: `engines.toml` says how each is started, so that specs, plans and commands need only its name.
//!
//! ```toml
//! [engine.old]
//! command = "/opt/old --quiet"
//! protocol = "ugi"                    # the default; others as `process` takes them
//! game = "…"                          # for `engine check`; variant and map as on the command line
//! options = { Hash = 16, Style = "solid" }
//! start = "5s"                        # also answer, quit: how long it may take
//! ```

use crate::ArenaError;
use crate::tournament::form;
use plyground_core::suggest::hint;
use plyground_engine::{Arg, Spec, Value, infos, parse_duration};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// More engines than anybody has.
const MOST: usize = 1000;
const KEYS: &[&str] = &["command", "protocol", "game", "variant", "map", "options", "start", "answer", "quit"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListForm {
    #[serde(default)]
    engine: BTreeMap<String, EngineForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EngineForm {
    command: String,
    protocol: Option<String>,
    game: Option<String>,
    variant: Option<String>,
    map: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    start: Option<String>,
    answer: Option<String>,
    quit: Option<String>,
}

/// A program and how it is spoken to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedEngine {
    /// Its name in specs and tables.
    pub name: String,
    /// The program and its arguments.
    pub command: String,
    /// The protocol's name.
    pub protocol: String,
    /// The game that it is checked with.
    pub game: Option<String>,
    /// A variant of the game.
    pub variant: Option<String>,
    /// A map of the game.
    pub map: Option<String>,
    /// Options to set, as `process` takes them.
    pub options: String,
    /// Further arguments of `process`: how long it may take to start, answer and end.
    times: Vec<(&'static str, String)>,
}

/// The programs of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineList {
    /// Where it was read.
    pub file: PathBuf,
    /// The programs, by name.
    pub engines: Vec<NamedEngine>,
}

impl EngineList {
    /// Reads and checks a file.
    pub fn load(file: &Path) -> Result<Self, ArenaError> {
        let text = form::read(file)?;
        EngineList::parse(file, &text)
    }

    /// Parses the text of a file.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ArenaError> {
        let refuse = |reason: String| ArenaError::Plan { file: file.display().to_string(), reason };
        let table: toml::Table = text.parse().map_err(|error| refuse(form::explain(text, &error)))?;
        form::check(&table, "", &["engine"]).map_err(|key| refuse(key.to_string()))?;
        for (name, engine) in table.get("engine").and_then(toml::Value::as_table).into_iter().flatten() {
            let Some(engine) = engine.as_table() else { continue };
            form::check(engine, &format!("engine.{name}."), KEYS).map_err(|key| refuse(key.to_string()))?;
        }
        let form: ListForm = toml::from_str(text).map_err(|error| refuse(form::explain(text, &error)))?;
        if form.engine.is_empty() || form.engine.len() > MOST {
            return Err(refuse(format!("engine: 1 to {MOST} engines are expected, each as [engine.NAME]")));
        }
        let engines = form.engine.into_iter().map(|(name, engine)| {
            engine.read(&name).map_err(|(key, reason)| refuse(format!("engine.{name}.{key}: {reason}")))
        });
        Ok(EngineList { file: file.to_path_buf(), engines: engines.collect::<Result<_, _>>()? })
    }

    /// The engine of this name.
    pub fn get(&self, name: &str) -> Option<&NamedEngine> {
        self.engines.iter().find(|engine| engine.name == name)
    }

    /// The spec that a spec stands for: one that begins with the name of an engine is that program, with the other arguments as those of
    /// `process`. The name stays its name in tables, unless it has another.
    #[must_use]
    pub fn resolve(&self, spec: Spec) -> Spec {
        match self.get(&spec.name) {
            Some(engine) => engine.spec(spec.args),
            None => spec,
        }
    }
}

/// The protocols that `process` speaks, the default first.
fn protocols() -> Vec<&'static str> {
    let kinds = infos();
    let process = kinds.iter().find(|kind| kind.name == "process");
    let words = process.and_then(|kind| kind.params.iter().find(|param| param.name == "protocol"));
    words.map_or_else(Vec::new, |param| param.values.split('|').collect())
}

impl EngineForm {
    fn read(self, name: &str) -> Result<NamedEngine, (&'static str, String)> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if name.is_empty() || name.len() > 60 || !name.chars().all(plain) {
            return Err(("command", "a name has 1 to 60 letters, digits, - and _".to_string()));
        }
        if infos().iter().any(|kind| kind.name == name) {
            return Err(("command", format!("`{name}` is a player of the program; choose another name")));
        }
        let protocols = protocols();
        let protocol = self.protocol.unwrap_or_else(|| protocols.first().copied().unwrap_or_default().to_string());
        if !protocols.contains(&protocol.as_str()) {
            let hint = hint(&protocol, protocols.iter().copied());
            return Err(("protocol", format!("there is no protocol `{protocol}`; {hint}")));
        }
        if self.command.trim().is_empty() {
            return Err(("command", "what is to be started?".to_string()));
        }
        let mut options = Vec::new();
        for (key, value) in &self.options {
            let value = match value {
                toml::Value::String(text) => text.clone(),
                toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => value.to_string(),
                _ => return Err(("options", format!("`{key}` is a text, a number, true or false"))),
            };
            if key.contains([';', '=']) || value.contains(';') {
                return Err(("options", format!("`{key}` has a character that separates options")));
            }
            options.push(format!("{key}={value}"));
        }
        let mut times = Vec::new();
        for (key, text) in [("start", self.start), ("answer", self.answer), ("quit", self.quit)] {
            if let Some(text) = text {
                parse_duration(&text).map_err(|error| (key, error.to_string()))?;
                times.push((key, text));
            }
        }
        let (game, variant, map) = (self.game, self.variant, self.map);
        let options = options.join("; ");
        Ok(NamedEngine { name: name.to_string(), command: self.command, protocol, game, variant, map, options, times })
    }
}

impl NamedEngine {
    /// The spec of the program, with more arguments of `process`.
    fn spec(&self, more: Vec<Arg>) -> Spec {
        let arg = |name: &str, value: Value| Arg { name: Some(name.to_string()), value };
        let mut spec = Spec::named("process");
        spec.args.push(Arg { name: None, value: Value::Text(self.command.clone()) });
        spec.args.push(arg("protocol", Value::Word(self.protocol.clone())));
        if !self.options.is_empty() {
            spec.args.push(arg("options", Value::Text(self.options.clone())));
        }
        for (key, time) in &self.times {
            spec.args.push(arg(key, Value::Word(time.clone())));
        }
        if !more.iter().any(|arg| arg.name.as_deref() == Some("name")) {
            spec.args.push(arg("name", Value::Text(self.name.clone())));
        }
        spec.args.extend(more);
        spec
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<EngineList, String> {
        EngineList::parse(Path::new("engines.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_stands_for_a_program() {
        let list = parse(
            "[engine.old]\ncommand = \"prog -q\"\nprotocol = \"gtp\"\noptions = { Hash = 16, Style = \"a b\" }\nstart = \"5s\"\n",
        );
        let list = list.unwrap();
        let mut spec = list.resolve("old(time=20ms)".parse().unwrap());
        assert_eq!(spec.take_name().as_deref(), Some("old"));
        let expected = "process(\"prog -q\", protocol=gtp, options=\"Hash=16; Style=a b\", start=5s, time=20ms)";
        assert_eq!(spec.to_string(), expected);
        let other: Spec = "best(time=1s)".parse().unwrap();
        assert_eq!(list.resolve(other.clone()), other);
        let mut renamed = list.resolve("old(name=B)".parse().unwrap());
        assert_eq!(renamed.take_name().as_deref(), Some("B"));
    }

    #[test]
    fn mistakes_name_line_or_key() {
        for (text, expected) in [
            ("", "engine: 1 to"),
            ("[engin.a]\ncommand = \"x\"", "`engin`"),
            ("[engine.a]\n", "line 1"),
            ("[engine.a]\ncommand = 3", "line 2"),
            ("[engine.a]\ncomand = \"x\"", "`engine.a.comand`"),
            ("[engine.a]\ncommand = \" \"", "engine.a.command"),
            ("[engine.a]\ncommand = \"x\"\nprotocol = \"uci\"", "no protocol `uci`"),
            ("[engine.best]\ncommand = \"x\"", "is a player of the program"),
            ("[engine.\"a b\"]\ncommand = \"x\"", "letters, digits"),
            ("[engine.a]\ncommand = \"x\"\noptions = { a = \"1;2\" }", "separates options"),
            ("[engine.a]\ncommand = \"x\"\noptions = { a = [1] }", "engine.a.options"),
            ("[engine.a]\ncommand = \"x\"\nstart = \"soon\"", "engine.a.start"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
