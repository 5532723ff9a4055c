//! Studies described in a file instead of in Rust: players, boards, limits, what is measured, and what is compared.
//!
//! docs/lab.md explains the keys. The same runner, journal and report serve these studies and those of the program.

mod conditions;
mod form;
mod measure;
mod report;
mod scaling;
#[cfg(test)]
mod tests;

use crate::report::{DataTable, StudyReport};
use crate::{LabError, Study, StudyBoard, StudyCell, StudyFacts, StudyOptions};
use conditions::Condition;
use form::{BoardForm, StudyForm, StudyText};
use measure::Metric;
use plyground_arena::OpeningRule;
use plyground_core::{Game, Setup, shell::quote, suggest::hint};
use plyground_engine::{Spec, build, parse_duration};
use plyground_games::registry;
use plyground_search::Limits;
use std::path::{Path, PathBuf};
use toml::Spanned;

const MOST_BOARDS: usize = 100;
const MOST_COMPARISONS: usize = 2000;
const MOST_GAMES: u64 = 1_000_000;
const MOST_POSITIONS: u64 = 100_000;
const MOST_PLIES: u64 = 1000;
const LONGEST_NAME: usize = 40;

/// A study that was read from a file.
#[derive(Clone, Debug)]
pub struct StudyFile {
    path: PathBuf,
    facts: StudyFacts,
    metric: Metric,
    conditions: Vec<Condition>,
    boards: Vec<FileBoard>,
    comparisons: Vec<PlannedComparison>,
    /// The numeric factor along which a curve is fitted.
    fit: Option<String>,
    games: u64,
    positions: u64,
    openings: OpeningRule,
    limits: Limits,
}

/// A board and how far into the game its positions are.
#[derive(Clone, Debug)]
struct FileBoard {
    board: StudyBoard,
    plies: usize,
}

/// Two conditions that are compared, by number.
#[derive(Clone, PartialEq, Debug)]
struct PlannedComparison {
    one: usize,
    other: usize,
    claim: String,
    direction: Direction,
}

/// What is claimed of the first condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    Above,
    Below,
    /// Nothing beforehand: whether both differ at all.
    Other,
}

impl StudyFile {
    /// Reads and checks a study file. Every player is built once on every board, so that mistakes are found before anything is measured.
    ///
    /// # Errors
    /// When something is wrong; the error names file, line and key.
    pub fn load(path: &Path) -> Result<Self, LabError> {
        let text = StudyText::read(path)?;
        let form = text.form()?;
        let metric =
            Metric::parse(form.metric.get_ref()).map_err(|reason| text.wrong(form.metric.span(), "metric", reason))?;
        let conditions = conditions::expand(&text, &form)?;
        let boards = boards(&text, &form)?;
        let limits = limits(&text, &form)?;
        let number = |key: &str, number: &Option<Spanned<u64>>, usual: u64, least: u64, most: u64| match number {
            None => Ok(usual),
            Some(number) if (least..=most).contains(number.get_ref()) => Ok(*number.get_ref()),
            Some(number) => Err(text.wrong(number.span(), key, format!("{least} to {most} are possible"))),
        };
        let study = StudyFile {
            path: path.to_path_buf(),
            facts: facts(&text, &form, metric)?,
            metric,
            comparisons: comparisons(&text, &form, &conditions)?,
            fit: fit(&text, &form, metric, &conditions)?,
            games: number("games", &form.games, 200, 2, MOST_GAMES)?,
            positions: number("positions", &form.positions, 24, 2, MOST_POSITIONS)?,
            openings: openings(&text, &form)?,
            conditions,
            boards,
            limits,
        };
        study.check_players(&text, &form)?;
        Ok(study)
    }

    /// Builds every condition on every board.
    fn check_players(&self, text: &StudyText<'_>, form: &StudyForm) -> Result<(), LabError> {
        let place = |condition: &Condition| {
            let number = form.players.iter().position(|player| {
                let spec = condition.values.iter().fold(player.spec.get_ref().clone(), |spec, (name, value)| {
                    spec.replace(&format!("{{{name}}}"), value)
                });
                spec == condition.spec
            });
            number.unwrap_or(0)
        };
        for FileBoard { board, .. } in &self.boards {
            let (game, _) = board.open()?;
            for condition in &self.conditions {
                let number = place(condition);
                let wrong = |reason: String| {
                    let key = format!("players[{}].spec", number + 1);
                    text.wrong(form.players[number].spec.span(), &key, format!("`{}`: {reason}", condition.spec))
                };
                let spec: Spec = condition.spec.parse().map_err(|error| wrong(format!("{error}")))?;
                build(&spec, &game, 0).map_err(|error| wrong(format!("on {}: {error}", board.name)))?;
            }
            self.metric.check(&game.facts()).map_err(|reason| text.wrong(form.metric.span(), "metric", reason))?;
        }
        Ok(())
    }
}

impl Study for StudyFile {
    fn facts(&self) -> StudyFacts {
        self.facts
    }

    fn command_word(&self) -> String {
        quote(&self.path.display().to_string())
    }

    fn plan(&self, options: &StudyOptions) -> Result<Vec<StudyCell>, LabError> {
        Ok(measure::cells(self, options))
    }

    fn report(&self, options: &StudyOptions, table: &DataTable) -> Result<StudyReport, LabError> {
        report::report(self, options, table)
    }
}

fn facts(text: &StudyText<'_>, form: &StudyForm, metric: Metric) -> Result<StudyFacts, LabError> {
    let name = form.name.get_ref();
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !plain || !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.ends_with('-') || name.len() > LONGEST_NAME
    {
        let reason = format!("write up to {LONGEST_NAME} small letters, digits and -, such as my-study");
        return Err(text.wrong(form.name.span(), "name", reason));
    }
    if crate::all().iter().any(|study| study.facts().name == name) {
        return Err(text.wrong(form.name.span(), "name", format!("the program has a study `{name}` already")));
    }
    let question = form.question.get_ref().trim();
    if question.is_empty() || question.chars().any(char::is_control) || question.chars().count() > 300 {
        return Err(text.wrong(form.question.span(), "question", "write one line of at most 300 characters"));
    }
    let is_timed = metric == Metric::Seconds || form.limits.time.is_some();
    // Facts live as long as the program, which reads a study file once.
    let keep = |text: &str| -> &'static str { Box::leak(text.to_string().into_boxed_str()) };
    Ok(StudyFacts {
        name: keep(name),
        question: keep(question),
        source: keep(form.source.as_deref().unwrap_or("a study file")),
        timed: is_timed,
        takes_games: metric == Metric::Score,
        takes_maps: false,
        takes_player: false,
        takes_shard: !is_timed,
    })
}

fn boards(text: &StudyText<'_>, form: &StudyForm) -> Result<Vec<FileBoard>, LabError> {
    if form.boards.is_empty() || form.boards.len() > MOST_BOARDS {
        return Err(text.lacks("boards", format!("there are 1 to {MOST_BOARDS} boards; add [[boards]] sections")));
    }
    let usual = plies(text, "plies", form.plies.as_ref())?.unwrap_or(4);
    let mut boards: Vec<FileBoard> = Vec::new();
    for (number, one) in form.boards.iter().enumerate() {
        let key = |name: &str| format!("boards[{}].{name}", number + 1);
        let board = board(text, one, &key)?;
        if boards.iter().any(|known| known.board.name == board.name) {
            let reason = format!("two boards are called `{}`; give them a `name`", board.name);
            return Err(text.wrong(one.game.span(), &key("game"), reason));
        }
        let plies = plies(text, &key("plies"), one.plies.as_ref())?.unwrap_or(usual);
        boards.push(FileBoard { board, plies });
    }
    Ok(boards)
}

fn board(text: &StudyText<'_>, form: &BoardForm, key: &dyn Fn(&str) -> String) -> Result<StudyBoard, LabError> {
    let info = registry::info(form.game.get_ref())
        .ok_or_else(|| text.wrong(form.game.span(), &key("game"), registry::unknown(form.game.get_ref())))?;
    let mut setup =
        Setup { variant: form.variant.as_ref().map(|variant| variant.get_ref().clone()), ..Setup::default() };
    if let Some(map) = &form.map {
        setup.map = Some(info.map(map.get_ref()).map_err(|unknown| {
            let reason = format!("there is no map `{}`; {}", map.get_ref(), unknown.hint);
            text.wrong(map.span(), &key("map"), reason)
        })?);
    }
    let words = [
        Some(info.name),
        form.variant.as_ref().map(|v| v.get_ref().as_str()),
        form.map.as_ref().map(|m| m.get_ref().as_str()),
    ];
    let usual = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let name = form.name.as_ref().map_or(usual, |name| name.get_ref().clone());
    let board = StudyBoard { game: info.name, name, setup };
    let (span, which) = match (&form.variant, &form.map) {
        (Some(variant), _) => (variant.span(), "variant"),
        (None, Some(map)) => (map.span(), "map"),
        (None, None) => (form.game.span(), "game"),
    };
    board.open().map_err(|error| text.wrong(span, &key(which), error))?;
    Ok(board)
}

fn plies(text: &StudyText<'_>, key: &str, number: Option<&Spanned<u64>>) -> Result<Option<usize>, LabError> {
    match number {
        Some(number) if *number.get_ref() > MOST_PLIES => {
            Err(text.wrong(number.span(), key, format!("0 to {MOST_PLIES} are possible")))
        }
        number => Ok(number.map(|number| *number.get_ref() as usize)),
    }
}

fn limits(text: &StudyText<'_>, form: &StudyForm) -> Result<Limits, LabError> {
    let time = match &form.limits.time {
        None => None,
        Some(time) => {
            let found = parse_duration(time.get_ref());
            Some(found.map_err(|reason| text.wrong(time.span(), "limits.time", reason))?)
        }
    };
    let (depth, nodes, iterations) = (form.limits.depth, form.limits.nodes, form.limits.iterations);
    Ok(Limits { depth, nodes, time, iterations, ..Limits::default() })
}

fn openings(text: &StudyText<'_>, form: &StudyForm) -> Result<OpeningRule, LabError> {
    match &form.openings {
        None => Ok(OpeningRule::Auto),
        Some(word) => {
            word.get_ref().parse::<OpeningRule>().map_err(|reason| text.wrong(word.span(), "openings", reason))
        }
    }
}

/// What is compared: the claims of the file, else every condition with the first, with its neighbour, or with all others.
fn comparisons(
    text: &StudyText<'_>,
    form: &StudyForm,
    conditions: &[Condition],
) -> Result<Vec<PlannedComparison>, LabError> {
    if conditions.len() < 2 {
        return Err(text.lacks("players", "there is only one condition; a study compares at least two"));
    }
    if !form.claims.is_empty() {
        return claims(text, form, conditions);
    }
    let rule = form.compare.as_ref().map_or("first", |rule| rule.get_ref().as_str());
    let pairs: Vec<(usize, usize)> = match rule {
        "first" => (1..conditions.len()).map(|one| (one, 0)).collect(),
        "neighbours" => (1..conditions.len()).map(|one| (one, one - 1)).collect(),
        "all" => (0..conditions.len()).flat_map(|one| (one + 1..conditions.len()).map(move |two| (one, two))).collect(),
        other => {
            let span = form.compare.as_ref().map_or(0..0, Spanned::span);
            let hint = hint(other, ["first", "neighbours", "all"]);
            return Err(text.wrong(span, "compare", format!("there is no `{other}`; {hint}")));
        }
    };
    if pairs.len() > MOST_COMPARISONS {
        return Err(text.lacks("compare", format!("{} comparisons are more than {MOST_COMPARISONS}", pairs.len())));
    }
    let planned = |(one, other): (usize, usize)| PlannedComparison {
        one,
        other,
        claim: format!("`{}` differs from `{}`.", conditions[one].name, conditions[other].name),
        direction: Direction::Other,
    };
    Ok(pairs.into_iter().map(planned).collect())
}

fn claims(
    text: &StudyText<'_>,
    form: &StudyForm,
    conditions: &[Condition],
) -> Result<Vec<PlannedComparison>, LabError> {
    let mut planned = Vec::new();
    for (number, claim) in form.claims.iter().enumerate() {
        let key = |name: &str| format!("claims[{}].{name}", number + 1);
        let find = |name: &str, word: &Spanned<String>| {
            let found = conditions.iter().position(|condition| condition.name == *word.get_ref());
            let hint = || hint(word.get_ref(), conditions.iter().map(|condition| condition.name.as_str()));
            found.ok_or_else(|| {
                let reason = format!("there is no condition `{}`; {}", word.get_ref(), hint());
                text.wrong(word.span(), &key(name), reason)
            })
        };
        let direction = match claim.is.get_ref().as_str() {
            "above" => Direction::Above,
            "below" => Direction::Below,
            other => {
                let reason = format!("`{other}` is neither `above` nor `below`");
                return Err(text.wrong(claim.is.span(), &key("is"), reason));
            }
        };
        let (one, other) = (find("one", &claim.one)?, find("other", &claim.other)?);
        if one == other {
            return Err(text.wrong(claim.other.span(), &key("other"), "a condition is not compared with itself"));
        }
        planned.push(PlannedComparison { one, other, claim: claim.says.get_ref().clone(), direction });
    }
    Ok(planned)
}

/// The factor of a curve: numbers that rise from condition to condition, each compared with its neighbour.
fn fit(
    text: &StudyText<'_>,
    form: &StudyForm,
    metric: Metric,
    conditions: &[Condition],
) -> Result<Option<String>, LabError> {
    let Some(word) = &form.fit else { return Ok(None) };
    let wrong = |reason: &str| text.wrong(word.span(), "fit", reason);
    let neighbours = form.compare.as_ref().is_some_and(|rule| rule.get_ref() == "neighbours");
    if metric != Metric::Score || !neighbours || !form.claims.is_empty() {
        return Err(wrong("a curve needs metric = \"score\" and compare = \"neighbours\", without claims"));
    }
    let numbers: Option<Vec<f64>> = conditions.iter().map(|condition| number_of(condition, word.get_ref())).collect();
    let rises = numbers.is_some_and(|numbers| {
        numbers.len() >= 3 && numbers[0] > 0.0 && numbers.windows(2).all(|pair| pair[0] < pair[1])
    });
    if !rises {
        return Err(wrong("name a factor whose values are at least three rising numbers above 0, of one player"));
    }
    Ok(Some(word.get_ref().clone()))
}

/// The value of a numeric factor in a condition.
fn number_of(condition: &Condition, factor: &str) -> Option<f64> {
    condition.values.iter().find(|(name, _)| name == factor)?.1.parse().ok()
}
