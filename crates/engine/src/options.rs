//! Options that are declared once. A [`ConfigOption`] ties a parameter of a player kind to a field of its configuration, and
//! [`Options`] is all that a kind takes. Parser, help, checks and configuration come from that list: an option without a
//! field cannot be declared, a field is written through its option only, and the default that lists print is the value in
//! the configuration's own [`Default`].

use crate::args::whole_number;
use crate::{AmountError, Args, ParamInfo, Resource, Spec, SpecError, Value, format_duration, parse_duration};
use plyground_core::suggest::hint;
use plyground_search::Limits;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

/// What a player kind takes, in positional order.
pub struct Options<C> {
    list: Vec<ConfigOption<C>>,
    params: Vec<ParamInfo>,
}

/// One option of a configuration `C`.
pub struct ConfigOption<C> {
    name: &'static str,
    summary: &'static str,
    /// Where they are not the field's own.
    values: Option<&'static str>,
    resource: Resource,
    field: Box<dyn Field<C>>,
    suits: fn(&C) -> bool,
}

/// How the text of an option becomes part of a configuration, and back.
pub trait Field<C>: Send + Sync {
    /// What may be written.
    fn values(&self) -> String;

    /// What is written for the present value; empty for none.
    fn show(&self, config: &mut C) -> String;

    /// Sets the value.
    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError>;
}

/// A value that an option cannot have.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum FieldError {
    /// What would be right.
    #[error("{0}")]
    Hint(String),
    /// What is wrong with the spec inside.
    #[error(transparent)]
    Spec(SpecError),
}

impl From<String> for FieldError {
    fn from(hint: String) -> Self {
        FieldError::Hint(hint)
    }
}

impl From<AmountError> for FieldError {
    fn from(error: AmountError) -> Self {
        FieldError::Hint(error.to_string())
    }
}

impl<C: Default> Options<C> {
    /// The list. It is meant for a `static`: the texts that lists print are computed once and never dropped.
    pub fn new(list: Vec<ConfigOption<C>>) -> Self {
        let mut default = C::default();
        let params = list.iter().map(|option| option.info(&mut default)).collect();
        Options { list, params }
    }

    /// What lists say about them.
    pub fn params(&self) -> Vec<ParamInfo> {
        self.params.clone()
    }

    /// The configuration that the arguments describe. They are read in the declared order, so an option may build upon the
    /// ones declared before it.
    pub fn read(&self, args: &Args<'_>) -> Result<C, SpecError> {
        let mut config = C::default();
        for (option, param) in self.list.iter().zip(&self.params) {
            let Some(value) = args.given(option.name) else { continue };
            let text = value.text();
            if text.is_empty() && param.default.is_empty() {
                continue;
            }
            option.field.read(&mut config, value).map_err(|error| match error {
                FieldError::Hint(hint) => args.wrong(option.name, &text, hint),
                FieldError::Spec(error) => error,
            })?;
        }
        Ok(config)
    }

    /// The first option that was given although the search which the configuration chooses does not take it.
    pub fn misplaced(&self, args: &Args<'_>, config: &C) -> Option<&'static str> {
        let given = self.list.iter().filter(|option| args.given(option.name).is_some());
        given.into_iter().find(|option| !(option.suits)(config)).map(|option| option.name)
    }
}

impl<C> ConfigOption<C> {
    /// An option by its name in specs, its field and one sentence.
    pub fn new(name: &'static str, field: impl Field<C> + 'static, summary: &'static str) -> Self {
        ConfigOption { name, summary, values: None, resource: Resource::None, field: Box::new(field), suits: |_| true }
    }

    /// The same option, which spends this.
    #[must_use]
    pub fn spending(self, resource: Resource) -> Self {
        ConfigOption { resource, ..self }
    }

    /// The same option, taken only by the searches that such a configuration chooses.
    #[must_use]
    pub fn only_if(self, suits: fn(&C) -> bool) -> Self {
        ConfigOption { suits, ..self }
    }

    /// The same option, with other words for what may be written.
    #[must_use]
    pub fn written_as(self, values: &'static str) -> Self {
        ConfigOption { values: Some(values), ..self }
    }

    fn info(&self, default: &mut C) -> ParamInfo {
        ParamInfo {
            name: self.name,
            values: self.values.unwrap_or_else(|| self.field.values().leak()),
            default: self.field.show(default).leak(),
            summary: self.summary,
            resource: self.resource,
        }
    }
}

/// `on` or `off`.
pub struct Switch<C>(pub fn(&mut C) -> &mut bool);

impl<C> Field<C> for Switch<C> {
    fn values(&self) -> String {
        "on|off".to_string()
    }

    fn show(&self, config: &mut C) -> String {
        if *(self.0)(config) { "on" } else { "off" }.to_string()
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        *(self.0)(config) = find_word(&value.text(), &[("on", true), ("off", false)])?;
        Ok(())
    }
}

/// One of several words.
pub struct Choice<C, T> {
    words: Vec<(&'static str, T)>,
    /// Read, but not listed.
    unlisted: Vec<(&'static str, T)>,
    field: fn(&mut C) -> &mut T,
}

impl<C, T> Choice<C, T> {
    /// A choice between these words.
    pub fn new(words: impl Into<Vec<(&'static str, T)>>, field: fn(&mut C) -> &mut T) -> Self {
        Choice { words: words.into(), unlisted: Vec::new(), field }
    }

    /// The same choice, with a word that is still read but not listed.
    #[must_use]
    pub fn or(mut self, word: &'static str, value: T) -> Self {
        self.unlisted.push((word, value));
        self
    }
}

impl<C, T: Clone + PartialEq + Send + Sync> Field<C> for Choice<C, T> {
    fn values(&self) -> String {
        self.words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join("|")
    }

    fn show(&self, config: &mut C) -> String {
        let value = (self.field)(config);
        let found = self.words.iter().find(|(_, choice)| choice == value);
        found.expect("every value of a choice has a word").0.to_string()
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        let text = value.text();
        let unlisted = self.unlisted.iter().find(|(word, _)| *word == text).map(|(_, choice)| choice.clone());
        *(self.field)(config) = unlisted.map_or_else(|| find_word(&text, &self.words), Ok)?;
        Ok(())
    }
}

/// The choice that has this word.
pub(crate) fn find_word<T: Clone>(text: &str, words: &[(&str, T)]) -> Result<T, FieldError> {
    let found = words.iter().find(|(word, _)| *word == text).map(|(_, choice)| choice.clone());
    found.ok_or_else(|| FieldError::Hint(hint(text, words.iter().map(|(word, _)| *word))))
}

/// A whole number within a range.
pub struct Number<C, T>(pub RangeInclusive<u64>, pub fn(&mut C) -> &mut T);

impl<C, T: Display + TryFrom<u64>> Field<C> for Number<C, T> {
    fn values(&self) -> String {
        "number".to_string()
    }

    fn show(&self, config: &mut C) -> String {
        (self.1)(config).to_string()
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        let number = whole_number(&value.text(), self.0.clone())?;
        *(self.1)(config) = T::try_from(number).unwrap_or_else(|_| unreachable!("the range fits into the field"));
        Ok(())
    }
}

/// A length of time.
pub struct Time<C>(pub fn(&mut C) -> &mut Duration);

impl<C> Field<C> for Time<C> {
    fn values(&self) -> String {
        "time".to_string()
    }

    fn show(&self, config: &mut C) -> String {
        format_duration(*(self.0)(config))
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        *(self.0)(config) = parse_duration(&value.text())?;
        Ok(())
    }
}

/// Any text.
pub struct Text<C>(pub &'static str, pub fn(&mut C) -> &mut String);

impl<C> Field<C> for Text<C> {
    fn values(&self) -> String {
        self.0.to_string()
    }

    fn show(&self, config: &mut C) -> String {
        (self.1)(config).clone()
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        *(self.1)(config) = value.text();
        Ok(())
    }
}

/// A player; a bare word is a player without arguments.
pub struct NestedPlayer<C>(pub fn(&mut C) -> &mut Spec);

impl<C> Field<C> for NestedPlayer<C> {
    fn values(&self) -> String {
        "a player".to_string()
    }

    fn show(&self, config: &mut C) -> String {
        (self.0)(config).to_string()
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        *(self.0)(config) = nested_spec(value)?;
        Ok(())
    }
}

/// A player, or none.
pub struct OptionalPlayer<C>(pub fn(&mut C) -> &mut Option<Spec>);

impl<C> Field<C> for OptionalPlayer<C> {
    fn values(&self) -> String {
        "a player".to_string()
    }

    fn show(&self, config: &mut C) -> String {
        (self.0)(config).as_ref().map_or_else(String::new, Spec::to_string)
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        *(self.0)(config) = Some(nested_spec(value)?);
        Ok(())
    }
}

fn nested_spec(value: &Value) -> Result<Spec, FieldError> {
    match value {
        Value::Spec(spec) => Ok(spec.clone()),
        Value::Word(word) => word.parse().map_err(FieldError::Spec),
        Value::Text(_) => Err("a player spec without quotes belongs here".to_string().into()),
    }
}

/// A form of its own.
pub struct Custom<C> {
    /// What may be written.
    pub values: &'static str,
    /// What is written for the present value.
    pub show: fn(&C) -> String,
    /// Sets the value; the error says what would be right.
    pub read: fn(&mut C, &str) -> Result<(), FieldError>,
}

impl<C> Field<C> for Custom<C> {
    fn values(&self) -> String {
        self.values.to_string()
    }

    fn show(&self, config: &mut C) -> String {
        (self.show)(config)
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        (self.read)(config, &value.text())
    }
}

/// One of the limits that a spec may carry.
struct Limit<C> {
    param: &'static ParamInfo,
    limits: fn(&mut C) -> &mut Limits,
}

/// Options for these limits, which are those of `LIMIT_PARAMS` that mean something to a kind.
pub(crate) fn limit_options<C: 'static>(
    params: &'static [ParamInfo],
    limits: fn(&mut C) -> &mut Limits,
) -> Vec<ConfigOption<C>> {
    let option = |param: &'static ParamInfo| {
        ConfigOption::new(param.name, Limit { param, limits }, param.summary).spending(param.resource)
    };
    params.iter().map(option).collect()
}

impl<C> Field<C> for Limit<C> {
    fn values(&self) -> String {
        self.param.values.to_string()
    }

    fn show(&self, _: &mut C) -> String {
        String::new()
    }

    fn read(&self, config: &mut C, value: &Value) -> Result<(), FieldError> {
        let (limits, text) = ((self.limits)(config), value.text());
        let number = |most: u64| whole_number(&text, 1..=most);
        match self.param.resource {
            Resource::Depth => limits.depth = Some(number(1000)? as u32),
            Resource::Nodes => limits.nodes = Some(number(u64::MAX)?),
            Resource::Playouts => limits.iterations = Some(number(u64::MAX)?),
            _ => limits.time = Some(thinking_time(&text)?),
        }
        Ok(())
    }
}

/// A time per move.
pub(crate) fn thinking_time(text: &str) -> Result<Duration, FieldError> {
    match parse_duration(text)? {
        Duration::ZERO => Err(FieldError::Hint("a player needs some time to think".to_string())),
        time => Ok(time),
    }
}

/// The limits, if there is one among them.
pub(crate) fn unless_endless(limits: Limits) -> Option<Limits> {
    (!limits.is_endless()).then_some(limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::LIMIT_PARAMS;

    #[derive(Clone, PartialEq, Debug)]
    struct Config {
        width: usize,
        wild: bool,
        colour: u8,
        policy: Spec,
        limits: Limits,
    }

    impl Default for Config {
        fn default() -> Self {
            Config { width: 7, wild: true, colour: 2, policy: Spec::named("random"), limits: Limits::default() }
        }
    }

    fn options() -> Options<Config> {
        let mut list = vec![
            ConfigOption::new("width", Number(1..=9, |c: &mut Config| &mut c.width), "how wide"),
            ConfigOption::new("wild", Switch(|c: &mut Config| &mut c.wild), "whether wild").only_if(|c| c.width > 3),
            ConfigOption::new(
                "colour",
                Choice::new([("red", 1), ("blue", 2)], |c: &mut Config| &mut c.colour).or("azure", 2),
                "which colour",
            ),
            ConfigOption::new("policy", NestedPlayer(|c: &mut Config| &mut c.policy), "who"),
        ];
        list.extend(limit_options(&LIMIT_PARAMS, |c: &mut Config| &mut c.limits));
        Options::new(list)
    }

    fn read(text: &str) -> Result<Config, String> {
        let (options, spec) = (options(), text.parse::<Spec>().unwrap());
        let params = options.params();
        let args = Args::new(&spec, "kind", &params).map_err(|error| error.to_string())?;
        options.read(&args).map_err(|error| error.to_string())
    }

    #[test]
    fn lists_print_the_defaults_of_the_configuration() {
        let found = options().params();
        let texts: Vec<_> = found.iter().map(|param| (param.name, param.values, param.default)).collect();
        let own = [
            ("width", "number", "7"),
            ("wild", "on|off", "on"),
            ("colour", "red|blue", "blue"),
            ("policy", "a player", "random"),
        ];
        assert_eq!(texts[..4], own);
        assert_eq!(texts[4..].iter().map(|text| text.0).collect::<Vec<_>>(), ["depth", "nodes", "time", "iterations"]);
    }

    #[test]
    fn what_is_given_is_in_the_configuration_and_the_rest_is_as_it_was() {
        assert_eq!(read("kind"), Ok(Config::default()));
        let given = Config { width: 3, colour: 1, policy: "greedy(ties=first)".parse().unwrap(), ..Config::default() };
        assert_eq!(read("kind(3, colour=red, policy=greedy(ties=first))"), Ok(given));
        assert_eq!(read("kind(colour=azure, wild=on)"), Ok(Config::default()));
        let limits = Limits { depth: Some(3), time: Some(Duration::from_millis(20)), ..Limits::default() };
        assert_eq!(read("kind(depth=3, time=20ms, nodes=\"\")"), Ok(Config { limits, ..Config::default() }));
    }

    #[test]
    fn mistakes_are_answered_with_what_is_right() {
        for (text, expected) in [
            ("kind(0)", "kind: `0` is no value for width; a whole number from 1 to 9 is expected"),
            ("kind(wild=maybe)", "kind: `maybe` is no value for wild; there are: on, off"),
            ("kind(colour=green)", "kind: `green` is no value for colour; there are: red, blue"),
            (
                "kind(policy=\"greedy\")",
                "kind: `greedy` is no value for policy; a player spec without quotes belongs here",
            ),
            ("kind(depth=0)", "kind: `0` is no value for depth; a whole number from 1 to 1000 is expected"),
            ("kind(time=0s)", "kind: `0s` is no value for time; a player needs some time to think"),
        ] {
            assert_eq!(read(text), Err(expected.to_string()), "{text}");
        }
    }

    #[test]
    fn an_option_is_misplaced_where_the_chosen_search_does_not_take_it() {
        let (options, spec) = (options(), "kind(2, wild=off)".parse::<Spec>().unwrap());
        let params = options.params();
        let args = Args::new(&spec, "kind", &params).unwrap();
        let mut config = options.read(&args).unwrap();
        assert_eq!(options.misplaced(&args, &config), Some("wild"));
        config.width = 4;
        assert_eq!(options.misplaced(&args, &config), None);
    }
}
