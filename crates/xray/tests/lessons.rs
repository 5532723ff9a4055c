//! Every lesson is recorded as a page would do it; its moments must exist and its answers must be right.

use plyground_core::{GameVisitor, Playable, Setup};
use plyground_engine::{Spec, build};
use plyground_games::registry;
use plyground_search::Limits;
use plyground_xray::lessons::{Answer, AnswerKind, Check, LessonMoment, LessonSearch, LessonStep, Question, lessons};
use plyground_xray::literal::LiteralTree;
use plyground_xray::record::{Heading, RecordLimits, record_search, record_tree, recording};
use plyground_xray::recording::{Recording, RootRecord, SearchRecord};
use serde_json::Value;
use std::time::Duration;

/// As the server limits recorded searches, except for the time: tests may run on a busy machine.
const MAX_NODES: u64 = 400_000;
const MAX_TIME: Duration = Duration::from_secs(120);
const MAX_TABLE: u64 = 16 << 20;
/// What proven wins are worth, less a ply each.
const WIN: f64 = 10_000_000.0;

struct Record<'a>(&'a LessonSearch, Vec<Spec>);

impl GameVisitor for Record<'_> {
    type Output = Recording;

    fn visit<G: Playable>(self, game: G, position: G::Position) -> Recording {
        let Record(asked, specs) = self;
        let limits = Limits {
            depth: asked.depth,
            nodes: Some(MAX_NODES),
            iterations: Some(asked.iterations.unwrap_or(MAX_NODES)),
            ..Limits::default()
        };
        let limits = RecordLimits { limits, ceiling: Some(MAX_TIME) };
        let search = |spec: &Spec| {
            let mut player = build(&spec.with_memory_below(MAX_TABLE), &game, 1).expect("a player for this game");
            record_search(&game, &position, spec, player.as_mut(), limits, |_| Value::Null)
        };
        recording(&game, &position, Heading::default(), specs.iter().map(search).collect())
    }
}

fn record(asked: &LessonSearch) -> Recording {
    let specs: Vec<Spec> = asked.players.iter().map(|text| text.parse().expect("a spec")).collect();
    if let Some(text) = &asked.tree {
        let tree = LiteralTree::parse(text).expect("a tree");
        return record_tree(&tree, &specs, asked.iterations, String::new()).expect("searches for this tree");
    }
    let game = asked.game.as_deref().expect("a game or a tree");
    let map = asked.map.as_ref().map(|name| registry::info(game).expect("a game").map(name).expect("a map"));
    let setup = Setup { variant: asked.variant.clone(), position: asked.position.clone(), map, lenient: false };
    registry::visit(game, &setup, Record(asked, specs)).expect("the game can be opened")
}

/// One search of a recording and one search of its root.
struct Scene<'a> {
    search: &'a SearchRecord,
    root: Option<&'a RootRecord>,
}

impl<'a> Scene<'a> {
    fn new(recording: &'a Recording, step: &LessonStep) -> Self {
        let search = &recording.searches[step.search.filter(|search| *search < 2).unwrap_or(0)];
        let root = step.root.map_or(search.roots.last(), |root| Some(&search.roots[root]));
        Scene { search, root }
    }

    fn visits(&self) -> std::ops::Range<usize> {
        self.root.map_or(0..0, |root| root.first..root.first + root.count)
    }

    fn text(&self, visit: usize) -> &'a str {
        &self.search.moves[self.search.visits.r#move[visit]]
    }

    fn path(&self, visit: usize) -> Vec<String> {
        let mut path = vec![self.text(visit).to_string()];
        let mut at = self.search.visits.parent[visit];
        while let Ok(visit) = usize::try_from(at) {
            path.push(self.text(visit).to_string());
            at = self.search.visits.parent[visit];
        }
        path.reverse();
        path
    }

    fn find(&self, path: &[String]) -> Option<usize> {
        self.visits().rev().find(|visit| self.path(*visit) == path)
    }

    /// The children of a visit; of the root for an empty path.
    fn children(&self, path: &[String]) -> Vec<usize> {
        let above = if path.is_empty() { -1 } else { self.find(path).expect("a visit") as i64 };
        self.visits().filter(|visit| self.search.visits.parent[*visit] == above).collect()
    }

    fn value(&self, path: &[String]) -> Option<f64> {
        match self.find(path) {
            Some(visit) => self.search.visits.value[visit],
            None if path.is_empty() => self.root.and_then(|root| root.value),
            None => None,
        }
    }
}

fn number(value: Option<f64>) -> Option<Answer> {
    value.map(Answer::Number)
}

fn text(value: impl Into<String>) -> Option<Answer> {
    Some(Answer::Text(value.into()))
}

/// The index of the search with the lower measure, as a choice.
fn lower_of(recording: &Recording, question: &Question, measure: impl Fn(&SearchRecord) -> f64) -> Option<Answer> {
    let [first, second] = [measure(&recording.searches[0]), measure(&recording.searches[1])];
    assert_ne!(first, second, "{}", question.ask);
    text(question.choices[usize::from(second < first)].clone())
}

fn about_visit(scene: &Scene<'_>, check: &Check, question: &Question) -> Option<Answer> {
    let path = check.path.clone().unwrap_or_default();
    let visit = || scene.find(&path).unwrap_or_else(|| panic!("{}: no visit {path:?}", question.ask));
    let search = scene.search;
    match check.of.as_str() {
        "value" => number(scene.value(&path)),
        "ending" => text(search.endings[search.visits.ending[visit()]]),
        "low" => number(search.visits.low[visit()]),
        "high" => number(search.visits.high[visit()]),
        "path" => scene.find(&path).map(|_| Answer::Path(path)),
        "refuter" | "chosen" => {
            let children = scene.children(&path);
            let value = scene.value(&path);
            let child = match check.of.as_str() {
                "refuter" => children.last(),
                _ => children.iter().find(|child| search.visits.value[**child] == value),
            };
            let child = *child.unwrap_or_else(|| panic!("{}: no such child", question.ask));
            match question.kind {
                AnswerKind::Node => Some(Answer::Path(scene.path(child))),
                _ => text(scene.text(child)),
            }
        }
        _ => None,
    }
}

fn about_search(recording: &Recording, scene: &Scene<'_>, check: &Check, question: &Question) -> Option<Answer> {
    let search = scene.search;
    let root = || &search.roots[check.root.expect("a search of the root")];
    let last_count = |search: &SearchRecord| search.roots.last().map_or(0.0, |root| root.count as f64);
    match check.of.as_str() {
        "best" => text(search.best.clone().expect("a best move")),
        "visits" => number(scene.root.map(|root| root.count as f64)),
        "plies" => number(Some(WIN - search.value.abs())),
        "first" => text(scene.search.moves[search.visits.r#move[root().first]].clone()),
        "outcome" => text(root().outcome),
        "window" if check.end.as_deref() == Some("low") => number(root().window.0),
        "window" => number(root().window.1),
        "fewer" => lower_of(recording, question, last_count),
        "lower" => lower_of(recording, question, |search| search.value),
        "iteration" => {
            let iteration = &search.iterations[check.index.expect("an iteration")];
            match check.field.as_deref().expect("a field") {
                "best" => text(iteration.best.clone().expect("a best move")),
                "value" => number(Some(iteration.value)),
                "depth" => number(Some(f64::from(iteration.depth))),
                "fail_low" => number(Some(f64::from(iteration.fail_low))),
                "fail_high" => number(Some(f64::from(iteration.fail_high))),
                _ => None,
            }
        }
        "worst_roll" => {
            let value = |visit: &usize| search.visits.value[*visit].unwrap_or(f64::INFINITY);
            let worst = scene.children(&[]).into_iter().min_by(|a, b| value(a).total_cmp(&value(b)));
            text(scene.text(worst.expect("rolls")))
        }
        "most_visited" => {
            let growth = search.growth.as_ref().expect("a tree of play-outs");
            let tops = (0..growth.parent.len()).filter(|node| growth.parent[*node] == 0);
            let most = tops.max_by_key(|node| growth.visits[*node]).expect("root moves");
            text(search.moves[usize::try_from(growth.r#move[most]).expect("a move")].clone())
        }
        _ => None,
    }
}

fn check_answer(place: &str, recording: &Recording, step: &LessonStep, question: &Question) {
    let check = &question.check;
    if check.of == "opinion" {
        return;
    }
    let scene = Scene::new(recording, step);
    let found = about_visit(&scene, check, question).or_else(|| about_search(recording, &scene, check, question));
    let found = found.unwrap_or_else(|| panic!("{place}: nothing is known of `{}`", check.of));
    let word = match &found {
        Answer::Text(word) => word.clone(),
        Answer::Number(number) => number.to_string(),
        Answer::Path(path) => path.join(" "),
    };
    let found = check.choice.get(&word).cloned().map_or(found, Answer::Text);
    match (&found, &question.answer) {
        (Answer::Number(found), Answer::Number(answer)) => {
            assert!((found - answer).abs() < 1e-3, "{place}: {found}, not {answer}")
        }
        (found, answer) => assert_eq!(found, answer, "{place}"),
    }
}

fn check_moment(place: &str, recording: &Recording, step: &LessonStep) {
    let scene = Scene::new(recording, step);
    let LessonMoment { event, visit, when, ending, step: iteration } = &step.at;
    if let Some(path) = visit {
        assert!(scene.find(path).is_some(), "{place}: {path:?} is not visited");
        assert!(matches!(when.as_deref(), Some("enter" | "leave")), "{place}");
    } else if let Some(ending) = ending {
        let search = scene.search;
        let there = |visit: usize| search.endings[search.visits.ending[visit]] == ending;
        assert!(scene.visits().any(there), "{place}: nothing ends by {ending}");
    } else if let Some(iteration) = iteration {
        let steps = scene.search.growth.as_ref().map_or(0, |growth| growth.steps.node.len());
        assert!(*iteration <= steps as u64, "{place}: {steps} play-outs");
    } else {
        assert!(matches!(event.as_deref(), Some("start" | "end")), "{place}");
    }
}

#[test]
fn every_moment_exists_and_every_answer_is_right() {
    let mut checked = 0;
    for lesson in lessons() {
        let recordings: Vec<(&String, Recording)> =
            lesson.recordings.iter().map(|(name, asked)| (name, record(asked))).collect();
        for (number, step) in lesson.steps.iter().enumerate() {
            let place = format!("{}, step {}", lesson.name, number + 1);
            let (_, recording) =
                recordings.iter().find(|(name, _)| **name == step.recording).expect("a recording of the lesson");
            check_moment(&place, recording, step);
            if let Some(question) = &step.question {
                check_answer(&place, recording, step, question);
                checked += usize::from(question.check.of != "opinion");
            }
        }
    }
    assert!(checked >= 25, "only {checked} answers follow from recordings");
}
