//! The same player with smaller tables, where memory is short.

use crate::spec::Arg;
use crate::{ParamInfo, Resource, Spec, Value, format_bytes, infos, parse_bytes};

/// Larger sizes are rounded down to multiples of this.
const ROUND: u64 = 1 << 10;

impl Spec {
    /// The same player, no table of which is larger than this. What is no size stays as it is, so that it is still refused.
    #[must_use]
    pub fn with_memory_below(&self, most: u64) -> Spec {
        self.with_memory(&|bytes| bytes.min(most))
    }

    /// The same player with all tables scaled by `part / whole`.
    #[must_use]
    pub fn with_memory_scaled(&self, part: u64, whole: u64) -> Spec {
        self.with_memory(&|bytes| (u128::from(bytes) * u128::from(part) / u128::from(whole.max(1))) as u64)
    }

    fn with_memory(&self, change: &dyn Fn(u64) -> u64) -> Spec {
        let mut spec = self.clone();
        let kind = infos().into_iter().find(|kind| kind.name == self.name);
        let params: Vec<ParamInfo> = kind.map(|kind| kind.params).unwrap_or_default();
        let mut positional = 0;
        let mut given = Vec::new();
        let mut has_tables = true;
        for arg in &mut spec.args {
            let name = match &arg.name {
                Some(name) => Some(name.as_str()),
                None => {
                    positional += 1;
                    params.get(positional - 1).map(|param| param.name)
                }
            };
            let param = params.iter().find(|param| Some(param.name) == name);
            given.extend(param.map(|param| param.name));
            // Searches that see every opponent for themselves have no table, and refuse to be given one.
            has_tables &= name != Some("opponents") || arg.value == Value::Word("paranoid".to_string());
            match &mut arg.value {
                Value::Spec(nested) => *nested = nested.with_memory(change),
                Value::Word(text) | Value::Text(text) if param.is_some_and(is_memory) => resize(text, change),
                _ => {}
            }
        }
        for param in params.iter().filter(|param| has_tables && is_memory(param) && !given.contains(&param.name)) {
            let mut text = param.default.to_string();
            resize(&mut text, change);
            if text != param.default {
                spec.args.push(Arg { name: Some(param.name.to_string()), value: Value::Word(text) });
            }
        }
        spec
    }
}

fn is_memory(param: &ParamInfo) -> bool {
    param.resource == Resource::Memory
}

fn resize(text: &mut String, change: &dyn Fn(u64) -> u64) {
    if let Ok(bytes) = parse_bytes(text) {
        let changed = change(bytes);
        if changed != bytes {
            // Sizes in specs are for people, too.
            *text = format_bytes(if changed < ROUND { changed } else { changed / ROUND * ROUND });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpecPolicy;

    fn spec(text: &str) -> Spec {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn tables_shrink_wherever_they_are_named_and_where_they_are_not() {
        for (before, after) in [
            ("search(depth=3)", "search(depth=3, table=1MB)"),
            ("search(depth=3, table=2MB)", "search(depth=3, table=1MB)"),
            ("search(table=\"2MB\")", "search(table=\"1MB\")"),
            ("search(table=64KB)", "search(table=64KB)"),
            ("search(table=off)", "search(table=off)"),
            ("search(table=huge)", "search(table=huge)"),
            ("best", "best(table=1MB)"),
            ("best(1, 3)", "best(1, 3, table=1MB)"),
            ("random", "random"),
            ("search(opponents=brs)", "search(opponents=brs)"),
            ("nobody(table=2MB)", "nobody(table=2MB)"),
            (
                "mcts(policy=search(depth=1, table=2MB), memory=1MB)",
                "mcts(policy=search(depth=1, table=1MB), memory=1MB)",
            ),
        ] {
            assert_eq!(spec(before).with_memory_below(1 << 20).to_string(), after);
        }
    }

    #[test]
    fn a_scaled_player_takes_no_more_than_its_part() {
        for text in
            ["search", "expectimax(table=10MB)", "mcts", "mcts(policy=search(depth=1, table=1MB))", "MrBlack(4)"]
        {
            let whole = SpecPolicy::memory_of(&spec(text));
            for part in [1 << 20, 3 << 20] {
                let scaled = SpecPolicy::memory_of(&spec(text).with_memory_scaled(part, whole));
                assert!(whole == 0 || scaled <= part.max(whole.min(part)), "{text}: {scaled} of {whole} for {part}");
            }
        }
    }
}
