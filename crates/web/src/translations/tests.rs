//! Every language has every text: those of the page modules, those that games and lessons say, and the errors of the server. What is
//! missing or no longer used is listed.

use super::*;
use plyground_core::{
    AnyGame, AnyPosition, Click, Drawable, Evaluated, Game, GameInfo, MapText, Notation, Rng, Setup, Turn,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const LANGUAGE: &str = "de";
/// Plies of the random games whose sentences are collected, and how many games per board.
const PLIES: usize = 60;
const GAMES: u64 = 2;
/// Larger boards say nothing that smaller ones do not.
const MOST_CELLS: usize = 150;

/// The sources of this crate and of those whose errors reach the pages.
const CRATES: &[&str] = &["web", "games", "core", "engine", "xray", "lab", "arena"];
/// Those whose error types are all about what people enter on a page.
const ERRORS: &[&str] = &["web", "games", "core", "engine", "xray"];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            files(&path, ending, found);
        } else if path.is_file() && name.ends_with(ending) && !["tests.rs", "rulebook.rs"].contains(&name.as_str()) {
            found.push(path);
        }
    }
}

/// The string that begins at the quotation mark, and what follows it.
fn string(text: &str) -> Option<(String, &str)> {
    let mut letters = text.strip_prefix('"')?.char_indices();
    let mut value = String::new();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[at + 2..])),
            '\\' => match letters.next()?.1 {
                'n' => value.push('\n'),
                '\n' => {
                    // A line that continues on the next one, without its indentation.
                    let rest = letters.as_str();
                    let indent = rest.len() - rest.trim_start().len();
                    if indent > 0 {
                        letters.nth(indent - 1);
                    }
                }
                other => value.push(other),
            },
            other => value.push(other),
        }
    }
    None
}

/// The keys of `t("…")` and `tn("…", "…")` in a module.
fn keys(module: &str, name: &str, found: &mut BTreeSet<String>) {
    for (call, forms) in [("t(", 1), ("tn(", 2)] {
        for (at, _) in module.match_indices(call) {
            let before = module[..at].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || "_.$".contains(letter)) {
                continue;
            }
            let (first, rest) = string(&module[at + call.len()..]).unwrap_or_else(|| {
                panic!("{name}: {} is called with something else than a text", &module[at..at + 40])
            });
            let key = if forms == 1 { first } else { string(rest[1..].trim_start()).expect("a second form").0 };
            found.insert(key);
        }
    }
}

fn module_keys() -> BTreeSet<String> {
    let mut paths = Vec::new();
    files(&folder("web/assets"), ".js", &mut paths);
    let mut found = BTreeSet::new();
    for path in paths.iter().filter(|path| !path.ends_with("translate.js")) {
        keys(&fs::read_to_string(path).expect("a module"), &path.to_string_lossy(), &mut found);
    }
    found
}

/// A string of the sources with the end of what stands before it on its line.
struct Literal {
    before: String,
    text: String,
}

/// The strings of a source file without its tests.
fn literals(source: &str) -> Vec<Literal> {
    let source = source.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or(source);
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (before, here) = rest.split_at(at);
        let line = before.rsplit('\n').next().unwrap_or_default();
        rest = if here.starts_with("//") {
            here.find('\n').map_or("", |end| &here[end..])
        } else if here.starts_with("'\"'") || here.starts_with("'\\'") {
            &here[3..]
        } else if here.starts_with('"') && !before.ends_with(['#', 'r']) {
            let Some((text, after)) = string(here) else { break };
            found.push(Literal { before: line.trim().to_string(), text });
            after
        } else {
            let skipped = here.chars().next().map_or(0, char::len_utf8);
            &here[skipped..]
        };
    }
    found
}

fn source_literals(name: &str) -> Vec<Literal> {
    let mut paths = Vec::new();
    files(&folder(name).join("src"), ".rs", &mut paths);
    paths.iter().flat_map(|path| literals(&fs::read_to_string(path).expect("a source file"))).collect()
}

/// The fixed parts of a text with `{…}` in it. `{{` is a bracket in a format of Rust.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = parts.last_mut().expect("never empty");
        if "{}".contains(letter) && letters.peek() == Some(&letter) {
            last.push(letter);
            letters.next();
        } else if letter == '{'
            && letters.peek().is_some_and(|next| *next == '}' || next.is_alphanumeric() || *next == ':')
        {
            letters.by_ref().find(|letter| *letter == '}');
            parts.push(String::new());
        } else {
            last.push(letter);
        }
    }
    parts
}

/// Whether a text is what a key says, with something for each of its values.
fn fits(key: &str, text: &str) -> bool {
    let parts = parts(key);
    let Some(mut rest) = text.strip_prefix(parts[0].as_str()) else { return false };
    for (number, part) in parts.iter().enumerate().skip(1) {
        if number + 1 == parts.len() {
            return rest.ends_with(part.as_str());
        }
        let Some(at) = rest.find(part.as_str()) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

impl Table {
    fn knows(&self, text: &str) -> bool {
        self.server.contains_key(text) || self.server.keys().any(|key| key.contains('{') && fits(key, text))
    }
}

fn setups(info: &GameInfo) -> Vec<Setup> {
    let mut setups = vec![Setup::default()];
    setups.extend(info.variants.iter().map(|one| Setup { variant: Some(one.name.to_string()), ..Setup::default() }));
    let small = info.boards.iter().filter(|board| board.cols * board.rows <= MOST_CELLS);
    setups.extend(small.map(|board| {
        let map = MapText { name: board.name.to_string(), text: board.text.to_string() };
        Setup { map: Some(map), ..Setup::default() }
    }));
    setups
}

/// What a game says in a position.
fn position_texts(game: &AnyGame, position: &AnyPosition, said: &mut Vec<String>) {
    let scene = game.scene(position);
    said.extend(scene.seats.iter().map(|seat| seat.name.clone()).filter(|name| name.len() > 1));
    said.extend(scene.seats.iter().flat_map(|seat| seat.holdings.iter().map(|(what, _)| (*what).to_string())));
    said.extend(game.legend().into_iter().map(|(_, meaning)| meaning.to_string()));
    let Turn::Player(_) = game.turn(position) else { return };
    said.extend(game.prompts(position));
    said.extend((0..scene.cells.len()).filter_map(|cell| game.refusal(position, &[Click::Cell(cell)])));
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for mv in &moves {
        said.extend(game.notice(position, *mv));
        let answers = game.clicks(position, *mv).into_iter();
        said.extend(answers.filter_map(|click| if let Click::Answer(text) = click { Some(text) } else { None }));
    }
    said.extend(game.flaws(position, moves[0], moves[moves.len() - 1]));
}

/// What a game says in random games on its boards.
fn game_texts(info: &GameInfo, said: &mut Vec<String>) {
    for setup in setups(info) {
        let (game, start) = registry::open(info.name, &setup).expect("a board of the game");
        if let Some(form) = game.setup_form() {
            said.extend(form.contents.into_iter().map(|content| content.name));
            said.extend(form.fields.into_iter().map(|field| field.name));
        }
        for seed in 0..GAMES {
            let mut rng = Rng::seeded(seed);
            let mut position = start.clone();
            for _ in 0..PLIES {
                position_texts(&game, &position, said);
                match game.turn(&position) {
                    Turn::Over => break,
                    Turn::Chance => {
                        let face = rng.weighted(game.outcomes(&position));
                        game.roll(&mut position, face);
                    }
                    Turn::Player(_) => {
                        let mut moves = Vec::new();
                        game.moves(&position, &mut moves);
                        game.make(&mut position, moves[rng.below(moves.len())]);
                    }
                }
            }
            said.extend(game.ending(&position).filter(|_| game.turn(&position) == Turn::Over));
        }
    }
}

/// What the catalog and the introduction of a game say.
fn catalog_texts(info: &GameInfo, said: &mut Vec<String>) {
    said.push(info.summary.to_string());
    said.extend(info.variants.iter().map(|one| one.summary.to_string()));
    said.extend(info.parameters.iter().map(|(_, meaning)| (*meaning).to_string()));
    said.extend(info.boards.iter().map(|board| board.summary.clone()));
    said.extend(info.rules.iter().flat_map(|(heading, text)| [(*heading).to_string(), (*text).to_string()]));
    for step in info.introduction {
        said.extend([step.task, step.hint, step.outcome].map(String::from));
    }
    said.extend(registry::record_formats(info.name).iter().map(|format| format.summary.to_string()));
    // Players of other programs keep their names.
    let opponents = crate::opponents::of_game(info);
    said.extend(opponents.iter().map(|one| one.summary.clone()));
    said.extend(
        opponents.into_iter().filter(|one| one.spec.starts_with("level") || one.spec == "best").map(|one| one.name),
    );
}

fn lesson_texts(said: &mut Vec<String>) {
    for lesson in lessons::lessons() {
        said.extend([lesson.title, lesson.summary]);
        for step in lesson.steps {
            said.push(step.text);
            let Some(question) = step.question else { continue };
            said.extend([question.ask, question.right, question.wrong]);
            said.extend(question.choices);
        }
    }
    said.extend(plyground_xray::positions::positions().into_iter().flat_map(|one| [one.title, one.why]));
}

/// The errors in the sources: those of error types, and in this crate every sentence.
fn error_texts(said: &mut Vec<String>) {
    for name in ERRORS {
        for Literal { before, text } in source_literals(name) {
            let is_word = |word: &&str| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase());
            let sentence = text.split_whitespace().filter(is_word).count() >= 2;
            let internal = ["expect(", "panic!(", "assert", "unreachable"].iter().any(|word| before.contains(word));
            let code =
                ["<!doctype", "modules[", "plyground {", "-src '", "HTTP/1.1"].iter().any(|word| text.contains(word));
            let error = before.ends_with("#[error(") || (*name == "web" && !internal && !code);
            if sentence && error {
                said.push(text);
            }
        }
    }
}

#[test]
fn every_text_of_the_pages_is_translated_and_none_is_stale() {
    let table = table(LANGUAGE);
    let keys = module_keys();
    assert!(keys.len() > 500, "only {} keys are found", keys.len());
    let missing: Vec<&String> = keys.iter().filter(|key| !table.page.contains_key(*key)).collect();
    assert!(missing.is_empty(), "translations/{LANGUAGE}.json lacks these texts of the pages: {missing:#?}");
    let stale: Vec<&String> = table.page.keys().filter(|key| !keys.contains(*key)).collect();
    assert!(stale.is_empty(), "no page uses these texts of translations/{LANGUAGE}.json any more: {stale:#?}");
}

#[test]
fn every_text_of_the_server_is_translated() {
    let table = table(LANGUAGE);
    let mut said = Vec::new();
    for info in registry::infos() {
        assert!(info.translations.iter().any(|(code, _)| *code == LANGUAGE), "{} speaks no {LANGUAGE}", info.name);
        catalog_texts(&info, &mut said);
        game_texts(&info, &mut said);
    }
    lesson_texts(&mut said);
    error_texts(&mut said);
    said.extend(
        plyground_lab::all().iter().flat_map(|study| [study.facts().question, study.facts().source]).map(String::from),
    );
    let plain = |text: &String| parts(text).join("{x}");
    let missing: BTreeSet<String> =
        said.into_iter().filter(|text| !text.is_empty()).filter(|text| !table.knows(&plain(text))).collect();
    assert!(missing.is_empty(), "these texts of the server have no translation into {LANGUAGE}: {missing:#?}");
}

#[test]
fn no_text_of_the_server_is_stale() {
    let mut known: Vec<String> =
        CRATES.iter().flat_map(|name| source_literals(name)).map(|one| parts(&one.text).join("\n")).collect();
    let mut said = Vec::new();
    lesson_texts(&mut said);
    registry::infos().iter().for_each(|info| catalog_texts(info, &mut said));
    known.extend(said);
    let occurs = |part: &str| known.iter().any(|text| text.contains(part));
    let table = table(LANGUAGE);
    let stale: Vec<&String> =
        table.server.keys().filter(|key| !parts(key).iter().all(|part| occurs(part.trim()))).collect();
    assert!(stale.is_empty(), "nothing says these texts of the tables of {LANGUAGE} any more: {stale:#?}");
}

/// The names in `{…}`.
fn values(text: &str) -> BTreeSet<&str> {
    let named = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    named.filter(|name| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')).collect()
}

fn edges(text: &str) -> (bool, bool) {
    (text.starts_with(' '), text.ends_with(' '))
}

#[test]
fn translations_have_the_same_values_and_spaces() {
    let table = table(LANGUAGE);
    for (key, text) in &table.page {
        let forms: Vec<&str> = match text {
            PageText::Plain(text) => vec![text],
            PageText::Plural([_, many]) => vec![many],
        };
        for form in forms {
            assert_eq!(values(key), values(form), "{key}");
            assert_eq!(edges(key), edges(form), "{key}");
        }
        if let PageText::Plural([one, _]) = text {
            assert!(values(one).is_subset(&values(key)), "{key}");
        }
    }
    for (key, text) in &table.server {
        assert_eq!(values(key), values(text), "{key}");
        assert_eq!(key.matches("**").count(), text.matches("**").count(), "{key}");
    }
}

#[test]
fn strings_and_patterns_are_read() {
    let source = "say(\"a \\\"b\\\"\"); // \"not this\"\nlet c = '\"';\n#[error(\"no {0} of {name:?}\")]\nlet d = \"e \\\n      f\";";
    let texts: Vec<String> = literals(source).into_iter().map(|one| one.text).collect();
    assert_eq!(texts, ["a \"b\"", "no {0} of {name:?}", "e f"]);
    assert_eq!(parts("no {0} of {name:?}, {{x}}"), ["no ", " of ", ", {x}"]);
    assert!(fits("no {a} of {b}", "no end of it") && !fits("no {a} of {b}", "not one of it"));
    let mut found = BTreeSet::new();
    keys("t(\"One\") + tn(\"1 x\", \"{n} x\", 3) + set(\"no\") + a.t(\"no\")", "", &mut found);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["One", "{n} x"]);
}

#[test]
fn a_document_is_one_object_for_known_languages_only() {
    let german = document(LANGUAGE).expect("a table");
    assert_eq!(serde_json::from_str::<Table>(&german.json).expect("JSON"), table(LANGUAGE));
    assert!(document("en").is_none() && document("../de").is_none());
}
