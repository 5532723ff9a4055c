//! The command that makes a recording again.

use plyground_core::shell::quote;
use plyground_engine::{Arg, Spec, Value};
use plyground_search::Limits;

/// What was recorded, as flags would say it.
#[derive(Clone, Debug, Default)]
pub struct CommandText<'a> {
    /// The name of the game, or `tree`.
    pub game: &'a str,
    /// The text of a literal tree.
    pub tree: Option<&'a str>,
    /// The variant.
    pub variant: Option<&'a str>,
    /// The name of a map.
    pub map: Option<&'a str>,
    /// The position.
    pub position: Option<&'a str>,
    /// One or two players.
    pub players: &'a [Spec],
    /// The limits that were asked for.
    pub limits: Limits,
}

impl CommandText<'_> {
    /// The command for a shell.
    pub fn text(&self) -> String {
        let mut words = vec!["plyground".to_string(), "xray".to_string(), quote(self.game)];
        words.extend(self.tree.map(quote));
        let mut flag = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                words.extend([name.to_string(), quote(&value)]);
            }
        };
        flag("--variant", self.variant.map(String::from));
        flag("--map", self.map.map(String::from));
        flag("--position", self.position.map(String::from));
        let player = |spec: &Spec| if self.tree.is_some() { spelled_out(spec).to_string() } else { spec.to_string() };
        flag("--player", self.players.first().map(player));
        flag("--against", self.players.get(1).map(player));
        let Limits { depth, nodes, time, iterations, .. } = self.limits;
        flag("--depth", depth.map(|depth| depth.to_string()));
        flag("--nodes", nodes.map(|nodes| nodes.to_string()));
        flag("--time", time.map(|time| format!("{}ms", time.as_millis())));
        flag("--iterations", iterations.map(|iterations| iterations.to_string()));
        flag("--out", Some("recording.html".to_string()));
        words.join(" ")
    }
}

/// What a textbook leaves out, as options of the kind `search`: name, its value without, its value with.
const BEYOND_TEXTBOOKS: [(&str, &str, &str); 3] =
    [("ordering", "none", "all"), ("table", "off", "1MB"), ("deepening", "off", "on")];

/// The search with values for those options that it does not mention.
fn completed(spec: &Spec, value: impl Fn(&(&'static str, &'static str, &'static str)) -> &'static str) -> Spec {
    let mut spec = spec.clone();
    let names = |name: &str| spec.args.iter().any(|arg| arg.name.as_deref() == Some(name));
    // Options by position are for those who know all of them; other views of several opponents do not have these.
    if spec.name != "search" || names("opponents") || spec.args.iter().any(|arg| arg.name.is_none()) {
        return spec;
    }
    let missing: Vec<Arg> = BEYOND_TEXTBOOKS
        .iter()
        .filter(|option| !names(option.0))
        .map(|option| Arg { name: Some(option.0.to_string()), value: Value::Word(value(option).to_string()) })
        .collect();
    spec.args.extend(missing);
    spec
}

/// The search as a textbook describes it: without move ordering, table and iterative deepening, unless it asks for them.
/// So `search(algorithm=pvs)` goes through a literal tree in the written order.
#[must_use]
pub fn textbook(spec: &Spec) -> Spec {
    completed(spec, |option| option.1)
}

/// The search with everything that [`textbook`] would otherwise switch off.
fn spelled_out(spec: &Spec) -> Spec {
    completed(spec, |option| option.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        let players = ["search(depth=3)".parse().expect("a spec")];
        let command = CommandText {
            game: "isola",
            variant: Some("cols=4,rows=4"),
            players: &players,
            limits: Limits { nodes: Some(500), time: Some(Duration::from_secs(2)), ..Limits::depth(3) },
            ..CommandText::default()
        };
        assert_eq!(
            command.text(),
            "plyground xray isola --variant cols=4,rows=4 --player 'search(depth=3)' --depth 3 --nodes 500 \
             --time 2000ms --out recording.html"
        );
        let tree = CommandText { game: "tree", tree: Some("(3 (12 8))"), ..CommandText::default() };
        assert_eq!(tree.text(), "plyground xray tree '(3 (12 8))' --out recording.html");
    }

    #[test]
    fn a_textbook_search_is_plain_unless_it_asks_for_more() {
        let plain = |text: &str| textbook(&text.parse().expect("a spec")).to_string();
        assert_eq!(plain("search(algorithm=pvs)"), "search(algorithm=pvs, ordering=none, table=off, deepening=off)");
        assert_eq!(plain("search(ordering=all, deepening=on)"), "search(ordering=all, deepening=on, table=off)");
        for other in ["mcts", "expectimax(table=off)", "search(opponents=maxn)"] {
            assert_eq!(plain(other), other);
        }
        let players = ["search".parse().expect("a spec")];
        let tree = CommandText { game: "tree", tree: Some("5"), players: &players, ..CommandText::default() };
        let spelled_out = "--player 'search(ordering=all, table=1MB, deepening=on)'";
        assert!(tree.text().contains(spelled_out), "{}", tree.text());
    }
}
