//! The command that makes a recording again.

use plyground_engine::Spec;

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
    /// The depth.
    pub depth: Option<u32>,
    /// The limit of play-outs.
    pub iterations: Option<u64>,
}

impl CommandText<'_> {
    /// The command for a shell.
    pub fn text(&self) -> String {
        let mut words = vec!["plyground".to_string(), "xray".to_string(), quoted(self.game)];
        words.extend(self.tree.map(quoted));
        let mut flag = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                words.extend([name.to_string(), quoted(&value)]);
            }
        };
        flag("--variant", self.variant.map(String::from));
        flag("--map", self.map.map(String::from));
        flag("--position", self.position.map(String::from));
        flag("--player", self.players.first().map(Spec::to_string));
        flag("--against", self.players.get(1).map(Spec::to_string));
        flag("--depth", self.depth.map(|depth| depth.to_string()));
        flag("--iterations", self.iterations.map(|iterations| iterations.to_string()));
        flag("--out", Some("recording.html".to_string()));
        words.join(" ")
    }
}

/// One word for a shell.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=,./:".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        let players = ["search(depth=3)".parse().expect("a spec")];
        let command = CommandText {
            game: "isola",
            variant: Some("cols=4,rows=4"),
            players: &players,
            depth: Some(3),
            ..CommandText::default()
        };
        assert_eq!(
            command.text(),
            "plyground xray isola --variant cols=4,rows=4 --player 'search(depth=3)' --depth 3 --out recording.html"
        );
        let tree = CommandText { game: "tree", tree: Some("(3 (12 8))"), ..CommandText::default() };
        assert_eq!(tree.text(), "plyground xray tree '(3 (12 8))' --out recording.html");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
