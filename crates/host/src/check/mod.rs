//! Puts another program through a list of questions and tells its author what is wrong with it.
//!
//! Every question gets a process of its own, so one wrong answer does not spoil the next.

mod exam;
mod games;
mod gtp;
mod isola;
mod ntu;
mod ugi;

pub use exam::Exam;

use crate::Protocol;
use exam::Case;
use plyground_core::Playable;
use plyground_engine::Failure;
use std::time::Duration;

const MUTE: &str = "it did not answer the first question";

/// What one question came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The question.
    pub question: &'static str,
    /// The answer.
    pub verdict: Verdict,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As it should be; what was seen.
    Good(String),
    /// Not asked, and why.
    Skipped(String),
    /// Not as it should be; what was expected and what came instead.
    Bad(String),
}

impl Verdict {
    /// The word in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Good(_) => "good",
            Verdict::Skipped(_) => "skipped",
            Verdict::Bad(_) => "bad",
        }
    }

    /// What there is to say.
    pub fn text(&self) -> &str {
        match self {
            Verdict::Good(text) | Verdict::Skipped(text) | Verdict::Bad(text) => text,
        }
    }
}

/// Why a question has no good answer.
enum Trouble {
    /// The answer is wrong.
    Bad(String),
    /// There is no answer, or nobody left to give one.
    Silent(String),
    /// The question makes no sense here.
    Skipped(String),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Silent(format!("it {failure}"))
    }
}

/// What a question comes to.
type Answer = Result<String, Trouble>;

/// An answer that is wrong.
fn bad<T>(text: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Bad(text.into()))
}

/// A question without an answer.
fn silent<T>(request: impl std::fmt::Display, time: Duration) -> Result<T, Trouble> {
    Err(Trouble::Silent(format!("`{request}` was not answered within {:.1} s", time.as_secs_f64())))
}

/// Asks every question of a language, telling each finding as it comes. The error says why there is nothing to ask.
pub fn run<G: Playable>(exam: &Exam<G>, mut tell: impl FnMut(&Finding)) -> Result<Vec<Finding>, String> {
    if let Some(reason) = exam.protocol.refuses(&exam.game) {
        return Err(reason);
    }
    let cases: Vec<Case<G>> = match exam.protocol {
        Protocol::Ugi => ugi::cases(),
        Protocol::Gtp => gtp::cases(),
        Protocol::Ntu => ntu::cases(),
        Protocol::IsolaPipe => isola::cases(),
    };
    let mut findings = Vec::new();
    let mut mute = false;
    for case in cases {
        let verdict = match if mute { Err(Trouble::Skipped(MUTE.to_string())) } else { (case.run)(exam) } {
            Ok(text) => Verdict::Good(text),
            Err(Trouble::Skipped(text)) => Verdict::Skipped(text),
            Err(Trouble::Bad(text)) => Verdict::Bad(text),
            Err(Trouble::Silent(text)) => {
                // Who says nothing at all would have to be waited for at every question.
                mute |= findings.is_empty();
                Verdict::Bad(text)
            }
        };
        let finding = Finding { question: case.question, verdict };
        tell(&finding);
        findings.push(finding);
    }
    Ok(findings)
}
