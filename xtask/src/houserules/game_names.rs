//! A game owns what is about it: outside its folder and the tools that are about it, no code names a game. A page, study or command that
//! needs to know something about a game asks the registry, so a game that is added later is not forgotten.

use std::path::Path;

/// Crates and files that are about one game, or about every game by name, with the reason.
const ABOUT_A_GAME: &[(&str, &str)] = &[
    ("crates/games/", "the games themselves"),
    ("crates/endgame/", "EinStein's databases"),
    ("crates/training/", "the trainer of EinStein's net"),
    ("crates/network/", "ReversiXT's protocol"),
    ("crates/fuzzing/", "one target per parser"),
    ("crates/setups/", "EinStein's set-ups"),
    ("crates/historic/", "historic programs"),
    ("crates/process/", "Isola's dialogue"),
    ("crates/cli/src/args", "subcommands of single games"),
    ("crates/cli/src/commands/", "subcommands of single games"),
    ("crates/cli/src/data.rs", "the folder of EinStein's databases"),
    ("crates/engine/src/knowledge.rs", "the bridge from EinStein to its databases"),
    ("crates/engine/src/players/original", "a historic program for Isola"),
    ("crates/engine/src/players/rocknroll/", "historic players of EinStein"),
    ("crates/host/src/", "Isola's dialogue"),
    ("crates/lab/src/studies/hash_size.rs", "repeats a measurement of an EinStein program"),
    ("crates/lab/src/studies/isola_techniques.rs", "repeats measurements of an Isola program"),
    ("crates/lab/src/studies/schwarz.rs", "EinStein's tables"),
    ("crates/lab/src/studies/setups.rs", "EinStein's set-ups"),
    ("crates/lab/src/studies/star.rs", "repeats a measurement of an EinStein program"),
    ("crates/lab/src/studies/template.rs", "a study to begin with needs some game"),
    ("crates/lab/src/studies/tournament24.rs", "repeats a tournament of EinStein"),
    ("crates/web/src/fuzzing.rs", "boards for fuzzing"),
    ("crates/web/src/hosting/mod.rs", "ReversiXT's network games"),
    ("crates/web/src/routes/maps.rs", "ReversiXT's maps"),
];

/// Whether a file, by its path from the root of the workspace, may name games.
fn is_about_a_game(path: &str) -> bool {
    let is_test = path.ends_with("/tests.rs")
        || ["/tests/", "/benches/", "/examples/"].iter().any(|folder| path.contains(folder));
    is_test || ABOUT_A_GAME.iter().any(|(allowed, _)| path.starts_with(allowed))
}

/// The names of games in the code of a file, with their lines. Comments, tests and names inside of longer words do not count.
pub fn breaches(root: &Path, file: &Path, text: &str, games: &[String]) -> Vec<String> {
    let path = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
    if is_about_a_game(&path) {
        return Vec::new();
    }
    // Tests are in a module at the end of a file; a single item for tests is code like any other.
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    let mut found = Vec::new();
    for (number, line) in lines {
        let mut words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        if let Some(game) = words.find_map(|word| games.iter().find(|game| *game == word)) {
            let line = number + 1;
            found.push(format!(
                "line {line} names the game {game}: ask the registry, or add the file to game_names.rs if it is about that game"
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        breaches(Path::new("/w"), &Path::new("/w").join(path), text, &["isola".to_string(), "chess".to_string()]).len()
    }

    #[test]
    fn a_game_is_named_only_by_what_is_about_it() {
        let text = "use games::isola::Isola;\n  if game == \"isola\" {}\nlet isolated = 1; // no name\n";
        assert_eq!(found("crates/web/src/live/open.rs", text), 2);
        assert_eq!(
            found("crates/web/assets/start.js", "const first = games.find((one) => one.name === \"chess\");"),
            1
        );
        assert_eq!(found("crates/games/src/isola/rules.rs", text), 0);
        assert_eq!(found("crates/lab/tests/lab.rs", text), 0);
    }

    #[test]
    fn comments_and_tests_may_name_games() {
        let text = "//! As in isola.\n/// Not \"chess\".\nfn rules() {}\n#[cfg(test)]\nmod tests { const GAME: &str = \"isola\"; }\n";
        assert_eq!(found("crates/web/src/live/open.rs", text), 0);
        let only_an_item = "#[cfg(test)]\nuse std::fmt;\nconst GAME: &str = \"isola\";\n";
        assert_eq!(found("crates/web/src/live/open.rs", only_an_item), 1);
    }
}
