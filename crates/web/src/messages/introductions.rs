//! Introductions to games: positions to play in, with words.

use super::{ClickOn, LegalMove, Scene, SceneChange};
use serde::{Deserialize, Serialize};

#[cfg(test)]
use ts_rs::TS;

/// A position of an introduction.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct IntroductionPosition {
    /// What to do.
    pub task: String,
    /// The board.
    pub scene: Scene,
    /// The legal moves.
    pub legal: Vec<LegalMove>,
    /// What the reader is asked to do, one sentence per click of a move.
    pub prompts: Vec<String>,
    /// The player whom the reader plays, from 1.
    pub player: usize,
    /// The letters of special squares with their meaning.
    pub legend: Vec<(char, &'static str)>,
}

/// A move or a click of the reader.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields, default)]
pub struct IntroductionRequest {
    /// The position, from 0.
    pub step: usize,
    /// A move in the game's notation.
    pub text: Option<String>,
    /// Clicks that begin no move; the response tells why.
    pub clicks: Vec<ClickOn>,
}

/// What comes of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct IntroductionResponse {
    /// Whether it was the move that was asked for.
    pub solved: bool,
    /// What to say.
    pub words: String,
    /// The board after the move.
    pub scene: Option<Scene>,
    /// What the move changed, in order.
    pub changes: Vec<SceneChange>,
}
