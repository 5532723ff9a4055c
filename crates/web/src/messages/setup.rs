//! Positions put together by hand.

use super::{Cell, NewGame, Scene};
use plyground_core::{FieldValues, SetupForm, SetupParts};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A request to look at a position that is being put together.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SetupRequest {
    /// The game and its board.
    pub board: NewGame,
    /// What is on the board, cell by cell, and beside it; absent for the start position.
    pub parts: Option<SetupWords>,
}

/// The words of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SetupWords {
    /// What each cell holds.
    pub cells: Vec<String>,
    /// What each field says.
    pub fields: Vec<String>,
}

impl From<SetupParts> for SetupWords {
    fn from(parts: SetupParts) -> Self {
        SetupWords { cells: parts.cells, fields: parts.fields }
    }
}

impl From<SetupWords> for SetupParts {
    fn from(words: SetupWords) -> Self {
        SetupParts { cells: words.cells, fields: words.fields }
    }
}

/// A position that is being put together.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SetupState {
    /// What a cell may hold; the first is nothing.
    pub contents: Vec<SetupContent>,
    /// What a position says besides its cells.
    pub fields: Vec<SetupFieldInfo>,
    /// Its words.
    pub parts: SetupWords,
    /// Its text.
    pub position: String,
    /// Its picture, legal or not.
    pub scene: Scene,
    /// Why the rules refuse it.
    pub fault: Option<String>,
    /// The cell to blame.
    pub cell: Option<usize>,
}

/// What a cell may hold.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SetupContent {
    /// Its word in positions.
    pub word: String,
    /// What people call it.
    pub name: String,
    /// What it looks like.
    pub look: Cell,
}

/// A field of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SetupFieldInfo {
    /// What people call it.
    pub name: String,
    /// The words it may be, each with its meaning; empty for numbers.
    pub words: Vec<(String, String)>,
    /// The largest number it may be.
    pub most: Option<u32>,
}

impl SetupState {
    /// The words of a form for a page, without a position yet.
    pub fn describe(form: &SetupForm) -> (Vec<SetupContent>, Vec<SetupFieldInfo>) {
        let content = |content: &plyground_core::CellContent| SetupContent {
            word: content.word.clone(),
            name: content.name.clone(),
            look: content.look.clone().into(),
        };
        let field = |field: &plyground_core::SetupField| {
            let (words, most) = match &field.values {
                FieldValues::Words(words) => (words.clone(), None),
                FieldValues::Number(most) => (Vec::new(), Some(*most)),
            };
            SetupFieldInfo { name: field.name.clone(), words, most }
        };
        (form.contents.iter().map(content).collect(), form.fields.iter().map(field).collect())
    }
}
