//! Checks whether another program speaks its protocol correctly, and reports what is wrong.
//!
//! Every case starts a new process, so a failure does not affect the next case.

mod engine_check;
mod games;
mod gtp;
mod isola;
mod ntu;
mod ugi;

pub use engine_check::EngineCheck;

use crate::{HostError, Protocol};
use engine_check::CheckCase;
use plyground_core::Playable;
use plyground_engine::Failure;
use std::time::Duration;

const MUTE: &str = "it did not answer the first question";

/// The result of one case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckResult {
    /// The question.
    pub question: &'static str,
    /// The answer.
    pub verdict: CheckVerdict,
}

/// Whether a case passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckVerdict {
    /// Passed; what was seen.
    Good(String),
    /// Skipped, and why.
    Skipped(String),
    /// Failed; what was expected and what came instead.
    Bad(String),
}

impl CheckVerdict {
    /// The word in reports.
    pub fn name(&self) -> &'static str {
        match self {
            CheckVerdict::Good(_) => "good",
            CheckVerdict::Skipped(_) => "skipped",
            CheckVerdict::Bad(_) => "bad",
        }
    }

    /// The description.
    pub fn text(&self) -> &str {
        match self {
            CheckVerdict::Good(text) | CheckVerdict::Skipped(text) | CheckVerdict::Bad(text) => text,
        }
    }
}

/// Why a case did not pass.
enum CheckFailure {
    /// The answer is wrong.
    Bad(String),
    /// The program does not answer or has ended.
    Silent(String),
    /// The case does not apply.
    Skipped(String),
}

impl From<Failure> for CheckFailure {
    fn from(failure: Failure) -> Self {
        CheckFailure::Silent(format!("it {failure}"))
    }
}

/// The result of running a case.
type CaseResult = Result<String, CheckFailure>;

/// A wrong answer.
fn bad<T>(text: impl Into<String>) -> Result<T, CheckFailure> {
    Err(CheckFailure::Bad(text.into()))
}

/// A request without an answer.
fn silent<T>(request: impl std::fmt::Display, time: Duration) -> Result<T, CheckFailure> {
    Err(CheckFailure::Silent(format!("`{request}` was not answered within {:.1} s", time.as_secs_f64())))
}

/// Runs all cases of a protocol and passes each result to `tell`.
///
/// # Errors
/// When the protocol cannot be used for this game.
pub fn run<G: Playable>(
    check: &EngineCheck<G>,
    mut tell: impl FnMut(&CheckResult),
) -> Result<Vec<CheckResult>, HostError> {
    if let Some(reason) = check.protocol.refuses(&check.game) {
        return Err(HostError::Unsuitable(reason));
    }
    let cases: Vec<CheckCase<G>> = match check.protocol {
        Protocol::Ugi => ugi::cases(),
        Protocol::Gtp => gtp::cases(),
        Protocol::Ntu => ntu::cases(),
        Protocol::IsolaPipe => isola::cases(),
    };
    let mut results = Vec::new();
    let mut mute = false;
    for case in cases {
        let verdict = match if mute { Err(CheckFailure::Skipped(MUTE.to_string())) } else { (case.run)(check) } {
            Ok(text) => CheckVerdict::Good(text),
            Err(CheckFailure::Skipped(text)) => CheckVerdict::Skipped(text),
            Err(CheckFailure::Bad(text)) => CheckVerdict::Bad(text),
            Err(CheckFailure::Silent(text)) => {
                // A program that never answers would time out in every case.
                mute |= results.is_empty();
                CheckVerdict::Bad(text)
            }
        };
        let finding = CheckResult { question: case.question, verdict };
        tell(&finding);
        results.push(finding);
    }
    Ok(results)
}
