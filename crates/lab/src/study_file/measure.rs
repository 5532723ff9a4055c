//! What a study file measures: matches between conditions, or searches of the same positions under all of them.

use super::{FileBoard, StudyFile};
use crate::search_probe::{ProbePosition, SearchProbe};
use crate::study_match::StudyMatch;
use crate::{Cancellation, DataRow, DataRows, LabError, StudyCell, StudyOptions, math};
use plyground_core::{AnyGame, AnyMove, AnyPosition, Facts, Game, Rng, Turn, suggest::hint};
use plyground_engine::bench::after_random_plies;
use plyground_engine::{Request, SearchRequest, Spec, build};
use plyground_search::expectimax::{Objective, solve_chance};
use plyground_search::solve::{Solution, SolveConfig, solve};
use plyground_search::{Control, Limits, Method};

/// Searches that are timed are repeated this often, in turn with those of the other conditions.
const REPEATS: usize = 3;
/// A position is left out of a study of regret when it is not solved within this many nodes.
const SOLVE_NODES: u64 = 3_000_000;
/// The table of the solver.
const SOLVE_TABLE: usize = 16 << 20;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Metric {
    /// The score in matches.
    Score,
    /// The nodes of a search.
    Nodes,
    /// The depth that a search reaches.
    Depth,
    /// The processor time of a search.
    Seconds,
    /// What the chosen move gives away against best play, as a share of a game.
    Regret,
}

const WORDS: [(&str, Metric); 5] = [
    ("score", Metric::Score),
    ("nodes", Metric::Nodes),
    ("depth", Metric::Depth),
    ("seconds", Metric::Seconds),
    ("regret", Metric::Regret),
];

impl Metric {
    /// The metric of this name, or what to write instead.
    pub(super) fn parse(word: &str) -> Result<Self, String> {
        let found = WORDS.iter().find(|(known, _)| *known == word).map(|(_, metric)| *metric);
        found.ok_or_else(|| format!("there is no metric `{word}`; {}", hint(word, WORDS.iter().map(|(word, _)| *word))))
    }

    /// Its name.
    pub(super) fn word(self) -> &'static str {
        WORDS.iter().find(|(_, metric)| *metric == self).map_or("", |(word, _)| word)
    }

    /// Whether two conditions are compared by a ratio, not by a difference.
    pub(super) fn is_ratio(self) -> bool {
        matches!(self, Metric::Nodes | Metric::Seconds)
    }

    /// Whether it can be measured in such a game, or why not.
    pub(super) fn check(self, facts: &Facts) -> Result<(), String> {
        let method = if facts.chance { Method::SolveChance } else { Method::Solve };
        match self {
            Metric::Regret => method.check(facts).map_err(|error| format!("regret needs a solver: {error}")),
            _ => Ok(()),
        }
    }
}

/// The cells of a study file.
pub(super) fn cells(study: &StudyFile, options: &StudyOptions) -> Vec<StudyCell> {
    match study.metric {
        Metric::Score => matches(study, options),
        _ => searches(study, options),
    }
}

/// Games per match.
pub(super) fn games(study: &StudyFile, options: &StudyOptions) -> u64 {
    options.games(2, (study.games / 10).max(2), study.games)
}

/// Positions per board.
fn positions(study: &StudyFile, options: &StudyOptions) -> u64 {
    options.size.pick(2, (study.positions / 4).max(2), study.positions)
}

fn matches(study: &StudyFile, options: &StudyOptions) -> Vec<StudyCell> {
    let games = games(study, options);
    let mut cells = Vec::new();
    for FileBoard { board, .. } in &study.boards {
        for planned in &study.comparisons {
            let [one, other] = [planned.one, planned.other].map(|number| &study.conditions[number]);
            let study_match = StudyMatch {
                board: board.clone(),
                specs: [one.spec.clone(), other.spec.clone()],
                limits: study.limits,
                games,
                seed: options.seed_of(&board.name),
                openings: study.openings,
            };
            let base = DataRow::new().text("board", &board.name).text("one", &one.name).text("other", &other.name);
            // The key says all that decides about the games, so that a changed file is another plan.
            let key = format!(
                "{} ({:?}), {} - {}, {games} games, {:?}, {:?}",
                board.name, board.setup, one.spec, other.spec, study.openings, study.limits
            );
            cells.push(StudyCell::new(key, 1.0, move |cancel| {
                Ok(study_match.play(cancel)?.map(|row| vec![base.clone().and(&row)]))
            }));
        }
    }
    cells
}

fn searches(study: &StudyFile, options: &StudyOptions) -> Vec<StudyCell> {
    let mut cells = Vec::new();
    for FileBoard { board, plies } in &study.boards {
        for number in 0..positions(study, options) {
            let probe = SearchProbe {
                board: board.clone(),
                spec: String::new(),
                limits: study.limits,
                place: ProbePosition::Plies(*plies),
                seed: options.seed_of(&format!("{}, position {number}", board.name)),
                timed: study.metric == Metric::Seconds,
            };
            let specs: Vec<&str> = study.conditions.iter().map(|condition| condition.spec.as_str()).collect();
            let key = format!(
                "{} ({:?}), {} at position {number} after {plies} plies, {}, {:?}",
                board.name,
                board.setup,
                study.metric.word(),
                specs.join("; "),
                study.limits
            );
            let (metric, conditions) = (study.metric, study.conditions.clone());
            cells.push(StudyCell::new(key, 1.0, move |cancel| {
                let named: Vec<(&str, &str)> =
                    conditions.iter().map(|condition| (condition.name.as_str(), condition.spec.as_str())).collect();
                let rows = if metric == Metric::Regret {
                    regrets(&probe, &named)?
                } else {
                    probes(&probe, &named, metric, cancel)?
                };
                let base = DataRow::new().text("board", &probe.board.name).with("position", number as f64);
                Ok(Some(rows.iter().map(|row| base.clone().and(row)).collect()))
            }));
        }
    }
    cells
}

/// Searches the position under all conditions in turn.
fn probes(
    probe: &SearchProbe,
    conditions: &[(&str, &str)],
    metric: Metric,
    cancel: &Cancellation,
) -> Result<DataRows, LabError> {
    let repeats = if metric == Metric::Seconds { REPEATS } else { 1 };
    let mut found: Vec<Vec<f64>> = vec![Vec::new(); conditions.len()];
    for _ in 0..repeats {
        for ((_, spec), numbers) in conditions.iter().zip(&mut found) {
            let probe = SearchProbe { spec: spec.to_string(), ..probe.clone() };
            numbers.push(probe.run(cancel)?.whole.count(metric.word()));
        }
    }
    let row = |((name, _), numbers): (&(&str, &str), &Vec<f64>)| {
        DataRow::new().text("condition", *name).with("value", math::median(numbers))
    };
    Ok(conditions.iter().zip(&found).map(row).collect())
}

/// What every condition's move gives away. Nothing where the position is too large to be solved, or leaves no choice.
fn regrets(probe: &SearchProbe, conditions: &[(&str, &str)]) -> Result<DataRows, LabError> {
    let (game, start) = probe.board.open()?;
    let ProbePosition::Plies(plies) = probe.place else { return Ok(Vec::new()) };
    let mut rng = Rng::seeded(probe.seed);
    let mut position = after_random_plies(&game, &start, plies, &mut rng);
    while game.turn(&position) == Turn::Chance {
        let face = rng.weighted(game.outcomes(&position));
        game.roll(&mut position, face);
    }
    let Some(exact) = exact_values(&game, &position) else { return Ok(Vec::new()) };
    let best = exact.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    let mut rows = Vec::new();
    for (name, spec) in conditions {
        let spec: Spec = spec.parse()?;
        let mut player = build(&spec, &game, probe.seed)?;
        player.new_game(probe.seed);
        let report = player.think(Request::from(SearchRequest::new(&game, &position).within(probe.limits)));
        let value = report.best.and_then(|mv| exact.iter().find(|(other, _)| *other == mv)).map(|(_, value)| *value);
        let Some(value) = value else { return Ok(Vec::new()) };
        rows.push(DataRow::new().text("condition", *name).with("value", best - value));
    }
    Ok(rows)
}

/// The share of a game that every move is worth with best play by both.
fn exact_values(game: &AnyGame, position: &AnyPosition) -> Option<Vec<(AnyMove, f64)>> {
    let mut control = Control::new(&Limits::nodes(SOLVE_NODES));
    let moves: Vec<(AnyMove, f64)> = if game.facts().chance {
        solve_chance(game, position, Objective::FirstPlace, SOLVE_TABLE, &mut control).ok()?.moves
    } else {
        let config = SolveConfig { table_bytes: SOLVE_TABLE, ..SolveConfig::default() };
        match solve(game, position, &config, &mut control) {
            Ok(Solution::Solved(solved)) if solved.complete => {
                let share = |value: i32| (1.0 + f64::from(value)) / 2.0;
                solved.moves.iter().map(|known| (known.mv, share(known.worth.value))).collect()
            }
            _ => return None,
        }
    };
    (moves.len() > 1).then_some(moves)
}
