//! The grammar of player specs: `Name(positional, key=value, …)`, nested as deep as you like (within reason).

use crate::SpecError;
use std::fmt;
use std::str::FromStr;

/// Longer texts are refused before anything is parsed.
const LONGEST: usize = 4096;
/// Deeper nesting is refused, so that hostile text cannot exhaust the stack.
const DEEPEST: usize = 16;

/// A player as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The kind of player.
    pub name: String,
    /// Its arguments in the order given.
    pub args: Vec<Arg>,
}

/// One argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arg {
    /// The parameter's name; `None` for a positional argument.
    pub name: Option<String>,
    /// The value.
    pub value: Value,
}

/// The value of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A bare word: `on`, `64MB`, `sigma:5`, or a player without arguments.
    Word(String),
    /// Quoted text, such as a command line.
    Text(String),
    /// A nested player with arguments.
    Spec(Spec),
}

impl Spec {
    /// A player without arguments.
    pub fn named(name: impl Into<String>) -> Self {
        Spec { name: name.into(), args: Vec::new() }
    }

    /// The same player asked for exact values of this many moves, if its kind can be asked and the spec does not say
    /// otherwise.
    #[must_use]
    pub fn with_lines(mut self, lines: u32) -> Self {
        let kind = crate::infos().into_iter().find(|kind| kind.name == self.name);
        let has = |name: &str| {
            let known = kind.as_ref().is_some_and(|kind| kind.params.iter().any(|param| param.name == name));
            known && !self.args.iter().any(|arg| arg.name.as_deref() == Some(name))
        };
        let wish = if has("lines") {
            Some(("lines", lines.to_string()))
        } else if has("every-move") && lines > 1 {
            Some(("every-move", "on".to_string()))
        } else {
            None
        };
        if let Some((name, value)) = wish {
            self.args.push(Arg { name: Some(name.to_string()), value: Value::Word(value) });
        }
        self
    }

    /// Removes the argument `name=…`, which no kind of player has: what the player is called in tables. `None` without one.
    pub fn take_name(&mut self) -> Option<String> {
        let index = self.args.iter().position(|arg| arg.name.as_deref() == Some("name"))?;
        Some(self.args.remove(index).value.text())
    }

    /// The same player with another value for the first of these parameters that its kind has; `None` if it has none of
    /// them.
    pub fn with_parameter(&self, names: &[&str], value: &str) -> Option<Spec> {
        let kind = crate::infos().into_iter().find(|kind| kind.name == self.name)?;
        let index_of = |name: &&str| kind.params.iter().position(|param| param.name == *name);
        let index = names.iter().find_map(index_of)?;
        let name = kind.params[index].name;
        let mut positional = (0..self.args.len()).filter(|arg| self.args[*arg].name.is_none());
        let named = self.args.iter().position(|arg| arg.name.as_deref() == Some(name));
        let mut spec = self.clone();
        let value = Value::Word(value.to_string());
        match named.or_else(|| positional.nth(index)) {
            Some(arg) => spec.args[arg].value = value,
            None => spec.args.push(Arg { name: Some(name.to_string()), value }),
        }
        Some(spec)
    }
}

impl Value {
    /// What was written, without quotes.
    pub fn text(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            value => value.to_string(),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.args.is_empty() {
            return Ok(());
        }
        f.write_str("(")?;
        for (index, arg) in self.args.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            if let Some(name) = &arg.name {
                write!(f, "{name}=")?;
            }
            write!(f, "{}", arg.value)?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Word(word) => f.write_str(word),
            Value::Spec(spec) => write!(f, "{spec}"),
            Value::Text(text) => {
                f.write_str("\"")?;
                for character in text.chars() {
                    if matches!(character, '"' | '\\') {
                        f.write_str("\\")?;
                    }
                    write!(f, "{character}")?;
                }
                f.write_str("\"")
            }
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut parser = Parser { text, rest: text };
        if text.len() > LONGEST {
            return Err(parser.error(format!("a spec has at most {LONGEST} characters")));
        }
        parser.skip_blanks();
        let spec = parser.spec(0)?;
        parser.skip_blanks();
        if parser.rest.is_empty() { Ok(spec) } else { Err(parser.error("expected the end of the spec")) }
    }
}

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn spec(&mut self, depth: usize) -> Result<Spec, SpecError> {
        let name = self.word()?;
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.error(format!("a player's name begins with a letter, not `{name}`")));
        }
        Ok(Spec { name: name.to_string(), args: self.args(depth)? })
    }

    fn args(&mut self, depth: usize) -> Result<Vec<Arg>, SpecError> {
        let mut args = Vec::new();
        self.skip_blanks();
        if !self.eat('(') {
            return Ok(args);
        }
        if depth >= DEEPEST {
            return Err(self.error(format!("players are nested at most {DEEPEST} deep")));
        }
        self.skip_blanks();
        if self.eat(')') {
            return Ok(args);
        }
        loop {
            args.push(self.arg(depth + 1)?);
            self.skip_blanks();
            if self.eat(')') {
                return Ok(args);
            }
            if !self.eat(',') {
                return Err(self.error("expected `,` or `)`"));
            }
            self.skip_blanks();
        }
    }

    fn arg(&mut self, depth: usize) -> Result<Arg, SpecError> {
        if self.rest.starts_with('"') {
            return Ok(Arg { name: None, value: Value::Text(self.quoted()?) });
        }
        let word = self.word()?;
        self.skip_blanks();
        if self.eat('=') {
            self.skip_blanks();
            let value = if self.rest.starts_with('"') { Value::Text(self.quoted()?) } else { self.value(depth)? };
            return Ok(Arg { name: Some(word.to_string()), value });
        }
        Ok(Arg { name: None, value: self.after_word(word, depth)? })
    }

    fn value(&mut self, depth: usize) -> Result<Value, SpecError> {
        let word = self.word()?;
        self.skip_blanks();
        self.after_word(word, depth)
    }

    fn after_word(&mut self, word: &'a str, depth: usize) -> Result<Value, SpecError> {
        if self.rest.starts_with('(') {
            if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return Err(self.error(format!("a player's name begins with a letter, not `{word}`")));
            }
            let args = self.args(depth)?;
            // Without arguments the brackets mean nothing, and are not printed either.
            if !args.is_empty() {
                return Ok(Value::Spec(Spec { name: word.to_string(), args }));
            }
        }
        Ok(Value::Word(word.to_string()))
    }

    fn word(&mut self) -> Result<&'a str, SpecError> {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_' | ':' | '/' | '\'' | '%');
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.error("expected a name or a value"));
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word)
    }

    fn quoted(&mut self) -> Result<String, SpecError> {
        let mut text = String::new();
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((index, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &self.rest[index + 1..];
                    return Ok(text);
                }
                '\\' => text.extend(characters.next().map(|(_, escaped)| escaped)),
                other => text.push(other),
            }
        }
        Err(self.error("the quoted text has no closing `\"`"))
    }

    fn eat(&mut self, expected: char) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn error(&self, reason: impl Into<String>) -> SpecError {
        let consumed = &self.text[..self.text.len() - self.rest.len()];
        SpecError::Syntax {
            text: self.text.chars().take(60).collect(),
            reason: reason.into(),
            at: consumed.chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Spec {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_parameter_is_replaced_wherever_it_stands() {
        let table = ["table", "memory"];
        for (before, after) in [
            ("search", "search(table=16MB)"),
            ("search(depth=3, table=1MB)", "search(depth=3, table=16MB)"),
            ("expectimax(net, none, 1MB)", "expectimax(net, none, 16MB)"),
            ("mcts(exploration=1)", "mcts(exploration=1, memory=16MB)"),
        ] {
            let spec: Spec = before.parse().unwrap();
            assert_eq!(spec.with_parameter(&table, "16MB").map(|spec| spec.to_string()).as_deref(), Some(after));
        }
        assert_eq!(Spec::named("random").with_parameter(&table, "16MB"), None);
        assert_eq!(Spec::named("nobody").with_parameter(&table, "16MB"), None);
    }

    #[test]
    fn rock_n_rolls_own_notation_parses() {
        for text in [
            "MrRandom",
            "MrBlack(4)",
            "FarmerBoy(0)",
            "MrMonte(2, 40, FarmerBoy(0))",
            "MrMonte(0, 200, MrBlack(1), FarmerBoy(0))",
        ] {
            assert_eq!(parse(text).to_string(), text);
        }
        let monte = parse("MrMonte(2,40,FarmerBoy(0))");
        assert_eq!(monte.args[2].value, Value::Spec(parse("FarmerBoy(0)")));
    }

    #[test]
    fn names_units_and_quotes_survive() {
        let text = r#"process("/usr/games/gtp-rhino -x \"a\\b\"", protocol=gtp)"#;
        assert_eq!(parse(text).to_string(), text);
        let text = "search(algorithm=pvs, aspiration=sigma:5, table=64MB, time=20ms, beam=off)";
        assert_eq!(parse(text).to_string(), text);
        assert_eq!(parse(" best ( time = 20ms ) ").to_string(), "best(time=20ms)");
        assert_eq!(parse("best()").to_string(), "best");
        assert_eq!(parse("MrMonte(2, 40, FarmerBoy())"), parse("MrMonte(2, 40, FarmerBoy)"));
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, expected) in [
            ("", "expected a name or a value at character 1"),
            ("search(", "expected a name or a value at character 8"),
            ("search(depth=3", "expected `,` or `)` at character 15"),
            ("search)", "expected the end of the spec at character 7"),
            ("4ever", "a player's name begins with a letter, not `4ever` at character 6"),
            ("process(\"x", "the quoted text has no closing `\"` at character 9"),
        ] {
            let error = text.parse::<Spec>().expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn hostile_nesting_is_refused() {
        let error = "a(".repeat(1000).parse::<Spec>().expect_err("too deep").to_string();
        assert!(error.contains("nested at most"), "{error}");
        let error = "a".repeat(5000).parse::<Spec>().expect_err("too long").to_string();
        assert!(error.contains("at most 4096 characters"), "{error}");
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics_and_what_parses_round_trips(text in "[a-z0-9(),=\" \\\\:.]{0,40}|\\PC{0,40}") {
            if let Ok(spec) = text.parse::<Spec>() {
                prop_assert_eq!(spec.to_string().parse::<Spec>().expect("our own text parses"), spec);
            }
        }
    }
}
