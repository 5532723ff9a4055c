//! Lessons: moments of recorded searches with a text and perhaps a question. They are data files in `lessons/`, so that
//! anyone can add one; `docs/xray.md` describes them. Every answer says how it can be computed from the recording.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The lessons in the order of the list, each the text of its file.
const FILES: &[&str] = &[
    include_str!("../lessons/minimax.json"),
    include_str!("../lessons/alpha-beta.json"),
    include_str!("../lessons/iterative-deepening.json"),
    include_str!("../lessons/aspiration.json"),
    include_str!("../lessons/transposition-table.json"),
    include_str!("../lessons/horizon.json"),
    include_str!("../lessons/dice.json"),
    include_str!("../lessons/several-opponents.json"),
    include_str!("../lessons/monte-carlo.json"),
];

/// A guided tour through recorded searches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its address, and the name of its file.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is about, in one sentence.
    pub summary: String,
    /// What is searched, by names that the steps use.
    pub recordings: BTreeMap<String, LessonSearch>,
    /// What is shown, in order.
    pub steps: Vec<LessonStep>,
}

/// A search of a lesson, as a page would ask for it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LessonSearch {
    /// A literal tree instead of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// The name of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// A variant's name, or `key=value,…`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The name of a built-in map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// A position; absent for the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// One or two player specs.
    pub players: Vec<String>,
    /// How deep to search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The limit of play-outs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
}

/// A moment of a recording with its text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// Which recording of the lesson.
    pub recording: String,
    /// Which search of it; 2 for both on one tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<usize>,
    /// Which search of the root; absent for the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<usize>,
    /// The moment.
    pub at: LessonMoment,
    /// `tree` or `strip`; absent for the viewer's own choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// What is said.
    pub text: String,
    /// What is asked.
    #[serde(default)]
    pub question: Option<Question>,
}

/// A moment of a search.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LessonMoment {
    /// `start` or `end`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The line of moves of a visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visit: Option<Vec<String>>,
    /// `enter` or `leave`, for a visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// The first visit that ended for this reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// After this many iterations of a search that grows a tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
}

/// A question about a moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question.
    pub ask: String,
    /// How it is answered.
    pub kind: AnswerKind,
    /// What can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// The right answer.
    pub answer: Answer,
    /// What is said after the right answer.
    pub right: String,
    /// What is said after another answer: a hint.
    pub wrong: String,
    /// How the answer can be computed.
    pub check: Check,
}

/// How a question is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnswerKind {
    /// By a click on a node of the picture.
    Node,
    /// By a click on a move at the root.
    Move,
    /// By choosing a sentence.
    Choice,
    /// By typing a number.
    Number,
}

/// An answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// A number.
    Number(f64),
    /// A move, or a choice.
    Text(String),
    /// A node, as the moves that lead to it.
    Path(Vec<String>),
}

/// How an answer can be computed from the recording of its step.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Check {
    /// What is asked for: a word of the table in `docs/xray.md`.
    pub of: String,
    /// The line of moves of a visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    /// A search of the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<usize>,
    /// An end of a window: `low` or `high`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// An iteration, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// A field of an iteration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The choice that each computed word stands for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub choice: BTreeMap<String, String>,
}

/// Lessons and instructive positions in other languages: the code of the language, and a JSON object from English sentences to
/// its own.
pub const TRANSLATIONS: &[(&str, &str)] = &[("de", include_str!("../translations/de.json"))];

/// All lessons, in the order of the list.
pub fn lessons() -> Vec<Lesson> {
    FILES.iter().map(|text| serde_json::from_str(text).expect("a test reads every lesson")).collect()
}

/// The lesson of this name.
pub fn lesson(name: &str) -> Option<Lesson> {
    lessons().into_iter().find(|lesson| lesson.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::path::Path;

    #[test]
    fn every_file_is_listed_under_its_name() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
        let files = std::fs::read_dir(folder).expect("the lessons");
        let names: HashSet<String> = files
            .map(|file| file.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        let listed: Vec<String> = lessons().into_iter().map(|lesson| lesson.name).collect();
        assert_eq!(listed.iter().cloned().collect::<HashSet<_>>(), names);
        assert_eq!(listed.len(), names.len(), "listed once each");
        assert!(lesson("minimax").is_some() && lesson("../minimax").is_none());
    }

    #[test]
    fn questions_can_be_answered() {
        for lesson in lessons() {
            let asked = lesson.steps.iter().filter(|step| step.question.is_some()).count();
            assert!(asked >= 3, "{}: a lesson asks", lesson.name);
            for (number, step) in lesson.steps.iter().enumerate() {
                let place = format!("{}, step {}", lesson.name, number + 1);
                assert!(lesson.recordings.contains_key(&step.recording), "{place}: no such recording");
                assert!(step.text.matches("**").count() % 2 == 0, "{place}: bold text does not end");
                let Some(question) = &step.question else { continue };
                let fits = match (question.kind, &question.answer) {
                    (AnswerKind::Number, Answer::Number(_)) | (AnswerKind::Move, Answer::Text(_)) => true,
                    (AnswerKind::Node, Answer::Path(path)) => !path.is_empty(),
                    (AnswerKind::Choice, Answer::Text(text)) => {
                        question.choices.len() > 1 && question.choices.contains(text)
                    }
                    _ => false,
                };
                assert!(fits, "{place}: the answer does not fit the question");
            }
        }
    }

    #[test]
    fn a_lesson_survives_the_way_to_the_page() {
        for lesson in lessons() {
            let text = serde_json::to_string(&lesson).expect("JSON");
            assert_eq!(serde_json::from_str::<Lesson>(&text).expect("read back"), lesson);
        }
    }
}
